import CImageCodecs

/// The center of mass of the visible pixels (alpha of at least 5) over all frames. A pixel's weight is its
/// alpha, so a soft shadow moves the center less than solid art does. Each frame is weighted by its display
/// time.
public struct CenterOfMass: Hashable, Sendable {
  private var totalAlphaTimesSeconds = 0.0
  private var (weightedX, weightedY) = (0.0, 0.0)

  init() {}

  /// The distance of the center from the left and top edges of the canvas in pixels, or nil if nothing is
  /// visible.
  public var center: (x: Double, y: Double)? {
    totalAlphaTimesSeconds > 0
      ? (weightedX / totalAlphaTimesSeconds, weightedY / totalAlphaTimesSeconds) : nil
  }

  /// - Parameter seconds: The display time of the frame.
  mutating func addFrame(_ bitmap: Bitmap, seconds: Double) {
    let moments = unsafe sl_alpha_moments(bitmap.pixels, bitmap.width, bitmap.height)
    let weight = Double(moments.sum)
    totalAlphaTimesSeconds += weight * seconds
    // A pixel's center is half a pixel from its left and top edges.
    weightedX += (Double(moments.by_column) + weight / 2) * seconds
    weightedY += (Double(moments.by_row) + weight / 2) * seconds
  }
}
