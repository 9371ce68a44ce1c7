extension [Bitmap] {
  /// The frames, all of one size, with colors that are moved a little, so that what PNG's filters leave of
  /// them repeats more often.
  ///
  /// Each sample is stored as the difference from what a filter of its row predicts. Differences are rounded
  /// to whole steps, from the pixels as they have become: an error never adds up. For each row the filter is
  /// taken that leaves least. Alpha stays exact. A pixel stays as it was shown in the frame before where that
  /// is within half a step too.
  ///
  /// - Parameter steps: how coarse.
  /// - Returns: as many frames; the same on every machine. What has alpha 0 is transparent black.
  public func nearLossless(in steps: ColorSteps) -> [Bitmap] {
    var results: [Bitmap] = []
    for (number, frame) in enumerated() {
      let source = clearingColorUnderTransparency(frame) ?? frame
      guard steps.largest > 1, source.size.area > 0 else {
        results.append(source)
        continue
      }
      let before = number > 0 ? (self[number - 1], results[number - 1]) : nil
      results.append(RowSmoothing(source, steps, before: before).smoothed())
    }
    return results
  }
}

/// Smooths a frame row by row.
///
/// Pixels are four numbers each; rows have a transparent one ahead, so that the first has neighbors too.
private struct RowSmoothing {
  private typealias Lanes = SIMD4<Int32>

  private let source: Bitmap
  private let steps: ColorSteps
  private let before: (source: Bitmap, result: Bitmap)?

  init(_ source: Bitmap, _ steps: ColorSteps, before: (source: Bitmap, result: Bitmap)?) {
    self.source = source
    self.steps = steps
    self.before = before
  }

  func smoothed() -> Bitmap {
    let width = source.width
    var result: [UInt8] = []
    result.reserveCapacity(width * source.height * 4)
    var above = [Lanes](repeating: .zero, count: width + 1)
    var tries = RowFilter.allCases.map { _ in above }
    for y in 0..<source.height {
      var best = (cost: Int.max, filter: 0)
      for (number, filter) in RowFilter.allCases.enumerated() where y > 0 || filter == .left {
        let cost = smooth(y, filter, above, &tries[number])
        if cost < best.cost { best = (cost, number) }
      }
      swap(&above, &tries[best.filter])
      for pixel in above.dropFirst() {
        for lane in 0..<4 { result.append(UInt8(truncatingIfNeeded: pixel[lane])) }
      }
    }
    return Bitmap(source.size, pixels: result)
  }

  /// Smooths a row.
  ///
  /// - Returns: about what its differences cost.
  private func smooth(_ y: Int, _ filter: RowFilter, _ above: [Lanes], _ row: inout [Lanes]) -> Int {
    var cost = RowCost()
    source.withView { view in
      for x in 0..<view.size.width {
        let word = view[x, y].word
        let (left, up, corner) = (row[x], above[x &+ 1], above[x])
        let predicted = filter.predicted(left, up, corner)
        let shown: Lanes
        if let kept = kept(y &* view.size.width &+ x, word) {
          shown = kept
        } else if word < 0x100_0000 {
          shown = .zero
        } else {
          shown = near(samples(word), predicted)
        }
        row[x &+ 1] = shown
        cost.add(shown &- predicted)
      }
    }
    return cost.total
  }

  /// What the frame before shows, where it is near enough.
  @inline(__always)
  private func kept(_ at: Int, _ word: UInt32) -> Lanes? {
    guard let before else { return nil }
    let shown = samples(before.result.word(at))
    if before.source.word(at) == word { return shown }
    let difference = size(shown &- samples(word))
    let beyond = steps.halves &- difference
    return (beyond.x | beyond.y | beyond.z | beyond.w) < 0 ? nil : shown
  }

  /// The samples that are whole steps away from what is predicted.
  @inline(__always)
  private func near(_ samples: Lanes, _ predicted: Lanes) -> Lanes {
    let whole = rounded(float(samples &- predicted) * steps.inverse)
    let moved = predicted &+ integer(whole * steps.lanes)
    let outside = moved | (255 &- moved)
    guard outside.x | outside.y | outside.z | outside.w < 0 else { return moved }
    var kept = moved
    for lane in 0..<4 where outside[lane] < 0 { kept[lane] = samples[lane] }
    return kept
  }
}

/// What a row's differences cost: nothing costs next to nothing; beyond that, a bit for each doubling.
private struct RowCost {
  private var exponents = SIMD4<UInt32>.zero
  private var counts = SIMD4<UInt32>.zero

  @inline(__always)
  mutating func add(_ difference: SIMD4<Int32>) {
    let sign = difference &>> 31
    let size = SIMD4<UInt32>(truncatingIfNeeded: (difference ^ sign) &- sign)
    let float = unsafe unsafeBitCast(size | 0x4B00_0000, to: SIMD4<Float>.self) - 0x1p23
    exponents &+= unsafe unsafeBitCast(float, to: SIMD4<UInt32>.self) &>> 23  // 127 + log2, or 0
    counts &+= (size &+ 0x7FFF_FFFF) &>> 31
  }

  /// The price in halves of a bit.
  var total: Int {
    let (exponents, count) = (Int(exponents.wrappedSum()), Int(counts.wrappedSum()))
    return 5 * count + 2 * (exponents - 127 * count)
  }
}

/// PNG's filters that look at neighbors, clause 9.2 of its specification.
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
      let (toLeft, toAbove, toCorner) = (size(across), size(down), size(across &+ down))
      // Each mask is all ones where the distance in its name is larger than another one.
      let notLeft = (toAbove &- toLeft) &>> 31 | (toCorner &- toLeft) &>> 31
      let notAbove = (toCorner &- toAbove) &>> 31
      return (left & ~notLeft) | (notLeft & ((above & ~notAbove) | (corner & notAbove)))
    }
  }
}

@inline(__always)
private func size(_ lanes: SIMD4<Int32>) -> SIMD4<Int32> {
  let sign = lanes &>> 31
  return (lanes ^ sign) &- sign
}

@inline(__always)
private func samples(_ word: UInt32) -> SIMD4<Int32> {
  SIMD4<Int32>(
    truncatingIfNeeded: SIMD4<UInt32>(repeating: word) &>> SIMD4<UInt32>(0, 8, 16, 24) & 255)
}

// Between -2^22 and 2^22 a whole number is the last bits of a float that 1.5 · 2^23 was added to.
private let shift: Float = 0x1.8p23

@inline(__always)
private func float(_ lanes: SIMD4<Int32>) -> SIMD4<Float> {
  unsafe unsafeBitCast(lanes &+ 0x4B40_0000, to: SIMD4<Float>.self) - shift
}

@inline(__always)
private func rounded(_ lanes: SIMD4<Float>) -> SIMD4<Float> { (lanes + shift) - shift }

@inline(__always)
private func integer(_ lanes: SIMD4<Float>) -> SIMD4<Int32> {
  unsafe unsafeBitCast(lanes + shift, to: SIMD4<Int32>.self) &- 0x4B40_0000
}

/// How coarse near-lossless colors become.
///
/// Steps of red and blue are larger, as the eye sees less of them.
public struct ColorSteps: Hashable, Sendable {
  /// The steps of red, green and blue; that of alpha is always 1.
  let lanes: SIMD4<Float>
  let inverse: SIMD4<Float>
  /// How far a sample may be off: half a step, rounded down.
  let halves: SIMD4<Int32>

  /// The coarsest strength there is.
  public static let maxStrength = 72

  /// Steps of a strength.
  ///
  /// - Parameter strength: 1...`most`, four times the step of green. Up to 1 changes nothing but the color
  ///   under alpha 0.
  /// - Parameter isGray: whether all three are to be the same, so that gray stays gray.
  public init(_ strength: Int, isGray: Bool) {
    let shares: [Float] = isGray ? [1, 1, 1] : [redShare, 1, blueShare]
    let steps = shares.map { max((Float(strength) / 4 * $0).rounded(), 1) }
    lanes = SIMD4(steps[0], steps[1], steps[2], 1)
    inverse = 1 / lanes
    halves = SIMD4<Int32>(Int32(steps[0]) / 2, Int32(steps[1]) / 2, Int32(steps[2]) / 2, 0)
  }

  /// The largest step: no sample moves by more than half of it.
  public var largest: Int { Int(lanes.max()) }
}

// How much coarser than green: a sample's error counts by its squared weight in luma, 8 tenths, and in the
// color differences, a tenth each; the same bits are best spent where step times root of that is the same.
private let redShare: Float = 1.75
private let blueShare: Float = 2.9
