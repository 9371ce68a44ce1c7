/// How many pixels of each frame are visible: alpha of at least 5 of 255, below which nobody sees them.
public struct Coverage: Hashable, Sendable {
  /// How many pixels of each frame are visible, in playing order.
  public private(set) var visiblePixels: [Int] = []
  /// Whether any pixel of any frame is not wholly opaque.
  public private(set) var hasTransparency = false

  init() {}

  mutating func take(_ masks: AlphaMasks) {
    visiblePixels.append(masks.totals.visiblePixels)
    if !masks.totals.isOpaque { hasTransparency = true }
  }

  /// Visible pixels of the fullest frame.
  public var fullest: Int { visiblePixels.max() ?? 0 }
}
