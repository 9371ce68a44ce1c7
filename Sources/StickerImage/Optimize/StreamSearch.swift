/// Looks for the layout and the filters with which a picture takes the fewest bytes.
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
    /// Bytes of the stream, and of the palette that belongs to it.
    var cost: Int
  }

  private let effort: OptimizingEffort
  private let zopfliBytes: Int
  private let isPatch: Bool
  private var best: [Candidate] = []
  private var quick: Found?

  /// - Parameter zopfliBytes: the longest rows that Zopfli is given; those of a still unless given.
  /// - Parameter isPatch: whether it is one of many, as in an animation, where what each one takes adds up.
  init(_ effort: OptimizingEffort, zopfliBytes: Int = maxZopfliStillBytes, isPatch: Bool = false) {
    self.effort = effort
    self.isPatch = isPatch
    self.zopfliBytes = zopfliBytes
  }

  /// Tries rows under every strategy of the effort.
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

  /// Takes what the quick encoder would write for rows: nothing that is longer will be the smallest.
  mutating func considerQuick(_ rows: PNGRows, _ layout: SampleLayout) throws(InternalError) {
    let stream = try smallestStream(rows, layout)
    let cost = stream.count + layout.overheadBytes
    guard quick.map({ cost < $0.cost }) ?? true else { return }
    quick = Found(
      stream: stream, candidate: Candidate(layout: layout, bytes: rows.bytes, cost: cost), cost: cost)
  }

  /// Keeps a stream if a light deflate says that it is among the best.
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

  /// The smallest stream of the best candidates, deflated in earnest, with its layout.
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

  /// The candidates to deflate in earnest. A light deflate errs by some percents: where two are near each
  /// other, and are soon deflated, one that looks further decides.
  private func closest() -> [Candidate] {
    guard effort == .normal, best.count == 2 else { return best }
    let count = best[0].bytes.count
    let isNear = best[1].cost * 64 < best[0].cost * 65 && count >= 1 << 15
    guard isNear, !isPatch, count < fewRows || best[0].cost * 24 < count else { return [best[0]] }
    let costs = best.map { (deflate($0.bytes, level: 8)?.count ?? 0) + $0.layout.overheadBytes }
    return [costs[1] < costs[0] ? best[1] : best[0]]
  }

  /// Gives the winner to the last level where that was left out for its time, and level 11 found much that
  /// lighter ones do not see, over an eighth of the trial and over 6% of level 8: in flat art with gradients
  /// it is not through by then. That gains 2% of such a file, up to 3.
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

  /// Gives the winner to Zopfli; of a still's short rows all candidates.
  private func squeeze(_ found: inout Found) {
    let last = found.candidate
    for candidate in isShort(last) ? best : [last] where candidate.bytes.count <= zopfliBytes {
      let iterations = zopfliIterations(for: candidate.bytes.count)
      guard let stream = deflateWithZopfli(candidate.bytes, iterations: iterations) else { return }
      let cost = stream.count + candidate.layout.overheadBytes
      if cost < found.cost { found = Found(stream: stream, candidate: candidate, cost: cost) }
    }
  }

  /// A higher level is not always smaller; where it costs nothing, more are tried.
  private func levels(for candidate: Candidate) -> [Int] {
    let (count, cost) = (candidate.bytes.count, candidate.cost)
    return switch effort {
    case _ where count > maxSearchedBytes: [6]
    case .fast: [effort.finalLevel]
    // Level 11 takes twice the time of 10, and gains 7% of what hard edges take, 3% of soft ones.
    case .normal where isPatch: count < 1 << 13 ? [11, 9] : [candidate.layout.hasAlphaChannel ? 10 : 11]
    case .normal where count < 1 << 15: [12, effort.finalLevel, 9]
    // The last level takes twice the time of the one before it. Of few rows that deflate to more than an
    // eighth it gains a third of a percent, which is not worth it. Of longer rows it is taken where they
    // deflate to little, for then it is soon done, and where more than 2 in 15 bytes stay: there it gains up
    // to a percent.
    case .normal where count < longRows: [cost * 8 < count ? 12 : effort.finalLevel]
    case .normal: [cost < lastWork / count || cost * 15 > count * 2 ? 12 : effort.finalLevel]
    case .max where isPatch: count < 1 << 16 ? [effort.finalLevel, 9, 6] : [effort.finalLevel]
    case .max: isShort(candidate) ? (1...effort.finalLevel).reversed() : [effort.finalLevel]
    }
  }

  private func isShort(_ candidate: Candidate) -> Bool { !isPatch && candidate.bytes.count < 1 << 16 }
}

/// Bytes of rows times bytes that they deflate to, below which the last level takes a twentieth of a second
/// at most: measured on drawn and shipped stickers.
private let lastWork = 14_000_000_000
/// Bytes of rows up to which filters are searched for. Longer ones are those of pictures of millions of
/// pixels, which are no stickers: they are filtered in two ways and deflated quickly, since each way that is
/// tried takes as much memory as they do.
private let maxSearchedBytes = 16 << 20
/// Bytes of rows that are soon deflated, whatever is left of them.
private let fewRows = 400_000
/// Bytes of rows of which the last level hardly gains anything where much stays, measured on shipped
/// stickers: fewer than these.
private let longRows = 200_000

extension Bitmap {
  /// About how many bytes `smallestPNG` takes, in a fifth of its time: nothing is written, and a light
  /// deflate judges the two ways to filter that tell most.
  ///
  /// What `smallestPNG` comes to is 0.83 to 0.98 of it, and nearly the same share for pictures that are
  /// alike.
  ///
  /// - Throws: `InternalError` where there are no pixels, or no memory.
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

/// Above it time doubles and nothing is told better; below it, worse.
private let roughLevel = 6
