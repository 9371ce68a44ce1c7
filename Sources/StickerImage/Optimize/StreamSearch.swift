/// Looks for the layout and the filters with which a picture takes the fewest bytes.
struct StreamSearch {
  private struct Candidate {
    let layout: SampleLayout
    let bytes: [UInt8]
    let cost: Int
  }

  private let effort: OptimizingEffort
  private var best: [Candidate] = []

  init(_ effort: OptimizingEffort) { self.effort = effort }

  /// Tries rows under every strategy of the effort.
  mutating func consider(_ rows: PNGRows, _ layout: SampleLayout) {
    let isFilterable = layout.bitsPerPixel >= 8 && layout.samples != .index
    let overhead = layout.overheadBytes
    var every: EveryFilter?
    for strategy in isFilterable ? effort.strategies : effort.indexStrategies {
      if strategy == .fixed(0) {
        note(rows.bytes, layout, overhead)
      } else {
        let filters = every ?? rows.underEveryFilter()
        every = filters
        note(filters.stream(strategy), layout, overhead)
      }
    }
  }

  /// Keeps a stream if a light deflate says that it is among the best.
  private mutating func note(_ bytes: [UInt8], _ layout: SampleLayout, _ overhead: Int) {
    let limit = best.count < effort.finalists ? Int.max : (best.last?.cost ?? .max) - 1 - overhead
    guard limit > 0, let stream = deflate(bytes, level: effort.trialLevel, limit: limit) else { return }
    let candidate = Candidate(layout: layout, bytes: bytes, cost: stream.count + overhead)
    best.insert(candidate, at: best.firstIndex { $0.cost > candidate.cost } ?? best.count)
    if best.count > effort.finalists { best.removeLast() }
  }

  /// The smallest stream of the best candidates, deflated in earnest, with its layout.
  func smallest() throws(EncodingDefect) -> (stream: [UInt8], layout: SampleLayout) {
    var found: (stream: [UInt8], layout: SampleLayout, cost: Int)?
    for candidate in best {
      let overhead = candidate.layout.overheadBytes
      for level in levels(for: candidate.bytes.count) {
        let limit = found.map { $0.cost - 1 - overhead } ?? .max
        guard limit > 0, let stream = deflate(candidate.bytes, level: level, limit: limit) else { continue }
        found = (stream, candidate.layout, stream.count + overhead)
      }
    }
    guard let found else { throw EncodingDefect("deflate ran out of memory") }
    return (found.stream, found.layout)
  }

  /// A higher level is not always smaller; where it costs nothing, more are tried.
  private func levels(for count: Int) -> [Int] {
    let last = effort.finalLevel
    if effort == .max {
      return count < 1 << 16 ? (1...last).reversed() : count < 1 << 22 ? [last, 11, 10, 9] : [last]
    }
    return count < 1 << 15 ? [12, last, 9] : [last]
  }
}
