import StickerImage

/// The WebP of a picture that a limit asks for, giving up as little as it can: nothing where that fits, then
/// colors or quality, then frames. The canvas stays.
func lightenedWebP(_ picture: Picture, _ limits: LadderLimits) throws(EncodingDefect) -> LadderResult {
  var nearest: [Rung: Int] = [:]
  let mayChange = limits.isLossy && !limits.keeps.contains(.colors)
  var hasEndedEarly = false
  var best = try fit(picture, limits, mayChange, .quality, &nearest, &hasEndedEarly)
  if limits.isLossy, !limits.keeps.contains(.frames), best?.similarity.mean.mean ?? 0 < leastSimilarity {
    // At the work limit, only the last number of frames is tried.
    for share in [12, 8, 6, 4, 3, 2] where !hasEndedEarly || share == 2 {
      let count = picture.frames.count
      let fewer = max(count * share / 16, 1)
      guard fewer < count, let frames = keepingFrames(fewer, of: picture.frames) else { continue }
      var part = picture
      part.frames = frames
      guard let next = try fit(part, limits, mayChange, .dropFrames, &nearest, &hasEndedEarly)
      else { continue }
      let steps = [Lightening.droppedFrames(from: count, to: fewer)] + next.steps
      let seen = Lightened(
        picture: next.picture, bytes: next.bytes, steps: steps.filter { $0 != .reencoded },
        similarity: next.similarity
      ).seen(beside: picture)
      if seen.similarity.mean.mean > best?.similarity.mean.mean ?? 0 { best = seen }
      // What is left of each picture is good enough to be seen.
      if next.similarity.mean.mean >= leastSimilarity { break }
    }
  }
  let tried = Rung.allCases.compactMap { rung in nearest[rung].map { (rung: rung, bytes: $0) } }
  return LadderResult(fit: best, nearest: tried, hasEndedEarly: hasEndedEarly)
}

private func fit(
  _ picture: Picture, _ limits: LadderLimits, _ mayChange: Bool, _ rung: Rung, _ nearest: inout [Rung: Int],
  _ hasEndedEarly: inout Bool
) throws(EncodingDefect) -> Lightened? {
  var search = try WebPSearch(
    picture.frames, plays: picture.plays, limit: limits.bytes,
    leastMilliseconds: limits.leastMilliseconds, effort: limits.effort)
  let found = try search.fit(isLossy: mayChange)
  hasEndedEarly = hasEndedEarly || search.hasEndedEarly
  if let bytes = search.nearestBytes {
    let rung = mayChange || rung == .dropFrames ? rung : .reencode
    nearest[rung] = min(nearest[rung] ?? .max, bytes)
  }
  return found.map { found in
    Lightened(
      picture: picture.replacing(found.frames, picture.frames.indices), bytes: found.bytes,
      steps: [Lightening(found.means)], similarity: found.similarity)
  }
}

extension Lightening {
  fileprivate init(_ means: WebPMeans) {
    self =
      switch means {
      case .lossless: .reencoded
      case .nearLossless(let nearness): .nearLossless(step: nearLosslessStep(nearness))
      case .lossy(let quality, let alpha): .lowered(quality: quality, alpha: alpha)
      }
  }
}

/// Colors move by at most half of that.
///
/// - Source: libwebp, `VP8LNearLosslessBits`: one bit more is dropped for each fifth.
private func nearLosslessStep(_ nearness: Int) -> Int { 1 << (5 - nearness / 20) }
