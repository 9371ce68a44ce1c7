import StickerImage
import StickerModel

extension Picture {
  /// Puts the visible art in the middle of a canvas that leaves a margin on each side, scaled down where the
  /// fix says so and the art is too large for it.
  ///
  /// - Parameter fix: `padToMargin` or `scaleToMargin`: width and height of the canvas, and the margin.
  mutating func keepMargin(_ fix: Fix) throws(FixFailure) -> String {
    guard fix.figures.count == 3 else { throw FixFailure("the canvas has no size") }
    guard let art = frames.map(\.bitmap).visibleBounds() else { throw FixFailure("nothing of it is visible") }
    let (canvas, margin, old) = (PixelSize(fix.figures[0], fix.figures[1]), fix.figures[2], size)
    let room = PixelSize(canvas.width - 2 * margin, canvas.height - 2 * margin)
    guard room.shorterSide > 0 else { throw FixFailure("\(canvas) has no room for a margin of \(margin) px") }
    let drawn = art.size.fitted(into: room)
    guard drawn == art.size || fix.kind == .scaleToMargin else {
      throw FixFailure("the art of \(art.size) has no margin of \(margin) px on \(canvas)")
    }
    self = mapped { $0.cropped(to: art) }
    if drawn != art.size { self = scaled(to: drawn) }
    self = mapped { $0.padded(to: canvas) }
    let scaling = drawn == art.size ? "" : "scale the art from \(art.size) to \(drawn), "
    let change = old == canvas ? "on \(canvas)" : "\(old) became \(canvas)"
    return "\(scaling)leave \(margin) px empty on each side: \(change)"
  }
}
