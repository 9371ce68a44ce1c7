/// A way to reduce colors.
public enum ColorReductionMethod: Hashable, Sendable {
  /// Changes colors in steps of this strength. See `NearLosslessSteps`.
  case nearLossless(strength: Int)
  /// Reduces the number of colors to `colors`, and diffuses the share `dithering` (0...1) of the errors.
  case palette(colors: Int, dithering: Float)

  var isPalette: Bool { if case .palette = self { true } else { false } }
}

/// Reduces the colors of frames in several ways, which share one analysis of the frames.
struct FrameColorReducer: Sendable {
  /// The original frames.
  let frames: [Bitmap]
  private let quantizer: Quantizer
  private let isGray: Bool
  /// The last palette, which is the same for every share of dithering.
  private var lastPalette: (colors: Int, palette: OpaqueFirstPalette)?

  /// Analyzes frames of the same size. There must be at least one.
  init(_ frames: [Bitmap]) {
    self.frames = frames
    quantizer = Quantizer(frames)
    isGray = ColorCensus(frames).isGray
  }

  /// Whether changing colors can make the file smaller. If there are few colors, changing them would add new
  /// ones.
  var hasMoreThan256Colors: Bool { quantizer.colorCount == nil }

  /// The largest useful number of palette colors: fewer than the frames have, and at most 256.
  var maxLossyPaletteColors: Int { min(256, (quantizer.colorCount ?? 257) - 1) }

  /// Reduces the colors of some of the frames.
  mutating func reduced(_ method: ColorReductionMethod, _ range: Range<Int>) -> [Bitmap] {
    switch method {
    case .nearLossless(let strength):
      return Array(frames[range]).nearLossless(steps: NearLosslessSteps(strength, isGray: isGray))
    case .palette(let colors, let dithering):
      if let exact = quantizer.exactFrames(maxColors: colors, range: range) { return exact.frames }
      let palette =
        if let lastPalette, lastPalette.colors == colors { lastPalette.palette } else {
          quantizer.palette(maxColors: colors)
        }
      lastPalette = (colors, palette)
      return quantizer.quantized(to: palette, dithering: dithering, range: range).frames
    }
  }

  /// The near-lossless method with the given fineness. The file size grows with the fineness, and 0 is the
  /// coarsest.
  func nearLosslessMethod(fineness: Int) -> ColorReductionMethod {
    .nearLossless(strength: minStrength(equalStepsTo: NearLosslessSteps.maxStrength - fineness))
  }

  /// The lowest strength with the same steps. In gray art, the steps change only with every fourth strength.
  func minStrength(equalStepsTo strength: Int) -> Int {
    let steps = NearLosslessSteps(strength, isGray: isGray)
    return (1...strength).last { $0 == 1 || NearLosslessSteps($0 - 1, isGray: isGray) != steps } ?? strength
  }

  /// Twice the maximum change of a sample at a near-lossless strength.
  func largestQuantizationStep(_ strength: Int) -> Int {
    NearLosslessSteps(strength, isGray: isGray).largestStep
  }
}

/// The result of a search for a smaller file.
public struct LossySearchResult: Hashable, Sendable {
  /// The method that was used.
  public let method: ColorReductionMethod
  /// The frames as they are stored.
  public let frames: [Bitmap]
  /// The encoded file.
  public let bytes: [UInt8]
}

/// Searches near-lossless colors and palettes for the most similar image that fits within a limit.
///
/// The size of each attempt is only estimated, and for animations, only from a few frames. Each time the
/// whole file is encoded, the ratio between the estimate and the result is updated.
///
/// - Source: `docs/decisions/0024` has the measurements.
public struct LossySearch {
  /// Encodes all or some of the frames after color reduction.
  public typealias Encoder = ([Bitmap], Range<Int>) throws(InternalError) -> [UInt8]
  /// Estimates the encoded size in bytes of all or some of the frames after color reduction.
  public typealias SizeEstimator = ([Bitmap], Range<Int>) throws(InternalError) -> Int

  private var colorReducer: FrameColorReducer
  private let maxBytes: Int
  private let originalBytes: Int
  private let triesNearLossless: Bool
  private let skipsFullEstimate: Bool
  private let estimateSize: SizeEstimator
  private let encode: Encoder
  private let canContinue: () -> Bool
  /// Whether the search stopped because no further attempt was allowed.
  public private(set) var hasEndedEarly = false
  /// The indices of the frames that are used for estimates.
  public let sampledFrameRange: Range<Int>
  /// The ratio of the whole file's size to the estimate for the sample.
  private var fileToSampleEstimateRatio: Double
  /// The smallest actual or estimated size in bytes of all attempts, which shows how close the search came if
  /// nothing fits.
  public private(set) var smallestEncodedOrEstimatedBytes: Int?
  /// The number of estimates and of full encodings.
  public private(set) var attemptCounts = (estimates: 0, encodings: 0)

  /// Creates a search.
  ///
  /// - Parameter frames: At least one frame. All frames have the same size.
  /// - Parameter maxBytes: The maximum file size in bytes.
  /// - Parameter originalBytes: The approximate file size of the original frames in bytes.
  /// - Parameter triesNearLossless: Whether to try near-lossless colors. Pass false if the file needs a
  ///   palette anyway.
  /// - Parameter skipsFullEstimate: Whether encoding takes so long that the total size of all frames
  ///   shouldn't be estimated first.
  /// - Parameter estimateSize: Estimates the size of a sample (about 5 to 20 times), and of all frames before
  ///   encoding.
  /// - Parameter encode: Encodes all frames, usually once, and at most 8 times with near-lossless colors and
  ///   8 times with palettes.
  /// - Parameter canContinue: Whether the search may make another attempt.
  /// - Throws: The errors of the encoders.
  public init(
    _ frames: [Bitmap], maxBytes: Int, originalBytes: Int, triesNearLossless: Bool = true,
    skipsFullEstimate: Bool = false,
    estimateSize: @escaping SizeEstimator,
    encode: @escaping Encoder, canContinue: @escaping () -> Bool = { true }
  ) throws(InternalError) {
    self.triesNearLossless = triesNearLossless
    self.skipsFullEstimate = skipsFullEstimate
    colorReducer = FrameColorReducer(frames)
    self.maxBytes = maxBytes
    self.originalBytes = originalBytes
    self.estimateSize = estimateSize
    self.encode = encode
    self.canContinue = canContinue
    let count = min(frames.count, max(minLossySampleFrames, min(frames.count / 4, maxLossySampleFrames)))
    let start = (frames.count - count) / 2
    sampledFrameRange = start..<start + count
    fileToSampleEstimateRatio = frames.count == 1 ? finalToEstimateRatio.still : finalToEstimateRatio.frames
    if count < frames.count {
      fileToSampleEstimateRatio *=
        Double(originalBytes) / Double(try estimateSize(Array(frames[sampledFrameRange]), sampledFrameRange))
    }
  }

  /// Estimates which of the methods that fit gives the most similar image. Returns nil if none fits.
  ///
  /// - Returns: The method, and the similarity of the sample.
  public mutating func estimatedBestMethod() throws(InternalError) -> (
    method: ColorReductionMethod, similarity: Double
  )? {
    var best: (method: ColorReductionMethod, similarity: Double)?
    func consider(_ method: ColorReductionMethod?) {
      guard let method else { return }
      let similarity = sampleSimilarity(method)
      if similarity > best?.similarity ?? -1 { best = (method, similarity) }
    }
    var canPaletteBeBest = true
    if triesNearLossless, colorReducer.hasMoreThan256Colors {
      // Palettes with fewer colors are assumed to be less similar.
      let largest = ColorReductionMethod.palette(colors: colorReducer.maxLossyPaletteColors, dithering: 0)
      let doesLargestFit = try estimatedBytes(largest) <= maxBytes
      let paletteSimilarity = sampleSimilarity(largest)
      consider(
        try finestFittingNearLosslessMethod(moreSimilarThan: doesLargestFit ? paletteSimilarity : nil))
      if let best {
        canPaletteBeBest = 1 - paletteSimilarity <= maxPaletteErrorRatio * (1 - best.similarity)
      }
    }
    if canPaletteBeBest {
      // Error diffusion helps only where a gradient would otherwise disappear.
      let plain = try largestFittingPaletteMethod(dithering: 0)
      consider(plain)
      if case .palette(let colors, _)? = plain,
        sampleSimilarity(.palette(colors: colors, dithering: paletteDitheringStrength)) > best?.similarity
          ?? 1
      {
        consider(try largestFittingPaletteMethod(dithering: paletteDitheringStrength))
      }
    }
    lastSample = nil
    lastFittingSampleOfEachKind = lastFittingSampleOfEachKind.filter { $0.method == best?.method }
    return best
  }

  /// Encodes the best image that fits, with the given method or similar ones.
  ///
  /// - Returns: nil if none of them fits. If near-lossless colors don't fit, palettes are tried.
  public mutating func encodeBestFit(startingWith method: ColorReductionMethod) throws(InternalError)
    -> LossySearchResult?
  {
    if let found = try encodeBestFit(sameKindAs: method) { return found }
    guard !method.isPalette, let palette = try largestFittingPaletteMethod(dithering: 0) else { return nil }
    return try encodeBestFit(sameKindAs: palette)
  }

  private mutating func encodeBestFit(sameKindAs method: ColorReductionMethod) throws(InternalError)
    -> LossySearchResult?
  {
    let all = colorReducer.frames.indices
    var best: (method: ColorReductionMethod, bytes: [UInt8])?
    var oversizedMethods: Set<ColorReductionMethod> = []
    var method = method
    if sampledFrameRange.count < all.count, !skipsFullEstimate {
      // Estimating the size of all frames is cheaper than an extra full encoding.
      let bytes = try estimateSize(colorReducer.reduced(method, all), all)
      attemptCounts.estimates += 1
      fileToSampleEstimateRatio =
        finalToEstimateRatio.frames * Double(bytes) / Double(try estimatedSampleBytes(method))
      method = try finestFittingMethod(sameKindAs: method) ?? method
    }
    for number in 1...maxLossyEncodesBeforeFitting {
      // If nothing fits yet, at least three attempts are made.
      guard number == 1 || best == nil && number <= minLossyEncodesBeforeFitting || canContinue() else {
        hasEndedEarly = true
        break
      }
      let bytes = try encode(reduced(method, all), all)
      attemptCounts.encodings += 1
      smallestEncodedOrEstimatedBytes = min(smallestEncodedOrEstimatedBytes ?? .max, bytes.count)
      fileToSampleEstimateRatio = Double(bytes.count) / Double(try estimatedSampleBytes(method))
      if bytes.count > maxBytes {
        oversizedMethods.insert(method)
        // The first estimate after a failure already errs on the safe side, because thorough encoding saves
        // more with larger steps. After each further failure, the margin grows by 1%.
        fileToSampleEstimateRatio *= 1 + 0.01 * Double(oversizedMethods.count - 1)
      } else {
        // Thorough encoding saves less with smaller steps.
        fileToSampleEstimateRatio *= smallerStepsMargin
        if bytes.count > best?.bytes.count ?? 0 { best = (method, bytes) }
      }
      if let best {
        // If the file is much smaller than the limit, try again.
        guard number < maxTotalEncodesOnceFitting, best.bytes.count < maxBytes - maxBytes / 32,
          let next = try nextEstimatedMethod(after: method, unlessIn: oversizedMethods), next != method,
          next != best.method
        else { break }
        method = next
      } else {
        guard
          let next = try nextEstimatedMethod(after: method, unlessIn: oversizedMethods)
            ?? nextCoarserMethod(after: method)
        else {
          break
        }
        method = next
      }
    }
    // Reduce the frames again (unless the sample covers all of them), so that two sets of frames are never in
    // memory at the same time.
    return best.map { LossySearchResult(method: $0.method, frames: reduced($0.method, all), bytes: $0.bytes) }
  }

  /// The reduced frames of the sample.
  public mutating func reducedSampleFrames(_ method: ColorReductionMethod) -> [Bitmap] {
    reduced(method, sampledFrameRange)
  }

  /// Twice the maximum change of a sample value at a near-lossless strength.
  public func largestQuantizationStep(_ strength: Int) -> Int {
    colorReducer.largestQuantizationStep(strength)
  }

  /// The best method of the same kind at the current `fileToSampleEstimateRatio`, or nil if that method has
  /// already exceeded the limit.
  private mutating func nextEstimatedMethod(
    after method: ColorReductionMethod, unlessIn tooMuch: Set<ColorReductionMethod>
  ) throws(InternalError) -> ColorReductionMethod? {
    try finestFittingMethod(sameKindAs: method).flatMap { tooMuch.contains($0) ? nil : $0 }
  }

  /// The best method of the same kind at the current `fileToSampleEstimateRatio`.
  private mutating func finestFittingMethod(sameKindAs method: ColorReductionMethod) throws(InternalError)
    -> ColorReductionMethod?
  {
    switch method {
    case .nearLossless: try finestFittingNearLosslessMethod()
    case .palette(_, let dithering): try largestFittingPaletteMethod(dithering: dithering)
    }
  }

  /// The next coarser method, for when nothing fits yet.
  private func nextCoarserMethod(after method: ColorReductionMethod) -> ColorReductionMethod? {
    switch method {
    case .nearLossless(let strength):
      let coarser = (strength..<NearLosslessSteps.maxStrength).first {
        colorReducer.minStrength(equalStepsTo: $0 + 1) > strength
      }
      return coarser.map { .nearLossless(strength: $0 + 1) }
    case .palette(let colors, let dithering):
      return colors > 2 ? .palette(colors: max(colors * 15 / 16 - 1, 2), dithering: dithering) : nil
    }
  }

  /// - Parameter similarity: The similarity to exceed. If the first attempt is too large and doesn't exceed it, the
  ///   result is nil, because coarser steps are less similar.
  private mutating func finestFittingNearLosslessMethod(moreSimilarThan similarity: Double? = nil)
    throws(InternalError) -> ColorReductionMethod?
  {
    let most = NearLosslessSteps.maxStrength - 2
    let method = colorReducer.nearLosslessMethod(fineness:)
    let start =
      colorReducer.frames.count == 1
      ? predictedFineness(
        from: NearLosslessSteps.maxStrength - strengthMatchingLosslessFileSize,
        bytes: max(originalBytes, maxBytes))
      : most * 3 / 4
    return try largestFittingNumber(
      0...most, from: min(max(start, 0), most), predictNext: predictedFineness(from:bytes:),
      moreSimilarThan: similarity, method
    )
    .map(method)
  }

  /// The fineness at which the file is likely to be just within the limit. Quadrupling the steps
  /// approximately halves the size.
  private func predictedFineness(from fineness: Int, bytes: Int) -> Int {
    let tooMany = min(Double(bytes) / Double(max(maxBytes, 1)), 8)
    let strength = Double(NearLosslessSteps.maxStrength - fineness) * tooMany * tooMany
    return NearLosslessSteps.maxStrength - Int(strength.rounded(.up))
  }

  private mutating func largestFittingPaletteMethod(dithering: Float) throws(InternalError)
    -> ColorReductionMethod?
  {
    guard colorReducer.maxLossyPaletteColors >= 2 else { return nil }
    let found = try largestFittingNumber(
      2...colorReducer.maxLossyPaletteColors, from: colorReducer.maxLossyPaletteColors
    ) {
      .palette(colors: $0, dithering: dithering)
    }
    return found.map { .palette(colors: $0, dithering: dithering) }
  }

  /// The largest number at which the estimated size of the whole file is within the limit.
  ///
  /// - Parameter predictNext: Predicts a better number from a number and its size, for the first attempts.
  ///   Without it, the range is bisected.
  /// - Parameter similarity: If the first attempt that is too large isn't more similar than this, the result is
  ///   nil.
  private mutating func largestFittingNumber(
    _ range: ClosedRange<Int>, from start: Int, predictNext: ((Int, Int) -> Int)? = nil,
    moreSimilarThan similarity: Double? = nil, _ method: (Int) -> ColorReductionMethod
  ) throws(InternalError) -> Int? {
    var (fits, tooMuch) = (range.lowerBound - 1, range.upperBound + 1)
    var (next, guesses) = (start, predictNext == nil ? 0 : maxPredictionsBeforeBisecting)
    var (extraTries, oversizedInARow) = (0, 0)
    while tooMuch - fits > 1 + (predictNext == nil ? max(fits, 0) / 48 : 0) {
      if fits >= range.lowerBound, estimatedSampleBytesByMethod[method(next)] == nil, !canContinue() {
        extraTries += 1
        if extraTries > maxSizeEstimatesPastWorkLimit {
          hasEndedEarly = true
          break
        }
      }
      let bytes = try estimatedBytes(method(next))
      if bytes <= maxBytes {
        fits = next
        oversizedInARow = 0
        if bytes > maxBytes - maxBytes / 100 { break }  // another 1% isn't worth an attempt
      } else {
        if let similarity, fits < range.lowerBound, tooMuch > range.upperBound,
          sampleSimilarity(method(next)) <= similarity
        {
          return nil
        }
        tooMuch = next
        if fits < range.lowerBound { oversizedInARow += 1 }
        // If the size far exceeds the limit, try the smallest number next, because it often doesn't fit
        // either.
        if fits < range.lowerBound, bytes > 3 * maxBytes, next > range.lowerBound {
          next = range.lowerBound
          continue
        }
      }
      // If predictions approach the limit from one side only, take larger steps.
      let guess =
        guesses > 0 ? predictNext.map { next - (next - $0(next, bytes)) * max(oversizedInARow, 1) } : nil
      guesses -= 1
      next = min(max(guess ?? (fits + tooMuch) / 2, fits + 1), tooMuch - 1)
    }
    return fits >= range.lowerBound ? fits : nil
  }

  /// The estimated size of the whole file.
  private mutating func estimatedBytes(_ method: ColorReductionMethod) throws(InternalError) -> Int {
    let bytes = Int(Double(try estimatedSampleBytes(method)) * fileToSampleEstimateRatio)
    smallestEncodedOrEstimatedBytes = min(smallestEncodedOrEstimatedBytes ?? .max, bytes)
    return bytes
  }

  private var estimatedSampleBytesByMethod: [ColorReductionMethod: Int] = [:]

  private mutating func estimatedSampleBytes(_ method: ColorReductionMethod) throws(InternalError) -> Int {
    if let bytes = estimatedSampleBytesByMethod[method] { return bytes }
    let frames = colorReducer.reduced(method, sampledFrameRange)
    if triesNearLossless { lastSample = (method, frames) }
    let bytes = try estimateSize(frames, sampledFrameRange)
    attemptCounts.estimates += 1
    estimatedSampleBytesByMethod[method] = bytes
    if Double(bytes) * fileToSampleEstimateRatio <= Double(maxBytes) {
      lastFittingSampleOfEachKind.removeAll { $0.method.isPalette == method.isPalette }
      lastFittingSampleOfEachKind.append((method, frames))
    }
    return bytes
  }

  /// For each kind of method, the last sample that fit. These samples are kept because the chosen one is
  /// needed several times.
  private var lastFittingSampleOfEachKind: [(method: ColorReductionMethod, frames: [Bitmap])] = []

  /// The last sample, even if it doesn't fit. Nil if near-lossless colors aren't tried, as for large animations,
  /// whose samples take up much memory.
  private var lastSample: (method: ColorReductionMethod, frames: [Bitmap])?

  private mutating func reduced(_ method: ColorReductionMethod, _ range: Range<Int>) -> [Bitmap] {
    let kept = range == sampledFrameRange ? lastFittingSampleOfEachKind + [lastSample].compactMap(\.self) : []
    return kept.first { $0.method == method }?.frames ?? colorReducer.reduced(method, range)
  }

  private mutating func sampleSimilarity(_ method: ColorReductionMethod) -> Double {
    if let known = sampleSimilarityByMethod[method] { return known }
    let similarity = FrameSimilarity(
      Array(colorReducer.frames[sampledFrameRange]), reducedSampleFrames(method)
    ).mean.mean
    sampleSimilarityByMethod[method] = similarity
    return similarity
  }

  private var sampleSimilarityByMethod: [ColorReductionMethod: Double] = [:]
}

/// The minimum number of frames in a sample.
private let minLossySampleFrames = 4
private let maxLossySampleFrames = 8
private let maxTotalEncodesOnceFitting = 4
/// The maximum number of full encodings while nothing fits.
private let maxLossyEncodesBeforeFitting = 8
private let minLossyEncodesBeforeFitting = 3
/// The maximum number of estimates after the work limit is reached. They are made only if something already
/// fits, to get closer to the size limit.
private let maxSizeEstimatesPastWorkLimit = 4
/// The typical ratio between the final size and the estimate. Stills are estimated with a fast deflate, and
/// frames with the quick encoder.
private let finalToEstimateRatio = (still: 0.91, frames: 0.89)
/// How much the ratio between the final size and the estimate grows with smaller steps.
private let smallerStepsMargin = 1.005
/// The number of predictions before bisecting.
private let maxPredictionsBeforeBisecting = 4
private let paletteDitheringStrength: Float = 0.3
/// If the error of 256 colors exceeds that of near-lossless colors by this factor, no palette can be better. Error
/// diffusion reduced the error of 265 palettes by at most 5%, so this leaves a wide margin.
private let maxPaletteErrorRatio = 2.0
/// The strength whose file size, extrapolated from larger strengths, is that of a quick lossless encoding of a
/// still.
private let strengthMatchingLosslessFileSize = 5
