public import StickerImage

/// Makes a picture as light as a limit asks for, giving up as little as it can.
///
/// Rung after rung, each tried only when those above it do not fit: lossless encoding, then near-lossless
/// colors or a palette, whichever is more alike, then a smaller size, then fewer frames. Within a rung the
/// best picture that fits is searched for. The same picture and limits give the same bytes.
///
/// - Parameter picture: as it is; what is not carried along is gone from it already.
/// - Throws: `EncodingDefect` where it cannot be stored at all.
public func lightened(_ picture: Picture, _ limits: LadderLimits) throws(EncodingDefect) -> LadderResult {
  var ladder = Ladder(picture, limits)
  let fit = try ladder.climb()
  let nearest = Rung.allCases.compactMap { rung in ladder.nearest[rung].map { (rung: rung, bytes: $0) } }
  return LadderResult(fit: fit, nearest: nearest)
}

/// One climb down.
private struct Ladder {
  private let source: Picture
  private let limits: LadderLimits
  private(set) var nearest: [Rung: Int] = [:]
  /// Of those that fit but lost too much, the most alike.
  private var fallback: Lightened?
  private var curve = TransferCurve.sRGB

  init(_ source: Picture, _ limits: LadderLimits) {
    self.source = source
    self.limits = limits
  }

  mutating func climb() throws(EncodingDefect) -> Lightened? {
    let whole = try source.encoded(.fast)
    let best = try finished(source, whole)
    note(.reencode, best.count)
    if best.count <= limits.bytes { return lightened(source, best, [.reencoded]) }
    guard limits.isLossy else { return nil }
    curve = readContainer(whole, budget: .unlimited)?.profile.flatMap(TransferCurve.init(profile:)) ?? .sRGB
    if let fit = try fewerColors(source, []) { return fit }
    var smallest = source
    var steps: [Lightening] = []
    for size in sizes {
      smallest = source.scaled(to: size, curve)
      steps = [.downscaled(from: source.size, to: size)]
      if let fit = try trueColors(smallest, .downscale, steps) { return fit }
      if let fit = try fewerColors(smallest, steps) { return fit }
    }
    if let fit = try fewerFrames(smallest, steps) { return fit }
    return fallback
  }

  private var sizes: [PixelSize] {
    limits.keeps.contains(.size)
      ? []
      : smallerSizes(than: source.size, longerSides: limits.gridSides, leastSide: limits.leastSide)
  }

  /// The picture as it is, where it fits.
  private mutating func trueColors(
    _ picture: Picture, _ rung: Rung, _ steps: [Lightening]
  ) throws(EncodingDefect) -> Lightened? {
    let bytes = try finished(picture, try picture.encoded(.fast))
    note(rung, bytes.count)
    return bytes.count <= limits.bytes ? lightened(picture, bytes, steps) : nil
  }

  /// The better of near-lossless colors and a palette, where they fit.
  private mutating func fewerColors(
    _ picture: Picture, _ steps: [Lightening]
  ) throws(EncodingDefect) -> Lightened? {
    guard !limits.keeps.contains(.colors) else { return nil }
    var search = LossySearch(picture.bitmaps, limit: limits.bytes) { bitmaps throws(EncodingDefect) in
      try picture.replacing(bitmaps).encoded(.fast)
    }
    let near = try search.nearLosslessFit()
    let few = try search.paletteFit()
    if let bytes = search.nearestBytes { note(steps.last?.rung ?? .palette, bytes) }
    let found = [near, few].compactMap(\.self).max { $0.similarity.mean.mean < $1.similarity.mean.mean }
    guard let found else { return nil }
    let result = picture.replacing(found.frames)
    let fit = Lightened(
      picture: result, bytes: try finished(result, found.bytes), steps: steps + [lightening(found.means)],
      similarity: found.similarity)
    if fit.similarity.mean.mean >= leastSimilarity { return fit }
    if fit.similarity.mean.mean > fallback?.similarity.mean.mean ?? -1 { fallback = fit }
    return nil
  }

  /// The most frames that fit.
  private mutating func fewerFrames(
    _ picture: Picture, _ steps: [Lightening]
  ) throws(EncodingDefect) -> Lightened? {
    guard picture.frames.count > 1, !limits.keeps.contains(.frames) else { return nil }
    for share in [12, 8, 6, 4] {
      let count = picture.frames.count * share / 16
      guard count >= 1, let frames = keepingFrames(count, of: picture.frames) else { continue }
      var less = picture
      less.frames = frames
      let steps = steps + [.droppedFrames(from: picture.frames.count, to: count)]
      if let fit = try trueColors(less, .dropFrames, steps) { return fit }
      if let fit = try fewerColors(less, steps) { return fit }
    }
    return nil
  }

  /// With the effort that was asked for, where that may be of use.
  private func finished(_ picture: Picture, _ fast: [UInt8]) throws(EncodingDefect) -> [UInt8] {
    guard limits.effort != .fast, fast.count / 4 * 3 <= limits.bytes else { return fast }
    let bytes = try picture.encoded(limits.effort)
    return bytes.count < fast.count ? bytes : fast
  }

  private mutating func note(_ rung: Rung, _ bytes: Int) {
    nearest[rung] = min(nearest[rung] ?? .max, bytes)
  }

  private func lightened(_ picture: Picture, _ bytes: [UInt8], _ steps: [Lightening]) -> Lightened {
    Lightened(picture: picture, bytes: bytes, steps: steps, similarity: FrameSimilarity([], []))
  }

  private func lightening(_ means: LossyFit.Means) -> Lightening {
    switch means {
    case .nearLossless(let step): .nearLossless(step: step)
    case .palette(let colors, let dithering): .palette(colors: colors, dithering: dithering)
    }
  }
}

/// What is less alike is not offered while another rung is left.
private let leastSimilarity = 0.8
