package import StickerImage

/// Makes a picture as light as a limit asks for, giving up as little as it can.
///
/// Rung after rung, each tried only when those above it do not fit: lossless encoding, then near-lossless
/// colors or a palette, whichever is more alike, then a smaller size, then fewer frames. Within a rung the
/// best picture that fits is searched for. The same picture and limits give the same bytes. At its work limit, the
/// search returns the best picture so far.
///
/// - Parameter picture: as it is; what is not carried along is gone from it already.
/// - Throws: `EncodingDefect` where it cannot be stored at all.
package func lightened(_ picture: Picture, _ limits: LadderLimits) throws(EncodingDefect) -> LadderResult {
  let result = try lightened(picture, limits, SharedEncodings())
  if let fit = result.fit { try fit.picture.expected?.verify(fit.bytes) }
  return result
}

/// The same without decoding the result for comparison with `Picture.expected`.
///
/// - Parameter encodings: what pictures of the same source have been encoded to by now.
func lightened(
  _ picture: Picture, _ limits: LadderLimits, _ encodings: SharedEncodings
) throws(EncodingDefect) -> LadderResult {
  if picture.storage == .webP { return try lightenedWebP(picture, limits) }
  var ladder = Ladder(picture, limits, encodings)
  let fit = try ladder.climb().map { fit in
    let changesShape = fit.picture.size != picture.size || fit.picture.frames.count != picture.frames.count
    return changesShape || picture.storage == .gif ? fit.seen(beside: picture) : fit
  }
  let nearest = Rung.allCases.compactMap { rung in ladder.nearest[rung].map { (rung: rung, bytes: $0) } }
  return LadderResult(fit: fit, nearest: nearest, hasEndedEarly: ladder.hasEndedEarly, work: ladder.work.done)
}

/// One climb down.
private struct Ladder {
  private let source: Picture
  private let limits: LadderLimits
  private let encodings: SharedEncodings
  private(set) var nearest: [Rung: Int] = [:]
  /// The candidates that seem to fit.
  private var fitting: [Candidate] = []
  /// What was encoded so far.
  let work = LadderWork()
  /// Whether something was not tried since that would have been too much work.
  private(set) var hasEndedEarly = false

  /// Whether it is an animation that takes long to encode: it is encoded quickly, and fewer ways are tried.
  private var isLarge: Bool
  /// The work after which nothing more is tried, once something fits.
  private let mostWork: Int

  init(_ source: Picture, _ limits: LadderLimits, _ encodings: SharedEncodings) {
    self.encodings = encodings
    self.source = source
    self.limits = limits
    isLarge = source.frames.count > 1 && source.allPixels > largePixels
    mostWork = leastWork + workPerPixel * source.allPixels
  }

  /// How carefully candidates are encoded.
  private var effort: OptimizingEffort { isLarge && limits.effort == .normal ? .fast : limits.effort }

  mutating func climb() throws(EncodingDefect) -> Lightened? {
    // Hardly a picture takes more than a byte for each pixel: where those have room, it is encoded once.
    let pixels = source.size.area.multipliedReportingOverflow(by: source.frames.count)
    let hasRoom = !pixels.overflow && pixels.partialValue <= limits.bytes
    let whole = try stage(source, [], hasRoom ? effort : .fast)
    if source.frames.count > 1, sampleBytes(of: whole.bytes) > largeBytes { isLarge = true }
    if let fit = try trueColors(whole, .reencode) { return fit.lightened }
    guard limits.isLossy else { return nil }
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
    if best?.similarity ?? -1 < leastSimilarity { try fewerFrames(best?.stage ?? smallest) }
    // What seemed to fit on a sample need not as a whole: the next best is still better than none.
    for (number, candidate) in fitting.sorted(by: { $0.similarity > $1.similarity }).enumerated() {
      guard number == 0 || candidate.lightened != nil || mayTry() else { continue }
      if let done = try finished(candidate) { return done }
    }
    return nil
  }

  private var sizes: [PixelSize] {
    limits.keeps.contains(.size)
      ? []
      : smallerSizes(than: source.size, longerSides: limits.gridSides, leastSide: limits.leastSide)
  }

  /// The picture as it is, where it fits.
  private mutating func trueColors(_ stage: Stage, _ rung: Rung) throws(EncodingDefect) -> Candidate? {
    var bytes = stage.bytes
    // Encoding with more care gains a tenth at most; of a GIF there is one way.
    if stage.gif == nil, effort != stage.effort, stage.effort == .fast, bytes.count / 10 * 9 <= limits.bytes {
      let careful = try encodings.file(stage.picture, effort)
      work.add(stage.picture, careful, effort)
      if careful.count < bytes.count { bytes = careful }
    }
    note(rung, bytes.count)
    guard bytes.count <= limits.bytes, limits.isLossy || stage.givenUp.isEmpty else { return nil }
    let range = stage.picture.frames.indices.prefix(sampleOfShown)
    let similarity = shownSimilarity(stage.picture.frames[range].map(\.bitmap), range, stage)
    let steps = stage.steps + stage.givenUp
    let lightened = Lightened(
      picture: stage.stored, bytes: bytes, steps: steps.isEmpty ? [.reencoded] : steps,
      similarity: FrameSimilarity([], []))
    return Candidate(stage: stage, similarity: similarity, means: nil, search: nil, lightened: lightened)
  }

  /// Near-lossless colors or a palette, whichever is more alike, where they seem to fit.
  private mutating func fewerColors(_ stage: Stage, _ rung: Rung) throws(EncodingDefect) -> Candidate? {
    guard !limits.keeps.contains(.colors) else { return nil }
    var search = try search(stage)
    let choice = try search.choice()
    if search.hasEndedEarly { hasEndedEarly = true }
    if let bytes = search.nearestBytes { note(rung, bytes) }
    guard let choice else { return nil }
    let frames = search.sampleFrames(choice.means)
    let similarity =
      stage.picture.size == source.size || rung == .dropFrames
      ? choice.similarity : shownSimilarity(frames, search.sample, stage)
    let candidate = Candidate(
      stage: stage, similarity: similarity, means: choice.means, search: search, lightened: nil)
    keep(candidate)
    return candidate
  }

  private func search(_ stage: Stage) throws(EncodingDefect) -> LossySearch {
    try LossySearch(
      stage.picture.bitmaps, limit: limits.bytes, whole: stage.bytes.count,
      movesColors: stage.gif == nil && !isLarge, isLarge: isLarge,
      rough: { [work] (bitmaps, range) throws(EncodingDefect) in
        try stage.picture.replacing(bitmaps, range).roughBytes(work)
      },
      careful: { [effort, limits, work] (bitmaps, range) throws(EncodingDefect) in
        let picture = stage.picture.replacing(bitmaps, range)
        let file = try picture.tried(effort, atMost: limits.bytes)
        work.add(picture, file, effort)
        return file
      }, mayGoOn: { [work, mostWork] in work.done < mostWork })
  }

  /// How alike frames of a smaller size are to the source when they are shown as large as it.
  private func shownSimilarity(_ bitmaps: [Bitmap], _ range: Range<Int>, _ stage: Stage) -> Double {
    let size = stage.picture.size
    guard size != source.size else { return 1 }
    let frames = source.bitmaps[range]
    let resampler = Resampler(from: size, to: source.size)
    return FrameSimilarity(Array(frames), bitmaps.map(resampler.resample)).mean.mean
  }

  /// The file of a candidate.
  private mutating func finished(_ candidate: Candidate) throws(EncodingDefect) -> Lightened? {
    if let lightened = candidate.lightened { return lightened }
    guard let means = candidate.means, var search = candidate.search else { return nil }
    let stage = candidate.stage
    let found = try search.fit(means)
    if search.hasEndedEarly { hasEndedEarly = true }
    if let bytes = search.nearestBytes { note(stage.steps.last?.rung ?? .palette, bytes) }
    guard let found else { return nil }
    let bitmaps = stage.picture.bitmaps
    return Lightened(
      picture: stage.picture.replacing(found.frames, bitmaps.indices), bytes: found.bytes,
      steps: stage.steps + [search.lightening(found.means)],
      similarity: FrameSimilarity(bitmaps, found.frames))
  }

  /// Where colors must not go, size is what is searched for: the largest that fits, above one that does.
  private mutating func larger(than fit: Candidate) throws(EncodingDefect) -> Candidate {
    guard limits.keeps.contains(.colors) else { return fit }
    var best = fit
    var (fits, tooLarge) = (fit.stage.picture.size.longerSide, source.size.longerSide)
    for _ in 0..<4 where tooLarge - fits > 6 && mayTry() {
      let side = (fits + tooLarge) / 6 * 3
      let size = smallerSizes(than: source.size, longerSides: [side], leastSide: limits.leastSide).first
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
  private mutating func fewerFrames(_ stage: Stage) throws(EncodingDefect) {
    let count = stage.picture.frames.count
    guard count > 1, !limits.keeps.contains(.frames) else { return }
    var last = count
    for share in [12, 8, 6, 4, 3, 2] where mayTry(isLast: share == 2) {
      let fewer = max(count * share / 16, 1)
      guard fewer < last, let frames = keepingFrames(fewer, of: stage.picture.frames) else { continue }
      last = fewer
      var picture = stage.picture
      picture.frames = frames
      let steps = stage.steps + [Lightening.droppedFrames(from: count, to: fewer)]
      let next = try self.stage(picture, steps, .fast)
      if let fit = try trueColors(next, .dropFrames) { return keep(fit) }
      if let fit = try fewerColors(next, .dropFrames), fit.similarity >= leastSimilarity { return }
    }
  }

  private mutating func stage(
    _ picture: Picture, _ steps: [Lightening], _ effort: OptimizingEffort
  ) throws(EncodingDefect) -> Stage {
    let stage = try Stage(picture, steps, effort, encodings)
    work.add(picture, stage.bytes, effort)
    return stage
  }

  /// Remembers a candidate. Each holds its frames: of a large animation only the best finished one is
  /// remembered, and the best of the others.
  private mutating func keep(_ candidate: Candidate) {
    func isAlike(_ other: Candidate) -> Bool { (other.lightened == nil) == (candidate.lightened == nil) }
    if isLarge {
      if fitting.contains(where: { isAlike($0) && $0.similarity >= candidate.similarity }) { return }
      fitting.removeAll(where: isAlike)
    }
    fitting.append(candidate)
  }

  /// Whether one more way may be tried. When the work is done, the last way still is, unless something fits.
  private mutating func mayTry(isLast: Bool = false) -> Bool {
    if work.done < mostWork { return true }
    hasEndedEarly = true
    return isLast && fitting.isEmpty
  }

  private mutating func note(_ rung: Rung, _ bytes: Int) {
    nearest[rung] = min(nearest[rung] ?? .max, bytes)
  }
}

/// A picture on its way, before colors are given up.
private struct Stage {
  let picture: Picture
  /// What the encoder makes of it with the care of `effort`.
  let bytes: [UInt8]
  let effort: OptimizingEffort
  /// What a GIF shows of it; nil where it is none.
  let gif: EncodedGIF?
  let steps: [Lightening]

  init(
    _ picture: Picture, _ steps: [Lightening], _ effort: OptimizingEffort, _ encodings: SharedEncodings
  ) throws(EncodingDefect) {
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
  var givenUp: [Lightening] {
    guard let gif else { return [] }
    var steps: [Lightening] = []
    if gif.leftOut > 0 {
      steps.append(.droppedFrames(from: picture.frames.count, to: picture.frames.count - gif.leftOut))
    }
    return steps + (gif.isExact ? [] : [.palette(colors: gif.colors, dithering: gif.dithering)])
  }
}

/// A way to make the picture lighter that fits, as far as tries tell.
private struct Candidate {
  let stage: Stage
  /// How alike the result looks to the source, shown as large as it.
  let similarity: Double
  /// How colors are given up; nil where they need not be.
  let means: LossyMeans?
  let search: LossySearch?
  /// The finished picture, where it is known already.
  let lightened: Lightened?
}

extension LossySearch {
  fileprivate func lightening(_ means: LossyMeans) -> Lightening {
    switch means {
    case .nearLossless(let strength): .nearLossless(step: largestStep(strength))
    case .palette(let colors, let dithering): .palette(colors: colors, dithering: dithering)
    }
  }
}

/// What is as alike as that is taken at once; else it is seen whether the next rung loses less.
private let goodSimilarity = 0.95
/// What is less alike is not worth all its frames.
let leastSimilarity = 0.75
private let sampleOfShown = 4
/// The work that is allowed whatever the picture is: stills need no more.
private let leastWork = 130_000_000
/// As much more for each pixel of all frames.
private let workPerPixel = 2
/// Pixels of all frames, and bytes of their samples, above which an animation is encoded quickly.
private let (largePixels, largeBytes) = (8_000_000, 16_000_000)
