/// The weights of a Lanczos filter with three lobes along one axis, for every output position.
struct LanczosFilter {
  /// Input positions that an output position looks at.
  let taps: Int
  /// The first of them for each output position; never falls, and `start + taps` is never past the input's
  /// end.
  let starts: [Int]
  /// `taps` weights for each output position, one after the other; each group sums to 1.
  let weights: [Float]

  /// Filters `from` positions to `to`, both at least 1.
  ///
  /// Shrinking widens the filter by the same factor, so that it stays a low-pass; at the edges it looks only
  /// at what is there, and its weights are made to sum to 1 again (no wrap, no dark rim).
  init(from: Int, to: Int) {
    // Output positions repeat: 3 to 2 has two kinds, which every further one is a shifted copy of.
    let shared = greatestCommonDivisor(from, to)
    let (step, period) = (from / shared, to / shared)
    let kinds = (0..<period).map { Kernel(position: $0, step: step, period: period) }
    let taps = min(from, kinds.map(\.weights.count).max() ?? 1)
    var starts: [Int] = []
    starts.reserveCapacity(to)
    var weights = [Float](repeating: 0, count: taps * to)
    for position in 0..<to {
      let kernel = kinds[position % period]
      let first = kernel.first + position / period * step
      let inside = max(first, 0)..<min(first + kernel.weights.count, from)
      let start = min(inside.lowerBound, from - taps)
      let sum = inside.reduce(0) { $0 + kernel.weights[$1 - first] }
      for index in inside {
        weights[position * taps + index - start] = Float(kernel.weights[index - first] / sum)
      }
      starts.append(start)
    }
    self.taps = taps
    self.starts = starts
    self.weights = weights
  }
}

/// The weights around one output position, as if the input had no end.
private struct Kernel {
  /// The input position that the first weight belongs to.
  let first: Int
  let weights: [Double]

  /// - Parameter step: input positions in which `period` output positions repeat.
  init(position: Int, step: Int, period: Int) {
    let scale = Double(step) / Double(period)
    let width = max(scale, 1)
    let center = (Double(position) + 0.5) * scale
    // Input position `i` lies at i + 0.5.
    let low = Int((center - 3 * width - 0.5).rounded(.up))
    let high = Int((center + 3 * width - 0.5).rounded(.down))
    first = low
    weights = (low...high).map { lanczos((Double($0) + 0.5 - center) / width) }
  }
}

/// sinc(x) · sinc(x / 3) for |x| below 3, else 0.
private func lanczos(_ x: Double) -> Double {
  guard x != 0 else { return 1 }
  guard abs(x) < 3 else { return 0 }
  let (outer, inner) = (Double.pi * x, Double.pi * x / 3)
  return sineOfPi(times: x) / outer * sineOfPi(times: x / 3) / inner
}
