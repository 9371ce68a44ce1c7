package import StickerModel

/// Whether a walk takes a file of this name for an asset.
package enum NameMeaning: Sendable {
  /// A picture or a drawing: by its extension.
  case asset
  /// A video: an asset where a catalog holds it, elsewhere art that cannot be read.
  case video
  /// What drawing and animation programs write: art that cannot be read, where its content says so.
  case artwork
  /// JSON: like a video where it is a Lottie animation, elsewhere nothing.
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
    self = meanings[Array(lowercased)] ?? .other
  }
}

/// By extension: what Messages plays, then what designers drop by mistake and have to be told about.
private let meanings: [[UInt8]: NameMeaning] = {
  let pictures = [
    "png", "apng", "gif", "jpg", "jpeg", "jpe",
    "webp", "heic", "heif", "avif", "svg", "tif", "tiff", "bmp", "pdf",
  ]
  var all = [Array("json".utf8): NameMeaning.json]
  for name in ArtFormat.extensions { all[Array(name.utf8)] = .artwork }
  for name in ["mp4", "mov"] { all[Array(name.utf8)] = .video }
  for name in pictures { all[Array(name.utf8)] = .asset }
  return all
}()
