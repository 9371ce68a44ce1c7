import StickerImage
import StickerModel

/// One of the 13 places for a picture in an icon set.
struct IconPlace: Hashable {
  /// As a document writes it.
  let idiom: String
  /// Points.
  let width: Int
  /// Points.
  let height: Int
  /// Pixels of a point.
  let scale: Int
  /// Only those of Messages itself say one.
  let platform: String?

  /// What its picture must measure.
  var pixels: PixelSize { PixelSize(width * scale, height * scale) }

  /// `iphone 29x29 2x`, in the words of a document.
  var name: String { "\(idiom) \(width)x\(height) \(scale)x" }

  /// In the order in which Xcode's template has them.
  static let all = IconSlot.all.map {
    IconPlace(
      idiom: $0.idiom.rawValue, width: $0.width, height: $0.height, scale: $0.scale.rawValue,
      platform: $0.platform)
  }

  /// Whether it shows the app and not the pack: an app that a pack ships in has an icon of its own for it.
  var belongsToApp: Bool { width == height }

  /// Every idiom that a place has.
  static let idioms = IconSlot.Idiom.allCases.map(\.rawValue)

  /// Every scale that a document may say.
  static let scales = ["1x", "2x", "3x"]

  /// Whether an element speaks of a place as older versions of Xcode had them: for screens that no device has
  /// any more.
  static func isOutdated(_ image: PlacedJSON) -> Bool {
    let sizes = all.map { "\($0.idiom) \($0.width)x\($0.height)" }
    guard let size = image["size"]?.text, let idiom = image["idiom"]?.text else { return false }
    return image["scale"]?.text == "1x" && sizes.contains("\(idiom) \(size)")
  }
}

extension IconPlace {
  /// The place that an element of the list of images speaks of; nil where there is none. A misspelled idiom,
  /// of which `catalog-json` tells, counts as what was meant.
  init?(_ image: PlacedJSON) {
    guard let size = image["size"]?.text, let scale = image["scale"]?.text,
      let word = image["idiom"]?.text
    else { return nil }
    let idiom = IconPlace.idioms.contains(word) ? word : meant(by: word, among: IconPlace.idioms)
    // Before the store had an idiom of its own, its wide icon was a universal one.
    let isOldStore = size == "1024x768" && idiom == "universal"
    let found = IconPlace.all.first { place in
      "\(place.width)x\(place.height)" == size && "\(place.scale)x" == scale
        && (place.idiom == idiom || (isOldStore && place.idiom == "ios-marketing"))
    }
    guard let found else { return nil }
    self = found
  }
}
