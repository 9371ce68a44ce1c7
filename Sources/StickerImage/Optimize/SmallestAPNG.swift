/// Encodes composited frames as an APNG of as few bytes as the effort finds, without losing a visible pixel
/// or a moment.
///
/// Like `encodeAPNG`, which is made for speed: patches are chosen by what they take when they are filtered,
/// opaque art gets holes by a transparent color, and each patch's filters are searched for.
///
/// - Parameter frames: at least one, all of one size. One frame still makes an animation.
/// - Parameter plays: how often it plays, 0...2^31 - 1; 0 is endless.
/// - Parameter chunks: written unchanged, but for a profile that the frames may not have.
/// - Returns: the file; the same frames give the same bytes on every machine.
/// - Throws: `EncodingDefect` where frames differ in size, a delay cannot be stored exactly, or the file,
///   decoded again, does not show the frames.
public func smallestAPNG(
  _ frames: [Frame], plays: Int, chunks: CarriedChunks = CarriedChunks(), effort: OptimizingEffort = .normal
) throws(EncodingDefect) -> [UInt8] {
  try checkAnimation(frames, plays: plays)
  let pictures = frames.map { clearingColorUnderTransparency($0.bitmap) ?? $0.bitmap }
  let census = ColorCensus(pictures)
  let (ahead, rule) = usableColorChunks(chunks.ahead, isGray: census.isGray)
  let layout = reducedLayout(ofAnimation: pictures, census, rule)
  let runs = repeats(pictures, frames.map(\.delay))
  var writer = APNGWriter(
    frames[0].bitmap.size, layout, frames: runs.count, plays: plays, colorChunks: ahead, effort: effort)
  var delays = runs.map(\.delay)[...]
  let costing = PatchCosting(layout, effort)
  try planPatches(runs.map { pictures[$0.frames.lowerBound] }, layout, cost: costing.cost(of:)) {
    (patch) throws(EncodingDefect) in
    guard let delay = delays.popFirst() else { throw EncodingDefect("more patches than frames") }
    try writer.append(patch, delay: delay)
  }
  let file = writer.finished(chunks.behind)
  try verifyAPNG(file, is: frames, joined: runs.map(\.frames), plays: plays)
  return file
}

/// What a patch's rows take, for choosing among patches.
private struct PatchCosting {
  private let isFilterable: Bool
  private let level: Int

  init(_ layout: SampleLayout, _ effort: OptimizingEffort) {
    isFilterable = layout.bitsPerPixel >= 8 && layout.samples != .index
    level = effort.trialLevel
  }

  func cost(of rows: PNGRows) -> Int {
    let plain = deflate(rows.bytes, level: level)?.count ?? .max
    guard isFilterable else { return plain }
    return deflate(rows.filteredBySmallestSum().bytes, level: level, limit: plain)?.count ?? plain
  }
}
