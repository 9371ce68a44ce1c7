import StickerImage

extension EditableImage {
  /// Encodes the image as a WebP within a byte limit, with as little loss as possible: first losslessly, then
  /// with fewer colors or a lower quality, then with fewer frames. The canvas does not change.
  func reducedAsWebP(toFit options: FileSizeReducer.Options) throws(InternalError) -> FileSizeReducer.Outcome
  {
    var nearest: [FileSizeReductionStage: Int] = [:]
    let mayChange = options.allowsLoss && !options.keptProperties.contains(.colors)
    var hasEndedEarly = false
    var best = try bestWebPFit(
      options, allowsLossy: mayChange, .quality, smallestBytesByStage: &nearest, &hasEndedEarly)
    if options.allowsLoss, !options.keptProperties.contains(.frames),
      best?.similarity.mean.mean ?? 0 < minSimilarityKeepingFrames
    {
      // Once the work limit is reached, only the last frame count is tried.
      for share in [12, 8, 6, 4, 3, 2] where !hasEndedEarly || share == 2 {
        let count = self.frames.count
        let fewer = max(count * share / 16, 1)
        guard fewer < count, let frames = framesAtEvenlySpacedIndices(fewer, of: self.frames) else {
          continue
        }
        var part = self
        part.frames = frames
        guard
          let next = try part.bestWebPFit(
            options, allowsLossy: mayChange, .dropFrames, smallestBytesByStage: &nearest, &hasEndedEarly)
        else { continue }
        let steps = [FileSizeReduction.droppedFrames(from: count, to: fewer)] + next.steps
        let seen = ReducedImage(
          image: next.image, bytes: next.bytes, steps: steps.filter { $0 != .reencoded },
          similarity: next.similarity
        ).measuringSimilarity(to: self)
        if seen.similarity.mean.mean > best?.similarity.mean.mean ?? 0 { best = seen }
        // The remaining frames are good enough.
        if next.similarity.mean.mean >= minSimilarityKeepingFrames { break }
      }
    }
    let tried = FileSizeReductionStage.allCases.compactMap { stage in
      nearest[stage].map { (stage: stage, bytes: $0) }
    }
    return FileSizeReducer.Outcome(
      bestFit: best, smallestBytesByStage: tried, hasReachedWorkLimit: hasEndedEarly)
  }

  private func bestWebPFit(
    _ options: FileSizeReducer.Options, allowsLossy mayChange: Bool, _ stage: FileSizeReductionStage,
    smallestBytesByStage nearest: inout [FileSizeReductionStage: Int], _ hasEndedEarly: inout Bool
  ) throws(InternalError) -> ReducedImage? {
    var search = try WebPQualitySearch(
      frames, plays: playsOrZeroForever, maxBytes: options.maxBytes,
      minFrameMilliseconds: options.minWebPFrameMilliseconds, effort: options.effort)
    let found = try search.bestFit(allowsLossy: mayChange)
    hasEndedEarly = hasEndedEarly || search.hasEndedEarly
    if let bytes = search.smallestEncodedOrEstimatedBytes {
      let stage = mayChange || stage == .dropFrames ? stage : .reencode
      nearest[stage] = min(nearest[stage] ?? .max, bytes)
    }
    return found.map { found in
      ReducedImage(
        image: excerptWithBitmaps(found.bitmapsByOriginalFrame, in: frames.indices), bytes: found.bytes,
        steps: [FileSizeReduction(found.mode)], similarity: found.similarity)
    }
  }
}

extension FileSizeReduction {
  fileprivate init(_ mode: WebPMode) {
    self =
      switch mode {
      case .lossless: .reencoded
      case .nearLossless(let nearness):
        .nearLossless(quantizationStep: nearLosslessQuantizationStep(nearness))
      case .lossy(let quality, let alpha): .loweredQuality(color: quality, alpha: alpha)
      }
  }
}

/// Returns the step for near-lossless colors. Colors change by at most half of the step.
///
/// - Source: libwebp, `VP8LNearLosslessBits`: every 20 points drop one more bit.
private func nearLosslessQuantizationStep(_ nearness: Int) -> Int { 1 << (5 - nearness / 20) }
