package import StickerImage

extension Picture {
  /// Encodes the image within a byte limit, with as little loss as possible.
  ///
  /// Stages are tried in order until one fits: lossless encoding, then near-lossless colors or a palette
  /// (whichever is more similar), then smaller dimensions, then fewer frames. Each stage returns the best
  /// image that fits. The same image and options give the same bytes. At its work limit, the search returns
  /// the best image so far.
  ///
  /// - Throws: `InternalError` if the image cannot be encoded.
  package func reduced(toFit options: SizeReducer.Options) throws(InternalError) -> SizeReducer.Outcome {
    let outcome = try unverifiedReduction(toFit: options, SharedEncodings())
    if let fit = outcome.fit { try fit.picture.expected?.verify(fit.bytes) }
    return outcome
  }

  /// Does the same without decoding the result for comparison with `Picture.expected`.
  ///
  /// - Parameter encodings: encodings of images from the same source.
  func unverifiedReduction(
    toFit options: SizeReducer.Options, _ encodings: SharedEncodings
  ) throws(InternalError) -> SizeReducer.Outcome {
    if storage == .webP { return try reducedWebP(toFit: options) }
    var reducer = SizeReducer(self, options, encodings)
    let fit = try reducer.reduce().map { fit in
      let changesShape = fit.picture.size != size || fit.picture.frames.count != frames.count
      return changesShape || storage == .gif ? fit.measuringSimilarity(to: self) : fit
    }
    let nearest = SizeReductionStage.allCases.compactMap { stage in
      reducer.nearest[stage].map { (stage: stage, bytes: $0) }
    }
    return SizeReducer.Outcome(
      fit: fit, nearest: nearest, hasEndedEarly: reducer.hasEndedEarly, work: reducer.work.done)
  }
}

/// Searches for the best image whose file fits a byte limit.
package struct SizeReducer {
  private let source: Picture
  private let options: Options
  private let encodings: SharedEncodings
  fileprivate private(set) var nearest: [SizeReductionStage: Int] = [:]
  /// The candidates that seem to fit.
  private var fitting: [Candidate] = []
  /// The encoding work so far.
  fileprivate let work = EncodingWork()
  /// Whether the search skipped candidates because of the work limit.
  fileprivate private(set) var hasEndedEarly = false

  /// Whether this is an animation that takes long to encode. It is encoded quickly with fewer trials.
  private var isLarge: Bool
  /// The work limit. After it, the search ends if something fits.
  private let maxWork: Int

  fileprivate init(_ source: Picture, _ options: Options, _ encodings: SharedEncodings) {
    self.encodings = encodings
    self.source = source
    self.options = options
    isLarge = source.frames.count > 1 && source.allPixels > largePixels
    maxWork = minWork + workPerPixel * source.allPixels
  }

  /// The effort for encoding candidates.
  private var effort: OptimizingEffort { isLarge && options.effort == .normal ? .fast : options.effort }

  fileprivate mutating func reduce() throws(InternalError) -> ReducedPicture? {
    // Few images take more than one byte per pixel. If that fits, encode once with full effort.
    let pixels = source.size.area.multipliedReportingOverflow(by: source.frames.count)
    let hasRoom = !pixels.overflow && pixels.partialValue <= options.bytes
    let whole = try stage(source, [], hasRoom ? effort : .fast)
    if source.frames.count > 1, sampleBytes(of: whole.bytes) > largeBytes { isLarge = true }
    if let fit = try trueColors(whole, .reencode) { return fit.reduced }
    guard options.isLossy else { return nil }
    if let fit = try fewerColors(whole, .palette), fit.similarity >= goodSimilarity {
      if let done = try finished(fit) { return done }
      fitting = []
    }
    var smallest = whole
    for size in sizes where mayTry(isLast: size == sizes.last) {
      smallest = try stage(source.scaled(to: size), [.downscaled(from: source.size, to: size)], .fast)
      if let fit = try trueColors(smallest, .downscale) {
        keep(try larger(than: fit))
        break  // even smaller sizes are never more similar
      }
      if let fit = try fewerColors(smallest, .downscale), fit.similarity >= goodSimilarity { break }
    }
    let best = fitting.max { $0.similarity < $1.similarity }
    if best?.similarity ?? -1 < minSimilarity { try fewerFrames(best?.stage ?? smallest) }
    // A candidate that fits on a sample may not fit as a whole. Then try the next best one.
    for (number, candidate) in fitting.sorted(by: { $0.similarity > $1.similarity }).enumerated() {
      guard number == 0 || candidate.reduced != nil || mayTry() else { continue }
      if let done = try finished(candidate) { return done }
    }
    return nil
  }

  private var sizes: [PixelSize] {
    options.keeps.contains(.size)
      ? []
      : smallerSizes(than: source.size, longerSides: options.gridSides, minSide: options.minSide)
  }

  /// Returns the image with unchanged colors, or nil if it does not fit.
  private mutating func trueColors(_ stage: EncodedPicture, _ kind: SizeReductionStage) throws(InternalError)
    -> Candidate?
  {
    var bytes = stage.bytes
    // A higher effort saves at most a tenth. The GIF encoder has no effort levels.
    if stage.gif == nil, effort != stage.effort, stage.effort == .fast, bytes.count / 10 * 9 <= options.bytes
    {
      let thorough = try encodings.file(stage.picture, effort)
      work.add(stage.picture, thorough, effort)
      if thorough.count < bytes.count { bytes = thorough }
    }
    note(kind, bytes.count)
    guard bytes.count <= options.bytes, options.isLossy || stage.givenUp.isEmpty else { return nil }
    let range = stage.picture.frames.indices.prefix(sampleOfShown)
    let similarity = shownSimilarity(stage.picture.frames[range].map(\.bitmap), range, stage)
    let steps = stage.steps + stage.givenUp
    let reduced = ReducedPicture(
      picture: stage.stored, bytes: bytes, steps: steps.isEmpty ? [.reencoded] : steps,
      similarity: FrameSimilarity([], []))
    return Candidate(stage: stage, similarity: similarity, mode: nil, search: nil, reduced: reduced)
  }

  /// Returns the image with near-lossless colors or a palette, whichever is more similar, or nil if neither
  /// seems to fit.
  private mutating func fewerColors(_ stage: EncodedPicture, _ kind: SizeReductionStage)
    throws(InternalError) -> Candidate?
  {
    guard !options.keeps.contains(.colors) else { return nil }
    var search = try search(stage)
    let choice = try search.choice()
    if search.hasEndedEarly { hasEndedEarly = true }
    if let bytes = search.nearestBytes { note(kind, bytes) }
    guard let choice else { return nil }
    let frames = search.sampleFrames(choice.mode)
    let similarity =
      stage.picture.size == source.size || kind == .dropFrames
      ? choice.similarity : shownSimilarity(frames, search.sample, stage)
    let candidate = Candidate(
      stage: stage, similarity: similarity, mode: choice.mode, search: search, reduced: nil)
    keep(candidate)
    return candidate
  }

  private func search(_ stage: EncodedPicture) throws(InternalError) -> LossySearch {
    try LossySearch(
      stage.picture.bitmaps, limit: options.bytes, whole: stage.bytes.count,
      movesColors: stage.gif == nil && !isLarge, isLarge: isLarge,
      rough: { [work] (bitmaps, range) throws(InternalError) in
        try stage.picture.replacing(bitmaps, range).roughBytes(work)
      },
      thorough: { [effort, options, work] (bitmaps, range) throws(InternalError) in
        let picture = stage.picture.replacing(bitmaps, range)
        let file = try picture.tried(effort, atMost: options.bytes)
        work.add(picture, file, effort)
        return file
      }, canContinue: { [work, maxWork] in work.done < maxWork })
  }

  /// Returns the similarity of smaller frames to the source when they are scaled up to its size.
  private func shownSimilarity(_ bitmaps: [Bitmap], _ range: Range<Int>, _ stage: EncodedPicture) -> Double {
    let size = stage.picture.size
    guard size != source.size else { return 1 }
    let frames = source.bitmaps[range]
    let resampler = Resampler(from: size, to: source.size)
    return FrameSimilarity(Array(frames), bitmaps.map(resampler.resample)).mean.mean
  }

  /// Encodes a candidate. Returns nil if it does not fit.
  private mutating func finished(_ candidate: Candidate) throws(InternalError) -> ReducedPicture? {
    if let reduced = candidate.reduced { return reduced }
    guard let mode = candidate.mode, var search = candidate.search else { return nil }
    let stage = candidate.stage
    let found = try search.fit(mode)
    if search.hasEndedEarly { hasEndedEarly = true }
    if let bytes = search.nearestBytes { note(stage.steps.last?.stage ?? .palette, bytes) }
    guard let found else { return nil }
    let bitmaps = stage.picture.bitmaps
    return ReducedPicture(
      picture: stage.picture.replacing(found.frames, bitmaps.indices), bytes: found.bytes,
      steps: stage.steps + [search.reduction(found.mode)],
      similarity: FrameSimilarity(bitmaps, found.frames))
  }

  /// If colors must be kept, searches for the largest size that fits, starting from one that fits.
  private mutating func larger(than fit: Candidate) throws(InternalError) -> Candidate {
    guard options.keeps.contains(.colors) else { return fit }
    var best = fit
    var (fits, tooLarge) = (fit.stage.picture.size.longerSide, source.size.longerSide)
    for _ in 0..<4 where tooLarge - fits > 6 && mayTry() {
      let side = (fits + tooLarge) / 6 * 3
      let size = smallerSizes(than: source.size, longerSides: [side], minSide: options.minSide).first
      guard let size, size.longerSide > fits else { break }
      let next = try self.stage(
        source.scaled(to: size), [.downscaled(from: source.size, to: size)], .fast)
      if let fit = try trueColors(next, .downscale) {
        (best, fits) = (fit, size.longerSide)
      } else {
        tooLarge = size.longerSide
      }
    }
    return best
  }

  /// Tries a few smaller numbers of frames and keeps the largest that fits.
  private mutating func fewerFrames(_ stage: EncodedPicture) throws(InternalError) {
    let count = stage.picture.frames.count
    guard count > 1, !options.keeps.contains(.frames) else { return }
    var last = count
    for share in [12, 8, 6, 4, 3, 2] where mayTry(isLast: share == 2) {
      let fewer = max(count * share / 16, 1)
      guard fewer < last, let frames = keepingFrames(fewer, of: stage.picture.frames) else { continue }
      last = fewer
      var picture = stage.picture
      picture.frames = frames
      let steps = stage.steps + [SizeReduction.droppedFrames(from: count, to: fewer)]
      let next = try self.stage(picture, steps, .fast)
      if let fit = try trueColors(next, .dropFrames) { return keep(fit) }
      if let fit = try fewerColors(next, .dropFrames), fit.similarity >= minSimilarity { return }
    }
  }

  private mutating func stage(
    _ picture: Picture, _ steps: [SizeReduction], _ effort: OptimizingEffort
  ) throws(InternalError) -> EncodedPicture {
    let stage = try EncodedPicture(picture, steps, effort, encodings)
    work.add(picture, stage.bytes, effort)
    return stage
  }

  /// Adds a candidate. Candidates hold their frames, so for a large animation only the best finished and the
  /// best unfinished candidate are kept.
  private mutating func keep(_ candidate: Candidate) {
    func isAlike(_ other: Candidate) -> Bool { (other.reduced == nil) == (candidate.reduced == nil) }
    if isLarge {
      if fitting.contains(where: { isAlike($0) && $0.similarity >= candidate.similarity }) { return }
      fitting.removeAll(where: isAlike)
    }
    fitting.append(candidate)
  }

  /// Whether another trial is allowed. After the work limit, only the last trial is, and only if nothing
  /// fits.
  private mutating func mayTry(isLast: Bool = false) -> Bool {
    if work.done < maxWork { return true }
    hasEndedEarly = true
    return isLast && fitting.isEmpty
  }

  private mutating func note(_ kind: SizeReductionStage, _ bytes: Int) {
    nearest[kind] = min(nearest[kind] ?? .max, bytes)
  }
}

/// An encoded image, before its colors are reduced.
private struct EncodedPicture {
  let picture: Picture
  /// The file, encoded with `effort`.
  let bytes: [UInt8]
  let effort: OptimizingEffort
  /// The encoded GIF, or nil for other formats.
  let gif: EncodedGIF?
  let steps: [SizeReduction]

  init(
    _ picture: Picture, _ steps: [SizeReduction], _ effort: OptimizingEffort, _ encodings: SharedEncodings
  ) throws(InternalError) {
    self.steps = steps
    self.effort = effort
    guard picture.storage == .gif, let plays = picture.plays else {
      (self.picture, gif) = (picture, nil)
      bytes = try encodings.file(picture, effort)
      return
    }
    // A GIF has only hard edges. Applying them first keeps invisible colors out of the palettes.
    let hard = picture.mapped { $0.withHardEdges() }
    let made = try encodings.gif(hard, plays: plays)
    (self.picture, gif, bytes) = (hard, made, made.bytes)
  }

  /// The image as it is stored in the file.
  var stored: Picture {
    var stored = picture
    if let gif { stored.frames = gif.frames }
    return stored
  }

  /// The reductions that the GIF encoder made.
  var givenUp: [SizeReduction] {
    guard let gif else { return [] }
    var steps: [SizeReduction] = []
    if gif.droppedFrames > 0 {
      steps.append(.droppedFrames(from: picture.frames.count, to: picture.frames.count - gif.droppedFrames))
    }
    return steps + (gif.isExact ? [] : [.palette(colors: gif.colors, dithering: gif.dithering)])
  }
}

/// A reduced image that fits, judged by samples.
private struct Candidate {
  let stage: EncodedPicture
  /// The similarity to the source at the size of the source.
  let similarity: Double
  /// How colors are reduced, or nil if they are not.
  let mode: LossyMode?
  let search: LossySearch?
  /// The finished image, or nil if it is not encoded yet.
  let reduced: ReducedPicture?
}

extension LossySearch {
  fileprivate func reduction(_ mode: LossyMode) -> SizeReduction {
    switch mode {
    case .nearLossless(let strength): .nearLossless(step: largestStep(strength))
    case .palette(let colors, let dithering): .palette(colors: colors, dithering: dithering)
    }
  }
}

/// A candidate with this similarity is accepted without trying the next stage.
private let goodSimilarity = 0.95
/// Below this similarity, frames are dropped.
let minSimilarity = 0.75
private let sampleOfShown = 4
/// The minimum work limit, which is enough for stills.
private let minWork = 130_000_000
/// The additional work for each pixel of all frames.
private let workPerPixel = 2
/// The pixels of all frames, and the bytes of their samples, above which an animation is encoded quickly.
private let (largePixels, largeBytes) = (8_000_000, 16_000_000)
