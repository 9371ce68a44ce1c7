extension [Frame] {
  /// Encodes the composited frames as an APNG without losing a visible pixel or a moment.
  ///
  /// A frame that looks like the one before is merged with it if the exact sum of their shown times
  /// fits an APNG's 16 bits over 16. The others are stored as the smallest patches found. The first frame is
  /// the default image. There is at least one, and all are of one size; one frame still makes an animation.
  ///
  /// - Parameter plays: how often it plays, 0...2^31 - 1; 0 is endless.
  /// - Parameter colorChunks: as for `Bitmap.encodedPNG`.
  /// - Returns: the file; the same frames give the same bytes on every machine.
  /// - Throws: `EncodingDefect` where frames differ in size, a delay cannot be stored exactly, or the file,
  ///   decoded again, does not show the frames.
  public func encodedAPNG(plays: Int, colorChunks: [[UInt8]] = []) throws(EncodingDefect) -> [UInt8] {
    let size = try checkAnimation(self, plays: plays)
    let pictures = map { clearingColorUnderTransparency($0.bitmap) ?? $0.bitmap }
    let runs = repeats(pictures, map(\.delay))
    let census = ColorCensus(pictures)
    let (chunks, rule) = usableColorChunks(colorChunks, isGray: census.isGray)
    let layout = animationLayout(census, rule)
    var writer = APNGWriter(size, layout, frames: runs.count, plays: plays, colorChunks: chunks)
    var delays = runs.map(\.delay)[...]
    try planPatches(runs.map { pictures[$0.frames.lowerBound] }, layout) { (patch) throws(EncodingDefect) in
      guard let delay = delays.popFirst() else { throw EncodingDefect("more patches than frames") }
      try writer.append(patch, delay: delay)
    }
    let file = writer.finished()
    try verifyAPNG(file, is: self, joined: runs.map(\.frames), plays: plays)
    return file
  }
}

/// The size of the frames.
///
/// - Throws: `EncodingDefect` where they are none, have no pixels, differ in size, or the plays do not fit.
@discardableResult
func checkAnimation(_ frames: [Frame], plays: Int) throws(EncodingDefect) -> PixelSize {
  guard let size = frames.first?.bitmap.size, size.area > 0 else {
    throw EncodingDefect("an animation without pixels")
  }
  guard frames.allSatisfy({ $0.bitmap.size == size }) else {
    throw EncodingDefect("the frames differ in size")
  }
  guard 0..<(1 << 31) ~= plays else { throw EncodingDefect("\(plays) plays do not fit an APNG") }
  return size
}

/// Runs of neighboring frames that are stored as one: frames that look the same, if the sum of their times
/// can be stored. A single frame keeps its stored delay; a merged frame lasts as long as its frames together.
///
/// - Parameter areShown: whether the delays are the times that viewers show, however short.
/// - Parameter fits: whether a sum can; without more, whether an APNG can store it.
func repeats(
  _ pictures: [Bitmap], _ delays: [ExactSeconds], areShown: Bool = false,
  fits: (ExactSeconds) -> Bool = { storedDelay($0) != nil }
) -> [(frames: Range<Int>, delay: ExactSeconds)] {
  var runs: [(frames: Range<Int>, delay: ExactSeconds)] = []
  func shown(_ delay: ExactSeconds) -> ExactSeconds { areShown ? delay : delay.asShown }
  for (index, delay) in delays.enumerated() {
    if let last = runs.last, pictures[last.frames.lowerBound] == pictures[index],
      let sum = (last.frames.count == 1 ? shown(last.delay) : last.delay).adding(shown(delay)), fits(sum)
    {
      runs[runs.count - 1] = (last.frames.lowerBound..<index + 1, sum)
    } else {
      runs.append((index..<index + 1, delay))
    }
  }
  return runs
}

/// A delay as fcTL stores it; nil where it does not fit exactly.
func storedDelay(_ delay: ExactSeconds) -> (numerator: Int, denominator: Int)? {
  for form in [delay, delay.reduced] where form.numerator <= 0xFFFF && form.denominator <= 0xFFFF {
    return (form.numerator, form.denominator)
  }
  return nil
}

/// The one layout for all patches. A palette gets a transparent entry where there is room, for holes in
/// patches.
func animationLayout(_ census: ColorCensus, _ rule: PNGGrayRule) -> SampleLayout {
  let layout = layouts(for: census, rule, area: .max)[0]
  guard layout.samples == .index, !layout.canBeTransparent, layout.palette.count < 1 << layout.bitDepth else {
    return layout
  }
  return SampleLayout(.index, bitDepth: layout.bitDepth, palette: [.clear] + layout.palette)
}
