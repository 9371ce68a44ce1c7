/// Colors that jump many times per second, regardless of brightness.
///
/// A jump is a difference of at least 0.08 in hue and saturation (OKLab without lightness) between two
/// consecutive frames, both composited over middle gray.
public struct ColorStrobe: Hashable, Sendable {
  /// The share of the canvas whose color jumps at least eight times per second on average, 0...1.
  public let areaShare: Double
  /// The number of jumps per second at the point where the color jumps most often.
  public let fastestPointJumpsPerSecond: Double
}

/// Counts color jumps at the points of a `FlashMeter`.
struct ColorStrobeMeter: Sendable {
  /// Hue and saturation at each point, in the first frame and in the latest one.
  private var (firstColors, latestColors): ([SIMD2<Float>], [SIMD2<Float>]) = ([], [])
  private var latestSampledPixels: [UInt32] = []
  private var jumpCountsByPoint: [Int] = []
  /// The sum of all delays.
  private var totalSeconds = 0.0

  /// The minimum number of jumps per second for a color to count as strobing.
  static let minColorJumpsPerSecond = 8.0
  /// The minimum squared distance of a jump.
  private static let minSquaredDistance: Float = 0.08 * 0.08
  /// The ambient light that a screen reflects. Without it, dark colors that look alike would be far apart.
  private static let reflectedAmbientLight = SIMD4<Float>(repeating: 0.02)
  private static let middleGrayBackground = SIMD4<Float>(repeating: 0.21)

  mutating func addFrame(_ points: [UInt32], _ delay: ExactSeconds) {
    totalSeconds += delay.shownDelay.millisecondsRoundedToTenths / 1000
    if latestSampledPixels.isEmpty {
      latestColors = points.map(Self.chromaticity)
      firstColors = latestColors
      jumpCountsByPoint = [Int](repeating: 0, count: points.count)
    } else {
      for point in points.indices where points[point] != latestSampledPixels[point] {
        let color = Self.chromaticity(points[point])
        if Self.isColorJump(latestColors[point], color) { jumpCountsByPoint[point] += 1 }
        latestColors[point] = color
      }
    }
    latestSampledPixels = points
  }

  /// Returns the strobing area, or nil if nothing strobes.
  ///
  /// - Parameter plays: The number of plays (0 means infinite).
  func strobe(plays: Int) -> ColorStrobe? {
    guard totalSeconds > 0, !jumpCountsByPoint.isEmpty else { return nil }
    var (count, most) = (0, 0.0)
    for point in jumpCountsByPoint.indices where jumpCountsByPoint[point] > 0 {
      let rate = meanColorJumpsPerSecond(at: point, plays: plays)
      // Tolerate rounding errors in the sum of delays.
      if rate >= Self.minColorJumpsPerSecond - 1e-6 { (count, most) = (count + 1, max(most, rate)) }
    }
    return count == 0
      ? nil
      : ColorStrobe(
        areaShare: Double(count) / Double(jumpCountsByPoint.count), fastestPointJumpsPerSecond: most)
  }

  private func meanColorJumpsPerSecond(at point: Int, plays: Int) -> Double {
    let seam = Self.isColorJump(latestColors[point], firstColors[point]) ? 1.0 : 0
    let jumps = Double(jumpCountsByPoint[point])
    if plays == 0 { return (jumps + seam) / totalSeconds }
    let plays = Double(plays)
    // A single jump in a very short animation isn't a strobe.
    return (jumps * plays + seam * (plays - 1)) / max(1, totalSeconds * plays)
  }

  @inline(__always)
  private static func isColorJump(_ one: SIMD2<Float>, _ other: SIMD2<Float>) -> Bool {
    let apart = one - other
    return apart.x * apart.x + apart.y * apart.y >= minSquaredDistance
  }

  /// The position of a point's color on the green–red and blue–yellow axes, composited over middle gray.
  private static func chromaticity(_ point: UInt32) -> SIMD2<Float> {
    let alpha = Float(point.sampledAlpha) / 255
    let own = SIMD4(
      linearLight(ofSRGBSample: point.sampledRed), linearLight(ofSRGBSample: point.sampledGreen),
      linearLight(ofSRGBSample: point.sampledBlue), 0)
    let color = OKLab(light: own * alpha + middleGrayBackground * (1 - alpha) + reflectedAmbientLight)
    return SIMD2(color.greenRed, color.blueYellow)
  }
}
