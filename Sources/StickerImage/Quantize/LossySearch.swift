/// What a search for fewer bytes found.
public struct LossyFit: Hashable, Sendable {
  /// What was given up.
  public let means: LossyMeans
  /// The frames as they are stored.
  public let frames: [Bitmap]
  /// What the encoder made of them.
  public let bytes: [UInt8]
}

/// Searches near-lossless colors and palettes for the picture that fits and is most alike.
///
/// Tries are made with a quick encoder, and of an animation with a few frames; what that says of the whole
/// file is learnt from each time the whole is encoded.
///
/// - Source: what is measured, `docs/decisions/0024`.
public struct LossySearch {
  /// Frames to a file: some or all of those that were given, made lighter.
  public typealias Encoder = ([Bitmap], Range<Int>) throws(EncodingDefect) -> [UInt8]

  private let source: LossyFrames
  private let limit: Int
  private let movesColors: Bool
  private let quick: Encoder
  private let careful: Encoder
  /// The frames that tries are made with.
  public let sample: Range<Int>
  /// What the whole file, encoded with care, is to the sample.
  private var scale: Double
  /// The fewest bytes that any try came to, or would have, to say how near it was where none fits.
  public private(set) var nearestBytes: Int?
  /// How often something was encoded, quickly and with care.
  public private(set) var encodes = (quick: 0, careful: 0)

  /// A search.
  ///
  /// - Parameter frames: at least one, all of one size.
  /// - Parameter limit: bytes that the encoded frames may have at most.
  /// - Parameter whole: bytes that the frames come to as they are, by the quick encoder.
  /// - Parameter movesColors: whether near-lossless colors are tried: not where a palette is needed anyway.
  /// - Parameter quick: asked for a sample, 10 to 30 times.
  /// - Parameter careful: makes the file; asked for all frames, 1 to 6 times.
  /// - Throws: what an encoder throws.
  public init(
    _ frames: [Bitmap], limit: Int, whole: Int, movesColors: Bool = true, quick: @escaping Encoder,
    careful: @escaping Encoder
  ) throws(EncodingDefect) {
    self.movesColors = movesColors
    source = LossyFrames(frames)
    self.limit = limit
    self.quick = quick
    self.careful = careful
    let count = min(frames.count, max(leastSample, min(frames.count / 4, mostSample)))
    let start = (frames.count - count) / 2
    sample = start..<start + count
    scale = usualGain
    if count < frames.count {
      scale *= Double(whole) / Double(try quick(Array(frames[sample]), sample).count)
    }
  }

  /// The means that fit, as far as the sample tells, and are most alike; nil where none fits.
  ///
  /// - Returns: with how alike the sample is.
  public mutating func choice() throws(EncodingDefect) -> (means: LossyMeans, similarity: Double)? {
    var best: (means: LossyMeans, similarity: Double)?
    func consider(_ means: LossyMeans?) {
      guard let means else { return }
      let similarity = similarity(means)
      if similarity > best?.similarity ?? -1 { best = (means, similarity) }
    }
    if movesColors, source.hasManyColors { consider(try finestSteps()) }
    // Diffused errors only ever help where nothing else would be left of a shade.
    let plain = try mostColors(0)
    consider(plain)
    if case .palette(let colors, _)? = plain,
      similarity(.palette(colors: colors, dithering: someDithering)) > best?.similarity ?? 1
    {
      consider(try mostColors(someDithering))
    }
    return best
  }

  /// The best picture that fits by the means of a choice, or by others of its kind that are next to it.
  public mutating func fit(_ means: LossyMeans) throws(EncodingDefect) -> LossyFit? {
    let all = source.frames.indices
    var best: (means: LossyMeans, bytes: [UInt8])?
    var tooMuch: Set<LossyMeans> = []
    var means = means
    if sample.count < all.count {
      // A quick look at all frames is cheaper than a careful one too many.
      let bytes = try quick(source.made(means, all), all).count
      encodes.quick += 1
      scale = usualGain * Double(bytes) / Double(try sampleBytes(means))
      means = try renewed(means) ?? means
    }
    for number in 1...mostCarefulEncodes {
      let bytes = try careful(source.made(means, all), all)
      encodes.careful += 1
      nearestBytes = min(nearestBytes ?? .max, bytes.count)
      scale = Double(bytes.count) / Double(try sampleBytes(means))
      if bytes.count <= limit {
        if bytes.count > best?.bytes.count ?? 0 { best = (means, bytes) }
        // What is left over is worth another try.
        guard number < enoughCarefulEncodes, bytes.count < limit - limit / 32,
          let next = try renewed(means), next != means, !tooMuch.contains(next)
        else { break }
        means = next
      } else {
        if best != nil { break }
        tooMuch.insert(means)
        // What is said of one try is not all true of the next.
        scale *= 1 + 0.01 * Double(tooMuch.count)
        let next = try renewed(means)
        guard let next = next.flatMap({ tooMuch.contains($0) ? nil : $0 }) ?? coarser(means) else { break }
        means = next
      }
    }
    // Made again, so that two sets of frames are never in memory.
    return best.map { LossyFit(means: $0.means, frames: source.made($0.means, all), bytes: $0.bytes) }
  }

  /// The frames of the sample, made lighter.
  public func sampleFrames(_ means: LossyMeans) -> [Bitmap] { source.made(means, sample) }

  /// How far a near-lossless strength may move a sample, twice.
  public func largestStep(_ strength: Int) -> Int { source.largestStep(strength) }

  /// The best of a kind, by what is known of the scale now.
  private mutating func renewed(_ means: LossyMeans) throws(EncodingDefect) -> LossyMeans? {
    switch means {
    case .nearLossless: try finestSteps()
    case .palette(_, let dithering): try mostColors(dithering)
    }
  }

  /// A step back, where nothing has fitted yet.
  private func coarser(_ means: LossyMeans) -> LossyMeans? {
    switch means {
    case .nearLossless(let strength):
      return strength < ColorSteps.most ? .nearLossless(strength: strength + 1) : nil
    case .palette(let colors, let dithering):
      return colors > 2 ? .palette(colors: max(colors * 15 / 16 - 1, 2), dithering: dithering) : nil
    }
  }

  private mutating func finestSteps() throws(EncodingDefect) -> LossyMeans? {
    // Fineness grows with bytes: 0 is the coarsest.
    let most = ColorSteps.most - 2
    let found = try largest(0...most, from: most * 3 / 4) { .nearLossless(strength: ColorSteps.most - $0) }
    return found.map { .nearLossless(strength: ColorSteps.most - $0) }
  }

  private mutating func mostColors(_ dithering: Float) throws(EncodingDefect) -> LossyMeans? {
    guard source.mostColors >= 2 else { return nil }
    let found = try largest(2...source.mostColors, from: source.mostColors) {
      .palette(colors: $0, dithering: dithering)
    }
    return found.map { .palette(colors: $0, dithering: dithering) }
  }

  /// The largest number whose sample says that the whole would fit.
  private mutating func largest(
    _ range: ClosedRange<Int>, from start: Int, _ means: (Int) -> LossyMeans
  ) throws(EncodingDefect) -> Int? {
    var (fits, tooMuch) = (range.lowerBound - 1, range.upperBound + 1)
    var next = start
    while tooMuch - fits > 1 + max(fits, 0) / 48 {
      let bytes = Int(Double(try sampleBytes(means(next))) * scale)
      nearestBytes = min(nearestBytes ?? .max, bytes)
      if bytes <= limit {
        fits = next
        if bytes > limit - limit / 100 { break }  // a hundredth is not worth another try
      } else {
        tooMuch = next
        // Far too much: the smallest first, since it often does not fit either.
        if fits < range.lowerBound, bytes > 3 * limit, next > range.lowerBound {
          next = range.lowerBound
          continue
        }
      }
      next = min(max((fits + tooMuch) / 2, fits + 1), range.upperBound)
    }
    return fits >= range.lowerBound ? fits : nil
  }

  private var known: [LossyMeans: Int] = [:]

  private mutating func sampleBytes(_ means: LossyMeans) throws(EncodingDefect) -> Int {
    if let bytes = known[means] { return bytes }
    let bytes = try quick(source.made(means, sample), sample).count
    encodes.quick += 1
    known[means] = bytes
    return bytes
  }

  private func similarity(_ means: LossyMeans) -> Double {
    FrameSimilarity(Array(source.frames[sample]), sampleFrames(means)).mean.mean
  }
}

/// The fewest frames of a sample.
private let leastSample = 4
private let mostSample = 8
private let enoughCarefulEncodes = 4
/// The most careful encodings of a search in which nothing has fitted yet.
private let mostCarefulEncodes = 8
/// What care usually leaves of a quick encoding.
private let usualGain = 0.89
private let someDithering: Float = 0.3
