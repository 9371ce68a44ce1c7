/// A WebP below a limit, and what it cost.
package struct WebPFit: Sendable {
  /// What was given up.
  package let mode: WebPMode
  /// The file.
  package let bytes: [UInt8]
  /// What it shows for each of the frames that were given.
  package let frames: [Bitmap]
  /// How alike those are to the frames that were given.
  package let similarity: FrameSimilarity
}

/// Searches for the WebP that fits and is most alike: without loss where that fits, else with colors that
/// move a little, or with the best quality that fits, whichever is more similar. If alpha takes so many
/// bytes that few are left for colors, alpha may lose levels too.
///
/// - Source: what is measured, `docs/decisions/0024`.
package struct WebPSearch {
  private var plan: WebPPlan
  private let source: [Bitmap]
  private let limit: Int
  private let effort: OptimizingEffort
  /// The patches that qualities are tried with.
  private let sample: [Int]
  /// The quality of alpha that is being tried.
  private var alpha = exactAlpha
  /// What all patches come to, to one byte of the sample.
  private var scale = 1.0
  /// Bytes of the sample for a number of half steps of quality.
  private var known: [Int: Int] = [:]
  /// Bytes of alpha in the sample, at the quality that is being tried.
  private var sampleOfAlpha = 0
  /// The fewest bytes that any try came to, or would have.
  package private(set) var nearestBytes: Int?
  /// Whether something was not tried since that would have been too much work.
  package private(set) var hasEndedEarly = false
  /// How often all patches were coded, and how often that is allowed.
  private var encodes = 0.0
  private let maxEncodes: Double

  /// A file that fits. Its frames are decoded again once it is chosen.
  private struct Attempt {
    let mode: WebPMode
    let bytes: [UInt8]
    let similarity: FrameSimilarity
  }

  /// A search.
  ///
  /// - Parameter frames: at least one, all of one size.
  /// - Parameter plays: as for `encodedWebP`; nil for a still.
  /// - Parameter limit: bytes that the file may have at most.
  /// - Throws: `InternalError` where it can be no WebP.
  package init(
    _ frames: [Frame], plays: Int?, limit: Int, minFrameMilliseconds: Int = 0,
    effort: OptimizingEffort = .normal
  ) throws(InternalError) {
    plan = try WebPPlan(frames, plays: plays, minFrameMilliseconds: minFrameMilliseconds)
    source = frames.map(\.bitmap)
    self.limit = limit
    let pixels = plan.size.area * frames.count
    self.effort = effort == .normal && frames.count > 1 && pixels > largePixels ? .fast : effort
    maxEncodes = Double(max(maxEncodedPixels / max(pixels, 1), minEncodes))
    let count = plan.patches.count
    let some = min(count, maxSampledPatches)
    // Spread evenly; the first among them, which is the only one that is whole.
    sample = (0..<some).map { $0 * count / some }
  }

  /// The WebP that fits and is most alike; nil where none fits.
  ///
  /// - Parameter isLossy: whether anything that is seen may change.
  package mutating func fit(isLossy: Bool) throws(InternalError) -> WebPFit? {
    guard let best = try best(isLossy: isLossy) else { return nil }
    return WebPFit(
      mode: best.mode, bytes: best.bytes, frames: try plan.shownFrames(best.bytes),
      similarity: best.similarity)
  }

  private mutating func best(isLossy: Bool) throws(InternalError) -> Attempt? {
    var whole = try attempt(.lossless)
    // To lose nothing is worth some care, where that may do.
    if whole.fit == nil, effort == .normal, whole.bytes - whole.bytes / maxThoroughGain <= limit {
      whole = try attempt(.lossless, isThorough: true)
    }
    if let fit = whole.fit { return fit }
    guard isLossy else { return nil }
    var fits: [Attempt] = []
    let share = Double(limit) / Double(whole.bytes)
    if share >= minNearLosslessShare, let near = try nearLossless(share) {
      // What is as alike as that looks the same to people, and keeps all edges.
      if near.similarity.mean.mean >= sameToPeople { return near }
      fits.append(near)
    }
    if let lossy = try lossy() { fits.append(lossy) }
    return fits.max { $0.similarity.mean.mean < $1.similarity.mean.mean }
  }

  private mutating func attempt(
    _ mode: WebPMode, isThorough: Bool = false
  ) throws(InternalError) -> (fit: Attempt?, bytes: Int) {
    encodes += 1
    let (file, bytes) = try plan.coded(mode, effort, limit: limit, isThorough: isThorough)
    nearestBytes = min(nearestBytes ?? .max, bytes)
    guard let file else { return (nil, bytes) }
    let similarity = try plan.check(file, against: source, mode, measuresSimilarity: true)
    return (Attempt(mode: mode, bytes: file, similarity: similarity), bytes)
  }

  /// Whether one more coding is allowed.
  private mutating func mayTry() -> Bool {
    if encodes < maxEncodes { return true }
    hasEndedEarly = true
    return false
  }

  /// The nearest colors that fit, of the five steps that libwebp has.
  ///
  /// - Parameter share: what is allowed of what it takes without loss.
  private mutating func nearLossless(_ share: Double) throws(InternalError) -> Attempt? {
    var best: Attempt?
    var (fits, tooMuch) = (-1, 5)
    var next = likelyShares.lastIndex { $0 <= share } ?? 0
    while next > fits, next < tooMuch, mayTry() {
      let (fit, bytes) = try attempt(.nearLossless(next * 20))
      if let fit {
        (best, fits) = (fit, next)
        next = (fits + tooMuch) / 2
      } else {
        tooMuch = next
        let wanted = Double(limit) / Double(bytes) * likelyShares[tooMuch]
        next = max(likelyShares[..<tooMuch].lastIndex { $0 <= wanted } ?? 0, fits + 1)
      }
    }
    return best
  }

  /// The best quality that fits, with exact alpha, or with fewer alpha levels if that is more similar.
  private mutating func lossy() throws(InternalError) -> Attempt? {
    var best: Attempt?
    for next in [exactAlpha] + lesserAlphas where best == nil || mayTry() {
      (alpha, scale, known) = (next, 1, [:])
      let fit = try bestQuality()
      if let fit, fit.similarity.mean.mean <= best?.similarity.mean.mean ?? -1 { break }
      if let fit { best = fit }
      if case .lossy(let quality, _)? = fit?.mode, quality >= goodQuality { break }
      // If alpha takes few bytes, fewer levels do not help colors.
      guard Double(sampleOfAlpha) * scale > Double(limit) * minAlphaShare else { break }
    }
    return best
  }

  /// The best quality that fits, at one quality of alpha.
  private mutating func bestQuality() throws(InternalError) -> Attempt? {
    if sample.count < plan.patches.count {
      // What a quick look at all patches says of their shares.
      encodes += 1
      var (all, some) = (0, 0)
      for number in plan.patches.indices {
        let bytes = try plan.pixels(of: number, .lossy(quality: 75, alpha: alpha), .fast).count + patchBytes
        all += bytes
        if sample.contains(number) { some += bytes }
      }
      scale = Double(all) / Double(some)
    }
    var best: (fit: Attempt, half: Int)?
    var tooMuch = maxHalfSteps + 1
    for number in 1...maxFullEncodes {
      guard let half = try maxQuality(below: tooMuch), half > best?.half ?? -1,
        number <= minFullEncodes && best == nil || mayTry()
      else { break }
      let (fit, bytes) = try attempt(.lossy(quality: Double(half) / 2, alpha: alpha))
      scale = Double(bytes) / Double(try sampleBytes(half))
      if let fit {
        best = (fit, half)
        guard number < enoughFullEncodes, bytes < limit - limit / 32, sample.count < plan.patches.count else {
          break
        }
      } else {
        tooMuch = half
        // What is said of one try is not all true of the next.
        scale *= 1.01
      }
    }
    return best?.fit
  }

  /// The most half steps of quality that seem to fit; nil where none does.
  private mutating func maxQuality(below end: Int) throws(InternalError) -> Int? {
    var fits: (half: Int, bytes: Int)?
    var tooMuch: (half: Int, bytes: Int?) = (end, nil)
    var next = min(firstHalfStep, end - 1)
    while next > fits?.half ?? -1, next < tooMuch.half {
      let bytes = Int(Double(try sampleBytes(next)) * scale)
      nearestBytes = min(nearestBytes ?? .max, bytes)
      if bytes <= limit {
        fits = (next, bytes)
        if bytes > limit - limit / 50 { break }  // a fiftieth is not worth another try
      } else {
        tooMuch = (next, bytes)
      }
      next = guess(fits, tooMuch)
    }
    return fits?.half
  }

  /// Where between two qualities the limit is likely to be met: the doublings of bytes are even between them,
  /// or as they usually are beyond the one that is known.
  private func guess(_ fits: (half: Int, bytes: Int)?, _ tooMuch: (half: Int, bytes: Int?)) -> Int {
    func missing(_ bytes: Int) -> Double { doublings(Double(limit) * 0.99 / Double(max(bytes, 1))) }
    let wanted: Double
    switch (fits, tooMuch.bytes) {
    case (let fits?, let bytes?):
      let share = missing(fits.bytes) / max(missing(fits.bytes) - missing(bytes), 0.001)
      wanted = Double(fits.half) + share * Double(tooMuch.half - fits.half)
    case (let fits?, nil): wanted = Double(fits.half) + missing(fits.bytes) / growth(fits.half)
    case (nil, let bytes?): wanted = Double(tooMuch.half) + missing(bytes) / growth(tooMuch.half - 20)
    case (nil, nil): wanted = Double(firstHalfStep)
    }
    let least = (fits?.half ?? -1) + 1
    return min(max(Int(wanted), least), tooMuch.half - 1)
  }

  private mutating func sampleBytes(_ half: Int) throws(InternalError) -> Int {
    if let bytes = known[half] { return bytes }
    encodes += Double(sample.count) / Double(plan.patches.count)
    var bytes = 0
    sampleOfAlpha = 0
    for number in sample {
      let pixels = try plan.pixels(of: number, .lossy(quality: Double(half) / 2, alpha: alpha), effort)
      bytes += pixels.count + patchBytes
      sampleOfAlpha += pixels.alpha.count
    }
    known[half] = bytes
    return bytes
  }
}

/// How often 1 is doubled to come to a number, roughly: the same on every machine, which logarithms are not.
private func doublings(_ number: Double) -> Double { Double(number.exponent) + number.significand - 1 }

/// About how many doublings of bytes half a step of quality is: measured on stickers.
private func growth(_ half: Int) -> Double { half < 150 ? 0.015 : half < 180 ? 0.03 : 0.07 }

/// The share of its bytes that a file may lose by care: measured on drawn stickers and grain, 2 to 3 of 100.
private let maxThoroughGain = 33
/// The patches of a sample at most.
private let maxSampledPatches = 6
/// Bytes beside the pixels of each patch: ANMF and its figures.
private let patchBytes = 24
/// What is allowed of the bytes without loss, where near-lossless colors are worth a try.
private let minNearLosslessShare = 1.0 / 3
/// What each step of near-lossless colors takes of the bytes without loss at best: measured on grain.
private let likelyShares = [0.0, 0.57, 0.58, 0.62, 0.7]
private let sameToPeople = 0.995
private let exactAlpha = 100
/// Alpha qualities to try next: 14 and 6 levels.
///
/// - Source: libwebp, `EncodeAlphaInternal`: 2 levels and one more for each 5, up to a quality of 70.
private let lesserAlphas = [60, 20]
/// At this color quality, fewer alpha levels are not worth it.
private let goodQuality = 75.0
/// The share of the byte limit above which fewer alpha levels are tried.
private let minAlphaShare = 0.2
private let maxHalfSteps = 200
/// Where a search for quality begins: 90.
private let firstHalfStep = 180
private let enoughFullEncodes = 3
private let maxFullEncodes = 8
/// That many are coded whatever the work limit is, as long as none fits.
private let minFullEncodes = 3
/// Pixels of all frames above which an animation is coded quickly.
private let largePixels = 8_000_000
/// The most pixels that one search codes, and how often it codes all frames at least.
private let maxEncodedPixels = 150_000_000
private let minEncodes = 4
