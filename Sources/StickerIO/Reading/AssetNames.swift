package import StickerModel

/// Whether a walk takes a file of this name for an asset.
package enum NameMeaning: Sendable {
  /// A file with the extension of a picture or drawing.
  case asset
  /// A file with the extension of a video. In a catalog it is an asset; elsewhere it is unreadable art.
  case video
  /// A file with the extension of a drawing or animation program. It is unreadable art if its content agrees.
  case artwork
  /// A JSON file. A Lottie animation is handled like a video; other JSON is ignored.
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

/// Maps extensions to their meaning. Includes formats that Messages does not play, so that they are reported.
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
