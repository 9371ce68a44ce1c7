/// How long the optimizer looks for fewer bytes.
public enum OptimizingEffort: String, Hashable, Sendable, CaseIterable {
  /// Two ways to filter and a light deflate.
  case fast
  /// The ways that win most often, each judged by a light deflate, and the best of them deflated with care.
  case normal
  /// Every way there is, and the best of them deflated as small as it goes; rows that are not
  /// too long by Zopfli, where it is there.
  case max
}

extension OptimizingEffort {
  /// Ways to filter what has a neighborhood: gray and color.
  var strategies: [FilterStrategy] {
    switch self {
    case .fast: [.fixed(0), .smallestSum]
    case .normal: [.fixed(0), .fixed(1), .entropy, .bigrams]
    case .max: (0..<5).map { .fixed($0) } + [.smallestSum, .entropy, .bigrams, .pairEntropy, .trial]
    }
  }

  /// Ways to filter palette numbers: their neighborhood is the order that they were given.
  var indexStrategies: [FilterStrategy] {
    switch self {
    case .fast: [.fixed(0)]
    case .normal: [.fixed(0), .bigrams]
    case .max: strategies
    }
  }

  /// The deflate level, 1...12, that candidates are compared at: more than 4 to be near the last one's order.
  var trialLevel: Int { self == .fast ? 3 : self == .normal ? 5 : 8 }

  /// The deflate level, 1...12, of what is kept.
  var finalLevel: Int { self == .fast ? 8 : self == .normal ? 11 : 12 }

  /// How many of the candidates that did best in trial are deflated in earnest.
  var finalists: Int { self == .max ? 3 : self == .normal ? 2 : 1 }
}

/// The same PNG or APNG in fewer bytes: every visible pixel, color chunk, delay and the number of plays stay.
///
/// Where 16 bits a channel say more than 8 would, they stay too.
///
/// - Parameter file: the whole file.
/// - Parameter isKept: told the type of each chunk that is neither image nor color; what is not kept is gone.
/// - Returns: nil where nothing is gained; for other formats, for damaged files, and for more samples than
///   `Container.isSmallEnoughToOptimize` allows. The same bytes give the same bytes; what follows the image is
///   left out.
public func optimized(
  _ file: [UInt8], effort: OptimizingEffort = .normal, keeping isKept: (String) -> Bool = { _ in true }
) -> [UInt8]? {
  guard let smaller = optimized(file, frames: nil, effort: effort, keeping: isKept) else { return nil }
  do { try smaller.expected?.verify(smaller.bytes) } catch { return nil }
  return smaller.bytes
}

/// The same, without decoding the result for comparison.
///
/// - Parameter frames: those that the file decodes to, or nil to decode it.
/// - Returns: what the caller compares the bytes with; nil for samples that have been compared.
package func optimized(
  _ file: [UInt8], frames: [Frame]?, effort: OptimizingEffort,
  keeping isKept: (String) -> Bool = { _ in true }
) -> (bytes: [UInt8], expected: ExpectedFrames?)? {
  guard let container = Container(of: file, budget: .unlimited), container.isSoundPNG,
    container.isSmallEnoughToOptimize
  else { return nil }
  let chunks = PreservedChunks(of: file, container, keeping: isKept)
  guard container.isCollectable, container.hasEightBitSamples(in: file) else {
    let bytes = try? recompressed(file, container, chunks, effort)
    return bytes.flatMap { $0.count < file.count ? ($0, nil) : nil }
  }
  guard let frames = frames ?? (try? Image(decoding: file, budget: .unlimited))?.frames else { return nil }
  let smaller = try? encoded(frames, file, container, chunks, effort)
  return smaller.flatMap { $0.bytes.count < file.count ? $0 : nil }
}

private func encoded(
  _ frames: [Frame], _ file: [UInt8], _ container: Container, _ chunks: PreservedChunks,
  _ effort: OptimizingEffort
) throws -> (bytes: [UInt8], expected: ExpectedFrames?)? {
  guard let animation = container.animation else {
    return try frames.first.map {
      (try $0.bitmap.unverifiedSmallestPNG(chunks: chunks, effort: effort), .png($0.bitmap))
    }
  }
  let hidden = try container.hiddenDefaultImage(of: file)
  let bytes = try frames.unverifiedSmallestAPNG(
    plays: animation.plays, hidden: hidden, chunks: chunks, effort: effort, takesPalette: true)
  return (bytes, .apng(frames, plays: animation.plays, hidden: hidden))
}

extension Bitmap {
  /// Encodes the bitmap as a still PNG of as few bytes as the effort finds, without losing a visible pixel.
  ///
  /// Like `encodedPNG`, which is made for speed: this one tries layouts, palette orders, a transparent color
  /// in place of an alpha channel, filters, and deflates with more care.
  ///
  /// - Parameter chunks: written unchanged, but for a profile that the picture may not have.
  /// - Returns: the file; the same pixels give the same bytes on every machine.
  /// - Throws: `InternalError` where the file, decoded again, is not the bitmap.
  public func smallestPNG(
    chunks: PreservedChunks = PreservedChunks(), effort: OptimizingEffort = .normal
  ) throws(InternalError) -> [UInt8] {
    let file = try unverifiedSmallestPNG(chunks: chunks, effort: effort)
    try ExpectedFrames.png(self).verify(file)
    return file
  }

  /// The same file without decoding it for comparison: the caller compares it with `ExpectedFrames.png`.
  ///
  /// - Parameter isTry: whether it is one of several tries for a limit. With normal effort those go without
  ///   the last half percent, which takes as long as all the rest.
  package func unverifiedSmallestPNG(
    chunks: PreservedChunks, effort: OptimizingEffort, isTry: Bool = false
  ) throws(InternalError) -> [UInt8] {
    let still = try StoredStill(self, chunks.beforeImageData)
    var search = StreamSearch(effort, isPatch: isTry && effort == .normal)
    for layout in reducedLayouts(still.bitmap, still.census, still.color.rule, effort) {
      search.consider(still.bitmap.withView { PNGRows($0, layout) }, layout)
    }
    if effort == .max {
      for layout in layouts(for: still.census, still.color.rule, area: size.area) {
        try search.considerQuick(still.bitmap.withView { PNGRows($0, layout) }, layout)
      }
    }
    let (stream, layout) = try search.smallest()
    var writer = PNGWriter()
    writer.appendHeader(size, layout)
    for chunk in still.color.chunks { writer.append(complete: chunk) }
    writer.appendPalette(layout)
    writer.append("IDAT", stream)
    for chunk in chunks.afterImageData { writer.append(complete: chunk) }
    writer.append("IEND")
    return writer.bytes
  }
}

extension Bitmap {
  /// Encodes an opaque bitmap as `encodedTruecolorPNG` does, in as few bytes as the effort finds: the samples
  /// stay red, green and blue, and only how they are filtered and deflated is searched for.
  ///
  /// - Returns: the file, never longer than that of `encodedTruecolorPNG`; the same pixels give the same
  ///   bytes on every machine.
  /// - Throws: `InternalError` where a pixel is not opaque, or the file, decoded again, is not the bitmap.
  public func smallestTruecolorPNG(
    colorChunks: [[UInt8]] = [], effort: OptimizingEffort = .normal
  ) throws(InternalError) -> [UInt8] {
    guard size.area > 0 else { throw InternalError("a picture without pixels") }
    let layout = SampleLayout(.color)
    let rows = withView { PNGRows($0, layout) }
    var search = StreamSearch(effort)
    search.consider(rows, layout)
    try search.considerQuick(rows, layout)
    var writer = PNGWriter()
    writer.appendHeader(size, layout)
    for chunk in colorChunks { writer.append(complete: chunk) }
    writer.append("IDAT", try search.smallest().stream)
    writer.append("IEND")
    try verifyPNG(writer.bytes, is: self)
    return writer.bytes
  }
}

extension [Frame] {
  /// Encodes the composited frames as an APNG of as few bytes as the effort finds, without losing a visible
  /// pixel or a moment.
  ///
  /// Like `encodedAPNG`, which is made for speed: patches are chosen by what they take when they are
  /// filtered, opaque art gets holes by a transparent color, and each patch's filters are searched for.
  /// There is at least one frame, and all are of one size; one frame still makes an animation.
  ///
  /// - Parameter plays: how often it plays, 0...2^31 - 1; 0 is endless.
  /// - Parameter hidden: a default image, as large as the frames, that is not part of the animation.
  /// - Parameter chunks: written unchanged, but for a profile that the frames may not have.
  /// - Parameter takesPalette: whether the encoder may use less than true color with alpha.
  /// - Returns: the file; the same frames give the same bytes on every machine.
  /// - Throws: `InternalError` where frames differ in size, a delay cannot be stored exactly, or the file,
  ///   decoded again, does not show the frames.
  public func smallestAPNG(
    plays: Int, hidden: Bitmap? = nil, chunks: PreservedChunks = PreservedChunks(),
    effort: OptimizingEffort = .normal, takesPalette: Bool = true
  ) throws(InternalError) -> [UInt8] {
    let file = try unverifiedSmallestAPNG(
      plays: plays, hidden: hidden, chunks: chunks, effort: effort, takesPalette: takesPalette)
    try ExpectedFrames.apng(self, plays: plays, hidden: hidden).verify(file)
    return file
  }

  /// The same file without decoding it for comparison: the caller compares it with `ExpectedFrames.apng`.
  package func unverifiedSmallestAPNG(
    plays: Int, hidden: Bitmap?, chunks: PreservedChunks, effort: OptimizingEffort, takesPalette: Bool
  ) throws(InternalError) -> [UInt8] {
    let size = try checkAnimation(self, plays: plays)
    guard hidden.map({ $0.size == size }) ?? true else {
      throw InternalError("the default image differs in size")
    }
    let pictures = map { clearingColorUnderTransparency($0.bitmap) ?? $0.bitmap }
    let defaultImage = hidden.map { clearingColorUnderTransparency($0) ?? $0 }
    let stored = pictures + [defaultImage].compactMap(\.self)
    let census = ColorCensus(stored)
    let (ahead, rule) = usableColorChunks(chunks.beforeImageData, isGray: takesPalette && census.isGray)
    let layout =
      takesPalette ? reducedLayout(ofAnimation: stored, census, rule) : SampleLayout(.colorAndAlpha)
    let runs = repeats(pictures, map(\.delay))
    var writer = APNGWriter(
      size, layout, frames: runs.count, plays: plays, colorChunks: ahead, effort: effort)
    if let defaultImage { try writer.append(hidden: defaultImage) }
    var delays = runs.map(\.delay)[...]
    let costing = PatchCosting(layout, effort)
    try planPatches(runs.map { pictures[$0.frames.lowerBound] }, layout, cost: costing.cost(of:)) {
      (patch) throws(InternalError) in
      guard let delay = delays.popFirst() else { throw InternalError("more patches than frames") }
      try writer.append(patch, delay: delay)
    }
    return writer.finished(chunks.afterImageData)
  }
}

/// What a patch's rows take, for choosing among patches.
private struct PatchCosting {
  private let isFilterable: Bool
  private let level: Int

  init(_ layout: SampleLayout, _ effort: OptimizingEffort) {
    isFilterable = layout.bitsPerPixel >= 8 && layout.samples != .index
    level = effort == .max ? effort.trialLevel : 3
  }

  func cost(of rows: PNGRows) -> Int {
    costOfSample(rows) { rows in
      guard let plain = deflate(rows.bytes, level: level)?.count else { return nil }
      guard isFilterable else { return plain }
      return deflate(rows.filteredBySmallestSum().bytes, level: level, limit: plain)?.count ?? plain
    }
  }
}
