/// A compact description of an image's appearance (a hash, tones and colors), averaged over its frames. It is
/// enough to find near-duplicates without the images themselves.
public struct ImageSignature: Hashable, Sendable {
  /// The perceptual hash of the tones.
  public let hash: PerceptualHash
  /// 32 × 32 tones, row by row: 0 is transparent, 64 is black, 255 is white.
  public let tones: [UInt8]
  /// The mean premultiplied red, green, blue and alpha of the four quarters, row by row.
  public let quarterColors: SIMD16<UInt8>

  /// Creates a signature from stored values.
  public init(hash: PerceptualHash, tones: [UInt8], quarterColors: SIMD16<UInt8>) {
    self.hash = hash
    self.tones = tones
    self.quarterColors = quarterColors
  }

  /// Whether both images are the same except for slight changes.
  ///
  /// The hash alone can't tell a smile from a frown, or a red heart from a blue one. A change is slight if at
  /// most one of the 16 × 16 tones changes visibly and no quarter's color does. Changes to several tones in
  /// one place, such as between two facial expressions, aren't slight. If everything else is exactly the
  /// same, even faint changes in one place aren't slight, because a new export of the same drawing would
  /// differ a little along all edges.
  ///
  /// - Parameter other: The signature of the other image.
  /// - Parameter bits: The maximum distance between the hashes, 0...64.
  public func isSimilar(to other: ImageSignature, maxHashDistance bits: Int) -> Bool {
    guard hash.distance(to: other.hash) <= bits else { return false }
    guard absoluteDifferences(quarterColors, other.quarterColors).max() <= Self.maxColorDifference else {
      return false
    }
    guard tones.count == Self.tonesPerSide * Self.tonesPerSide, other.tones.count == tones.count else {
      return false
    }
    return !changesSeveralCoarseTones(from: other)
      && !hasConcentratedChange(from: other, byMoreThan: Self.maxToneDifference, minSharePercent: 60)
      && !hasConcentratedChange(
        from: other, byMoreThan: Self.maxSameDrawingToneDifference, minSharePercent: 95)
  }

  private static let tonesPerSide = PerceptualHash.hashedImageSide

  /// Whether more than one of the 16 × 16 tones changes visibly.
  private func changesSeveralCoarseTones(from other: ImageSignature) -> Bool {
    var changed = 0
    for row in stride(from: 0, to: Self.tonesPerSide, by: 2) {
      for at in stride(from: row * Self.tonesPerSide, to: (row + 1) * Self.tonesPerSide, by: 2) {
        let below = at + Self.tonesPerSide
        let sum =
          Int(tones[at]) + Int(tones[at + 1]) + Int(tones[below]) + Int(tones[below + 1])
          - Int(other.tones[at]) - Int(other.tones[at + 1]) - Int(other.tones[below])
          - Int(other.tones[below + 1])
        changed += sum.magnitude > 4 * Self.maxToneDifference ? 1 : 0
        if changed > 1 { return true }
      }
    }
    return false
  }

  /// Whether more of the 32 × 32 tones change than a speck covers, and at least `sharePercent` of those tones
  /// are in a square whose side is half that of the canvas.
  ///
  /// - Parameter limit: The maximum difference of a tone that doesn't count as a change.
  private func hasConcentratedChange(
    from other: ImageSignature, byMoreThan limit: UInt, minSharePercent sharePercent: Int
  ) -> Bool {
    func differs(_ at: Int) -> Bool { (Int(tones[at]) - Int(other.tones[at])).magnitude > limit }
    let count = tones.indices.count(where: differs)
    guard count >= Self.minConcentratedChangeTones else { return false }
    // The number of changed tones above and to the left of each corner.
    let (side, corners) = (Self.tonesPerSide, Self.tonesPerSide + 1)
    var sums = [Int](repeating: 0, count: corners * corners)
    for row in 0..<side {
      var changed = 0
      for column in 0..<side {
        let at = row * side + column
        changed += differs(at) ? 1 : 0
        sums[(row + 1) * corners + column + 1] = sums[row * corners + column + 1] + changed
      }
    }
    let reach = side / 2
    for top in 0...reach {
      for left in 0...reach {
        let (upper, lower) = (top * corners + left, (top + reach) * corners + left)
        let inside = sums[lower + reach] - sums[lower] - sums[upper + reach] + sums[upper]
        if inside * 100 >= count * sharePercent { return true }
      }
    }
    return false
  }

  /// The maximum difference in a tone (out of 255) that re-encoding, scaling down and up, and sharpening cause
  /// (`docs/decisions/0017`).
  private static let maxToneDifference: UInt = 16
  /// The maximum difference in a tone between equal parts of a drawing that is stored in two different ways.
  private static let maxSameDrawingToneDifference: UInt = 4
  /// The minimum number of changed tones that counts as more than a speck. A speck covers up to four tones.
  /// Different eyes or a blush change at least six.
  private static let minConcentratedChangeTones = 5
  private static let maxColorDifference: UInt8 = 8
}

private func absoluteDifferences(_ one: SIMD16<UInt8>, _ other: SIMD16<UInt8>) -> SIMD16<UInt8> {
  let swapped = one .< other
  return one.replacing(with: other, where: swapped) &- other.replacing(with: one, where: swapped)
}

/// Adds up the points of all frames to compute an image's signature.
struct ImageSignatureSums: Sendable {
  /// One-fiftieth of the tone range. A smaller range is noise on a flat background, which has no useful
  /// signature.
  private static let minToneRange: Float = 1300

  private var frameCount: Float = 0
  /// The sums of 32 × 32 tones, each computed from 2 × 2 points.
  private var toneSums = [UInt32](
    repeating: 0, count: PerceptualHash.hashedImageSide * PerceptualHash.hashedImageSide)
  /// The sums of red, green, blue and alpha of each quarter.
  private var premultipliedQuarterColorSums = [SIMD4<UInt64>](repeating: .zero, count: 4)

  mutating func addFrame(_ points: [UInt32]) {
    frameCount += 1
    let half = PerceptualHash.hashedImageSide / 2
    unsafe points.withUnsafeBufferPointer { points in
      unsafe toneSums.withUnsafeMutableBufferPointer { tones in
        for row in 0..<PerceptualHash.hashedImageSide {
          for side in 0..<2 {
            var quarter = PackedPremultipliedSums()
            for column in side &* half..<(side &+ 1) &* half {
              let at = (row &* 2 &* SampledPixelGrid.cellsPerSide) &+ column &* 2
              let upper = unsafe (points[at], points[at &+ 1])
              let lower = unsafe (
                points[at &+ SampledPixelGrid.cellsPerSide], points[at &+ SampledPixelGrid.cellsPerSide &+ 1]
              )
              if (upper.0 | upper.1 | lower.0 | lower.1) < 1 << 24 { continue }  // fully transparent
              var cell = PackedPremultipliedSums()
              cell.add(upper.0)
              cell.add(upper.1)
              cell.add(lower.0)
              cell.add(lower.1)
              unsafe tones[row &* PerceptualHash.hashedImageSide &+ column] &+= cell.meanToneOfFourPoints
              quarter.add(cell)
            }
            premultipliedQuarterColorSums[(row / half) * 2 + side] &+= quarter.rgbaSums
          }
        }
      }
    }
  }

  /// The signature, or nil if almost nothing is visible or the image is uniform, because all such images look
  /// alike.
  func imageSignature() -> ImageSignature? {
    let filled = toneSums.reduce(0) { $0 + ($1 > 0 ? 1 : 0) }
    guard frameCount > 0, filled >= 10, let darkest = toneSums.min(), let lightest = toneSums.max(),
      Float(lightest - darkest) >= Self.minToneRange * frameCount,
      let hash = PerceptualHash(toneSums.map { Float($0) / frameCount })
    else { return nil }
    let means = toneSums.map { UInt8(min(255, Float($0) / (255 * frameCount) + 0.5)) }
    let points = Float(SampledPixelGrid.cellsPerSide * SampledPixelGrid.cellsPerSide / 4) * 255 * frameCount
    var quarters = SIMD16<UInt8>.zero
    for (quarter, sums) in premultipliedQuarterColorSums.enumerated() {
      for lane in 0..<4 { quarters[quarter * 4 + lane] = UInt8(Float(sums[lane]) / points + 0.5) }
    }
    return ImageSignature(hash: hash, tones: means, quarterColors: quarters)
  }
}

/// Sums of samples multiplied by alpha, for up to one frame. Two sums share each word, so that one
/// multiplication handles both.
private struct PackedPremultipliedSums: Sendable {
  /// Red in the lower half, blue in the upper half.
  var packedRedAndBlue: UInt64 = 0
  /// Green in the lower half, alpha in the upper half.
  var packedGreenAndAlpha: UInt64 = 0

  @inline(__always)
  mutating func add(_ point: UInt32) {
    let (samples, alpha) = (UInt64(point), UInt64(point &>> 24))
    packedRedAndBlue &+= ((samples & 0xFF) | (samples & 0xFF_0000) &<< 16) &* alpha
    packedGreenAndAlpha &+= ((samples &>> 8 & 0xFF) | 0xFF_0000_0000) &* alpha
  }

  @inline(__always)
  mutating func add(_ other: PackedPremultipliedSums) {
    packedRedAndBlue &+= other.packedRedAndBlue
    packedGreenAndAlpha &+= other.packedGreenAndAlpha
  }

  var rgbaSums: SIMD4<UInt64> {
    SIMD4(
      packedRedAndBlue & 0xFFFF_FFFF, packedGreenAndAlpha & 0xFFFF_FFFF, packedRedAndBlue &>> 32,
      packedGreenAndAlpha &>> 32)
  }

  /// The mean tone of four points, 0...65,025. Black has a quarter of white's tone, so it differs from
  /// transparency.
  @inline(__always)
  var meanToneOfFourPoints: UInt32 {
    let light =
      (packedRedAndBlue & 0xFFFF_FFFF) &* 41 &+ (packedGreenAndAlpha & 0xFFFF_FFFF) &* 137
      &+ (packedRedAndBlue &>> 32) &* 13
    return UInt32(truncatingIfNeeded: (light &+ (packedGreenAndAlpha &>> 32) &* 64) / (4 * 255))
  }
}
