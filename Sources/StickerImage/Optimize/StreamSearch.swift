/// Searches for the layout and filters with which an image takes the fewest bytes.
struct StreamSearch {
  private struct Candidate {
    let layout: SampleLayout
    /// The filtered rows.
    let bytes: [UInt8]
    let cost: Int
  }

  private struct Found {
    var stream: [UInt8]
    let candidate: Candidate
    /// The size of the stream and of its palette in bytes.
    var cost: Int
  }

  private let effort: OptimizingEffort
  private let zopfliBytes: Int
  private let isPatch: Bool
  private var best: [Candidate] = []
  private var quick: Found?

  /// - Parameter zopfliBytes: The maximum size of rows for Zopfli.
  /// - Parameter isPatch: Whether this is one of many, as in an animation, so that the time for each adds up.
  init(_ effort: OptimizingEffort, zopfliBytes: Int = maxZopfliStillBytes, isPatch: Bool = false) {
    self.effort = effort
    self.isPatch = isPatch
    self.zopfliBytes = zopfliBytes
  }

  /// Tries every strategy of the effort for rows.
  mutating func consider(_ rows: PNGRows, _ layout: SampleLayout) {
    let overhead = layout.overheadBytes
    if rows.bytes.count > maxSearchedBytes {
      note(rows.bytes, layout, overhead)
      if layout.isFilterable { note(rows.filteredBySmallestSum().bytes, layout, overhead) }
      return
    }
    var every: EveryFilter?
    for strategy in layout.isFilterable ? effort.strategies : effort.indexStrategies {
      if strategy == .fixed(0) {
        note(rows.bytes, layout, overhead)
      } else {
        let filters = every ?? rows.underEveryFilter()
        every = filters
        note(filters.stream(strategy), layout, overhead)
      }
    }
  }

  /// Encodes rows as the quick encoder does. The result of the search is never larger than this.
  mutating func considerQuick(_ rows: PNGRows, _ layout: SampleLayout) throws(InternalError) {
    let stream = try smallestStream(rows, layout)
    let cost = stream.count + layout.overheadBytes
    guard quick.map({ cost < $0.cost }) ?? true else { return }
    quick = Found(
      stream: stream, candidate: Candidate(layout: layout, bytes: rows.bytes, cost: cost), cost: cost)
  }

  /// Keeps filtered rows if a fast deflate ranks them among the best.
  private mutating func note(_ bytes: [UInt8], _ layout: SampleLayout, _ overhead: Int) {
    let isLong = bytes.count > maxSearchedBytes
    let (finalists, level) = isLong ? (1, 3) : (effort.finalists, effort.trialLevel)
    let limit = best.count < finalists ? Int.max : (best.last?.cost ?? .max) - 1 - overhead
    guard limit > 0, let stream = deflate(bytes, level: level, limit: limit) else {
      return
    }
    let candidate = Candidate(layout: layout, bytes: bytes, cost: stream.count + overhead)
    best.insert(candidate, at: best.firstIndex { $0.cost > candidate.cost } ?? best.count)
    if best.count > finalists { best.removeLast() }
  }

  /// Deflates the best candidates at the final level, and returns the smallest stream with its layout.
  func smallest() throws(InternalError) -> (stream: [UInt8], layout: SampleLayout) {
    var found: Found?
    for candidate in closest() {
      let overhead = candidate.layout.overheadBytes
      for level in levels(for: candidate) {
        let limit = found.map { $0.cost - 1 - overhead } ?? .max
        guard limit > 0, let stream = deflate(candidate.bytes, level: level, limit: limit) else { continue }
        found = Found(stream: stream, candidate: candidate, cost: stream.count + overhead)
      }
    }
    guard var found else { throw InternalError("deflate ran out of memory") }
    switch effort {
    case _ where found.candidate.bytes.count > maxSearchedBytes: break
    case .fast: break
    case .normal: searchFurther(&found)
    case .max: squeeze(&found)
    }
    if let quick, quick.cost < found.cost { found = quick }
    return (found.stream, found.candidate.layout)
  }

  /// The candidates to deflate at the final level. A fast deflate is off by a few percent. If two candidates
  /// are close and deflate quickly, a higher level decides between them.
  private func closest() -> [Candidate] {
    guard effort == .normal, best.count == 2 else { return best }
    let count = best[0].bytes.count
    let isNear = best[1].cost * 64 < best[0].cost * 65 && count >= 1 << 15
    guard isNear, !isPatch, count < fewRows || best[0].cost * 24 < count else { return [best[0]] }
    let costs = best.map { (deflate($0.bytes, level: 8)?.count ?? 0) + $0.layout.overheadBytes }
    return [costs[1] < costs[0] ? best[1] : best[0]]
  }

  /// Deflates the winner at the last level if that was skipped to save time, and if level 11 found much that
  /// lower levels missed: over an eighth of the trial size and over 6% of level 8. In flat art with
  /// gradients, level 11 hasn't found everything. This gains 2% of such a file, and up to 3%.
  private func searchFurther(_ found: inout Found) {
    let (last, count) = (found.candidate, found.candidate.bytes.count)
    guard !isPatch, last.cost * 15 < count, found.cost * 8 < last.cost * 7,
      !levels(for: last).contains(12), let light = deflate(last.bytes, level: 8)
    else { return }
    let overhead = last.layout.overheadBytes
    guard (found.cost - overhead) * 50 < light.count * 47,
      let stream = deflate(last.bytes, level: 12, limit: found.cost - 1 - overhead)
    else { return }
    found = Found(stream: stream, candidate: last, cost: stream.count + overhead)
  }

  /// Compresses the winner with Zopfli. For small stills, compresses all candidates.
  private func squeeze(_ found: inout Found) {
    let last = found.candidate
    for candidate in isShort(last) ? best : [last] where candidate.bytes.count <= zopfliBytes {
      let iterations = zopfliIterations(for: candidate.bytes.count)
      guard let stream = deflateWithZopfli(candidate.bytes, iterations: iterations) else { return }
      let cost = stream.count + candidate.layout.overheadBytes
      if cost < found.cost { found = Found(stream: stream, candidate: candidate, cost: cost) }
    }
  }

  /// A higher level isn't always smaller. Where it costs nothing, more levels are tried.
  private func levels(for candidate: Candidate) -> [Int] {
    let (count, cost) = (candidate.bytes.count, candidate.cost)
    return switch effort {
    case _ where count > maxSearchedBytes: [6]
    case .fast: [effort.finalLevel]
    // Level 11 takes twice the time of level 10. It saves 7% with hard edges and 3% with soft ones.
    case .normal where isPatch: count < 1 << 13 ? [11, 9] : [candidate.layout.hasAlphaChannel ? 10 : 11]
    case .normal where count < 1 << 15: [12, effort.finalLevel, 9]
    // The last level takes twice the time of the one before it. For few rows that deflate to more than an
    // eighth, it saves a third of a percent, which isn't worth it. For longer rows it is used if they deflate
    // to little, because then it is fast, and if more than 2 in 15 bytes remain, because then it saves up to
    // a percent.
    case .normal where count < longRows: [cost * 8 < count ? 12 : effort.finalLevel]
    case .normal: [cost < lastWork / count || cost * 15 > count * 2 ? 12 : effort.finalLevel]
    case .max where isPatch: count < 1 << 16 ? [effort.finalLevel, 9, 6] : [effort.finalLevel]
    case .max: isShort(candidate) ? (1...effort.finalLevel).reversed() : [effort.finalLevel]
    }
  }

  private func isShort(_ candidate: Candidate) -> Bool { !isPatch && candidate.bytes.count < 1 << 16 }
}

/// The size of rows times their deflated size, below which the last level takes at most a twentieth of a
/// second. Measured on drawn and published stickers.
private let lastWork = 14_000_000_000
/// The maximum size of rows for which filters are searched. Longer rows come from images with millions of
/// pixels, which aren't stickers. They are filtered in two ways and deflated quickly, because each attempt
/// takes as much memory as the rows.
private let maxSearchedBytes = 16 << 20
/// The size of rows that deflate quickly in any case.
private let fewRows = 400_000
/// The size of rows below which the last level saves next to nothing if much remains. Measured on published
/// stickers.
private let longRows = 200_000

extension Bitmap {
  /// Estimates the file size of `smallestPNG` in a fifth of its time: nothing is written, and a fast deflate
  /// compares the two most informative filter strategies.
  ///
  /// `smallestPNG` results in 0.83 to 0.98 of this size, with nearly the same ratio for similar images.
  ///
  /// - Throws: `InternalError` if there are no pixels, or if memory runs out.
  package func roughPNGBytes(chunks: PreservedChunks = PreservedChunks()) throws(InternalError) -> Int {
    let still = try StoredStill(self, chunks.beforeImageData)
    var least: Int?
    for layout in reducedLayouts(still.bitmap, still.census, still.color.rule, .fast) {
      let rows = still.bitmap.withView { PNGRows($0, layout) }
      let filtered = layout.isFilterable ? [rows.underEveryFilter().stream(.bigrams)] : []
      for bytes in filtered + [rows.bytes] {
        let limit = least.map { $0 - 1 - layout.overheadBytes } ?? .max
        guard limit > 0, let stream = deflate(bytes, level: roughLevel, limit: limit) else { continue }
        least = stream.count + layout.overheadBytes
      }
    }
    guard let least else { throw InternalError("deflate ran out of memory") }
    return least + (still.color.chunks + chunks.afterImageData).reduce(0) { $0 + $1.count }
  }
}

/// Higher levels take twice as long and aren't better. Lower ones are worse.
private let roughLevel = 6
