/// Where the art lies on the canvas, all frames together, and what nobody sees around it.
public struct Bounds: Hashable, Sendable {
  /// The rectangle of everything visible (alpha of at least 5); nil where nothing is.
  public private(set) var visible: PixelRect?
  /// The rectangle of everything with alpha of at least 1; nil where there is nothing.
  public private(set) var occupied: PixelRect?
  /// Pixels with alpha 1...4, over all frames.
  public private(set) var hazePixels = 0
  /// Pixels with alpha 3 or 4, over all frames: the stronger half of the haze.
  public private(set) var nearlyVisiblePixels = 0
  /// Pixels with alpha 5...8, over all frames. A gradient that fades out has about as many of them as of
  /// haze; a film that was left over has next to none.
  public private(set) var faintPixels = 0

  init() {}

  mutating func take(_ masks: AlphaMasks) {
    visible = PixelRect(around: visible, masks.totals.visibleBox)
    occupied = PixelRect(around: occupied, masks.totals.occupiedBox)
    hazePixels += masks.totals.hazePixels
    nearlyVisiblePixels += masks.totals.nearlyVisiblePixels
    faintPixels += masks.totals.faintPixels
  }
}
