import CImageCodecs

/// What the masks of one frame add up to.
struct AlphaTotals {
  private let read: sl_alpha_totals

  init(_ read: sl_alpha_totals) { self.read = read }

  /// Pixels with alpha of at least 5.
  var visiblePixels: Int { read.visible_pixels }
  /// Pixels with alpha of 1...4.
  var hazePixels: Int { read.haze_pixels }
  /// Pixels with alpha of 3 or 4: of what nobody sees, the stronger half.
  var nearlyVisiblePixels: Int { read.nearly_visible_pixels }
  /// Pixels with alpha of 5...8: what is visible, but not distinct.
  var faintPixels: Int { read.faint_pixels }
  /// Whether every pixel has alpha 255.
  var isOpaque: Bool { read.is_opaque != 0 }
  /// Whether some pixel has an alpha between 0 and 255.
  var isPartial: Bool { read.is_partial != 0 }
  /// The rectangle of all pixels with alpha of at least 5; nil where there is none.
  var visibleBox: PixelRect? { read.visible.box }
  /// The rectangle of all pixels with alpha of at least 1; nil where there is none.
  var occupiedBox: PixelRect? { read.occupied.box }
}

extension sl_extent {
  fileprivate var box: PixelRect? {
    guard is_set != 0 else { return nil }
    return PixelRect(x: left, y: top, width: right + 1 - left, height: bottom + 1 - top)
  }
}
