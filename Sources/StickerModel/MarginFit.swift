package import StickerImage

/// A canvas on which art keeps an empty margin on each side.
package struct MarginFit: Hashable, Sendable {
  /// The canvas, which is within the limits.
  package let canvas: PixelSize
  /// Whether the art has to be scaled down for it.
  package let scalesArt: Bool
}

extension StickerLimits {
  /// The margin of art on its own canvas, or, if the limits refuse that canvas, on the
  /// one that `fit` puts it on.
  package func margin(of art: PixelRect, on canvas: PixelSize, isAnimated: Bool) -> Int {
    let own = min(
      min(art.x, art.y), min(canvas.width - art.x - art.width, canvas.height - art.y - art.height))
    guard !allow(canvas, isAnimated: isAnimated), let fit = fit(canvas, isAnimated: isAnimated) else {
      return own
    }
    func least(_ start: Int, _ length: Int, _ whole: Int, _ drawn: Int, _ room: Int) -> Int {
      let (before, after) = ((room - drawn) / 2, room - drawn - (room - drawn) / 2)
      return min(
        before + start * drawn / max(whole, 1), after + (whole - start - length) * drawn / max(whole, 1))
    }
    return min(
      least(art.x, art.width, canvas.width, fit.art.width, fit.canvas.width),
      least(art.y, art.height, canvas.height, fit.art.height, fit.canvas.height))
  }

  /// A canvas on which art keeps a margin: the same or a larger one if the limits allow it, otherwise one for
  /// art that is scaled down.
  ///
  /// - Parameter art: the size of the visible art.
  /// - Parameter margin: pixels that stay empty on each side.
  /// - Parameter canvas: the current canvas.
  /// - Returns: nil if no canvas within the limits fits.
  package func fit(_ art: PixelSize, margin: Int, on canvas: PixelSize, isAnimated: Bool) -> MarginFit? {
    let isTaken = allow(canvas, isAnimated: isAnimated)
    guard let base = isTaken ? canvas : fit(canvas, isAnimated: isAnimated)?.canvas else { return nil }
    func around(_ size: PixelSize) -> PixelSize {
      PixelSize(size.width + 2 * margin, size.height + 2 * margin)
    }
    let grown = base.joined(around(art), even: says(.even))
    if allow(grown, isAnimated: isAnimated) { return MarginFit(canvas: grown, scalesArt: false) }
    let most = most(isAnimated: isAnimated)
    let room = PixelSize(most.width - 2 * margin, most.height - 2 * margin)
    guard room.shorterSide > 0, let least = fit(around(art.fitted(into: room)), isAnimated: isAnimated) else {
      return nil
    }
    let same = base.joined(least.canvas, even: says(.even))
    return MarginFit(canvas: allow(same, isAnimated: isAnimated) ? same : least.canvas, scalesArt: true)
  }
}

extension PixelSize {
  /// The smallest size that holds both, with even sides if required.
  fileprivate func joined(_ other: PixelSize, even: Bool) -> PixelSize {
    let (width, height) = (max(width, other.width), max(height, other.height))
    return even ? PixelSize(width + width % 2, height + height % 2) : PixelSize(width, height)
  }
}
