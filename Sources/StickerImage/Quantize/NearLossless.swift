/// Frames whose colors are moved a little, so that what PNG's filters leave of them repeats more often.
///
/// Each sample is stored as the difference from what a filter of its row predicts. Differences are rounded
/// to whole steps, from the pixels as they have become: an error never adds up. For each row the filter is
/// taken that leaves least. Alpha stays exact, and so does a pixel that is as it was in the frame before.
///
/// - Parameter frames: of one size.
/// - Parameter step: at least 1, which changes nothing but the color under alpha 0; no red, green or blue
///   sample moves by more than half of it, rounded down.
/// - Returns: as many frames; the same on every machine.
public func nearLossless(_ frames: [Bitmap], step: Int) -> [Bitmap] {
  precondition(step >= 1)
  var results: [Bitmap] = []
  for (number, frame) in frames.enumerated() {
    let source = clearingColorUnderTransparency(frame) ?? frame
    guard step > 1 else {
      results.append(source)
      continue
    }
    let before = number > 0 ? (frames[number - 1], results[number - 1]) : nil
    var smoothing = RowSmoothing(source, step: step, before: before)
    results.append(smoothing.smoothed())
  }
  return results
}

private struct RowSmoothing {
  private let source: Bitmap
  private let step: Int
  private let before: (source: Bitmap, result: Bitmap)?
  private var result: [UInt8]

  init(_ source: Bitmap, step: Int, before: (source: Bitmap, result: Bitmap)?) {
    self.source = source
    self.step = step
    self.before = before
    result = source.pixels
  }

  mutating func smoothed() -> Bitmap {
    let length = source.width * 4
    for y in 0..<source.height {
      let start = y * length
      var best: (cost: Int, row: [UInt8])?
      for filter in RowFilter.allCases where y > 0 || filter == .left {
        let cost = smooth(start, length, filter)
        if cost < best?.cost ?? .max { best = (cost, Array(result[start..<start + length])) }
      }
      if let row = best?.row { result.replaceSubrange(start..<start + length, with: row) }
    }
    return Bitmap(source.size, pixels: result)
  }

  /// Smooths a row in place.
  ///
  /// - Returns: about what its differences cost.
  private mutating func smooth(_ start: Int, _ length: Int, _ filter: RowFilter) -> Int {
    var cost = 0
    for x in stride(from: 0, to: length, by: 4) {
      let at = start + x
      let kept = keeps(at)
      for sample in at..<at + 4 {
        let left = x > 0 ? Int(result[sample - 4]) : 0
        let above = start > 0 ? Int(result[sample - length]) : 0
        let corner = x > 0 && start > 0 ? Int(result[sample - 4 - length]) : 0
        let predicted = filter.predicted(left, above, corner)
        if let kept {
          result[sample] = kept.pixels[sample]
        } else if sample & 3 < 3 && source.pixels[at + 3] > 0 {
          result[sample] = near(source.pixels[sample], predicted)
        }
        cost += price(Int(result[sample]) - predicted)
      }
    }
    return cost
  }

  /// The frame before, as it has become, where the pixel has not changed since.
  private func keeps(_ at: Int) -> Bitmap? {
    guard let before, before.source.word(at / 4) == source.word(at / 4) else { return nil }
    return before.result
  }

  /// The sample that is whole steps away from what is predicted.
  private func near(_ sample: UInt8, _ predicted: Int) -> UInt8 {
    let difference = Int(sample) - predicted
    let half = step / 2
    let steps = difference >= 0 ? (difference + half) / step : -((half - difference) / step)
    let moved = predicted + steps * step
    return 0...255 ~= moved ? UInt8(moved) : sample
  }

  /// Nothing costs next to nothing; beyond that, a bit for each doubling.
  private func price(_ difference: Int) -> Int {
    let size = UInt(difference.magnitude)
    return size == 0 ? 1 : 4 + 2 * (UInt.bitWidth - size.leadingZeroBitCount)
  }
}

/// PNG's filters that look at neighbors, clause 9.2 of its specification.
private enum RowFilter: CaseIterable {
  case left, above, average, paeth

  @inline(__always)
  func predicted(_ left: Int, _ above: Int, _ corner: Int) -> Int {
    switch self {
    case .left: return left
    case .above: return above
    case .average: return (left + above) / 2
    case .paeth:
      let (toLeft, toAbove) = (abs(above - corner), abs(left - corner))
      let toCorner = abs(left + above - 2 * corner)
      if toLeft <= toAbove && toLeft <= toCorner { return left }
      return toAbove <= toCorner ? above : corner
    }
  }
}
