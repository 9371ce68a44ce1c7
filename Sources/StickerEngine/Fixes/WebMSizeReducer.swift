import StickerImage

extension EditableImage {
  /// Encodes the image as a WebM within a byte limit, with as little loss as possible. If no quality fits,
  /// drops half of the frames, and then half of the remaining frames. The canvas does not change.
  ///
  /// The duration is at most 99% of the limit, because the program that checks the limit may round the
  /// duration up.
  func reducedAsWebM(toFit options: FileSizeReducer.Options) throws(InternalError) -> FileSizeReducer.Outcome
  {
    guard options.allowsLoss else {
      return FileSizeReducer.Outcome(bestFit: nil, smallestBytesByStage: [])
    }
    let maxMilliseconds = options.maxWebMDurationMilliseconds.map { $0 - $0 / 100 }
    var nearest: [FileSizeReductionStage: Int] = [:]
    var best: ReducedImage?
    let count = frames.count
    for part in options.keptProperties.contains(.frames) ? [1] : [1, 2, 4] where best == nil {
      guard part == 1 || count / part > 1,
        let some = part == 1 ? frames : framesAtEvenlySpacedIndices(count / part, of: frames)
      else { break }
      var search = try WebMQualitySearch(
        some, maxBytes: options.maxBytes, spedUpToFitMilliseconds: maxMilliseconds, effort: options.effort)
      let found = try search.bestFit()
      let stage = part == 1 ? FileSizeReductionStage.quality : .dropFrames
      if let bytes = search.smallestAttemptBytes { nearest[stage] = min(nearest[stage] ?? .max, bytes) }
      guard let found else { continue }
      var image = self
      image.frames = found.decodedFrames
      let shown = found.decodedFrames.count
      let dropped: [FileSizeReduction] = shown < count ? [.droppedFrames(from: count, to: shown)] : []
      best = ReducedImage(
        image: image, bytes: found.bytes, steps: dropped + [.loweredQuality(color: found.qualityOutOf100)],
        similarity: found.similarity)
    }
    let tried = FileSizeReductionStage.allCases.compactMap { stage in
      nearest[stage].map { (stage: stage, bytes: $0) }
    }
    return FileSizeReducer.Outcome(bestFit: best, smallestBytesByStage: tried)
  }
}
