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
    let scale = Double(from) / Double(to)
    let width = max(scale, 1)
    let reach = 3 * width
    let spans = (0..<to).map { position in
      let center = (Double(position) + 0.5) * scale
      // Pixel `i` lies at i + 0.5.
      let low = Int((center - reach - 0.5).rounded(.up))
      let high = Int((center + reach - 0.5).rounded(.down))
      return (center: center, inside: max(low, 0)..<min(high, from - 1) + 1)
    }
    let taps = spans.map(\.inside.count).max() ?? 1
    let starts = spans.map { min($0.inside.lowerBound, from - taps) }
    var weights = [Float](repeating: 0, count: taps * to)
    for (position, span) in spans.enumerated() {
      let exact = span.inside.map { lanczos((Double($0) + 0.5 - span.center) / width) }
      let sum = exact.reduce(0, +)
      let first = position * taps + span.inside.lowerBound - starts[position]
      for (tap, weight) in exact.enumerated() { weights[first + tap] = Float(weight / sum) }
    }
    self.taps = taps
    self.starts = starts
    self.weights = weights
  }
}

/// sinc(x) · sinc(x / 3) for |x| below 3, else 0.
private func lanczos(_ x: Double) -> Double {
  guard x != 0 else { return 1 }
  guard abs(x) < 3 else { return 0 }
  let (outer, inner) = (Double.pi * x, Double.pi * x / 3)
  return sineOfPi(times: x) / outer * sineOfPi(times: x / 3) / inner
}
