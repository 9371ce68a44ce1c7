/// A way to give up colors.
public enum LossyMode: Hashable, Sendable {
  /// Colors are moved by steps of that strength, as in `ColorSteps`.
  case nearLossless(strength: Int)
  /// So many colors are left, and errors diffused by that much, 0...1.
  case palette(colors: Int, dithering: Float)

  var isPalette: Bool { if case .palette = self { true } else { false } }
}

/// Frames, and the ways to make them lighter; what it knows of them serves any number of tries.
struct LossyFrames: Sendable {
  /// The frames as they were given.
  let frames: [Bitmap]
  private let quantizer: Quantizer
  private let isGray: Bool

  /// Frames of one size, at least one.
  init(_ frames: [Bitmap]) {
    self.frames = frames
    quantizer = Quantizer(frames)
    isGray = ColorCensus(frames).isGray
  }

  /// Whether moving colors can be of use: few of them would become more.
  var hasManyColors: Bool { quantizer.colorCount == nil }

  /// The most colors that are fewer than there are, up to 256.
  var maxColors: Int { min(256, (quantizer.colorCount ?? 257) - 1) }

  /// Some of the frames, made lighter.
  func reduced(_ mode: LossyMode, _ range: Range<Int>) -> [Bitmap] {
    switch mode {
    case .nearLossless(let strength):
      Array(frames[range]).nearLossless(in: ColorSteps(strength, isGray: isGray))
    case .palette(let colors, let dithering):
      quantizer.quantized(colors: colors, dithering: dithering, range: range).frames
    }
  }

  /// The near-lossless means of a fineness, which grows with bytes: 0 is the coarsest.
  func mode(ofFineness fineness: Int) -> LossyMode {
    .nearLossless(strength: minStrength(like: ColorSteps.maxStrength - fineness))
  }

  /// The least strength of the same steps: those of gray art change with every fourth strength only.
  func minStrength(like strength: Int) -> Int {
    let steps = ColorSteps(strength, isGray: isGray)
    return (1...strength).last { $0 == 1 || ColorSteps($0 - 1, isGray: isGray) != steps } ?? strength
  }

  /// How far a near-lossless strength may move a sample, twice.
  func largestStep(_ strength: Int) -> Int { ColorSteps(strength, isGray: isGray).largest }
}

/// What a search for fewer bytes found.
public struct LossyFit: Hashable, Sendable {
  /// What was given up.
  public let mode: LossyMode
  /// The frames as they are stored.
  public let frames: [Bitmap]
  /// What the encoder made of them.
  public let bytes: [UInt8]
}

/// Searches near-lossless colors and palettes for the picture that fits and is most alike.
///
/// Tries are only sized, roughly, and of an animation with a few frames; what that says of the whole file is
/// learnt from each time the whole is encoded.
///
/// - Source: what is measured, `docs/decisions/0024`.
public struct LossySearch {
  /// Frames to a file: some or all of those that were given, made lighter.
  public typealias Encoder = ([Bitmap], Range<Int>) throws(InternalError) -> [UInt8]
  /// About how many bytes such frames come to.
  public typealias Sizer = ([Bitmap], Range<Int>) throws(InternalError) -> Int

  private let source: LossyFrames
  private let limit: Int
  private let movesColors: Bool
  private let isLarge: Bool
  private let rough: Sizer
  private let thorough: Encoder
  private let canContinue: () -> Bool
  /// Whether another try was not allowed.
  public private(set) var hasEndedEarly = false
  /// The frames that tries are made with.
  public let sample: Range<Int>
  /// What the whole file, encoded with care, is to the sample.
  private var scale: Double
  /// The fewest bytes that any try came to, or would have, to say how near it was where none fits.
  public private(set) var nearestBytes: Int?
  /// How often something was sized roughly, and encoded with care.
  public private(set) var encodes = (rough: 0, thorough: 0)

  /// A search.
  ///
  /// - Parameter frames: at least one, all of one size.
  /// - Parameter limit: bytes that the encoded frames may have at most.
  /// - Parameter whole: bytes that the frames come to as they are, about.
  /// - Parameter movesColors: whether near-lossless colors are tried: not where a palette is needed anyway.
  /// - Parameter isLarge: whether all frames take so long that they are not sized before they are made.
  /// - Parameter rough: sizes a sample, some 5 to 20 times, and all frames before they are made.
  /// - Parameter thorough: makes the file of all frames, mostly once, at most 8 times.
  /// - Parameter canContinue: whether the file may be made once more.
  /// - Throws: what an encoder throws.
  public init(
    _ frames: [Bitmap], limit: Int, whole: Int, movesColors: Bool = true, isLarge: Bool = false,
    rough: @escaping Sizer,
    thorough: @escaping Encoder, canContinue: @escaping () -> Bool = { true }
  ) throws(InternalError) {
    self.movesColors = movesColors
    self.isLarge = isLarge
    source = LossyFrames(frames)
    self.limit = limit
    self.rough = rough
    self.thorough = thorough
    self.canContinue = canContinue
    let count = min(frames.count, max(minSampleFrames, min(frames.count / 4, maxSampleFrames)))
    let start = (frames.count - count) / 2
    sample = start..<start + count
    scale = frames.count == 1 ? typicalGain.still : typicalGain.frames
    if count < frames.count {
      scale *= Double(whole) / Double(try rough(Array(frames[sample]), sample))
    }
  }

  /// The means that fit, as far as the sample tells, and are most alike; nil where none fits.
  ///
  /// - Returns: with how alike the sample is.
  public mutating func choice() throws(InternalError) -> (mode: LossyMode, similarity: Double)? {
    var best: (mode: LossyMode, similarity: Double)?
    func consider(_ mode: LossyMode?) {
      guard let mode else { return }
      let similarity = similarity(mode)
      if similarity > best?.similarity ?? -1 { best = (mode, similarity) }
    }
    if movesColors, source.hasManyColors { consider(try finestSteps()) }
    // Diffused errors only ever help where nothing else would be left of a shade.
    let plain = try maxColors(0)
    consider(plain)
    if case .palette(let colors, _)? = plain,
      similarity(.palette(colors: colors, dithering: someDithering)) > best?.similarity ?? 1
    {
      consider(try maxColors(someDithering))
    }
    fittingSamples = fittingSamples.filter { $0.mode == best?.mode }
    return best
  }

  /// The best picture that fits by the means of a choice, or by others of its kind that are next to it.
  ///
  /// - Returns: nil where none of those fits. Where near-lossless colors do not, palettes are tried.
  public mutating func fit(_ mode: LossyMode) throws(InternalError) -> LossyFit? {
    if let found = try fitOfKind(mode) { return found }
    guard !mode.isPalette, let palette = try maxColors(0) else { return nil }
    return try fitOfKind(palette)
  }

  private mutating func fitOfKind(_ mode: LossyMode) throws(InternalError) -> LossyFit? {
    let all = source.frames.indices
    var best: (mode: LossyMode, bytes: [UInt8])?
    var tooMuch: Set<LossyMode> = []
    var mode = mode
    if sample.count < all.count, !isLarge {
      // A rough look at all frames is cheaper than a careful one too many.
      let bytes = try rough(source.reduced(mode, all), all)
      encodes.rough += 1
      scale = typicalGain.frames * Double(bytes) / Double(try sampleBytes(mode))
      mode = try reestimated(mode) ?? mode
    }
    for number in 1...maxThoroughEncodes {
      // If nothing fits yet, at least three tries are made.
      guard number == 1 || best == nil && number <= minThoroughEncodes || canContinue() else {
        hasEndedEarly = true
        break
      }
      let bytes = try thorough(reduced(mode, all), all)
      encodes.thorough += 1
      nearestBytes = min(nearestBytes ?? .max, bytes.count)
      scale = Double(bytes.count) / Double(try sampleBytes(mode))
      if bytes.count > limit {
        tooMuch.insert(mode)
        // What is said of one try is not all true of the next; but once it is on the safe side, as care
        // leaves a smaller share of what has larger steps.
        scale *= 1 + 0.01 * Double(tooMuch.count - 1)
      } else if bytes.count > best?.bytes.count ?? 0 {
        best = (mode, bytes)
      }
      if let best {
        // What is left over is worth another try.
        guard number < enoughThoroughEncodes, best.bytes.count < limit - limit / 32,
          let next = try nextTry(after: mode, tooMuch), next != mode, next != best.mode
        else { break }
        mode = next
      } else {
        guard let next = try nextTry(after: mode, tooMuch) ?? coarser(mode) else { break }
        mode = next
      }
    }
    // Made again, unless a sample is all of them, so that two sets of frames are never in memory.
    return best.map { LossyFit(mode: $0.mode, frames: reduced($0.mode, all), bytes: $0.bytes) }
  }

  /// The frames of the sample, made lighter.
  public func sampleFrames(_ mode: LossyMode) -> [Bitmap] { reduced(mode, sample) }

  /// How far a near-lossless strength may move a sample, twice.
  public func largestStep(_ strength: Int) -> Int { source.largestStep(strength) }

  /// The best of a kind by what is known of the scale now; nil if it was too much before.
  private mutating func nextTry(
    after mode: LossyMode, _ tooMuch: Set<LossyMode>
  ) throws(InternalError) -> LossyMode? {
    try reestimated(mode).flatMap { tooMuch.contains($0) ? nil : $0 }
  }

  /// The best of a kind, by what is known of the scale now.
  private mutating func reestimated(_ mode: LossyMode) throws(InternalError) -> LossyMode? {
    switch mode {
    case .nearLossless: try finestSteps()
    case .palette(_, let dithering): try maxColors(dithering)
    }
  }

  /// A step back, where nothing has fitted yet.
  private func coarser(_ mode: LossyMode) -> LossyMode? {
    switch mode {
    case .nearLossless(let strength):
      let coarser = (strength..<ColorSteps.maxStrength).first { source.minStrength(like: $0 + 1) > strength }
      return coarser.map { .nearLossless(strength: $0 + 1) }
    case .palette(let colors, let dithering):
      return colors > 2 ? .palette(colors: max(colors * 15 / 16 - 1, 2), dithering: dithering) : nil
    }
  }

  private mutating func finestSteps() throws(InternalError) -> LossyMode? {
    let most = ColorSteps.maxStrength - 2
    let mode = source.mode(ofFineness:)
    return try largest(0...most, from: most * 3 / 4, aim: finer(than:taking:), mode).map(mode)
  }

  /// The fineness that meets the limit, where steps four times as large halve the bytes, as they about do.
  private func finer(than fineness: Int, taking bytes: Int) -> Int {
    let tooMany = min(Double(bytes) / Double(max(limit, 1)), 8)
    let strength = Double(ColorSteps.maxStrength - fineness) * tooMany * tooMany
    return ColorSteps.maxStrength - Int(strength.rounded(.up))
  }

  private mutating func maxColors(_ dithering: Float) throws(InternalError) -> LossyMode? {
    guard source.maxColors >= 2 else { return nil }
    let found = try largest(2...source.maxColors, from: source.maxColors) {
      .palette(colors: $0, dithering: dithering)
    }
    return found.map { .palette(colors: $0, dithering: dithering) }
  }

  /// The largest number whose sample says that the whole would fit.
  ///
  /// - Parameter aim: a guess by a number and its bytes, for the first tries; without one, halves are tried.
  private mutating func largest(
    _ range: ClosedRange<Int>, from start: Int, aim: ((Int, Int) -> Int)? = nil, _ mode: (Int) -> LossyMode
  ) throws(InternalError) -> Int? {
    var (fits, tooMuch) = (range.lowerBound - 1, range.upperBound + 1)
    var (next, guesses) = (start, aim == nil ? 0 : maxGuesses)
    var extraTries = 0
    while tooMuch - fits > 1 + (aim == nil ? max(fits, 0) / 48 : 0) {
      if fits >= range.lowerBound, sampleSizes[mode(next)] == nil, !canContinue() {
        extraTries += 1
        if extraTries > maxExtraTries {
          hasEndedEarly = true
          break
        }
      }
      let bytes = Int(Double(try sampleBytes(mode(next))) * scale)
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
      let guess = guesses > 0 ? aim?(next, bytes) : nil
      guesses -= 1
      next = min(max(guess ?? (fits + tooMuch) / 2, fits + 1), tooMuch - 1)
    }
    return fits >= range.lowerBound ? fits : nil
  }

  private var sampleSizes: [LossyMode: Int] = [:]

  private mutating func sampleBytes(_ mode: LossyMode) throws(InternalError) -> Int {
    if let bytes = sampleSizes[mode] { return bytes }
    let frames = source.reduced(mode, sample)
    let bytes = try rough(frames, sample)
    encodes.rough += 1
    sampleSizes[mode] = bytes
    if Double(bytes) * scale <= Double(limit) {
      fittingSamples.removeAll { $0.mode.isPalette == mode.isPalette }
      fittingSamples.append((mode, frames))
    }
    return bytes
  }

  /// Of each kind, the sample that fitted last: what is chosen is asked for several times.
  private var fittingSamples: [(mode: LossyMode, frames: [Bitmap])] = []

  private func reduced(_ mode: LossyMode, _ range: Range<Int>) -> [Bitmap] {
    fittingSamples.first { range == sample && $0.mode == mode }?.frames ?? source.reduced(mode, range)
  }

  private func similarity(_ mode: LossyMode) -> Double {
    FrameSimilarity(Array(source.frames[sample]), sampleFrames(mode)).mean.mean
  }
}

/// The fewest frames of a sample.
private let minSampleFrames = 4
private let maxSampleFrames = 8
private let enoughThoroughEncodes = 4
/// The most careful encodings of a search in which nothing has fitted yet.
private let maxThoroughEncodes = 8
private let minThoroughEncodes = 3
/// Samples that are sized after the work limit once something fits, so that what fits is near the limit.
private let maxExtraTries = 4
/// What care usually leaves of a rough size: that of a still is told by a light deflate, and that of frames
/// by the quick encoder.
private let typicalGain = (still: 0.91, frames: 0.89)
/// How often it is guessed where the limit is met: what is still not found then is of no usual kind.
private let maxGuesses = 4
private let someDithering: Float = 0.3

/// A palette as it is stored: opaque colors first, then the others, then transparent black.
struct FittedPalette {
  let pixels: [Pixel]
  /// The colors as they are shown, in the order of `pixels`.
  let colors: [SIMD4<Float>]
  /// The index of transparent black; 0 where there is none.
  let clearIndex: UInt8
  private let opaqueCount: Int
  private let opaque: NearestColor?
  private let any: NearestColor

  /// - Precondition: there are 1...256 colors in all.
  init(opaque: [SIMD4<Float>], translucent: [SIMD4<Float>], hasClear: Bool) {
    let solid = distinct(opaque.map { ShownColor(lanes: $0).pixel() })
    // Rounding must not turn what is nearly opaque or nearly clear into either.
    let others = distinct(
      translucent.map { ShownColor(lanes: $0).pixel() }.filter { $0.alpha > 0 && $0.alpha < 255 })
    pixels = solid + others + (hasClear || solid.isEmpty && others.isEmpty ? [.clear] : [])
    precondition(1...256 ~= pixels.count)
    colors = pixels.map { ShownColor($0).lanes }
    clearIndex = hasClear ? UInt8(pixels.count - 1) : 0
    opaqueCount = solid.count
    self.opaque = solid.isEmpty ? nil : NearestColor(Array(colors[..<solid.count]))
    any = NearestColor(colors)
  }

  @inline(__always)
  func index(of lanes: SIMD4<Float>, isOpaque: Bool, guess: Int) -> Int {
    guard isOpaque, let opaque else { return any.index(of: lanes, guess: guess) }
    return opaque.index(of: lanes, guess: guess < opaqueCount ? guess : 0)
  }
}

private func distinct(_ pixels: [Pixel]) -> [Pixel] {
  var seen: Set<Pixel> = []
  return pixels.filter { seen.insert($0).inserted }
}
