package import StickerImage

extension EditableImage {
  /// Encodes the image within a byte limit, with as little loss as possible.
  ///
  /// Stages are tried in order until one fits: lossless encoding, then near-lossless colors or a palette
  /// (whichever is closer to the source), then smaller dimensions, then fewer frames. Each stage returns the
  /// best image that fits. The same image and options give the same bytes. If the search reaches its work
  /// limit, it returns the best image so far.
  ///
  /// - Throws: `InternalError` if the image cannot be encoded.
  package func reduced(toFit options: FileSizeReducer.Options) throws(InternalError)
    -> FileSizeReducer.Outcome
  {
    let outcome = try unverifiedReduction(toFit: options, EncodingCache())
    if let fit = outcome.bestFit { try fit.image.expectedDecodedFrames?.verify(fit.bytes) }
    return outcome
  }

  /// Does the same as `reduced(toFit:)`, but does not decode the result to compare it with
  /// `expectedDecodedFrames`.
  ///
  /// - Parameter encodings: encodings of images from the same source.
  func unverifiedReduction(
    toFit options: FileSizeReducer.Options, _ encodings: EncodingCache
  ) throws(InternalError) -> FileSizeReducer.Outcome {
    if outputFormat == .webP { return try reducedAsWebP(toFit: options) }
    if outputFormat == .webM { return try reducedAsWebM(toFit: options) }
    var reducer = FileSizeReducer(self, options, encodings)
    let fit = try reducer.reduce().map { fit in
      let changesShape = fit.image.size != size || fit.image.frames.count != frames.count
      return changesShape || outputFormat == .gifOrStillPNG ? fit.measuringSimilarity(to: self) : fit
    }
    let nearest = FileSizeReductionStage.allCases.compactMap { stage in
      reducer.smallestBytesByStage[stage].map { (stage: stage, bytes: $0) }
    }
    return FileSizeReducer.Outcome(
      bestFit: fit, smallestBytesByStage: nearest, hasReachedWorkLimit: reducer.hasReachedWorkLimit,
      pngOrGIFEncodingWork: reducer.encodingWork.amount)
  }
}

/// Searches for the best image whose file fits a byte limit.
package struct FileSizeReducer {
  private let source: EditableImage
  private let options: Options
  private let encodings: EncodingCache
  fileprivate private(set) var smallestBytesByStage: [FileSizeReductionStage: Int] = [:]
  /// The candidates that seem to fit.
  private var likelyFittingCandidates: [ReductionCandidate] = []
  /// The encoding work so far.
  fileprivate let encodingWork = EncodingWorkCounter()
  /// Whether the search skipped candidates because of the work limit.
  fileprivate private(set) var hasReachedWorkLimit = false

  /// Whether the source is an animation that takes a long time to encode. Such an animation is encoded
  /// quickly, with fewer trials.
  private var isLargeAnimation: Bool
  /// The work limit. Once it is reached, the search ends if something fits.
  private let maxEncodingWork: Int

  fileprivate init(_ source: EditableImage, _ options: Options, _ encodings: EncodingCache) {
    self.encodings = encodings
    self.source = source
    self.options = options
    isLargeAnimation = source.frames.count > 1 && source.totalPixelCount > minLargeAnimationPixels
    maxEncodingWork = baseEncodingWorkLimit + encodingWorkLimitPerPixel * source.totalPixelCount
  }

  /// The effort for encoding candidates.
  private var effort: OptimizingEffort {
    isLargeAnimation && options.effort != .max ? .fast : options.effort
  }

  /// The effort for an image that fits as it is.
  private var effortLoweredForFittingConversions: OptimizingEffort {
    effort == .normal && options.isConversion ? .moderate : effort
  }

  fileprivate mutating func reduce() throws(InternalError) -> ReducedImage? {
    // Few images take more than one byte per pixel. If that size fits, skip the fast encoding.
    let pixels = source.size.area.multipliedReportingOverflow(by: source.frames.count)
    let hasRoom = !pixels.overflow && pixels.partialValue <= options.maxBytes
    let whole = try encodeCountingWork(
      source, steps: [], effort: hasRoom ? effortLoweredForFittingConversions : .fast)
    if source.frames.count > 1, uncompressedSampleBytes(of: whole.bytes) > minLargeAnimationSampleBytes {
      isLargeAnimation = true
    }
    if let fit = try candidateKeepingColorsIfFits(whole, .reencode) { return fit.encodedResult }
    guard options.allowsLoss else { return nil }
    if let fit = try addLikelyFitReducingColors(whole, .palette),
      fit.similarity >= sufficientSimilarity
    {
      if let done = try encodeToFit(fit) { return done }
      likelyFittingCandidates = []
    }
    var smallest = whole
    for size in downscaledSizes where mayTry(isLastResort: size == downscaledSizes.last) {
      smallest = try encodeCountingWork(
        source.scaled(to: size), steps: [.downscaled(from: source.size, to: size)], effort: .fast)
      if let fit = try candidateKeepingColorsIfFits(smallest, .downscale) {
        addCandidate(try largestCandidateIfKeepingColors(from: fit))
        break  // even smaller sizes are never more similar
      }
      if let fit = try addLikelyFitReducingColors(smallest, .downscale),
        fit.similarity >= sufficientSimilarity
      {
        break
      }
    }
    let best = likelyFittingCandidates.max { $0.similarity < $1.similarity }
    if best?.similarity ?? -1 < minSimilarityKeepingFrames {
      try tryFewerFrames(of: best?.imageBeforeColorReduction ?? smallest)
    }
    // A candidate whose sample fits might not fit as a whole. In that case, try the next best candidate.
    for (number, candidate) in likelyFittingCandidates.sorted(by: { $0.similarity > $1.similarity })
      .enumerated()
    {
      guard number == 0 || candidate.encodedResult != nil || mayTry() else { continue }
      if let done = try encodeToFit(candidate) { return done }
    }
    return nil
  }

  private var downscaledSizes: [PixelSize] {
    options.keptProperties.contains(.dimensions)
      ? []
      : smallerSizesLargestFirst(
        than: source.size, longerSides: options.gridSides, minSide: options.minShorterSide)
  }

  /// Returns the image with unchanged colors, or nil if it does not fit.
  private mutating func candidateKeepingColorsIfFits(
    _ encoded: EncodedImage, _ stage: FileSizeReductionStage
  )
    throws(InternalError)
    -> ReductionCandidate?
  {
    var bytes = encoded.bytes
    let effort = bytes.count <= options.maxBytes ? effortLoweredForFittingConversions : effort
    // A higher effort saves at most a tenth of the bytes. Going from moderate to normal saves at most a
    // sixteenth. The GIF encoder has no effort levels.
    let isWorthIt =
      encoded.effort == .fast
      ? effort != .fast && bytes.count / 10 * 9 <= options.maxBytes
      : encoded.effort == .moderate && effort == .normal && bytes.count / 16 * 15 <= options.maxBytes
    if encoded.gif == nil, isWorthIt {
      let thorough = try encodings.unverifiedPNGOrAPNG(of: encoded.imageBeforeEncoding, effort: effort)
      encodingWork.add(encoded.imageBeforeEncoding, file: thorough, effort: effort)
      if thorough.count < bytes.count { bytes = thorough }
    }
    recordFileSize(stage, bytes.count)
    guard bytes.count <= options.maxBytes, options.allowsLoss || encoded.reductionsMadeByGIFEncoder.isEmpty
    else {
      return nil
    }
    let range = encoded.imageBeforeEncoding.frames.indices.prefix(maxComparedFrames)
    let similarity = similarityAtSourceSize(
      ofReduced: encoded.imageBeforeEncoding.frames[range].map(\.bitmap), range, encoded)
    let steps = encoded.steps + encoded.reductionsMadeByGIFEncoder
    let reduced = ReducedImage(
      image: encoded.storedImage, bytes: bytes, steps: steps.isEmpty ? [.reencoded] : steps,
      similarity: FrameSimilarity([], []))
    return ReductionCandidate(
      imageBeforeColorReduction: encoded, similarity: similarity, method: nil, search: nil,
      encodedResult: reduced
    )
  }

  /// Adds the image with near-lossless colors or a palette, whichever is closer to the source, and returns it; nil
  /// if neither seems to fit.
  private mutating func addLikelyFitReducingColors(
    _ encoded: EncodedImage, _ stage: FileSizeReductionStage
  )
    throws(InternalError) -> ReductionCandidate?
  {
    guard !options.keptProperties.contains(.colors) else { return nil }
    var search = try makeLossySearch(for: encoded)
    let choice = try search.estimatedBestMethod()
    if search.hasEndedEarly { hasReachedWorkLimit = true }
    if let bytes = search.smallestEncodedOrEstimatedBytes { recordFileSize(stage, bytes) }
    guard let choice else { return nil }
    let frames = search.reducedSampleFrames(choice.method)
    let similarity =
      encoded.imageBeforeEncoding.size == source.size || stage == .dropFrames
      ? choice.similarity : similarityAtSourceSize(ofReduced: frames, search.sampledFrameRange, encoded)
    let candidate = ReductionCandidate(
      imageBeforeColorReduction: encoded, similarity: similarity, method: choice.method, search: search,
      encodedResult: nil)
    addCandidate(candidate)
    return candidate
  }

  private func makeLossySearch(for encoded: EncodedImage) throws(InternalError) -> LossySearch {
    try LossySearch(
      encoded.imageBeforeEncoding.allBitmaps, maxBytes: options.maxBytes, originalBytes: encoded.bytes.count,
      triesNearLossless: encoded.gif == nil && !isLargeAnimation, skipsFullEstimate: isLargeAnimation,
      estimateSize: { [encodingWork] (bitmaps, range) throws(InternalError) in
        try encoded.imageBeforeEncoding.excerptWithBitmaps(bitmaps, in: range).estimatedFileBytes(
          countingIn: encodingWork)
      },
      encode: { [effort, options, encodingWork] (bitmaps, range) throws(InternalError) in
        let image = encoded.imageBeforeEncoding.excerptWithBitmaps(bitmaps, in: range)
        let file = try image.encodedAsSizeTrial(effort, toTargetBytes: options.maxBytes)
        encodingWork.add(image, file: file, effort: effort)
        return file
      }, canContinue: { [encodingWork, maxEncodingWork] in encodingWork.amount < maxEncodingWork })
  }

  /// Returns the similarity of smaller frames to the source when they are scaled up to its size.
  private func similarityAtSourceSize(
    ofReduced bitmaps: [Bitmap], _ range: Range<Int>, _ encoded: EncodedImage
  )
    -> Double
  {
    let size = encoded.imageBeforeEncoding.size
    guard size != source.size else { return 1 }
    let frames = source.allBitmaps[range]
    let resampler = Resampler(from: size, to: source.size)
    return FrameSimilarity(Array(frames), bitmaps.map(resampler.resample)).mean.mean
  }

  /// Encodes a candidate. Returns nil if it does not fit.
  private mutating func encodeToFit(_ candidate: ReductionCandidate) throws(InternalError) -> ReducedImage? {
    if let reduced = candidate.encodedResult { return reduced }
    guard let method = candidate.method, var search = candidate.search else { return nil }
    let encoded = candidate.imageBeforeColorReduction
    let found = try search.encodeBestFit(startingWith: method)
    if search.hasEndedEarly { hasReachedWorkLimit = true }
    if let bytes = search.smallestEncodedOrEstimatedBytes {
      recordFileSize(encoded.steps.last?.stage ?? .palette, bytes)
    }
    guard let found else { return nil }
    let bitmaps = encoded.imageBeforeEncoding.allBitmaps
    return ReducedImage(
      image: encoded.imageBeforeEncoding.excerptWithBitmaps(found.frames, in: bitmaps.indices),
      bytes: found.bytes,
      steps: encoded.steps + [search.reduction(found.method)],
      similarity: FrameSimilarity(bitmaps, found.frames))
  }

  /// If colors must be kept, searches for the largest size that fits, starting from a size that fits.
  private mutating func largestCandidateIfKeepingColors(from fit: ReductionCandidate) throws(InternalError)
    -> ReductionCandidate
  {
    guard options.keptProperties.contains(.colors) else { return fit }
    var best = fit
    var (fits, tooLarge) = (
      fit.imageBeforeColorReduction.imageBeforeEncoding.size.longerSide, source.size.longerSide
    )
    for _ in 0..<4 where tooLarge - fits > 6 && mayTry() {
      let side = (fits + tooLarge) / 6 * 3
      let size = smallerSizesLargestFirst(
        than: source.size, longerSides: [side], minSide: options.minShorterSide
      )
      .first
      guard let size, size.longerSide > fits else { break }
      let next = try self.encodeCountingWork(
        source.scaled(to: size), steps: [.downscaled(from: source.size, to: size)], effort: .fast)
      if let fit = try candidateKeepingColorsIfFits(next, .downscale) {
        (best, fits) = (fit, size.longerSide)
      } else {
        tooLarge = size.longerSide
      }
    }
    return best
  }

  /// Tries a few lower frame counts and keeps the highest one that fits.
  private mutating func tryFewerFrames(of encoded: EncodedImage) throws(InternalError) {
    let count = encoded.imageBeforeEncoding.frames.count
    guard count > 1, !options.keptProperties.contains(.frames) else { return }
    var last = count
    for share in [12, 8, 6, 4, 3, 2] where mayTry(isLastResort: share == 2) {
      let fewer = max(count * share / 16, 1)
      guard fewer < last,
        let frames = framesAtEvenlySpacedIndices(fewer, of: encoded.imageBeforeEncoding.frames)
      else {
        continue
      }
      last = fewer
      var image = encoded.imageBeforeEncoding
      image.frames = frames
      let steps = encoded.steps + [FileSizeReduction.droppedFrames(from: count, to: fewer)]
      let next = try self.encodeCountingWork(image, steps: steps, effort: .fast)
      if let fit = try candidateKeepingColorsIfFits(next, .dropFrames) {
        return addCandidate(fit)
      }
      if let fit = try addLikelyFitReducingColors(next, .dropFrames),
        fit.similarity >= minSimilarityKeepingFrames
      {
        return
      }
    }
  }

  private mutating func encodeCountingWork(
    _ image: EditableImage, steps: [FileSizeReduction], effort: OptimizingEffort
  ) throws(InternalError) -> EncodedImage {
    let encoded = try EncodedImage(image, steps, effort, encodings)
    encodingWork.add(image, file: encoded.bytes, effort: effort)
    return encoded
  }

  /// Adds a candidate. Candidates keep their frames in memory, so for a large animation only the best
  /// finished and the best unfinished candidate are kept.
  private mutating func addCandidate(_ candidate: ReductionCandidate) {
    func isAlike(_ other: ReductionCandidate) -> Bool {
      (other.encodedResult == nil) == (candidate.encodedResult == nil)
    }
    if isLargeAnimation {
      if likelyFittingCandidates.contains(where: { isAlike($0) && $0.similarity >= candidate.similarity }) {
        return
      }
      likelyFittingCandidates.removeAll(where: isAlike)
    }
    likelyFittingCandidates.append(candidate)
  }

  /// Whether another trial is allowed. Once the work limit is reached, only the last trial is allowed, and
  /// only if nothing fits.
  private mutating func mayTry(isLastResort isLast: Bool = false) -> Bool {
    if encodingWork.amount < maxEncodingWork { return true }
    hasReachedWorkLimit = true
    return isLast && likelyFittingCandidates.isEmpty
  }

  private mutating func recordFileSize(_ stage: FileSizeReductionStage, _ bytes: Int) {
    smallestBytesByStage[stage] = min(smallestBytesByStage[stage] ?? .max, bytes)
  }
}

/// An encoded image, before its colors are reduced.
private struct EncodedImage {
  let imageBeforeEncoding: EditableImage
  /// The file, encoded with `effort`.
  let bytes: [UInt8]
  let effort: OptimizingEffort
  /// The encoded GIF, or nil for other formats.
  let gif: EncodedGIF?
  let steps: [FileSizeReduction]

  init(
    _ image: EditableImage, _ steps: [FileSizeReduction], _ effort: OptimizingEffort,
    _ encodings: EncodingCache
  ) throws(InternalError) {
    self.steps = steps
    self.effort = effort
    guard image.outputFormat == .gifOrStillPNG, let plays = image.playsOrZeroForever else {
      (self.imageBeforeEncoding, gif) = (image, nil)
      bytes = try encodings.unverifiedPNGOrAPNG(of: image, effort: effort)
      return
    }
    // A GIF has only hard edges. Hardening the edges first keeps invisible colors out of the palettes.
    let hard = image.mapAllBitmaps { $0.withHardEdges() }
    let made = try encodings.gif(of: hard, plays: plays)
    (self.imageBeforeEncoding, gif, bytes) = (hard, made, made.bytes)
  }

  /// The image as it is stored in the file.
  var storedImage: EditableImage {
    var stored = imageBeforeEncoding
    if let gif { stored.frames = gif.displayedFrames }
    return stored
  }

  /// The reductions that the GIF encoder made.
  var reductionsMadeByGIFEncoder: [FileSizeReduction] {
    guard let gif else { return [] }
    var steps: [FileSizeReduction] = []
    if gif.droppedShortFrameCount > 0 {
      steps.append(
        .droppedFrames(
          from: imageBeforeEncoding.frames.count,
          to: imageBeforeEncoding.frames.count - gif.droppedShortFrameCount
        ))
    }
    return steps
      + (gif.isQuantizationLossless
        ? [] : [.palette(colors: gif.largestPaletteEntryCount, dithering: gif.ditheringStrength)])
  }
}

/// A reduced image that probably fits, judging by sample frames.
private struct ReductionCandidate {
  let imageBeforeColorReduction: EncodedImage
  /// The similarity to the source, measured at the source's size.
  let similarity: Double
  /// How colors are reduced, or nil if they are not.
  let method: ColorReductionMethod?
  let search: LossySearch?
  /// The finished image, or nil if it is not encoded yet.
  let encodedResult: ReducedImage?
}

extension LossySearch {
  fileprivate func reduction(_ method: ColorReductionMethod) -> FileSizeReduction {
    switch method {
    case .nearLossless(let strength): .nearLossless(quantizationStep: largestQuantizationStep(strength))
    case .palette(let colors, let dithering): .palette(colors: colors, dithering: dithering)
    }
  }
}

/// A candidate with at least this similarity is accepted without trying the next stage.
private let sufficientSimilarity = 0.95
/// Below this similarity, frames are dropped.
let minSimilarityKeepingFrames = 0.75
private let maxComparedFrames = 4
/// The minimum work limit, which is enough for stills.
private let baseEncodingWorkLimit = 130_000_000
/// The amount that each pixel of each frame adds to the work limit.
private let encodingWorkLimitPerPixel = 2
/// The total number of pixels in all frames, and the total number of bytes of their samples, above which an
/// animation is encoded quickly.
private let (minLargeAnimationPixels, minLargeAnimationSampleBytes) = (8_000_000, 16_000_000)
