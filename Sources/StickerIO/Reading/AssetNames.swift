package import StickerModel

/// Whether a walk takes a file of this name for an asset.
package enum NameMeaning: Sendable {
  /// A picture, a film or a drawing: by its extension.
  case asset
  /// JSON: an asset only where it is a Lottie animation.
  case json
  /// A name that no asset has.
  case other

  /// What a walk goes by: the extension.
  package init(_ name: Path) {
    guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else {
      self = .other
      return
    }
    let lowercased = name.bytes[(dot + 1)...].map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    self = lowercased == jsonExtension ? .json : assetExtensions.contains(lowercased) ? .asset : .other
  }
}

private let jsonExtension = Array("json".utf8)

/// What Messages plays, then what designers drop by mistake and have to be told about.
private let assetExtensions = Set(
  [
    "png", "apng", "gif", "jpg", "jpeg", "jpe",
    "webp", "heic", "heif", "avif", "svg", "tif", "tiff", "bmp", "mp4", "mov", "pdf",
  ].map { Array($0.utf8) })
