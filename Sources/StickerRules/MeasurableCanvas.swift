import StickerImage
import StickerModel

extension Asset {
  /// The canvas as far as its size says something about a sticker; nil where the header could not be read,
  /// and where it claims more than is read, since then `resource-limit` has said so.
  var measurableCanvas: PixelSize? {
    guard let container, container.exceeded.isEmpty else { return nil }
    return canvas
  }
}
