package import StickerImage

extension Picture {
  /// The picture in a file that fits a limit, with as little loss as possible.
  ///
  /// Stages are tried in order, each only if those before it do not fit: lossless encoding, then near-lossless
  /// colors or a palette, whichever is more alike, then a smaller size, then fewer frames. Within a stage the
  /// best picture that fits is searched for. The same picture and options give the same bytes. At its work
  /// limit, the search returns the best picture so far.
  ///
  /// - Throws: `InternalError` if it cannot be encoded at all.
  package func reduced(toFit options: SizeReducer.Options) throws(InternalError) -> SizeReducer.Outcome {
    let outcome = try unverifiedReduction(toFit: options, SharedEncodings())
    if let fit = outcome.fit { try fit.picture.expected?.verify(fit.bytes) }
    return outcome
  }

  /// The same without decoding the result for comparison with `Picture.expected`.
  ///
  /// - Parameter encodings: of pictures that were made of the same source.
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

/// A search for the best picture whose file fits a limit.
package struct SizeReducer {
  private let source: Picture
  private let options: Options
  private let encodings: SharedEncodings
  fileprivate private(set) var nearest: [SizeReductionStage: Int] = [:]
  /// The candidates that seem to fit.
  private var fitting: [Candidate] = []
  /// What was encoded so far.
  fileprivate let work = EncodingWork()
  /// Whether something was not tried since that would have been too much work.
  fileprivate private(set) var hasEndedEarly = false

  /// Whether it is an animation that takes long to encode: it is encoded quickly, and fewer ways are tried.
  private var isLarge: Bool
  /// The work after which nothing more is tried, once something fits.
  private let maxWork: Int

  fileprivate init(_ source: Picture, _ options: Options, _ encodings: SharedEncodings) {
    self.encodings = encodings
    self.source = source
    self.options = options
    isLarge = source.frames.count > 1 && source.allPixels > largePixels
    maxWork = minWork + workPerPixel * source.allPixels
  }

  /// How carefully candidates are encoded.
  private var effort: OptimizingEffort { isLarge && options.effort == .normal ? .fast : options.effort }

  fileprivate mutating func reduce() throws(InternalError) -> ReducedPicture? {
    // Hardly a picture takes more than a byte for each pixel: where those have room, it is encoded once.
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
        break  // smaller still is never more alike
      }
      if let fit = try fewerColors(smallest, .downscale), fit.similarity >= goodSimilarity { break }
    }
    let best = fitting.max { $0.similarity < $1.similarity }
    if best?.similarity ?? -1 < minSimilarity { try fewerFrames(best?.stage ?? smallest) }
    // What seemed to fit on a sample need not as a whole: the next best is still better than none.
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

  /// The picture as it is, where it fits.
  private mutating func trueColors(_ stage: EncodedPicture, _ kind: SizeReductionStage) throws(InternalError)
    -> Candidate?
  {
    var bytes = stage.bytes
    // Encoding with more care gains a tenth at most; of a GIF there is one way.
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

  /// Near-lossless colors or a palette, whichever is more alike, where they seem to fit.
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

  /// How alike frames of a smaller size are to the source when they are shown as large as it.
  private func shownSimilarity(_ bitmaps: [Bitmap], _ range: Range<Int>, _ stage: EncodedPicture) -> Double {
    let size = stage.picture.size
    guard size != source.size else { return 1 }
    let frames = source.bitmaps[range]
    let resampler = Resampler(from: size, to: source.size)
    return FrameSimilarity(Array(frames), bitmaps.map(resampler.resample)).mean.mean
  }

  /// The file of a candidate.
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

  /// Where colors must not go, size is what is searched for: the largest that fits, above one that does.
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

  /// The most frames that fit, of a few numbers.
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

  /// Remembers a candidate. Each holds its frames: of a large animation only the best finished one is
  /// remembered, and the best of the others.
  private mutating func keep(_ candidate: Candidate) {
    func isAlike(_ other: Candidate) -> Bool { (other.reduced == nil) == (candidate.reduced == nil) }
    if isLarge {
      if fitting.contains(where: { isAlike($0) && $0.similarity >= candidate.similarity }) { return }
      fitting.removeAll(where: isAlike)
    }
    fitting.append(candidate)
  }

  /// Whether one more way may be tried. When the work is done, the last way still is, unless something fits.
  private mutating func mayTry(isLast: Bool = false) -> Bool {
    if work.done < maxWork { return true }
    hasEndedEarly = true
    return isLast && fitting.isEmpty
  }

  private mutating func note(_ kind: SizeReductionStage, _ bytes: Int) {
    nearest[kind] = min(nearest[kind] ?? .max, bytes)
  }
}

/// A picture on its way, before colors are given up.
private struct EncodedPicture {
  let picture: Picture
  /// What the encoder makes of it with the care of `effort`.
  let bytes: [UInt8]
  let effort: OptimizingEffort
  /// What a GIF shows of it; nil where it is none.
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
    // What is soft would become hard anyway: so palettes have no colors that nobody sees.
    let hard = picture.mapped { $0.withHardEdges() }
    let made = try encodings.gif(hard, plays: plays)
    (self.picture, gif, bytes) = (hard, made, made.bytes)
  }

  /// The picture as it is stored.
  var stored: Picture {
    var stored = picture
    if let gif { stored.frames = gif.frames }
    return stored
  }

  /// What a GIF does not have of it.
  var givenUp: [SizeReduction] {
    guard let gif else { return [] }
    var steps: [SizeReduction] = []
    if gif.droppedFrames > 0 {
      steps.append(.droppedFrames(from: picture.frames.count, to: picture.frames.count - gif.droppedFrames))
    }
    return steps + (gif.isExact ? [] : [.palette(colors: gif.colors, dithering: gif.dithering)])
  }
}

/// A way to make the file smaller that fits, as far as samples tell.
private struct Candidate {
  let stage: EncodedPicture
  /// How alike the result looks to the source, shown as large as it.
  let similarity: Double
  /// How colors are given up; nil where they need not be.
  let mode: LossyMode?
  let search: LossySearch?
  /// The finished picture, where it is known already.
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

/// What is as alike as that is taken at once; else it is seen whether the next stage loses less.
private let goodSimilarity = 0.95
/// What is less alike is not worth all its frames.
let minSimilarity = 0.75
private let sampleOfShown = 4
/// The work that is allowed whatever the picture is: stills need no more.
private let minWork = 130_000_000
/// As much more for each pixel of all frames.
private let workPerPixel = 2
/// Pixels of all frames, and bytes of their samples, above which an animation is encoded quickly.
private let (largePixels, largeBytes) = (8_000_000, 16_000_000)
