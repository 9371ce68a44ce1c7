import StickerModel

/// The places of an icon set as its document speaks of them.
extension IconSlot {
  /// The place in the words of a document: `iphone 29x29 2x`.
  var words: String { "\(idiom.rawValue) \(size) \(factor)" }

  /// The scale as a document writes it: `2x`.
  var factor: String { IconSlot.factor(of: scale) }

  /// Whether it shows the app and not the pack: an app that a pack ships in has an icon of its own for it.
  var belongsToApp: Bool { width == height }

  /// Every idiom that a place has.
  static let idioms = Idiom.allCases.map(\.rawValue)

  /// Every scale that a document may say.
  static let factors = Scale.allCases.map(factor(of:))

  private static func factor(of scale: Scale) -> String { "\(scale.rawValue)x" }

  /// Whether an element speaks of a place as older versions of Xcode had them: for screens that no device has
  /// any more.
  static func isOutdated(_ image: PlacedJSON) -> Bool {
    guard let size = image["size"]?.text, let idiom = image["idiom"]?.text else { return false }
    return image["scale"]?.text == "1x" && all.contains { $0.size == size && $0.idiom.rawValue == idiom }
  }

  /// The place that an element of the list of images speaks of; nil where there is none. A misspelled idiom,
  /// of which `catalog-json` tells, counts as what was meant.
  init?(_ image: PlacedJSON) {
    guard let size = image["size"]?.text, let scale = image["scale"]?.text,
      let word = image["idiom"]?.text
    else { return nil }
    let idiom = IconSlot.idioms.contains(word) ? word : meant(by: word, among: IconSlot.idioms)
    // Before the store had an idiom of its own, its wide icon was a universal one.
    let isOldStore = size == "1024x768" && idiom == Idiom.universal.rawValue
    let found = IconSlot.all.first { slot in
      slot.size == size && slot.factor == scale
        && (slot.idiom.rawValue == idiom || (isOldStore && slot.idiom == .marketing))
    }
    guard let found else { return nil }
    self = found
  }
}
