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
  /// - Throws: `EncodingDefect` where frames differ in size, a delay cannot be stored exactly, or the file,
  ///   decoded again, does not show the frames.
  public func smallestAPNG(
    plays: Int, hidden: Bitmap? = nil, chunks: CarriedChunks = CarriedChunks(),
    effort: OptimizingEffort = .normal, takesPalette: Bool = true
  ) throws(EncodingDefect) -> [UInt8] {
    let size = try checkAnimation(self, plays: plays)
    guard hidden.map({ $0.size == size }) ?? true else {
      throw EncodingDefect("the default image differs in size")
    }
    let pictures = map { clearingColorUnderTransparency($0.bitmap) ?? $0.bitmap }
    let defaultImage = hidden.map { clearingColorUnderTransparency($0) ?? $0 }
    let stored = pictures + [defaultImage].compactMap(\.self)
    let census = ColorCensus(stored)
    let (ahead, rule) = usableColorChunks(chunks.ahead, isGray: takesPalette && census.isGray)
    let layout =
      takesPalette ? reducedLayout(ofAnimation: stored, census, rule) : SampleLayout(.colorAndAlpha)
    let runs = repeats(pictures, map(\.delay))
    var writer = APNGWriter(
      size, layout, frames: runs.count, plays: plays, colorChunks: ahead, effort: effort)
    if let defaultImage { try writer.append(hidden: defaultImage) }
    var delays = runs.map(\.delay)[...]
    let costing = PatchCosting(layout, effort)
    try planPatches(runs.map { pictures[$0.frames.lowerBound] }, layout, cost: costing.cost(of:)) {
      (patch) throws(EncodingDefect) in
      guard let delay = delays.popFirst() else { throw EncodingDefect("more patches than frames") }
      try writer.append(patch, delay: delay)
    }
    let file = writer.finished(chunks.behind)
    try verifyAPNG(file, is: self, joined: runs.map(\.frames), plays: plays, hidden: hidden)
    return file
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
