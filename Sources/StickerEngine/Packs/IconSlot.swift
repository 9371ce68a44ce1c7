package import StickerImage

/// One of the places of an iMessage icon set.
///
/// - Source: the icon set that Xcode's template for sticker packs makes.
package struct IconSlot: Hashable, Sendable {
  /// The device, or the store.
  package enum Idiom: String, Hashable, Sendable, CaseIterable {
    /// An iPhone.
    case iphone
    /// An iPad.
    case ipad
    /// Any device.
    case universal
    /// The App Store.
    case marketing = "ios-marketing"
  }

  /// The device that shows the icon, or the store.
  package let idiom: Idiom
  /// The width in points.
  package let width: Int
  /// The height in points.
  package let height: Int
  /// How many pixels a point has.
  package let scale: Scale
  /// `ios`, where the slot belongs to Messages; nil where it belongs to the app.
  package let platform: String?

  /// The size that its picture must have, exactly.
  package var pixels: PixelSize { PixelSize(width * scale.rawValue, height * scale.rawValue) }

  /// The size in points, as a catalog writes it: `29x29`.
  package var size: String { "\(width)x\(height)" }

  /// `iphone-29x29@2x`: how a description calls the slot, and the name of its file without `.png`. A safe
  /// name of a sticker has no `@`, so that no sticker has the same.
  package var name: String { "\(idiom.rawValue)-\(size)\(scale.suffix)" }

  /// The name of the icon's file: `iphone-29x29@2x.png`.
  package var fileName: String { "\(name).png" }

  /// All 13, in Apple's order.
  package static let all: [IconSlot] = [
    IconSlot(.iphone, 29, 29, .x2), IconSlot(.iphone, 29, 29, .x3),
    IconSlot(.iphone, 60, 45, .x2), IconSlot(.iphone, 60, 45, .x3),
    IconSlot(.ipad, 29, 29, .x2), IconSlot(.ipad, 67, 50, .x2), IconSlot(.ipad, 74, 55, .x2),
    IconSlot(.marketing, 1024, 1024, .x1),
    IconSlot(.universal, 27, 20, .x2, messagesPlatform), IconSlot(.universal, 27, 20, .x3, messagesPlatform),
    IconSlot(.universal, 32, 24, .x2, messagesPlatform), IconSlot(.universal, 32, 24, .x3, messagesPlatform),
    IconSlot(.marketing, 1024, 768, .x1, messagesPlatform),
  ]

  /// Whether an element of an icon set's `images` is refused at upload: those of Messages say `ios`, and none
  /// says anything else. One that is no text is not judged here.
  static func lacksPlatform(_ image: JSONNode) -> Bool {
    if let platform = image["platform"] { return platform.text.map { $0 != messagesPlatform } ?? false }
    guard let size = image["size"]?.text else { return false }
    return all.contains { $0.platform != nil && $0.size == size }
  }

  /// The platform of the places that belong to Messages.
  package static let messagesPlatform = "ios"

  /// The slot of a name; nil where none has it.
  package static func named(_ name: String) -> IconSlot? { all.first { $0.name == name } }

  private init(_ idiom: Idiom, _ width: Int, _ height: Int, _ scale: Scale, _ platform: String? = nil) {
    self.idiom = idiom
    self.width = width
    self.height = height
    self.scale = scale
    self.platform = platform
  }
}
