import StickerImage
import StickerModel

extension Picture {
  /// Centers the visible art on a canvas so that a margin stays empty on each side. `scaleToMargin` also
  /// scales art down that is too large for the canvas.
  ///
  /// - Parameter fix: `padToMargin` or `scaleToMargin`: width and height of the canvas, and the margin.
  mutating func keepMargin(_ fix: Fix) throws(FixFailure) -> String {
    guard fix.figures.count == 3 else { throw FixFailure("the canvas has no size") }
    guard let art = frames.map(\.bitmap).visibleBounds() else { throw FixFailure("no pixel is visible") }
    let (canvas, margin, old) = (PixelSize(fix.figures[0], fix.figures[1]), fix.figures[2], size)
    let room = PixelSize(canvas.width - 2 * margin, canvas.height - 2 * margin)
    guard room.shorterSide > 0 else { throw FixFailure("\(canvas) has no room for a margin of \(margin) px") }
    let drawn = art.size.fitted(into: room)
    guard drawn == art.size || fix.kind == .scaleToMargin else {
      throw FixFailure("art of \(art.size) and a margin of \(margin) px do not fit on \(canvas)")
    }
    self = mapped { $0.cropped(to: art) }
    if drawn != art.size { self = scaled(to: drawn) }
    self = mapped { $0.padded(to: canvas) }
    let scaling = drawn == art.size ? "" : "scale the art from \(art.size) to \(drawn), "
    let change = old == canvas ? "on \(canvas)" : "\(old) became \(canvas)"
    return "\(scaling)leave \(margin) px empty on each side: \(change)"
  }
}
