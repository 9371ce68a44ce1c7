/// How lossy a WebP is.
public enum WebPMode: Hashable, Sendable {
  /// Keeps every visible pixel exactly.
  case lossless
  /// Changes colors and partial alpha slightly, so that more of them repeat. The value is 0...99, and lower
  /// values change more: at most 1 of 255 at 80, and at most 16 at 0.
  case nearLossless(nearness: Int)
  /// Loses color detail, and stores chroma at half resolution. The quality is 0...100, and lower is worse.
  /// Alpha is exact at an alpha quality of 100 and has fewer levels below that: 14 at 60, and 6 at 20.
  case lossy(quality: Double, alphaQuality: Int = 100)
}

extension Bitmap {
  /// Encodes the bitmap as a still WebP. Pixels with alpha 0 become transparent black, or in lossy modes
  /// whatever compresses best.
  ///
  /// No color profile is written, because messengers reject profiles. Convert to sRGB first.
  ///
  /// - Parameter mode: How lossy the file may be.
  /// - Parameter effort: How long to search.
  /// - Returns: The file. The same pixels produce the same bytes.
  /// - Throws: `InternalError` if a side is longer than 16383 px, or if a lossless file doesn't decode to the
  ///   bitmap.
  public func encodedWebP(
    _ mode: WebPMode = .lossless, effort: OptimizingEffort = .normal
  ) throws(InternalError) -> [UInt8] {
    var plan = try WebPFramePatchPlan([Frame(self)], plays: nil, minFrameMilliseconds: 0)
    return try plan.encodeAndVerify(mode, effort, against: [self])
  }
}

extension [Frame] {
  /// Encodes composited frames as an animated WebP.
  ///
  /// Frames that look like the previous one are merged with it. Other frames are stored as the smallest
  /// patches found. Each frame ends within half a millisecond of its exact time. There must be at least one
  /// frame, and all must have the same dimensions. A single frame still produces an animation.
  ///
  /// - Parameter plays: The number of plays, 0...65535. 0 means infinite.
  /// - Parameter minFrameMilliseconds: The minimum duration of a frame. If a frame is shorter, the frames
  ///   after it are shortened to compensate.
  /// - Parameter mode: How lossy the file may be.
  /// - Parameter effort: How long to search.
  /// - Returns: The file. The same frames produce the same bytes.
  /// - Throws: `InternalError` if frames differ in size, if the number of plays or a duration is too large,
  ///   or if a lossless file doesn't decode to the frames.
  public func encodedWebP(
    plays: Int, minFrameMilliseconds: Int = 0, _ mode: WebPMode = .lossless,
    effort: OptimizingEffort = .normal
  ) throws(InternalError) -> [UInt8] {
    var plan = try WebPFramePatchPlan(self, plays: plays, minFrameMilliseconds: minFrameMilliseconds)
    return try plan.encodeAndVerify(mode, effort, against: map(\.bitmap))
  }
}

extension WebPFramePatchPlan {
  /// Encodes the whole file regardless of its size, and verifies it.
  fileprivate mutating func encodeAndVerify(
    _ mode: WebPMode, _ effort: OptimizingEffort, against frames: [Bitmap]
  ) throws(InternalError) -> [UInt8] {
    guard let file = try encodeOrEstimateSize(mode, effort).file else {
      throw InternalError("nothing was encoded")
    }
    try verifiedSimilarity(file, against: frames, mode, measuresSimilarity: false)
    return file
  }
}

/// A WebP file with a single image and nothing else.
///
/// - Source: RFC 9649, section 2.5: alpha with `VP8 ` requires the extended format.
func webPFile(of pixels: WebPImageChunks, _ size: PixelSize) -> [UInt8] {
  guard !pixels.alphaChunk.isEmpty else { return riffWebPFile(pixels.imageChunk) }
  return riffWebPFile(
    vp8xChunk(size, isAnimated: false, canBeTransparent: true) + pixels.alphaChunk + pixels.imageChunk)
}

/// Writes an animated WebP frame by frame: canvas, times and pixels, without metadata or trailing data.
struct WebPAnimationWriter {
  private let size: PixelSize
  private let plays: Int
  private var frameChunks: [UInt8] = []
  private var canBeTransparent = false

  /// - Parameter plays: The number of plays, 0...65535. 0 means infinite.
  init(_ size: PixelSize, plays: Int) { (self.size, self.plays) = (size, plays) }

  /// The size of the file so far in bytes.
  var byteCount: Int { frameChunks.count + webPAnimationHeaderByteCount }

  /// Appends a frame.
  ///
  /// - Source: RFC 9649, section 2.7.1.1, ANMF: half the coordinates, sides minus 1, the time in
  ///   milliseconds, and two bits: 2 for no blending, 1 for disposal to background.
  mutating func append(_ pixels: WebPImageChunks, _ stored: StoredFrame, milliseconds: Int) {
    let flags: UInt8 = (stored.blend == .source ? 2 : 0) | (stored.disposal == .background ? 1 : 0)
    let header =
      littleEndianBytes(stored.patch.x / 2, 3) + littleEndianBytes(stored.patch.y / 2, 3)
      + littleEndianBytes(stored.patch.width - 1, 3)
      + littleEndianBytes(stored.patch.height - 1, 3) + littleEndianBytes(milliseconds, 3) + [flags]
    frameChunks += Array("ANMF".utf8) + littleEndianBytes(header.count + pixels.byteCount, 4) + header
    frameChunks += pixels.alphaChunk
    frameChunks += pixels.imageChunk
    canBeTransparent = canBeTransparent || pixels.canBeTransparent
  }

  /// Returns the file.
  func file() -> [UInt8] {
    let header = vp8xChunk(size, isAnimated: true, canBeTransparent: canBeTransparent)
    let background: [UInt8] = [0, 0, 0, 0]  // transparent; browsers ignore it
    return riffWebPFile(
      header + unpaddedRIFFChunk("ANIM", background + littleEndianBytes(plays, 2)) + frameChunks)
  }
}

/// The size in bytes of `RIFF` with its length and `WEBP`, plus the VP8X and ANIM chunks.
private let webPAnimationHeaderByteCount = 12 + 18 + 14

/// Builds a WebP file from chunks of even length.
func riffWebPFile(_ chunks: [UInt8]) -> [UInt8] {
  Array("RIFF".utf8) + littleEndianBytes(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
}

/// The `VP8X` chunk.
///
/// - Source: RFC 9649, section 2.7: flags, three reserved bytes, sides minus 1.
func vp8xChunk(_ size: PixelSize, isAnimated: Bool, canBeTransparent: Bool) -> [UInt8] {
  let flags: UInt8 = (isAnimated ? animationFlag : 0) | (canBeTransparent ? alphaFlag : 0)
  return unpaddedRIFFChunk(
    "VP8X", [flags, 0, 0, 0] + littleEndianBytes(size.width - 1, 3) + littleEndianBytes(size.height - 1, 3))
}

/// A chunk. Its data must have an even length, because no padding is added.
private func unpaddedRIFFChunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
  Array(name.utf8) + littleEndianBytes(data.count, 4) + data
}

extension [ExactSeconds] {
  /// Converts times to whole milliseconds, as a WebP stores them. Each frame ends within half a millisecond
  /// of its exact time, because errors are carried over and only the sum is rounded. A delay above 10 ms
  /// stays above 10 ms.
  ///
  /// - Parameter minPerFrame: The minimum duration of a frame. If a frame is shorter, it ends later, and the
  ///   frames after it are shortened to compensate.
  /// - Throws: `InternalError` if a frame is longer than a WebP can store (four and a half hours).
  func webPFrameMilliseconds(minPerFrame: Int) throws(InternalError) -> [Int] {
    var (time, begin) = (DelaySum(), 0)
    var times: [Int] = []
    for delay in self {
      time.add(delay)
      // Viewers would show a frame of 10 ms for 100 ms.
      let least = Swift.max(minPerFrame, delay.isShownAsStored ? minRespectedWebPDelayMilliseconds : 0)
      let end = Swift.max(time.totalMilliseconds, begin + least)
      guard end - begin <= maxWebPDelayMilliseconds else {
        throw InternalError("a WebP can't store a frame of \(end - begin) ms")
      }
      times.append(end - begin)
      begin = end
    }
    return times
  }
}

/// A sum of times. Exact while its numbers fit in an `Int`, and accurate to a billionth of a second beyond
/// that.
private struct DelaySum {
  private var exact: ExactSeconds? = .zero
  private var approximateSeconds = 0.0

  mutating func add(_ delay: ExactSeconds) {
    exact = exact?.adding(delay)
    approximateSeconds += Double(delay.numerator) / Double(delay.denominator)
  }

  /// The sum in milliseconds, rounded half up.
  var totalMilliseconds: Int {
    guard let exact, let whole = exact.rounded(toUnitsPerSecond: 1000) else {
      return Int((approximateSeconds * 1000).rounded())
    }
    return whole
  }
}

/// The largest 24-bit number.
///
/// - Source: RFC 9649, section 2.7.1.1.
private let maxWebPDelayMilliseconds = 0xFF_FFFF

/// The shortest delay in milliseconds that viewers respect.
private let minRespectedWebPDelayMilliseconds = 11
