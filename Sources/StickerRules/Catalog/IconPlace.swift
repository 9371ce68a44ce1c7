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

  /// What its picture must measure.
  var pixels: PixelSize { PixelSize(width * scale, height * scale) }

  /// `iphone 29x29 2x`, in the words of a document.
  var name: String { "\(idiom) \(width)x\(height) \(scale)x" }

  /// In the order in which Xcode's template has them.
  ///
  /// - Source: the icon set that Xcode's template for sticker packs makes.
  static let all: [IconPlace] = [
    IconPlace("iphone", 29, 29, 2), IconPlace("iphone", 29, 29, 3), IconPlace("iphone", 60, 45, 2),
    IconPlace("iphone", 60, 45, 3), IconPlace("ipad", 29, 29, 2), IconPlace("ipad", 67, 50, 2),
    IconPlace("ipad", 74, 55, 2), IconPlace("ios-marketing", 1024, 1024, 1),
    IconPlace("universal", 27, 20, 2), IconPlace("universal", 27, 20, 3),
    IconPlace("universal", 32, 24, 2), IconPlace("universal", 32, 24, 3),
    IconPlace("ios-marketing", 1024, 768, 1),
  ]

  /// Whether it shows the app and not the pack: an app that a pack ships in has an icon of its own for it.
  var belongsToApp: Bool { width == height }

  /// Every idiom that a place has.
  static let idioms = ["iphone", "ipad", "universal", "ios-marketing"]

  /// Every scale that a document may say.
  static let scales = ["1x", "2x", "3x"]

  /// Whether an element speaks of a place as older versions of Xcode had them: for screens that no device has
  /// any more.
  static func isOutdated(_ image: PlacedJSON) -> Bool {
    let sizes = all.map { "\($0.idiom) \($0.width)x\($0.height)" }
    guard let size = image["size"]?.text, let idiom = image["idiom"]?.text else { return false }
    return image["scale"]?.text == "1x" && sizes.contains("\(idiom) \(size)")
  }

  /// Only those of Messages itself say a platform.
  var platform: String? { idiom == "universal" || (width, height) == (1024, 768) ? "ios" : nil }

  private init(_ idiom: String, _ width: Int, _ height: Int, _ scale: Int) {
    (self.idiom, self.width, self.height, self.scale) = (idiom, width, height, scale)
  }

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
