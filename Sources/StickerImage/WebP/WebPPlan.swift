/// A picture as a WebP stores it: what is drawn when, coded as often as is asked for.
struct WebPPlan {
  /// What the file stores for one frame.
  struct Patch {
    let stored: StoredFrame
    let milliseconds: Int
    let bitmap: Bitmap
    /// The encoded `ALPH` chunks by alpha quality; color quality does not change them.
    fileprivate var alpha: [Int: [UInt8]] = [:]
  }

  let size: PixelSize
  /// How often it plays, 0 is endless; nil for a still.
  let plays: Int?
  private(set) var patches: [Patch] = []
  /// For each frame that was given the number of the patch that shows it.
  private(set) var shown: [Int] = []
  /// What codes the patch that was coded last: a still is coded in many qualities, and its planes are made
  /// once.
  private var last: (number: Int, coder: WebPCoder)?

  /// - Parameter frames: at least one, all of one size; one, where it is a still.
  /// - Parameter plays: 0...65535, or nil.
  /// - Parameter minFrameMilliseconds: how long a frame lasts at least.
  /// - Throws: `InternalError` where they are no such frames, or one lasts longer than a WebP can say.
  init(_ frames: [Frame], plays: Int?, minFrameMilliseconds: Int) throws(InternalError) {
    size = try checkAnimation(frames, plays: plays ?? 0)
    self.plays = plays
    if let plays, plays > 0xFFFF { throw InternalError("\(plays) plays do not fit a WebP") }
    guard plays != nil || frames.count == 1 else {
      throw InternalError("\(frames.count) frames are no still")
    }
    let pictures = frames.map { clearingColorUnderTransparency($0.bitmap) ?? $0.bitmap }
    let runs = repeats(pictures, frames.map(\.delay)) { _ in true }
    shown = runs.enumerated().flatMap { number, run in run.frames.map { _ in number } }
    let times = try runs.map(\.delay).wholeMilliseconds(least: minFrameMilliseconds)
    // Holes are of use whatever the colors are: all that is drawn may have alpha.
    try planPatches(
      runs.map { pictures[$0.frames.lowerBound] }, SampleLayout(.colorAndAlpha), form: .webP
    ) { patch in
      let milliseconds = times[patches.count]
      let stored = StoredFrame(
        delay: plays == nil ? .zero : ExactSeconds(milliseconds, 1000), patch: patch.rect,
        disposal: patch.disposal,
        blend: patch.blend, offset: 0)
      patches.append(Patch(stored: stored, milliseconds: milliseconds, bitmap: patch.bitmap))
    }
  }

  /// Codes all patches.
  ///
  /// - Parameter limit: bytes; where there would be more, coding ends there.
  /// - Parameter isThorough: as for `WebPCoder.lossless`.
  /// - Returns: the file; or nil, with about how many bytes it would have.
  mutating func coded(
    _ mode: WebPMode, _ effort: OptimizingEffort, limit: Int = .max, isThorough: Bool = false
  ) throws(InternalError) -> (file: [UInt8]?, bytes: Int) {
    guard let plays else {
      let file = webPFile(of: try pixels(of: 0, mode, effort, isThorough), size)
      return (file.count <= limit ? file : nil, file.count)
    }
    var writer = WebPAnimationWriter(size, plays: plays)
    for number in patches.indices {
      let pixels = try pixels(of: number, mode, effort, isThorough)
      writer.append(pixels, patches[number].stored, milliseconds: patches[number].milliseconds)
      if writer.count > limit { return (nil, writer.count / (number + 1) * patches.count) }
    }
    return (writer.finished(), writer.count)
  }

  /// Codes one patch.
  mutating func pixels(
    of number: Int, _ mode: WebPMode, _ effort: OptimizingEffort, _ isThorough: Bool = false
  ) throws(InternalError) -> WebPPixels {
    let coder = try coder(of: number)
    switch mode {
    case .lossless: return try coder.lossless(nearness: 100, effort, isThorough: isThorough)
    case .nearLossless(let nearness): return try coder.lossless(nearness: nearness, effort)
    case .lossy(let quality, let alpha):
      let pixels = try coder.lossy(
        quality: quality, alphaQuality: alpha, effort, alpha: patches[number].alpha[alpha])
      patches[number].alpha[alpha] = pixels.alpha
      return pixels
    }
  }

  private mutating func coder(of number: Int) throws(InternalError) -> WebPCoder {
    if let last, last.number == number { return last.coder }
    last = nil  // its memory goes first
    let coder = try WebPCoder(patches[number].bitmap)
    last = (number, coder)
    return coder
  }
}

extension WebPPlan {
  /// Decodes a file and compares what it shows with the frames that were given, one at a time.
  ///
  /// - Parameter measuresSimilarity: whether the similarity of a lossy file is measured; it is 1 otherwise.
  /// - Throws: `InternalError` where the file is not what was planned, or where nothing was to be lost, and
  ///   something is.
  @discardableResult
  func check(
    _ file: [UInt8], against frames: [Bitmap], _ mode: WebPMode, measuresSimilarity: Bool
  ) throws(InternalError) -> FrameSimilarity {
    guard let container = Container(of: file, budget: .unlimited), container.canvas == size,
      container.animation?.plays == plays
    else { throw InternalError("the file does not decode to what was coded") }
    var comparison = WebPComparison(
      frames: frames, shown: shown, isLossless: mode == .lossless, measuresSimilarity: measuresSimilarity)
    let damage = container.damage + container.visitFrames(of: file, with: &comparison)
    guard damage.isEmpty, comparison.delays == patches.map(\.stored.delay) else {
      throw InternalError("the file does not decode to what was coded")
    }
    if let difference = comparison.difference { throw InternalError(difference) }
    return FrameSimilarity(comparison.similarities)
  }

  /// What a reader shows for each frame that was given.
  func shownFrames(_ file: [UInt8]) throws(InternalError) -> [Bitmap] {
    guard let image = try? Image(decoding: file, budget: .unlimited), image.frames.count == patches.count
    else { throw InternalError("the file does not decode to what was coded") }
    return shown.map { image.frames[$0].bitmap }
  }
}

/// Compares the frames of a file with those that it was made of.
private struct WebPComparison: FrameVisitor {
  let frames: [Bitmap]
  /// For each of the frames, the number of the frame in the file that shows it, in order.
  let shown: [Int]
  let isLossless: Bool
  let measuresSimilarity: Bool
  private(set) var delays: [ExactSeconds] = []
  private(set) var similarities: [StructuralSimilarity] = []
  private(set) var difference: String?
  private var next = 0

  init(frames: [Bitmap], shown: [Int], isLossless: Bool, measuresSimilarity: Bool) {
    self.frames = frames
    self.shown = shown
    self.isLossless = isLossless
    self.measuresSimilarity = measuresSimilarity
  }

  mutating func visit(_ frame: Frame, number: Int) {
    delays.append(frame.delay)
    while next < shown.count, shown[next] == number {
      if isLossless {
        let place = firstVisibleDifference(frame.bitmap, frames[next])
        if let place, difference == nil { difference = "frame \(next + 1): the pixel at \(place) differs" }
      } else if measuresSimilarity {
        similarities.append(StructuralSimilarity(frames[next], frame.bitmap))
      }
      next += 1
    }
  }
}
