/// A WebP that fits within a limit, and its similarity to the original.
package struct FittingWebP: Sendable {
  /// How lossy the file is.
  package let mode: WebPMode
  /// The file.
  package let bytes: [UInt8]
  /// The displayed frame for each original frame.
  package let bitmapsByOriginalFrame: [Bitmap]
  /// The similarity of these frames to the originals.
  package let similarity: FrameSimilarity
}

/// Searches for the most similar WebP that fits within a limit. If a lossless file doesn't fit, compares
/// near-lossless colors with the best lossy quality that fits. If alpha leaves too few bytes for colors, the
/// search may also reduce the number of alpha levels.
///
/// - Source: `docs/decisions/0024` has the measurements.
package struct WebPQualitySearch {
  private var plan: WebPFramePatchPlan
  private let originalBitmaps: [Bitmap]
  private let maxBytes: Int
  private let effectiveEffort: OptimizingEffort
  /// The indices of the patches that are encoded to estimate the file size.
  private let samplePatchIndices: [Int]
  /// The current alpha quality.
  private var alphaQuality = exactAlphaQuality
  /// The ratio of the size of all patches to the size of the sample.
  private var totalToSampleByteRatio = 1.0
  /// The size of the sample in bytes, by quality in half steps.
  private var sampleBytesByHalfStep: [Int: Int] = [:]
  /// The size in bytes of the sample's alpha at the current quality.
  private var sampleAlphaByteCount = 0
  /// The smallest actual or estimated size in bytes of all attempts.
  package private(set) var smallestEncodedOrEstimatedBytes: Int?
  /// Whether an attempt was skipped to limit the work.
  package private(set) var hasEndedEarly = false
  /// How many times all patches have been encoded so far, and the maximum.
  private var fullEncodeCount = 0.0
  private let maxFullEncodeCount: Double

  /// A file that fits. Its frames are decoded again if it is chosen.
  private struct FittingAttempt {
    let mode: WebPMode
    let bytes: [UInt8]
    let similarity: FrameSimilarity
  }

  /// Creates a search.
  ///
  /// - Parameter frames: At least one, all of the same size.
  /// - Parameter plays: See `encodedWebP`. Nil for a still.
  /// - Parameter limit: The maximum file size in bytes.
  /// - Throws: `InternalError` if the frames can't be stored in a WebP.
  package init(
    _ frames: [Frame], plays: Int?, maxBytes limit: Int, minFrameMilliseconds: Int = 0,
    effort: OptimizingEffort = .normal
  ) throws(InternalError) {
    plan = try WebPFramePatchPlan(frames, plays: plays, minFrameMilliseconds: minFrameMilliseconds)
    originalBitmaps = frames.map(\.bitmap)
    self.maxBytes = limit
    let pixels = plan.size.area * frames.count
    let effort = effort == .moderate ? .normal : effort
    self.effectiveEffort =
      effort == .normal && frames.count > 1 && pixels > maxAnimationPixelsForNormalEffort ? .fast : effort
    maxFullEncodeCount = Double(max(maxPixelsEncodedPerSearch / max(pixels, 1), minFullEncodeLimit))
    let count = plan.patches.count
    let some = min(count, maxSampledWebPPatches)
    // The sampled patches are evenly spread and include the first one, which is the only one that covers the
    // canvas.
    samplePatchIndices = (0..<some).map { $0 * count / some }
  }

  /// Returns the most similar WebP that fits, or nil if none fits.
  ///
  /// - Parameter allowsLossy: Whether visible changes are allowed.
  package mutating func bestFit(allowsLossy: Bool) throws(InternalError) -> FittingWebP? {
    guard let best = try bestAttempt(allowsLossy: allowsLossy) else { return nil }
    return FittingWebP(
      mode: best.mode, bytes: best.bytes,
      bitmapsByOriginalFrame: try plan.bitmapsByOriginalFrame(in: best.bytes),
      similarity: best.similarity)
  }

  private mutating func bestAttempt(allowsLossy isLossy: Bool) throws(InternalError) -> FittingAttempt? {
    var whole = try attemptEncoding(.lossless)
    // If a thorough lossless encoding may fit, it is worth the time.
    if whole.fit == nil, effectiveEffort == .normal,
      whole.bytes - whole.bytes / expectedThoroughGainDivisor <= maxBytes
    {
      whole = try attemptEncoding(.lossless, isThorough: true)
    }
    if let fit = whole.fit { return fit }
    guard isLossy else { return nil }
    var fits: [FittingAttempt] = []
    let share = Double(maxBytes) / Double(whole.bytes)
    if share >= minLimitToLosslessRatio, let near = try bestNearLossless(actualLimitToLosslessRatio: share) {
      // At this similarity the images look the same, and near-lossless colors keep all edges.
      if near.similarity.mean.mean >= indistinguishableSimilarity { return near }
      fits.append(near)
    }
    if let lossy = try mostSimilarLossyAttempt() { fits.append(lossy) }
    return fits.max { $0.similarity.mean.mean < $1.similarity.mean.mean }
  }

  private mutating func attemptEncoding(
    _ mode: WebPMode, isThorough: Bool = false
  ) throws(InternalError) -> (fit: FittingAttempt?, bytes: Int) {
    fullEncodeCount += 1
    let (file, bytes) = try plan.encodeOrEstimateSize(
      mode, effectiveEffort, maxBytes: maxBytes, isThorough: isThorough)
    smallestEncodedOrEstimatedBytes = min(smallestEncodedOrEstimatedBytes ?? .max, bytes)
    guard let file else { return (nil, bytes) }
    let similarity = try plan.verifiedSimilarity(
      file, against: originalBitmaps, mode, measuresSimilarity: true)
    return (FittingAttempt(mode: mode, bytes: file, similarity: similarity), bytes)
  }

  /// Whether another encoding is allowed.
  private mutating func canEncodeAgain() -> Bool {
    if fullEncodeCount < maxFullEncodeCount { return true }
    hasEndedEarly = true
    return false
  }

  /// The best near-lossless colors that fit, out of libwebp's five levels.
  ///
  /// - Parameter share: The limit as a share of the lossless size.
  private mutating func bestNearLossless(actualLimitToLosslessRatio share: Double) throws(InternalError)
    -> FittingAttempt?
  {
    var best: FittingAttempt?
    var (fits, tooMuch) = (-1, 5)
    var next = minNearLosslessSizeRatios.lastIndex { $0 <= share } ?? 0
    while next > fits, next < tooMuch, canEncodeAgain() {
      let (fit, bytes) = try attemptEncoding(.nearLossless(nearness: next * 20))
      if let fit {
        (best, fits) = (fit, next)
        next = (fits + tooMuch) / 2
      } else {
        tooMuch = next
        let wanted = Double(maxBytes) / Double(bytes) * minNearLosslessSizeRatios[tooMuch]
        next = max(minNearLosslessSizeRatios[..<tooMuch].lastIndex { $0 <= wanted } ?? 0, fits + 1)
      }
    }
    return best
  }

  /// The best quality that fits, with exact alpha, or with fewer alpha levels if the result is more similar.
  private mutating func mostSimilarLossyAttempt() throws(InternalError) -> FittingAttempt? {
    var best: FittingAttempt?
    for next in [exactAlphaQuality] + lowerAlphaQualities where best == nil || canEncodeAgain() {
      (alphaQuality, totalToSampleByteRatio, sampleBytesByHalfStep) = (next, 1, [:])
      let fit = try bestColorQualityAttempt()
      if let fit, fit.similarity.mean.mean <= best?.similarity.mean.mean ?? -1 { break }
      if let fit { best = fit }
      if case .lossy(let quality, _)? = fit?.mode, quality >= minColorQualityForExactAlpha { break }
      // If alpha takes few bytes, fewer alpha levels don't leave much more room for colors.
      guard
        Double(sampleAlphaByteCount) * totalToSampleByteRatio > Double(maxBytes) * minAlphaShareForReduction
      else {
        break
      }
    }
    return best
  }

  /// The best color quality that fits, at one alpha quality.
  private mutating func bestColorQualityAttempt() throws(InternalError) -> FittingAttempt? {
    if samplePatchIndices.count < plan.patches.count {
      // A fast encoding of all patches gives their ratio to the sample.
      fullEncodeCount += 1
      var (all, some) = (0, 0)
      for number in plan.patches.indices {
        let bytes =
          try plan.encodePatch(of: number, .lossy(quality: 75, alphaQuality: alphaQuality), .fast).byteCount
          + anmfHeaderByteCount
        all += bytes
        if samplePatchIndices.contains(number) { some += bytes }
      }
      totalToSampleByteRatio = Double(all) / Double(some)
    }
    var best: (fit: FittingAttempt, half: Int)?
    var tooMuch = maxQualityInHalfSteps + 1
    for number in 1...maxAttemptsPerAlphaQuality {
      guard let half = try highestHalfStepEstimatedToFit(below: tooMuch), half > best?.half ?? -1,
        number <= guaranteedAttemptsUntilFit && best == nil || canEncodeAgain()
      else { break }
      let (fit, bytes) = try attemptEncoding(.lossy(quality: Double(half) / 2, alphaQuality: alphaQuality))
      totalToSampleByteRatio = Double(bytes) / Double(try sampleBytes(atHalfStep: half))
      if let fit {
        best = (fit, half)
        guard number < maxTotalAttemptsOnceFitting, bytes < maxBytes - maxBytes / 32,
          samplePatchIndices.count < plan.patches.count
        else {
          break
        }
      } else {
        tooMuch = half
        // The ratio may be slightly higher in the next attempt.
        totalToSampleByteRatio *= 1.01
      }
    }
    return best?.fit
  }

  /// The highest quality (in half steps) that is estimated to fit, or nil.
  private mutating func highestHalfStepEstimatedToFit(below end: Int) throws(InternalError) -> Int? {
    var fits: (half: Int, bytes: Int)?
    var tooMuch: (half: Int, bytes: Int?) = (end, nil)
    var next = min(firstQualityInHalfSteps, end - 1)
    while next > fits?.half ?? -1, next < tooMuch.half {
      let bytes = Int(Double(try sampleBytes(atHalfStep: next)) * totalToSampleByteRatio)
      smallestEncodedOrEstimatedBytes = min(smallestEncodedOrEstimatedBytes ?? .max, bytes)
      if bytes <= maxBytes {
        fits = (next, bytes)
        if bytes > maxBytes - maxBytes / 50 { break }  // another 2% isn't worth an attempt
      } else {
        tooMuch = (next, bytes)
      }
      next = nextHalfStepToTry(fits, tooMuch)
    }
    return fits?.half
  }

  /// The quality at which the file is likely to be just within the limit. Interpolates the logarithm of the
  /// size between two qualities, or extrapolates it from one quality using the typical growth.
  private func nextHalfStepToTry(_ fits: (half: Int, bytes: Int)?, _ tooMuch: (half: Int, bytes: Int?)) -> Int
  {
    func log2Headroom(ofSize bytes: Int) -> Double {
      approximateLog2(Double(maxBytes) * 0.99 / Double(max(bytes, 1)))
    }
    let wanted: Double
    switch (fits, tooMuch.bytes) {
    case (let fits?, let bytes?):
      let share =
        log2Headroom(ofSize: fits.bytes)
        / max(log2Headroom(ofSize: fits.bytes) - log2Headroom(ofSize: bytes), 0.001)
      wanted = Double(fits.half) + share * Double(tooMuch.half - fits.half)
    case (let fits?, nil):
      wanted = Double(fits.half) + log2Headroom(ofSize: fits.bytes) / sizeDoublingsPerHalfStep(at: fits.half)
    case (nil, let bytes?):
      wanted =
        Double(tooMuch.half) + log2Headroom(ofSize: bytes) / sizeDoublingsPerHalfStep(at: tooMuch.half - 20)
    case (nil, nil): wanted = Double(firstQualityInHalfSteps)
    }
    let least = (fits?.half ?? -1) + 1
    return min(max(Int(wanted), least), tooMuch.half - 1)
  }

  private mutating func sampleBytes(atHalfStep half: Int) throws(InternalError) -> Int {
    if let bytes = sampleBytesByHalfStep[half] { return bytes }
    fullEncodeCount += Double(samplePatchIndices.count) / Double(plan.patches.count)
    var bytes = 0
    sampleAlphaByteCount = 0
    for number in samplePatchIndices {
      let pixels = try plan.encodePatch(
        of: number, .lossy(quality: Double(half) / 2, alphaQuality: alphaQuality), effectiveEffort)
      bytes += pixels.byteCount + anmfHeaderByteCount
      sampleAlphaByteCount += pixels.alphaChunk.count
    }
    sampleBytesByHalfStep[half] = bytes
    return bytes
  }
}

/// An approximate base-2 logarithm that is the same on every machine, unlike the C library's.
private func approximateLog2(_ number: Double) -> Double { Double(number.exponent) + number.significand - 1 }

/// The approximate number of times that the size doubles per half step of quality, measured on stickers.
private func sizeDoublingsPerHalfStep(at half: Int) -> Double {
  half < 150 ? 0.015 : half < 180 ? 0.03 : 0.07
}

/// The number that a file size is divided by to estimate how many bytes thorough encoding may save. On drawn
/// stickers and noise, thorough encoding saved 2 to 3%.
private let expectedThoroughGainDivisor = 33
/// The maximum number of patches in a sample.
private let maxSampledWebPPatches = 6
/// The size in bytes of a patch's ANMF header.
private let anmfHeaderByteCount = 24
/// The minimum share of the lossless size at which near-lossless colors are worth trying.
private let minLimitToLosslessRatio = 1.0 / 3
/// The smallest share of the lossless size that each near-lossless level reaches, measured on noise.
private let minNearLosslessSizeRatios = [0.0, 0.57, 0.58, 0.62, 0.7]
private let indistinguishableSimilarity = 0.995
private let exactAlphaQuality = 100
/// The alpha qualities to try next, which give 14 and 6 levels.
///
/// - Source: libwebp, `EncodeAlphaInternal`: 2 levels, plus one for every 5 points of quality, up to a
///   quality of 70.
private let lowerAlphaQualities = [60, 20]
/// At this color quality or above, using fewer alpha levels isn't worthwhile.
private let minColorQualityForExactAlpha = 75.0
/// If alpha takes up more than this share of the byte limit, fewer alpha levels are tried.
private let minAlphaShareForReduction = 0.2
/// The highest quality: 100.
private let maxQualityInHalfSteps = 200
/// The quality at which the search begins: 90.
private let firstQualityInHalfSteps = 180
private let maxTotalAttemptsOnceFitting = 3
private let maxAttemptsPerAlphaQuality = 8
/// The number of encodings that are allowed regardless of the work limit while nothing fits.
private let guaranteedAttemptsUntilFit = 3
/// The number of pixels in all frames above which an animation is encoded quickly.
private let maxAnimationPixelsForNormalEffort = 8_000_000
/// The maximum number of pixels that a search encodes, and the number of encodings of all frames that are
/// always allowed.
private let maxPixelsEncodedPerSearch = 150_000_000
private let minFullEncodeLimit = 4
