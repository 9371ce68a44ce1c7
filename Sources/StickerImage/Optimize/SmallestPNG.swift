/// How long the optimizer searches for a smaller file.
public enum OptimizingEffort: String, Hashable, Sendable, CaseIterable {
  /// Tries two filter strategies, with a fast deflate level.
  case fast
  /// Tries two filter strategies, and deflates the better result at a lower level than `normal`. For an
  /// animation of flat art, that takes less than a third of the time, and the file is about 5% larger. WebP and
  /// WebM are encoded as with `normal`.
  case moderate
  /// Tries the filter strategies that win most often, compares them at a fast deflate level, and deflates the
  /// best of them thoroughly.
  case normal
  /// Tries every filter strategy, and deflates the best results at the highest level. If Zopfli is available,
  /// also uses it for images that aren't too large.
  case max
}

extension OptimizingEffort {
  /// The filter strategies for grayscale and color.
  var nonPaletteFilterStrategies: [FilterStrategy] {
    switch self {
    case .fast: [.fixed(0), .smallestSum]
    case .moderate: [.fixed(0), .fewestBigrams]
    case .normal: [.fixed(0), .fixed(1), .entropy, .fewestBigrams]
    case .max:
      (0..<5).map { .fixed($0) } + [.smallestSum, .entropy, .fewestBigrams, .bigramEntropy, .trialDeflate]
    }
  }

  /// The filter strategies for palette indices. Similar colors have similar indices only if the palette is
  /// ordered by similarity.
  var paletteFilterStrategies: [FilterStrategy] {
    switch self {
    case .fast: [.fixed(0)]
    case .moderate, .normal: [.fixed(0), .fewestBigrams]
    case .max: nonPaletteFilterStrategies
    }
  }

  /// The deflate level (1...12) for comparing candidates. Above 4, the ranking is close to the ranking at the
  /// final level.
  var trialDeflateLevel: Int { self == .fast ? 3 : self == .max ? 8 : 5 }

  /// The deflate level (1...12) of the result.
  var finalDeflateLevel: Int {
    switch self {
    case .fast: 8
    case .moderate: 10
    case .normal: 11
    case .max: 12
    }
  }

  /// How many of the best candidates are deflated at the final level.
  var keptCandidateCount: Int { self == .max ? 3 : self == .normal ? 2 : 1 }
}

/// Makes a PNG or APNG smaller without changing visible pixels, color chunks, delays or the number of plays.
///
/// 16 bits per channel are kept if 8 aren't enough.
///
/// - Parameter file: The whole file.
/// - Parameter effort: How long to search.
/// - Parameter isKept: Called with the type of each chunk that contains neither image data nor a color
///   declaration, to decide whether to keep it.
/// - Returns: The file without data after the image. The same input produces the same bytes. Nil if the
///   result isn't smaller, for other formats, for damaged files, and for files that exceed
///   `ImageContainer.isSmallEnoughToOptimize`.
public func optimizedPNGIfSmaller(
  _ file: [UInt8], effort: OptimizingEffort = .normal, keeping isKept: (String) -> Bool = { _ in true }
) -> [UInt8]? {
  guard let smaller = unverifiedOptimizedPNGIfSmaller(file, frames: nil, effort: effort, keeping: isKept)
  else {
    return nil
  }
  do { try smaller.expected?.verify(smaller.bytes) } catch { return nil }
  return smaller.bytes
}

/// Optimizes a file without decoding the result for comparison.
///
/// - Parameter frames: The decoded frames, or nil to decode the file.
/// - Returns: The file, and what the caller must compare it with. The latter is nil if the samples have
///   already been compared.
package func unverifiedOptimizedPNGIfSmaller(
  _ file: [UInt8], frames: [Frame]?, effort: OptimizingEffort,
  keeping isKept: (String) -> Bool = { _ in true }
) -> (bytes: [UInt8], expected: ExpectedFrames?)? {
  guard let container = ImageContainer(of: file, budget: .unlimited), container.isFullyDecodablePNG,
    container.isSmallEnoughToOptimize
  else { return nil }
  let chunks = PreservedChunks(of: file, container, keeping: isKept)
  guard container.isDecodablePNGFittingMemory, container.needsOnlyEightBits(in: file) else {
    let bytes = try? recompressedIfPNG(file, container, chunks, effort)
    return bytes.flatMap { $0.count < file.count ? ($0, nil) : nil }
  }
  guard let frames = frames ?? (try? Image(decoding: file, budget: .unlimited))?.frames else { return nil }
  let smaller = try? unverifiedSmallestPNGOrAPNG(frames, file, container, chunks, effort)
  return smaller.flatMap { $0.bytes.count < file.count ? $0 : nil }
}

private func unverifiedSmallestPNGOrAPNG(
  _ frames: [Frame], _ file: [UInt8], _ container: ImageContainer, _ chunks: PreservedChunks,
  _ effort: OptimizingEffort
) throws -> (bytes: [UInt8], expected: ExpectedFrames?)? {
  guard let animation = container.animation else {
    return try frames.first.map {
      (try $0.bitmap.unverifiedSmallestPNG(chunks: chunks, effort: effort), .png($0.bitmap))
    }
  }
  let hidden = try container.hiddenDefaultImage(of: file)
  let bytes = try frames.unverifiedSmallestAPNG(
    plays: animation.plays, hiddenDefaultImage: hidden, chunks: chunks, effort: effort, allowsPalette: true)
  return (bytes, .apng(frames, plays: animation.plays, hiddenDefaultImage: hidden))
}

extension Bitmap {
  /// Encodes the bitmap as a still PNG that is as small as possible, keeping every visible pixel.
  ///
  /// Unlike `encodedPNG`, which is optimized for speed, this method tries layouts, palette orders, a
  /// transparent color instead of an alpha channel, and filters, and deflates more thoroughly.
  ///
  /// - Parameter chunks: Written unchanged, except that a profile is omitted if it is invalid for the image.
  /// - Parameter effort: How long to search.
  /// - Returns: The file. The same pixels produce the same bytes on every machine.
  /// - Throws: `InternalError` if the decoded file differs from the bitmap.
  public func smallestPNG(
    chunks: PreservedChunks = PreservedChunks(), effort: OptimizingEffort = .normal
  ) throws(InternalError) -> [UInt8] {
    let file = try unverifiedSmallestPNG(chunks: chunks, effort: effort)
    try ExpectedFrames.png(self).verify(file)
    return file
  }

  /// Encodes the same file as `smallestPNG` without decoding it for comparison. The caller must compare it
  /// with `ExpectedFrames.png`.
  ///
  /// - Parameter isOneOfManyAttempts: Whether this is one of several attempts to fit within a limit. At normal
  ///   effort, these attempts skip the last half percent of savings, which takes as long as everything else.
  package func unverifiedSmallestPNG(
    chunks: PreservedChunks, effort: OptimizingEffort, isOneOfManyAttempts: Bool = false
  ) throws(InternalError) -> [UInt8] {
    let still = try StillPreparedForPNG(self, chunks.afterHeader)
    let isQuick = isOneOfManyAttempts && effort == .normal
    var search = SmallestPNGDataSearch(effort, isOneOfMany: isQuick, screensStrategies: isQuick)
    for layout in compactLosslessLayouts(
      still.bitmap, still.census, still.colorChunksAndGrayRule.rule, effort)
    {
      search.tryStrategies(still.bitmap.withView { PNGRows($0, layout) }, layout)
    }
    if effort == .max {
      for layout in candidateLayoutsBestFirst(
        for: still.census, still.colorChunksAndGrayRule.rule, area: size.area)
      {
        try search.tryQuickEncoding(still.bitmap.withView { PNGRows($0, layout) }, layout)
      }
    }
    let (stream, layout) = try search.smallestDeflatedFinalist()
    var writer = PNGWriter()
    writer.appendHeader(size, layout)
    for chunk in still.colorChunksAndGrayRule.chunks { writer.append(complete: chunk) }
    writer.appendPaletteAndTransparency(layout)
    writer.append("IDAT", stream)
    for chunk in chunks.afterImageData { writer.append(complete: chunk) }
    writer.append("IEND")
    return writer.bytes
  }
}

extension Bitmap {
  /// Encodes an opaque bitmap as `encodedOpaqueTruecolorPNG` does, but makes the file as small as possible.
  /// The samples stay 8-bit RGB. Only filters and deflate are optimized.
  ///
  /// - Parameter colorChunks: See `Bitmap.encodedPNG`. They are written unchanged.
  /// - Parameter effort: How long to search.
  /// - Returns: The file, never larger than the result of `encodedOpaqueTruecolorPNG`. The same pixels produce
  ///   the same bytes on every machine.
  /// - Throws: `InternalError` if a pixel isn't opaque, or if the decoded file differs from the bitmap.
  public func smallestOpaqueTruecolorPNG(
    colorChunks: [[UInt8]] = [], effort: OptimizingEffort = .normal
  ) throws(InternalError) -> [UInt8] {
    guard size.area > 0 else { throw InternalError("the image has no pixels") }
    let layout = PNGSampleLayout(.truecolor)
    let rows = withView { PNGRows($0, layout) }
    var search = SmallestPNGDataSearch(effort)
    search.tryStrategies(rows, layout)
    try search.tryQuickEncoding(rows, layout)
    var writer = PNGWriter()
    writer.appendHeader(size, layout)
    for chunk in colorChunks { writer.append(complete: chunk) }
    writer.append("IDAT", try search.smallestDeflatedFinalist().stream)
    writer.append("IEND")
    try verifyPNG(writer.bytes, shows: self)
    return writer.bytes
  }
}

extension [Frame] {
  /// Encodes composited frames as an APNG that is as small as possible, keeping every visible pixel and the
  /// exact timing.
  ///
  /// Unlike `encodedAPNG`, which is optimized for speed, this method chooses patches by their filtered size,
  /// uses a transparent color for holes in opaque art, and searches for the best filters for each patch.
  /// There must be at least one frame, and all must have the same dimensions. A single frame still produces
  /// an animation.
  ///
  /// - Parameter plays: The number of plays, 0...2^31 - 1. 0 means infinite.
  /// - Parameter hiddenDefaultImage: A default image of the same dimensions that isn't part of the animation.
  /// - Parameter chunks: Written unchanged, except that a profile is omitted if it is invalid for the frames.
  /// - Parameter effort: How long to search.
  /// - Parameter allowsPalette: Whether the encoder may use a more compact layout than truecolor with alpha.
  /// - Returns: The file. The same frames produce the same bytes on every machine.
  /// - Throws: `InternalError` if frames differ in size, if a delay can't be stored exactly, or if the
  ///   decoded file differs from the frames.
  public func smallestAPNG(
    plays: Int, hiddenDefaultImage: Bitmap? = nil, chunks: PreservedChunks = PreservedChunks(),
    effort: OptimizingEffort = .normal, allowsPalette: Bool = true
  ) throws(InternalError) -> [UInt8] {
    let file = try unverifiedSmallestAPNG(
      plays: plays, hiddenDefaultImage: hiddenDefaultImage, chunks: chunks, effort: effort,
      allowsPalette: allowsPalette)
    try ExpectedFrames.apng(self, plays: plays, hiddenDefaultImage: hiddenDefaultImage).verify(file)
    return file
  }

  /// Encodes the same file as `smallestAPNG` without decoding it for comparison. The caller must compare it
  /// with `ExpectedFrames.apng`.
  package func unverifiedSmallestAPNG(
    plays: Int, hiddenDefaultImage: Bitmap?, chunks: PreservedChunks, effort: OptimizingEffort,
    allowsPalette: Bool
  ) throws(InternalError) -> [UInt8] {
    let size = try validatedAnimationSize(self, plays: plays)
    guard hiddenDefaultImage.map({ $0.size == size }) ?? true else {
      throw InternalError("the default image differs in size")
    }
    let pictures = map { clearingColorUnderTransparency($0.bitmap) ?? $0.bitmap }
    let defaultImage = hiddenDefaultImage.map { clearingColorUnderTransparency($0) ?? $0 }
    let stored = pictures + [defaultImage].compactMap(\.self)
    let census = ColorCensus(stored)
    let (ahead, rule) = allowedColorChunks(chunks.afterHeader, isGray: allowsPalette && census.isGray)
    let layout =
      allowsPalette
      ? compactLosslessLayout(ofAnimation: stored, census, rule) : PNGSampleLayout(.truecolorAlpha)
    let runs = storedFrameRuns(in: pictures, delays: map(\.delay))
    var writer = APNGWriter(
      size, layout, frames: runs.count, plays: plays, colorChunks: ahead, effort: effort)
    if let defaultImage { try writer.appendHiddenDefaultImage(defaultImage) }
    var delays = runs.map(\.delay)[...]
    let costing = PatchCostEstimator(layout, effort, animationPixels: runs.count * pictures[0].size.area)
    try planPatches(runs.map { pictures[$0.frames.lowerBound] }, layout, cost: costing.cost(of:)) {
      (patch) throws(InternalError) in
      guard let delay = delays.popFirst() else { throw InternalError("there are more patches than frames") }
      try writer.append(patch, delay: delay)
    }
    return writer.finish(appending: chunks.afterImageData)
  }
}

/// The number of pixels in all stored frames up to which patches are compared by all of their rows: more than 24
/// frames of 618 × 618. With a sample of the rows, the benchmark's search takes a sixth less time, and its files are
/// 2% larger.
private let maxPreciselyPlannedPixels = 10_000_000

/// Estimates the size of a patch's rows, for choosing among patches.
private struct PatchCostEstimator {
  private let canBenefitFromFilters: Bool
  private let deflateLevel: Int
  private let maxUnsampledBytes: Int

  init(_ layout: PNGSampleLayout, _ effort: OptimizingEffort, animationPixels: Int) {
    let isPrecise = effort != .fast && animationPixels <= maxPreciselyPlannedPixels
    maxUnsampledBytes = isPrecise ? .max : maxUnsampledPatchBytes
    canBenefitFromFilters = layout.bitsPerPixel >= 8 && layout.colorType != .palette
    deflateLevel = effort == .max ? effort.trialDeflateLevel : 3
  }

  func cost(of rows: PNGRows) -> Int {
    estimatedCostOrMax(rows, maxUnsampledBytes: maxUnsampledBytes) { rows in
      guard let plain = deflate(rows.bytes, level: deflateLevel)?.count else { return nil }
      guard canBenefitFromFilters else { return plain }
      return deflate(rows.filteredBySmallestSum().bytes, level: deflateLevel, limit: plain)?.count ?? plain
    }
  }
}
