extension [Bitmap] {
  /// Changes the colors of frames slightly, so that the results of PNG's filters repeat more often.
  ///
  /// Each sample is stored as the difference from the prediction of the row's filter. Differences are rounded
  /// to multiples of a step, relative to the changed pixels, so errors never add up. For each row, the filter
  /// with the lowest cost is used. Alpha stays exact. A pixel also keeps the color displayed in the previous
  /// frame if that color is within half a step.
  ///
  /// - Precondition: All frames have the same size.
  /// - Parameter steps: The size of the steps.
  /// - Returns: The changed frames, with the same result on every machine. Pixels with alpha 0 are
  ///   transparent black.
  public func nearLossless(steps: NearLosslessSteps) -> [Bitmap] {
    var results: [Bitmap] = []
    for (number, frame) in enumerated() {
      let source = clearingColorUnderTransparency(frame) ?? frame
      guard steps.largestStep > 1, source.size.area > 0 else {
        results.append(source)
        continue
      }
      let before = number > 0 ? (self[number - 1], results[number - 1]) : nil
      results.append(ResidualRounding(source, steps, previous: before).roundedFrame())
    }
    return results
  }
}

/// Rounds the differences of a frame, row by row.
///
/// Each pixel consists of four numbers. Rows start with a transparent pixel, so that the first pixel has
/// neighbors, too.
private struct ResidualRounding {
  private typealias Lanes = SIMD4<Int32>

  private let source: Bitmap
  private let steps: NearLosslessSteps
  private let previous: (source: Bitmap, result: Bitmap)?

  init(_ source: Bitmap, _ steps: NearLosslessSteps, previous before: (source: Bitmap, result: Bitmap)?) {
    self.source = source
    self.steps = steps
    self.previous = before
  }

  func roundedFrame() -> Bitmap {
    let width = source.width
    var result: [UInt8] = []
    result.reserveCapacity(width * source.height * 4)
    var above = [Lanes](repeating: .zero, count: width + 1)
    var tries = RowFilter.allCases.map { _ in above }
    for y in 0..<source.height {
      var best = (cost: Int.max, filter: 0)
      for (number, filter) in RowFilter.allCases.enumerated() where y > 0 || filter == .left {
        let cost = roundRowReturningHalfBits(y, filter, above, &tries[number])
        if cost < best.cost { best = (cost, number) }
      }
      swap(&above, &tries[best.filter])
      for pixel in above.dropFirst() {
        for lane in 0..<4 { result.append(UInt8(truncatingIfNeeded: pixel[lane])) }
      }
    }
    return Bitmap(source.size, pixels: result)
  }

  /// Rounds the differences of a row for one filter.
  ///
  /// - Returns: The approximate cost of its differences.
  private func roundRowReturningHalfBits(
    _ y: Int, _ filter: RowFilter, _ above: [Lanes], _ row: inout [Lanes]
  )
    -> Int
  {
    var cost = RowCost()
    source.withView { view in
      for x in 0..<view.size.width {
        let word = view[x, y].abgr
        let (left, up, corner) = (row[x], above[x &+ 1], above[x])
        let predicted = filter.predicted(left, up, corner)
        let shown: Lanes
        if let kept = previousFrameColorIfClose(y &* view.size.width &+ x, word) {
          shown = kept
        } else if word < 0x100_0000 {
          shown = .zero
        } else {
          shown = snappedToSteps(sampleLanes(word), predicted)
        }
        row[x &+ 1] = shown
        cost.add(shown &- predicted)
      }
    }
    return cost.totalHalfBits
  }

  /// The color in the previous frame, if it is close enough.
  @inline(__always)
  private func previousFrameColorIfClose(_ at: Int, _ word: UInt32) -> Lanes? {
    guard let previous else { return nil }
    let shown = sampleLanes(previous.result.pixelWord(atPixel: at))
    if previous.source.pixelWord(atPixel: at) == word { return shown }
    let difference = magnitudes(shown &- sampleLanes(word))
    let beyond = steps.maxErrors &- difference
    return (beyond.x | beyond.y | beyond.z | beyond.w) < 0 ? nil : shown
  }

  /// The samples, rounded to whole steps from the prediction.
  @inline(__always)
  private func snappedToSteps(_ samples: Lanes, _ predicted: Lanes) -> Lanes {
    let whole = rounded(float(samples &- predicted) * steps.inverseStepSizes)
    let moved = predicted &+ roundedToIntegers(whole * steps.stepSizes)
    let outside = moved | (255 &- moved)
    guard outside.x | outside.y | outside.z | outside.w < 0 else { return moved }
    var kept = moved
    for lane in 0..<4 where outside[lane] < 0 { kept[lane] = samples[lane] }
    return kept
  }
}

/// The cost of a row's differences. Zeros cost almost nothing, and other values cost one more bit for each
/// doubling.
private struct RowCost {
  private var biasedExponentSums = SIMD4<UInt32>.zero
  private var nonzeroCounts = SIMD4<UInt32>.zero

  @inline(__always)
  mutating func add(_ difference: SIMD4<Int32>) {
    let sign = difference &>> 31
    let size = SIMD4<UInt32>(truncatingIfNeeded: (difference ^ sign) &- sign)
    let float = unsafe unsafeBitCast(size | 0x4B00_0000, to: SIMD4<Float>.self) - 0x1p23
    biasedExponentSums &+= unsafe unsafeBitCast(float, to: SIMD4<UInt32>.self) &>> 23  // 127 + log2, or 0
    nonzeroCounts &+= (size &+ 0x7FFF_FFFF) &>> 31
  }

  /// The cost in half bits.
  var totalHalfBits: Int {
    let (exponents, count) = (Int(biasedExponentSums.wrappedSum()), Int(nonzeroCounts.wrappedSum()))
    return 5 * count + 2 * (exponents - 127 * count)
  }
}

/// The PNG filters that use neighboring pixels, from clause 9.2 of the PNG specification.
private enum RowFilter: CaseIterable {
  case left, above, average, paeth

  @inline(__always)
  func predicted(_ left: SIMD4<Int32>, _ above: SIMD4<Int32>, _ corner: SIMD4<Int32>) -> SIMD4<Int32> {
    switch self {
    case .left: return left
    case .above: return above
    case .average: return (left &+ above) &>> 1
    case .paeth:
      let (across, down) = (above &- corner, left &- corner)
      let (toLeft, toAbove, toCorner) = (magnitudes(across), magnitudes(down), magnitudes(across &+ down))
      // Each mask is all ones if its neighbor isn't the nearest one.
      let notLeft = (toAbove &- toLeft) &>> 31 | (toCorner &- toLeft) &>> 31
      let notAbove = (toCorner &- toAbove) &>> 31
      return (left & ~notLeft) | (notLeft & ((above & ~notAbove) | (corner & notAbove)))
    }
  }
}

@inline(__always)
private func magnitudes(_ lanes: SIMD4<Int32>) -> SIMD4<Int32> {
  let sign = lanes &>> 31
  return (lanes ^ sign) &- sign
}

@inline(__always)
private func sampleLanes(_ word: UInt32) -> SIMD4<Int32> {
  SIMD4<Int32>(
    truncatingIfNeeded: SIMD4<UInt32>(repeating: word) &>> SIMD4<UInt32>(0, 8, 16, 24) & 255)
}

// Between -2^22 and 2^22, adding 1.5 · 2^23 to a float puts its integer value into the low bits.
private let floatIntegerBias: Float = 0x1.8p23

@inline(__always)
private func float(_ lanes: SIMD4<Int32>) -> SIMD4<Float> {
  unsafe unsafeBitCast(lanes &+ 0x4B40_0000, to: SIMD4<Float>.self) - floatIntegerBias
}

@inline(__always)
private func rounded(_ lanes: SIMD4<Float>) -> SIMD4<Float> { (lanes + floatIntegerBias) - floatIntegerBias }

@inline(__always)
private func roundedToIntegers(_ lanes: SIMD4<Float>) -> SIMD4<Int32> {
  unsafe unsafeBitCast(lanes + floatIntegerBias, to: SIMD4<Int32>.self) &- 0x4B40_0000
}

/// The step sizes of near-lossless colors.
///
/// The steps of red and blue are larger, because the eye is less sensitive to them.
public struct NearLosslessSteps: Hashable, Sendable {
  /// The steps of red, green and blue. The step of alpha is always 1.
  let stepSizes: SIMD4<Float>
  let inverseStepSizes: SIMD4<Float>
  /// The maximum error of a sample: half a step, rounded down.
  let maxErrors: SIMD4<Int32>

  /// The highest strength, with the coarsest steps.
  public static let maxStrength = 72

  /// Creates the steps for a strength.
  ///
  /// - Parameter strength: Four times the step of green, 1...`maxStrength`. A strength of 1 changes only the
  ///   hidden color of transparent pixels.
  /// - Parameter isGray: Whether all three steps are equal, so that gray stays gray.
  public init(_ strength: Int, isGray: Bool) {
    let shares: [Float] = isGray ? [1, 1, 1] : [redToGreenStepRatio, 1, blueToGreenStepRatio]
    let steps = shares.map { max((Float(strength) / 4 * $0).rounded(), 1) }
    stepSizes = SIMD4(steps[0], steps[1], steps[2], 1)
    inverseStepSizes = 1 / stepSizes
    maxErrors = SIMD4<Int32>(Int32(steps[0]) / 2, Int32(steps[1]) / 2, Int32(steps[2]) / 2, 0)
  }

  /// The largest step. No sample changes by more than half of it.
  public var largestStep: Int { Int(stepSizes.max()) }
}

// The ratios to the green step. A sample's squared error is weighted by the sample's share in luma (factor
// 0.8) and in the two color differences (factor 0.1 each). Bits are best spent if the step times the square
// root of that weight is constant.
private let redToGreenStepRatio: Float = 1.75
private let blueToGreenStepRatio: Float = 2.9
