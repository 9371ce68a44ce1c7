/// What an image looks like at a glance, the mean of its frames: its hash, its tones and its colors. Enough to
/// tell that two are nearly the same when neither is at hand any more.
public struct Likeness: Hashable, Sendable {
  /// Of the tones.
  public let hash: PerceptualHash
  /// 16 × 16 tones, row by row: 0 is transparent, 64 black, 255 white.
  public let tones: [UInt8]
  /// Premultiplied red, green, blue and alpha of the four quarters, row by row.
  public let colors: SIMD16<UInt8>

  /// Whether both are the same picture but for slight changes.
  ///
  /// The hash alone does not tell a smile from a frown, nor a red heart from a blue one: an edit is slight when
  /// at most one of the 256 tones changes visibly, and the colors of no quarter do.
  ///
  /// - Parameter bits: the most that the hashes may differ by, 0...64.
  public func resembles(_ other: Likeness, within bits: Int) -> Bool {
    guard hash.distance(to: other.hash) <= bits else { return false }
    guard distances(colors, other.colors).max() <= Self.mostOfColor else { return false }
    let changed = zip(tones, other.tones).reduce(0) { count, pair in
      count + (pair.0.distance(to: pair.1).magnitude > Self.mostOfTone ? 1 : 0)
    }
    return changed <= 1
  }

  /// Of 255: what recoding, scaling down and up, and a sharp eye leave (`docs/decisions/0017`).
  private static let mostOfTone = 16
  private static let mostOfColor: UInt8 = 8
}

private func distances(_ one: SIMD16<UInt8>, _ other: SIMD16<UInt8>) -> SIMD16<UInt8> {
  let swapped = one .< other
  return one.replacing(with: other, where: swapped) &- other.replacing(with: one, where: swapped)
}

/// Adds the points of all frames up, to tell an image's likeness.
struct LikenessSums: Hashable, Sendable {
  private var frames: Float = 0
  /// 32 × 32, each of two by two points.
  private var tones = [UInt32](repeating: 0, count: PerceptualHash.side * PerceptualHash.side)
  /// Of each quarter.
  private var colors = [SIMD4<UInt64>](repeating: .zero, count: 4)

  mutating func take(_ points: [UInt32]) {
    frames += 1
    let half = PerceptualHash.side / 2
    for row in 0..<PerceptualHash.side {
      for side in 0..<2 {
        var sum = SIMD4<UInt32>.zero
        for column in side * half..<(side + 1) * half {
          let at = (row &* 2 &* SampleGrid.side) &+ column &* 2
          let four = SIMD4(
            points[at], points[at &+ 1], points[at &+ SampleGrid.side], points[at &+ SampleGrid.side &+ 1])
          let (red, green, blue) = (four & 0xFF, four &>> 8 & 0xFF, four &>> 16 & 0xFF)
          let alpha = four &>> 24
          // Black is told from nothing: it has a quarter of white's tone.
          let tone = (red &* 41 &+ green &* 137 &+ blue &* 13 &+ 64 * 255) &* alpha
          tones[row &* PerceptualHash.side &+ column] &+= tone.wrappedSum() / (4 * 255)
          sum &+= SIMD4(
            (red &* alpha).wrappedSum(), (green &* alpha).wrappedSum(), (blue &* alpha).wrappedSum(),
            alpha.wrappedSum() &* 255)
        }
        colors[(row / half) * 2 + side] &+= SIMD4<UInt64>(truncatingIfNeeded: sum)
      }
    }
  }

  /// Nil where next to nothing can be seen, or it is the same everywhere: all such pictures look alike.
  func likeness() -> Likeness? {
    let filled = tones.reduce(0) { $0 + ($1 > 0 ? 1 : 0) }
    guard frames > 0, filled >= 10, let hash = PerceptualHash(tones.map { Float($0) / frames }) else {
      return nil
    }
    let half = PerceptualHash.side / 2
    let means = (0..<half * half).map { cell in
      let at = (cell / half) * 2 * PerceptualHash.side + (cell % half) * 2
      let four = [0, 1, PerceptualHash.side, PerceptualHash.side + 1].reduce(0) { $0 + tones[at + $1] }
      return UInt8(min(255, Float(four) / (4 * 255 * frames) + 0.5))
    }
    var quarters = SIMD16<UInt8>.zero
    let points = Float(SampleGrid.side * SampleGrid.side / 4) * 255 * frames
    for lane in 0..<16 { quarters[lane] = UInt8(Float(colors[lane / 4][lane % 4]) / points + 0.5) }
    return Likeness(hash: hash, tones: means, colors: quarters)
  }
}
