/// From when on a color stands out from what lies behind it: either is enough.
public struct ContrastLimits: Hashable, Sendable {
  /// Contrast ratio of the relative luminances, 1...21.
  public var minContrast: Float
  /// The least distance in OKLab, lightness aside, 0...1: two colors of one brightness are told apart by it.
  public var minDistance: Float

  /// The limits of contrast and distance.
  public init(minContrast: Double, minDistance: Double) {
    self.minContrast = Float(minContrast)
    self.minDistance = Float(minDistance)
  }

  /// Whether one opaque color stands out from another, both 0xRRGGBB.
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
    let behind = background.labs[background.index(ofCell: cell)]
    return separates(squaredChroma: squaredChroma(lightOver(background, sample, cell), behind))
  }

  /// Whether one relative luminance is enough for a color to stand out from another.
  @inline(__always)
  func separates(_ one: Float, fromLuminance other: Float) -> Bool {
    let (own, behind) = (one + 0.05, other + 0.05)
    return own >= minContrast * behind || behind >= minContrast * own
  }

  /// Whether so much of a difference in hue is enough.
  @inline(__always)
  func separates(squaredChroma: Float) -> Bool { squaredChroma >= minDistance * minDistance }
}

/// The square of how far a color lies from another in OKLab, lightness aside; below 0 where both are nearly
/// black, and have no hue to anybody's eye.
@inline(__always)
private func squaredChroma(_ light: SIMD4<Float>, _ behind: OKLab) -> Float {
  let isBlackBehind = behind.lightness < nearlyBlack
  // No color is lighter than the gray of its brightest sample: the cube of 0.3 is 0.027.
  if isBlackBehind, max(light.x, light.y, light.z) < 0.0269 { return -1 }
  let color = OKLab(light: light)
  return isBlackBehind && color.lightness < nearlyBlack ? -1 : color.squaredChromaDistance(to: behind)
}

/// The lightness in OKLab below which no eye tells hues apart: #282828 has 0.28.
let nearlyBlack: Float = 0.3

extension Samples {
  /// Fewer visible samples than this (of up to 4,096 a frame) are no picture to judge.
  static let fewest = 16
  /// How far a share of samples mostly lies from that of all pixels at most: what is so near to a limit has
  /// met it.
  public static let uncertainty = 0.01
  /// So many are looked at first: with them a share is off by 2% (one standard deviation).
  private static let first = 512
  /// A share that lies so far above what is enough needs no more counting: five standard deviations.
  private static let margin = 0.12

  /// How much of what is visible stands out from a background, all frames together; translucent pixels are
  /// laid over it first.
  ///
  /// - Parameter enough: a share 0...1; above it the answer is a lower bound, since counting may stop.
  /// - Returns: 0...1; nil where next to nothing is visible.
  public func share(
    contrastingWith background: TestBackground, _ limits: ContrastLimits, enough: Double = 1
  ) -> Double? {
    guard count >= Self.fewest else { return nil }
    let step = stepThroughAll
    let few = min(Self.first, count)
    let sure = Int(((enough + Self.margin) * Double(few)).rounded(.up))
    // Luminance is cheap and mostly settles it.
    let byLuminance = number(of: few, step, sure) { limits.differsInLuminance($0, $1, background) }
    if byLuminance > sure { return Double(byLuminance) / Double(few) }
    let isVisible = { (sample: UInt32, cell: Int) in
      limits.differsInLuminance(sample, cell, background) || limits.differsInColor(sample, cell, background)
    }
    let early = number(of: few, step, sure, isVisible)
    if early > sure { return Double(early) / Double(few) }
    return Double(number(of: count, 1, count, isVisible)) / Double(count)
  }

  /// How many of the first samples, going round in steps, stand out; counting stops beyond `most`.
  @inline(__always)
  private func number(of samples: Int, _ step: Int, _ most: Int, _ isVisible: (UInt32, Int) -> Bool) -> Int {
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

  /// A step that comes past every sample before it comes back, and lands far from where it was.
  private var stepThroughAll: Int {
    var step = max(1, count * 5 / 13)  // near the golden section
    while greatestCommonDivisor(step, count) > 1 { step += 1 }
    return step
  }
}

/// Linear light of a sample laid over a background: blended as stored, as players do.
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
