/// What a WebP gives up of a picture.
public enum WebPMode: Hashable, Sendable {
  /// Nothing that is seen.
  case lossless
  /// Colors move a little, so that more of them repeat, and alpha between 0 and 255 with them. 0...99, the
  /// smaller the more: 80 by 1 of 255 at most, 0 by 16.
  case nearLossless(Int)
  /// Colors lose detail and half of their resolution: 0...100, less is worse. Alpha is exact at 100, and
  /// has fewer levels below: 14 at 60, 6 at 20.
  case lossy(quality: Double, alpha: Int = 100)
}

extension Bitmap {
  /// Encodes the bitmap as a still WebP; what has alpha 0 is stored as transparent black, and where colors
  /// may move as whatever costs least.
  ///
  /// There is no place for a profile in it, as messengers refuse one: convert to sRGB first.
  ///
  /// - Returns: the file; the same pixels give the same bytes.
  /// - Throws: `InternalError` where a side has more than 16383 px, or where nothing may be lost and the
  ///   file, decoded again, is not the bitmap.
  public func encodedWebP(
    _ mode: WebPMode = .lossless, effort: OptimizingEffort = .normal
  ) throws(InternalError) -> [UInt8] {
    var plan = try WebPPlan([Frame(self)], plays: nil, minFrameMilliseconds: 0)
    return try plan.whole(mode, effort, of: [self])
  }
}

extension [Frame] {
  /// Encodes the composited frames as an animated WebP.
  ///
  /// Frames that look like the one before join it; the others are stored as the smallest patches found. Each
  /// ends within half a millisecond of its exact time. There is at least one frame, and all are of one size;
  /// one frame still makes an animation.
  ///
  /// - Parameter plays: how often it plays, 0...65535; 0 is endless.
  /// - Parameter minFrameMilliseconds: how long a frame lasts at least; where one is shorter, those behind it
  ///   make up for it.
  /// - Returns: the file; the same frames give the same bytes.
  /// - Throws: `InternalError` where frames differ in size, a number does not fit, or where nothing may be
  ///   lost and the file, decoded again, does not show the frames.
  public func encodedWebP(
    plays: Int, minFrameMilliseconds: Int = 0, _ mode: WebPMode = .lossless,
    effort: OptimizingEffort = .normal
  ) throws(InternalError) -> [UInt8] {
    var plan = try WebPPlan(self, plays: plays, minFrameMilliseconds: minFrameMilliseconds)
    return try plan.whole(mode, effort, of: map(\.bitmap))
  }
}

extension WebPPlan {
  /// All of it, however many bytes that takes, once it was seen that it decodes to what it promises.
  fileprivate mutating func whole(
    _ mode: WebPMode, _ effort: OptimizingEffort, of frames: [Bitmap]
  ) throws(InternalError) -> [UInt8] {
    guard let file = try coded(mode, effort).file else { throw InternalError("nothing was coded") }
    try check(file, against: frames, mode, measuresSimilarity: false)
    return file
  }
}

/// A WebP file of one picture, and of nothing else.
///
/// - Source: RFC 9649, section 2.5: alpha beside `VP8 ` asks for the extended form.
func webPFile(of pixels: WebPPixels, _ size: PixelSize) -> [UInt8] {
  guard !pixels.alpha.isEmpty else { return riffFile(pixels.image) }
  return riffFile(extendedHeader(size, moves: false, canBeTransparent: true) + pixels.alpha + pixels.image)
}

/// Puts an animated WebP together, frame by frame: canvas, times and pixels, without metadata, and nothing
/// behind it.
struct WebPAnimationWriter {
  private let size: PixelSize
  private let plays: Int
  private var frames: [UInt8] = []
  private var canBeTransparent = false

  /// - Parameter plays: how often it plays, 0...65535; 0 is endless.
  init(_ size: PixelSize, plays: Int) { (self.size, self.plays) = (size, plays) }

  /// Bytes of the file so far.
  var count: Int { frames.count + headerBytes }

  /// Appends a frame.
  ///
  /// - Source: RFC 9649, section 2.7.1.1, ANMF: twice the half of the place, sides less 1, the time in
  ///   milliseconds, and two bits: 2 for no blending, 1 for a background behind it.
  mutating func append(_ pixels: WebPPixels, _ stored: StoredFrame, milliseconds: Int) {
    let flags: UInt8 = (stored.blend == .source ? 2 : 0) | (stored.disposal == .background ? 1 : 0)
    let header =
      little(stored.patch.x / 2, 3) + little(stored.patch.y / 2, 3) + little(stored.patch.width - 1, 3)
      + little(stored.patch.height - 1, 3) + little(milliseconds, 3) + [flags]
    frames += Array("ANMF".utf8) + little(header.count + pixels.count, 4) + header
    frames += pixels.alpha
    frames += pixels.image
    canBeTransparent = canBeTransparent || pixels.canBeTransparent
  }

  /// The file.
  func finished() -> [UInt8] {
    let header = extendedHeader(size, moves: true, canBeTransparent: canBeTransparent)
    let background: [UInt8] = [0, 0, 0, 0]  // transparent; browsers do not look at it
    return riffFile(header + chunk("ANIM", background + little(plays, 2)) + frames)
  }
}

/// `RIFF`, its length, `WEBP`; VP8X; ANIM.
private let headerBytes = 12 + 18 + 14

/// A WebP of chunks, each of even length.
func riffFile(_ chunks: [UInt8]) -> [UInt8] {
  Array("RIFF".utf8) + little(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
}

/// The chunk `VP8X`.
///
/// - Source: RFC 9649, section 2.7: flags, three bytes of nothing, sides less 1.
func extendedHeader(_ size: PixelSize, moves: Bool, canBeTransparent: Bool) -> [UInt8] {
  let flags: UInt8 = (moves ? animationFlag : 0) | (canBeTransparent ? alphaFlag : 0)
  return chunk("VP8X", [flags, 0, 0, 0] + little(size.width - 1, 3) + little(size.height - 1, 3))
}

/// A chunk of an even number of bytes.
private func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
  Array(name.utf8) + little(data.count, 4) + data
}

extension [ExactSeconds] {
  /// The times in whole milliseconds, as a WebP stores them: each frame ends within half of one of when it
  /// should. The error is carried over, and the sum is rounded once. A delay above 10 ms stays above.
  ///
  /// - Parameter least: how long a frame lasts at least. Where one is shorter, it ends later, and those
  ///   behind it are shorter until the time is made up for.
  /// - Throws: `InternalError` where a frame lasts longer than a WebP can say: four and a half hours.
  func wholeMilliseconds(least: Int) throws(InternalError) -> [Int] {
    var (time, begin) = (ElapsedTime(), 0)
    var times: [Int] = []
    for delay in self {
      time.add(delay)
      // Viewers would show 10 ms for 100 ms.
      let least = Swift.max(least, delay.isShownAsWritten ? minUnclampedMilliseconds : 0)
      let end = Swift.max(time.milliseconds, begin + least)
      guard end - begin <= maxMilliseconds else {
        throw InternalError("a frame of \(end - begin) ms does not fit a WebP")
      }
      times.append(end - begin)
      begin = end
    }
    return times
  }
}

/// A sum of times: exact, as long as its denominator fits, and to a billionth of a second beyond.
private struct ElapsedTime {
  private var exact: ExactSeconds? = .zero
  private var seconds = 0.0

  mutating func add(_ delay: ExactSeconds) {
    exact = exact?.adding(delay)
    seconds += Double(delay.numerator) / Double(delay.denominator)
  }

  /// Rounded, half up.
  var milliseconds: Int {
    guard let exact, let whole = exact.rounded(to: 1000) else { return Int((seconds * 1000).rounded()) }
    return whole
  }
}

/// What 24 bits hold.
///
/// - Source: RFC 9649, section 2.7.1.1.
private let maxMilliseconds = 0xFF_FFFF

/// The shortest delay in milliseconds that viewers respect.
private let minUnclampedMilliseconds = 11
