package import StickerImage

/// An icon in an iMessage icon set: its dimensions and where it is shown.
///
/// - Source: the icon set that Xcode's sticker pack template creates.
package struct IconSlot: Hashable, Sendable {
  package enum Idiom: String, Hashable, Sendable, CaseIterable {
    case iphone
    case ipad
    /// Any device.
    case universal
    /// The App Store.
    case marketing = "ios-marketing"
  }

  /// The device that shows the icon, or the store.
  package let idiom: Idiom
  /// The width in points.
  package let pointWidth: Int
  /// The height in points.
  package let pointHeight: Int
  package let scale: Scale
  /// `ios` for an icon in Messages; nil for an app icon.
  package let platform: String?

  /// The exact dimensions of the icon's image, in pixels.
  package var pixelSize: PixelSize { PixelSize(pointWidth * scale.rawValue, pointHeight * scale.rawValue) }

  /// The dimensions in points, as in a catalog: `29x29`.
  package var pointSizeText: String { "\(pointWidth)x\(pointHeight)" }

  /// The name of the slot in a pack file, and of its file without `.png`: `iphone-29x29@2x`. Safe sticker
  /// names contain no `@`, so they never clash with it.
  package var name: String { "\(idiom.rawValue)-\(pointSizeText)\(scale.suffix)" }

  /// The name of the icon's file: `iphone-29x29@2x.png`.
  package var fileName: String { "\(name).png" }

  /// All 13 slots, in Apple's order.
  package static let all: [IconSlot] = [
    IconSlot(.iphone, 29, 29, .x2), IconSlot(.iphone, 29, 29, .x3),
    IconSlot(.iphone, 60, 45, .x2), IconSlot(.iphone, 60, 45, .x3),
    IconSlot(.ipad, 29, 29, .x2), IconSlot(.ipad, 67, 50, .x2), IconSlot(.ipad, 74, 55, .x2),
    IconSlot(.marketing, 1024, 1024, .x1),
    IconSlot(.universal, 27, 20, .x2, messagesPlatform), IconSlot(.universal, 27, 20, .x3, messagesPlatform),
    IconSlot(.universal, 32, 24, .x2, messagesPlatform), IconSlot(.universal, 32, 24, .x3, messagesPlatform),
    IconSlot(.marketing, 1024, 768, .x1, messagesPlatform),
  ]

  /// Whether the App Store rejects an element of an icon set's `images` because of its platform. Messages
  /// icons must have the platform `ios`, and no other value is allowed. The result is false if the platform
  /// is not text.
  static func hasPlatformThatAppStoreRejects(_ image: JSONNode) -> Bool {
    if let platform = image["platform"] { return platform.text.map { $0 != messagesPlatform } ?? false }
    guard let size = image["size"]?.text else { return false }
    return all.contains { $0.platform != nil && $0.pointSizeText == size }
  }

  /// The platform of Messages icons.
  package static let messagesPlatform = "ios"

  /// Returns the slot with a name.
  package static func named(_ name: String) -> IconSlot? { all.first { $0.name == name } }

  private init(_ idiom: Idiom, _ width: Int, _ height: Int, _ scale: Scale, _ platform: String? = nil) {
    self.idiom = idiom
    self.pointWidth = width
    self.pointHeight = height
    self.scale = scale
    self.platform = platform
  }
}
