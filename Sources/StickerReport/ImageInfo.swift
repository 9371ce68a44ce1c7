package import StickerImage
package import StickerModel

/// What `info` tells of one file.
package struct ImageInfo: Sendable {
  /// The file's path, as it was named.
  package let path: Path
  /// Length of the file; nil where it could not be read.
  package let byteCount: Int?
  /// What the bytes of the file are: an image of ours, another format, or why they could not be read.
  package let content: Asset.Content
  /// Damage found while decoding pixels.
  package let pixelDamage: [Damage]
  /// SHA-256 of each composited frame's straight RGBA; nil where nobody asked.
  package let frameDigests: [String]?

  package init(
    path: Path, byteCount: Int?, content: Asset.Content, pixelDamage: [Damage] = [],
    frameDigests: [String]? = nil
  ) {
    self.path = path
    self.byteCount = byteCount
    self.content = content
    self.pixelDamage = pixelDamage
    self.frameDigests = frameDigests
  }

  /// Whether it is an image within all limits and without damage.
  package var isSound: Bool {
    guard case .image(let container) = content else { return false }
    return container.damage.isEmpty && container.exceeded.isEmpty && pixelDamage.isEmpty
  }

  /// What keeps the file from being read; nil where an image was.
  var failure: String? {
    switch content {
    case .unreadable(let reason): reason
    case .lost: "a process that read it came to its end"
    case .tooLarge(let exceeded):
      "it is too large: \(exceeded.sentence)"
    case .other(let format): format.name.map { "\($0) is no format of stickers" } ?? "no known image format"
    case .image: nil
    }
  }
}
