/// The frames of a WebP as patches with times. They can be encoded any number of times.
struct WebPFramePatchPlan {
  /// The data that the file stores for one frame.
  struct Patch {
    let stored: StoredFrame
    let durationMilliseconds: Int
    let bitmap: Bitmap
    /// The encoded `ALPH` chunks by alpha quality. The color quality doesn't change them.
    fileprivate var alphaChunksByQuality: [Int: [UInt8]] = [:]
  }

  let size: PixelSize
  /// The number of plays (0 means infinite), or nil for a still.
  let plays: Int?
  private(set) var patches: [Patch] = []
  /// For each original frame, the index of the patch that displays it.
  private(set) var patchIndexByOriginalFrame: [Int] = []
  /// The encoder of the last patch, kept so that a still is converted to planes only once, no matter how many
  /// qualities are tried.
  private var cachedPatchEncoder: (number: Int, coder: WebPEncoder)?

  /// - Parameter frames: At least one, all of the same size. Exactly one for a still.
  /// - Parameter plays: 0...65535, or nil for a still.
  /// - Parameter minFrameMilliseconds: The minimum duration of a frame.
  /// - Throws: `InternalError` if the frames don't meet these conditions, or if a frame is longer than a WebP
  ///   can store.
  init(_ frames: [Frame], plays: Int?, minFrameMilliseconds: Int) throws(InternalError) {
    size = try validatedAnimationSize(frames, plays: plays ?? 0)
    self.plays = plays
    if let plays, plays > 0xFFFF { throw InternalError("a WebP can't store \(plays) plays") }
    guard plays != nil || frames.count == 1 else {
      throw InternalError("a still can't have \(frames.count) frames")
    }
    let pictures = frames.map { clearingColorUnderTransparency($0.bitmap) ?? $0.bitmap }
    let runs = storedFrameRuns(in: pictures, delays: frames.map(\.delay)) { _ in true }
    patchIndexByOriginalFrame = runs.enumerated().flatMap { number, run in run.frames.map { _ in number } }
    let times = try runs.map(\.delay).webPFrameMilliseconds(minPerFrame: minFrameMilliseconds)
    // Holes are always possible, because every image chunk can have alpha.
    try planPatches(
      runs.map { pictures[$0.frames.lowerBound] }, PNGSampleLayout(.truecolorAlpha), capabilities: .webP
    ) { patch in
      let milliseconds = times[patches.count]
      let stored = StoredFrame(
        delay: plays == nil ? .zero : ExactSeconds(milliseconds, 1000), patch: patch.rect,
        disposal: patch.disposal,
        blend: patch.blend, offset: 0)
      patches.append(Patch(stored: stored, durationMilliseconds: milliseconds, bitmap: patch.bitmap))
    }
  }

  /// Encodes all patches.
  ///
  /// - Parameter limit: The maximum size in bytes. Encoding stops when it is exceeded.
  /// - Parameter isThorough: See `WebPEncoder.encodeLossless`.
  /// - Returns: The file and its size, or nil and an estimate of the size.
  mutating func encodeOrEstimateSize(
    _ mode: WebPMode, _ effort: OptimizingEffort, maxBytes limit: Int = .max, isThorough: Bool = false
  ) throws(InternalError) -> (file: [UInt8]?, bytes: Int) {
    guard let plays else {
      let file = webPFile(of: try encodePatch(of: 0, mode, effort, isThorough), size)
      return (file.count <= limit ? file : nil, file.count)
    }
    var writer = WebPAnimationWriter(size, plays: plays)
    for number in patches.indices {
      let pixels = try encodePatch(of: number, mode, effort, isThorough)
      writer.append(pixels, patches[number].stored, milliseconds: patches[number].durationMilliseconds)
      if writer.byteCount > limit { return (nil, writer.byteCount / (number + 1) * patches.count) }
    }
    return (writer.file(), writer.byteCount)
  }

  /// Encodes one patch.
  mutating func encodePatch(
    of number: Int, _ mode: WebPMode, _ effort: OptimizingEffort, _ isThorough: Bool = false
  ) throws(InternalError) -> WebPImageChunks {
    let coder = try encoder(ofPatch: number)
    switch mode {
    case .lossless: return try coder.encodeLossless(nearness: 100, effort, isThorough: isThorough)
    case .nearLossless(let nearness): return try coder.encodeLossless(nearness: nearness, effort)
    case .lossy(let quality, let alpha):
      let pixels = try coder.encodeLossy(
        quality: quality, alphaQuality: alpha, effort,
        reusingAlphaChunk: patches[number].alphaChunksByQuality[alpha])
      patches[number].alphaChunksByQuality[alpha] = pixels.alphaChunk
      return pixels
    }
  }

  private mutating func encoder(ofPatch number: Int) throws(InternalError) -> WebPEncoder {
    if let cachedPatchEncoder, cachedPatchEncoder.number == number { return cachedPatchEncoder.coder }
    cachedPatchEncoder = nil  // free its memory first
    let coder = try WebPEncoder(patches[number].bitmap)
    cachedPatchEncoder = (number, coder)
    return coder
  }
}

extension WebPFramePatchPlan {
  /// Decodes a file and compares the displayed frames with the originals, one at a time.
  ///
  /// - Parameter measuresSimilarity: Whether to measure the similarity of a lossy file. Otherwise the result
  ///   is 1.
  /// - Throws: `InternalError` if the file differs from the plan, or if a lossless file isn't exact.
  @discardableResult
  func verifiedSimilarity(
    _ file: [UInt8], against frames: [Bitmap], _ mode: WebPMode, measuresSimilarity: Bool
  ) throws(InternalError) -> FrameSimilarity {
    guard let container = ImageContainer(of: file, budget: .unlimited), container.canvas == size,
      container.animation?.plays == plays
    else { throw InternalError("the file doesn't decode to the encoded frames") }
    var comparison = WebPComparison(
      originalFrames: frames, fileFrameIndices: patchIndexByOriginalFrame, isLossless: mode == .lossless,
      measuresSimilarity: measuresSimilarity)
    let damage = container.damage + container.visitFrames(of: file, with: &comparison)
    guard damage.isEmpty, comparison.fileFrameDelays == patches.map(\.stored.delay) else {
      throw InternalError("the file doesn't decode to the encoded frames")
    }
    if let difference = comparison.firstLosslessDifference { throw InternalError(difference) }
    return FrameSimilarity(comparison.similarities)
  }

  /// The displayed frame for each original frame.
  func bitmapsByOriginalFrame(in file: [UInt8]) throws(InternalError) -> [Bitmap] {
    guard let image = try? Image(decoding: file, budget: .unlimited), image.frames.count == patches.count
    else { throw InternalError("the file doesn't decode to the encoded frames") }
    return patchIndexByOriginalFrame.map { image.frames[$0].bitmap }
  }
}

/// Compares the frames of a file with the originals.
private struct WebPComparison: FrameVisitor {
  let originalFrames: [Bitmap]
  /// For each original frame, the index of the frame in the file that displays it, in order.
  let fileFrameIndicesByOriginal: [Int]
  let isLossless: Bool
  let measuresSimilarity: Bool
  private(set) var fileFrameDelays: [ExactSeconds] = []
  private(set) var similarities: [StructuralSimilarity] = []
  private(set) var firstLosslessDifference: String?
  private var nextOriginalIndex = 0

  init(originalFrames: [Bitmap], fileFrameIndices: [Int], isLossless: Bool, measuresSimilarity: Bool) {
    self.originalFrames = originalFrames
    self.fileFrameIndicesByOriginal = fileFrameIndices
    self.isLossless = isLossless
    self.measuresSimilarity = measuresSimilarity
  }

  mutating func visit(_ frame: Frame, number: Int) {
    fileFrameDelays.append(frame.delay)
    while nextOriginalIndex < fileFrameIndicesByOriginal.count,
      fileFrameIndicesByOriginal[nextOriginalIndex] == number
    {
      if isLossless {
        let place = firstVisiblyDifferingPixelPosition(frame.bitmap, originalFrames[nextOriginalIndex])
        if let place, firstLosslessDifference == nil {
          firstLosslessDifference = "frame \(nextOriginalIndex + 1): the pixel at \(place) differs"
        }
      } else if measuresSimilarity {
        similarities.append(StructuralSimilarity(originalFrames[nextOriginalIndex], frame.bitmap))
      }
      nextOriginalIndex += 1
    }
  }
}
