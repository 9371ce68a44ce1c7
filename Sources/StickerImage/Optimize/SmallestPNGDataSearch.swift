/// Searches for the layout and filters that make an image's data as small as possible.
struct SmallestPNGDataSearch {
  private struct FilteredCandidate {
    let layout: PNGSampleLayout
    /// The filtered rows.
    let filteredBytes: [UInt8]
    let trialStreamAndPaletteBytes: Int
  }

  private struct DeflatedCandidate {
    var stream: [UInt8]
    let candidate: FilteredCandidate
    /// The total size in bytes of the stream and its palette.
    var streamAndPaletteBytes: Int
  }

  private let effort: OptimizingEffort
  private let maxZopfliBytes: Int
  private let isOneOfMany: Bool
  private let screensStrategies: Bool
  private var bestCandidates: [FilteredCandidate] = []
  private var quickResult: DeflatedCandidate?

  /// - Parameter maxZopfliBytes: The maximum size in bytes of rows to compress with Zopfli.
  /// - Parameter isOneOfMany: Whether this image is one of many, as in an animation, where the time for each
  ///   image adds up.
  /// - Parameter screensStrategies: Whether to try only the strategies that do well on a sample of the rows.
  init(
    _ effort: OptimizingEffort, maxZopfliBytes: Int = maxZopfliStillBytes, isOneOfMany: Bool = false,
    screensStrategies: Bool = false
  ) {
    self.effort = effort
    self.screensStrategies = screensStrategies
    self.isOneOfMany = isOneOfMany
    self.maxZopfliBytes = maxZopfliBytes
  }

  /// Tries all of the effort level's strategies on the rows.
  mutating func tryStrategies(_ rows: PNGRows, _ layout: PNGSampleLayout) {
    let overhead = layout.paletteChunkBytes
    if rows.bytes.count > maxFilterSearchBytes {
      addCandidateIfAmongBest(rows.bytes, layout, overhead)
      if layout.canBenefitFromFilters {
        addCandidateIfAmongBest(rows.filteredBySmallestSum().bytes, layout, overhead)
      }
      return
    }
    if layout.canBenefitFromFilters, screensStrategies {
      let filters = rows.filteredByEachFilter()
      let candidates = effort.nonPaletteFilterStrategies.map { filters.filteredBytes(by: $0) }
      for bytes in rows.promisingCandidates(among: candidates) {
        addCandidateIfAmongBest(bytes, layout, overhead)
      }
      return
    }
    var every: RowFilterResults?
    for strategy in layout.canBenefitFromFilters
      ? effort.nonPaletteFilterStrategies : effort.paletteFilterStrategies
    {
      if strategy == .fixed(0) {
        addCandidateIfAmongBest(rows.bytes, layout, overhead)
      } else {
        let filters = every ?? rows.filteredByEachFilter()
        every = filters
        addCandidateIfAmongBest(filters.filteredBytes(by: strategy), layout, overhead)
      }
    }
  }

  /// Encodes rows as the quick encoder does. The result of the search is never larger than this.
  mutating func tryQuickEncoding(_ rows: PNGRows, _ layout: PNGSampleLayout) throws(InternalError) {
    let stream = try quicklyFilteredZlibStream(rows, layout)
    let cost = stream.count + layout.paletteChunkBytes
    guard quickResult.map({ cost < $0.streamAndPaletteBytes }) ?? true else { return }
    quickResult = DeflatedCandidate(
      stream: stream,
      candidate: FilteredCandidate(
        layout: layout, filteredBytes: rows.bytes, trialStreamAndPaletteBytes: cost),
      streamAndPaletteBytes: cost)
  }

  /// Keeps filtered rows if a fast deflate ranks them among the best.
  private mutating func addCandidateIfAmongBest(_ bytes: [UInt8], _ layout: PNGSampleLayout, _ overhead: Int)
  {
    let isLong = bytes.count > maxFilterSearchBytes
    let (finalists, level) = isLong ? (1, 3) : (effort.keptCandidateCount, effort.trialDeflateLevel)
    let limit =
      bestCandidates.count < finalists
      ? Int.max : (bestCandidates.last?.trialStreamAndPaletteBytes ?? .max) - 1 - overhead
    guard limit > 0, let stream = deflate(bytes, level: level, limit: limit) else {
      return
    }
    let candidate = FilteredCandidate(
      layout: layout, filteredBytes: bytes, trialStreamAndPaletteBytes: stream.count + overhead)
    bestCandidates.insert(
      candidate,
      at: bestCandidates.firstIndex { $0.trialStreamAndPaletteBytes > candidate.trialStreamAndPaletteBytes }
        ?? bestCandidates.count)
    if bestCandidates.count > finalists { bestCandidates.removeLast() }
  }

  /// Deflates the best candidates at the final level, and returns the smallest stream with its layout.
  func smallestDeflatedFinalist() throws(InternalError) -> (stream: [UInt8], layout: PNGSampleLayout) {
    var found: DeflatedCandidate?
    for candidate in finalCandidates() {
      let overhead = candidate.layout.paletteChunkBytes
      for level in finalDeflateLevels(for: candidate) {
        let limit = found.map { $0.streamAndPaletteBytes - 1 - overhead } ?? .max
        guard limit > 0, let stream = deflate(candidate.filteredBytes, level: level, limit: limit) else {
          continue
        }
        found = DeflatedCandidate(
          stream: stream, candidate: candidate, streamAndPaletteBytes: stream.count + overhead)
      }
    }
    guard var found else { throw InternalError("deflate ran out of memory") }
    switch effort {
    case _ where found.candidate.filteredBytes.count > maxFilterSearchBytes: break
    case .fast, .moderate: break
    case .normal: tryHighestLevelIfPromising(&found)
    case .max: tryZopfliIfSmallEnough(&found)
    }
    if let quickResult, quickResult.streamAndPaletteBytes < found.streamAndPaletteBytes {
      found = quickResult
    }
    return (found.stream, found.candidate.layout)
  }

  /// The candidates to deflate at the final level. The sizes from a fast deflate are off by a few percent, so
  /// if two candidates are close and deflate quickly, a higher level decides between them.
  private func finalCandidates() -> [FilteredCandidate] {
    guard effort == .normal, bestCandidates.count == 2 else { return bestCandidates }
    let count = bestCandidates[0].filteredBytes.count
    let isNear =
      bestCandidates[1].trialStreamAndPaletteBytes * 64 < bestCandidates[0].trialStreamAndPaletteBytes * 65
      && count >= 1 << 15
    guard isNear, !isOneOfMany,
      count < maxQuicklyDeflatedBytes || bestCandidates[0].trialStreamAndPaletteBytes * 24 < count
    else {
      return [bestCandidates[0]]
    }
    let costs = bestCandidates.map {
      (deflate($0.filteredBytes, level: 8)?.count ?? 0) + $0.layout.paletteChunkBytes
    }
    return [costs[1] < costs[0] ? bestCandidates[1] : bestCandidates[0]]
  }

  /// Deflates the winner at level 12 if that level was skipped to save time, and if level 11 saved much more
  /// than lower levels: over an eighth of the trial size and over 6% of the size at level 8. In flat art with
  /// gradients, level 11 doesn't find everything. Level 12 typically saves 2% of such a file, and at most 3%.
  private func tryHighestLevelIfPromising(_ found: inout DeflatedCandidate) {
    let (last, count) = (found.candidate, found.candidate.filteredBytes.count)
    guard !isOneOfMany, last.trialStreamAndPaletteBytes * 15 < count,
      found.streamAndPaletteBytes * 8 < last.trialStreamAndPaletteBytes * 7,
      !finalDeflateLevels(for: last).contains(12), let light = deflate(last.filteredBytes, level: 8)
    else { return }
    let overhead = last.layout.paletteChunkBytes
    guard (found.streamAndPaletteBytes - overhead) * 50 < light.count * 47,
      let stream = deflate(last.filteredBytes, level: 12, limit: found.streamAndPaletteBytes - 1 - overhead)
    else { return }
    found = DeflatedCandidate(stream: stream, candidate: last, streamAndPaletteBytes: stream.count + overhead)
  }

  /// Compresses the winner with Zopfli. For small stills, compresses all candidates.
  private func tryZopfliIfSmallEnough(_ found: inout DeflatedCandidate) {
    let last = found.candidate
    for candidate in isSmallStill(last) ? bestCandidates : [last]
    where candidate.filteredBytes.count <= maxZopfliBytes {
      let iterations = zopfliIterations(forByteCount: candidate.filteredBytes.count)
      guard let stream = deflateWithZopfliIfAvailable(candidate.filteredBytes, iterations: iterations) else {
        return
      }
      let cost = stream.count + candidate.layout.paletteChunkBytes
      if cost < found.streamAndPaletteBytes {
        found = DeflatedCandidate(stream: stream, candidate: candidate, streamAndPaletteBytes: cost)
      }
    }
  }

  /// The deflate levels to try. A higher level doesn't always produce a smaller result, so more levels are
  /// tried where that takes almost no time.
  private func finalDeflateLevels(for candidate: FilteredCandidate) -> [Int] {
    let (count, cost) = (candidate.filteredBytes.count, candidate.trialStreamAndPaletteBytes)
    return switch effort {
    case _ where count > maxFilterSearchBytes: [6]
    case .fast: [effort.finalDeflateLevel]
    // For flat art, level 10 takes three times as long as level 9 and saves nothing. For photos, it takes as
    // long as level 9 and saves 3%.
    case .moderate: [cost * 8 < count ? 9 : effort.finalDeflateLevel]
    // Level 11 takes twice as long as level 10. It saves 7% on art with hard edges and 3% on art with soft
    // edges.
    case .normal where isOneOfMany: count < 1 << 13 ? [11, 9] : [candidate.layout.hasAlphaChannel ? 10 : 11]
    case .normal where count < 1 << 15: [12, effort.finalDeflateLevel, 9]
    // Level 12 takes twice as long as level 11. For small rows that deflate to more than an eighth of their
    // size, it saves a third of a percent, which isn't worth the time. For larger rows, it is used if they
    // deflate to a small size, because then it is fast, or if more than 2 in 15 bytes remain, because then it
    // saves up to 1%.
    case .normal where count < minPoorlyDeflatingBytesWorthHighestLevel:
      [cost * 8 < count ? 12 : effort.finalDeflateLevel]
    case .normal:
      [cost < maxHighestLevelSizeProduct / count || cost * 15 > count * 2 ? 12 : effort.finalDeflateLevel]
    case .max where isOneOfMany:
      count < 1 << 16 ? [effort.finalDeflateLevel, 9, 6] : [effort.finalDeflateLevel]
    case .max:
      isSmallStill(candidate) ? (1...effort.finalDeflateLevel).reversed() : [effort.finalDeflateLevel]
    }
  }

  private func isSmallStill(_ candidate: FilteredCandidate) -> Bool {
    !isOneOfMany && candidate.filteredBytes.count < 1 << 16
  }
}

/// The product of the rows' size and their deflated size below which level 12 takes at most 0.05 s, measured
/// on drawn and published stickers.
private let maxHighestLevelSizeProduct = 14_000_000_000
/// The maximum size in bytes of rows for which the effort level's filter strategies are tried. Larger rows
/// come from images with millions of pixels, which aren't stickers. They are filtered in two ways and
/// deflated quickly, because each attempt takes as much memory as the rows.
private let maxFilterSearchBytes = 16 << 20
/// The size in bytes below which rows always deflate quickly.
private let maxQuicklyDeflatedBytes = 400_000
/// If rows have fewer bytes than this and deflate poorly, level 12 saves almost nothing. Measured on
/// published stickers.
private let minPoorlyDeflatingBytesWorthHighestLevel = 200_000

extension Bitmap {
  /// Estimates the file size of `smallestPNG` in a fifth of the time, because nothing is written and a fast
  /// deflate compares only the two most informative filter strategies.
  ///
  /// The result of `smallestPNG` is 0.83 to 0.98 times this size. The ratio is nearly the same for similar
  /// images.
  ///
  /// - Throws: `InternalError` if there are no pixels, or if memory runs out.
  package func estimatedSmallestPNGBytes(chunks: PreservedChunks = PreservedChunks()) throws(InternalError)
    -> Int
  {
    let still = try StillPreparedForPNG(self, chunks.afterHeader)
    var leastBytes: Int?
    for layout in compactLosslessLayouts(still.bitmap, still.census, still.colorChunksAndGrayRule.rule, .fast)
    {
      let rows = still.bitmap.withView { PNGRows($0, layout) }
      let filtered =
        layout.canBenefitFromFilters ? [rows.filteredByEachFilter().filteredBytes(by: .fewestBigrams)] : []
      for bytes in rows.promisingCandidates(among: filtered + [rows.bytes]) {
        let limit = leastBytes.map { $0 - 1 - layout.paletteChunkBytes } ?? .max
        guard limit > 0, let stream = deflate(bytes, level: deflateLevelForEstimates, limit: limit) else {
          continue
        }
        leastBytes = stream.count + layout.paletteChunkBytes
      }
    }
    guard let leastBytes else { throw InternalError("deflate ran out of memory") }
    return leastBytes
      + (still.colorChunksAndGrayRule.chunks + chunks.afterImageData).reduce(0) { $0 + $1.count }
  }
}

/// Higher levels take twice as long and don't improve the estimate. Lower levels make it worse.
private let deflateLevelForEstimates = 6

extension PNGRows {
  /// The candidates that may deflate to the smallest size, in the same order. A quick deflate of a sample of the
  /// rows ranks them.
  ///
  /// - Parameter candidates: These rows, filtered in different ways.
  fileprivate func promisingCandidates(among candidates: [[UInt8]]) -> [[UInt8]] {
    let sample = sampledRows()
    guard candidates.count > 1, sample.bytes.count < bytes.count else { return candidates }
    // A low level doesn't find the long matches of flat art: `likelyBenefitsFromFilters`.
    let keepsUnfiltered = sample.shareOfBytesEqualToLeft() > 0.9
    let sizes = candidates.map {
      let sample = PNGRows(bytes: $0, rowBytes: sampleBytesPerRow, bytesPerPixel: bytesPerPixel).sampledRows()
      return deflate(sample.bytes, level: 1)?.count ?? .max
    }
    let smallest = sizes.min() ?? 0
    return zip(candidates, sizes).filter { candidate, size in
      size - smallest <= smallest / 16 || keepsUnfiltered && candidate == bytes
    }.map(\.0)
  }
}
