/// The thresholds at which a color stands out from its background. Meeting either one is enough.
public struct ContrastLimits: Hashable, Sendable {
  /// The minimum contrast ratio of the relative luminances, 1...21.
  public var minContrast: Float
  /// The minimum distance in OKLab, ignoring lightness, 0...1. It distinguishes colors of the same
  /// brightness.
  public var minChromaDistance: Float

  /// Creates thresholds for contrast and color distance.
  public init(minContrast: Double, minChromaDistance: Double) {
    self.minContrast = Float(minContrast)
    self.minChromaDistance = Float(minChromaDistance)
  }

  /// Whether one opaque color stands out from another. Both are 0xRRGGBB.
  public func separates(_ color: UInt32, from background: UInt32) -> Bool {
    let ground = TestBackground.flat("", background)
    return separates(color >> 16 & 0xFF | color & 0xFF00 | (color & 0xFF) << 16 | 0xFF00_0000, on: ground)
  }

  /// Whether a sample stands out on a flat background.
  @inline(__always)
  func separates(_ sample: UInt32, on background: TestBackground) -> Bool {
    differsInLuminance(sample, 0, background) || differsInColor(sample, 0, background)
  }

  @inline(__always)
  func differsInLuminance(_ sample: UInt32, _ cell: Int, _ background: TestBackground) -> Bool {
    let behind = background.luminances[background.index(ofCell: cell)]
    return separates(luminance(of: lightOver(background, sample, cell)), fromLuminance: behind)
  }

  @inline(__always)
  func differsInColor(_ sample: UInt32, _ cell: Int, _ background: TestBackground) -> Bool {
    let behind = background.labColors[background.index(ofCell: cell)]
    return separates(squaredChroma: squaredChromaDistance(lightOver(background, sample, cell), behind))
  }

  /// Whether the contrast between two relative luminances is high enough.
  @inline(__always)
  func separates(_ one: Float, fromLuminance other: Float) -> Bool {
    let (own, behind) = (one + 0.05, other + 0.05)
    return own >= minContrast * behind || behind >= minContrast * own
  }

  /// Whether a squared difference in hue is large enough.
  @inline(__always)
  func separates(squaredChroma: Float) -> Bool { squaredChroma >= minChromaDistance * minChromaDistance }
}

/// The squared distance between two colors in OKLab, ignoring lightness. Negative if both colors are nearly
/// black, because hues are then indistinguishable.
@inline(__always)
private func squaredChromaDistance(_ light: SIMD4<Float>, _ behind: OKLab) -> Float {
  let isBlackBehind = behind.lightness < maxNearBlackLightness
  // No color is lighter than the gray of its brightest sample. 0.027 is the cube of 0.3.
  if isBlackBehind, max(light.x, light.y, light.z) < 0.0269 { return -1 }
  let color = OKLab(light: light)
  return isBlackBehind && color.lightness < maxNearBlackLightness
    ? -1 : color.squaredChromaDistance(to: behind)
}

/// The lightness in OKLab below which hues are indistinguishable. #282828 has a lightness of 0.28.
let maxNearBlackLightness: Float = 0.3

extension ColorSamples {
  /// The minimum number of visible samples (out of up to 4,096 per frame) that a judgment requires.
  static let minSampleCount = 16
  /// The usual maximum error of a share that is computed from samples. Treat values this close to a limit as
  /// within the limit.
  public static let shareUncertainty = 0.01
  /// The number of samples that are checked first. With that many samples, a share has a standard deviation
  /// of 2%.
  private static let quickCheckCount = 512
  /// A share that exceeds the required one by this much (five standard deviations) needs no more counting.
  private static let earlyStopMargin = 0.12

  /// The share of visible samples in all frames that stand out from a background. Translucent pixels are
  /// composited over the background first.
  ///
  /// - Parameter background: The background.
  /// - Parameter limits: The thresholds at which a color stands out.
  /// - Parameter stopsAbove: A share, 0...1. Above it, the result is a lower bound, because counting may stop
  ///   early.
  /// - Returns: The share, 0...1, or nil if next to nothing is visible.
  public func share(
    contrastingWith background: TestBackground, _ limits: ContrastLimits, stopsAbove: Double = 1
  ) -> Double? {
    guard count >= Self.minSampleCount else { return nil }
    let step = coprimeStep
    let few = min(Self.quickCheckCount, count)
    let sure = Int(((stopsAbove + Self.earlyStopMargin) * Double(few)).rounded(.up))
    // Luminance is cheap to compute and is usually decisive.
    let byLuminance = visibleCount(amongFirst: few, step, sure) {
      limits.differsInLuminance($0, $1, background)
    }
    if byLuminance > sure { return Double(byLuminance) / Double(few) }
    let isVisible = { (sample: UInt32, cell: Int) in
      limits.differsInLuminance(sample, cell, background) || limits.differsInColor(sample, cell, background)
    }
    let early = visibleCount(amongFirst: few, step, sure, isVisible)
    if early > sure { return Double(early) / Double(few) }
    return Double(visibleCount(amongFirst: count, 1, count, isVisible)) / Double(count)
  }

  /// Counts the samples that stand out among the first `samples`, visited in steps of `step` (modulo the
  /// count). Stops above `most`.
  @inline(__always)
  private func visibleCount(
    amongFirst samples: Int, _ step: Int, _ most: Int, _ isVisible: (UInt32, Int) -> Bool
  ) -> Int {
    var (found, at) = (0, 0)
    var last: (sample: UInt32, cell: Int, isVisible: Bool)?
    for _ in 0..<samples {
      let (sample, cell) = (colors[at], Int(cells[at]))
      if let known = last, known.sample == sample, known.cell == cell {
        found &+= known.isVisible ? 1 : 0
      } else {
        let outcome = isVisible(sample, cell)
        found &+= outcome ? 1 : 0
        last = (sample, cell, outcome)
      }
      if found > most { break }
      at &+= step
      if at >= count { at &-= count }
    }
    return found
  }

  /// A step that is coprime to the count, so that it visits all samples, each far from the one before.
  private var coprimeStep: Int {
    var step = max(1, count * 5 / 13)  // close to the golden ratio
    while greatestCommonDivisor(step, count) > 1 { step += 1 }
    return step
  }
}

/// The linear light of a sample composited over a background. Blends stored values (without linearizing), as
/// players do.
@inline(__always)
func lightOver(_ background: TestBackground, _ sample: UInt32, _ cell: Int) -> SIMD4<Float> {
  lightOver(background.color(ofCell: cell), sample)
}

/// - Parameter behind: 0xRRGGBB.
@inline(__always)
private func lightOver(_ behind: UInt32, _ sample: UInt32) -> SIMD4<Float> {
  let alpha = UInt32(sample.sampledAlpha)
  if alpha == 255 {
    return SIMD4(
      linearLight(sample.sampledRed), linearLight(sample.sampledGreen), linearLight(sample.sampledBlue), 0)
  }
  func blended(_ above: UInt8, _ below: UInt32) -> Float {
    let sum = UInt32(above) &* alpha &+ (below & 0xFF) &* (255 &- alpha)
    return linearLight(UInt8(truncatingIfNeeded: dividedBy255(sum)))
  }
  return SIMD4(
    blended(sample.sampledRed, behind >> 16), blended(sample.sampledGreen, behind >> 8),
    blended(sample.sampledBlue, behind), 0)
}
