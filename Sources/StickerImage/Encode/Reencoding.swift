/// An encode that does not keep its promise: it could not be made, or did not decode to what went in.
///
/// Never the fault of an art file: a defect of ours, exit code 3, and nothing is written.
public struct EncodingDefect: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence: `frame 3: the pixel at (17, 4) differs`.
  public let reason: String

  /// A broken promise.
  public init(_ reason: String) { self.reason = reason }

  /// The reason, as `reason` has it.
  public var description: String { reason }
}

/// What a picture takes in its file, and what it would take if it were encoded with care.
public struct Reencoding: Hashable, Sendable {
  /// Bytes of the file without metadata and without what follows the image.
  public let storedBytes: Int
  /// Bytes of the same pixels, colors and timing by `encodedPNG` or `encodedAPNG`, which compare what they
  /// wrote with what they were given.
  public let neededBytes: Int

  /// Encodes a PNG or APNG again.
  ///
  /// - Parameter container: what was read from the bytes.
  /// - Returns: nil for other formats; for damaged files; for more than 8 bits a channel and for a hidden
  ///   default image, since they would be lost; and for animations too large to be held as a whole.
  public init?(of bytes: [UInt8], _ container: Container) {
    guard container.canReencode, let image = try? Image(decoding: bytes, budget: .unlimited) else {
      return nil
    }
    let chunks = container.colorChunks(of: bytes)
    let encoded =
      if let animation = container.animation {
        try? image.frames.encodedAPNG(plays: animation.plays, colorChunks: chunks)
      } else {
        image.frames.first.flatMap { try? $0.bitmap.encodedPNG(colorChunks: chunks) }
      }
    guard let encoded else { return nil }
    storedBytes = container.endOffset - container.metadataBytes
    neededBytes = encoded.count
  }
}

extension Container {
  /// Bytes that encoding it again holds at once: its frames as they are, cleared, and as they are compared.
  public var reencodingBytes: Int {
    canReencode ? saturatingProduct(saturatingProduct(canvas.area, frameCount), 4 * 3) : 0
  }

  /// Whether its visible pixels and times are all that an encoder of 8 bits would need to know.
  fileprivate var canReencode: Bool { isCollectable && bitDepth <= 8 && animation?.hidesDefaultImage != true }

  /// Whether it is a sound PNG or APNG, small enough to be held as a whole.
  var isCollectable: Bool { isSoundPNG && isSmallEnoughToCollect }

  /// Whether this is a PNG or APNG that can be decoded completely: no damage, and no frames without an acTL.
  var isSoundPNG: Bool {
    (format == .png || format == .apng) && damage.isEmpty && exceeded.isEmpty && unannouncedFrames == 0
  }

  /// Whether all of its frames can be held at once.
  public var isSmallEnoughToCollect: Bool {
    exceeded.isEmpty
      && saturatingProduct(canvas.area, frameCount)
        <= (frameCount > 1 ? mostAnimationPixels : mostStillPixels)
  }

  /// Whether `optimized` works on a PNG or APNG of that many samples.
  public var isSmallEnoughToOptimize: Bool {
    sampleBytes <= mostSampleBytes
  }

  /// The most `sampleBytes` that `optimized` works on.
  public var mostSampleBytes: Int { frameCount > 1 ? 4 * mostAnimationPixels : mostOptimizedBytes }

  /// Bytes of the samples of all its frames as the file stores them, before deflating; 4 for each pixel of
  /// formats that store no samples.
  public var sampleBytes: Int {
    var pixels = saturatingProduct(canvas.area, max(frameCount, 1))
    guard case .png(let layout) = layout else { return saturatingProduct(pixels, 4) }
    if let animation {
      let patches = animation.frames.lazy.map(\.patch.size.area)
      pixels = patches.reduce(animation.hidesDefaultImage ? canvas.area : 0) { sum, area in
        let (sum, isWide) = sum.addingReportingOverflow(area)
        return isWide ? .max : sum
      }
    }
    return saturatingProduct(pixels, max(layout.header.pixelBits / 8, 1))
  }
}

/// The most bytes of samples of a still that are filtered and deflated again: 4096 x 4096 px in true color
/// with alpha.
private let mostOptimizedBytes = 68_000_000
/// The most pixels of a still that is held as a whole.
private let mostStillPixels = 64_000_000
/// The most pixels in all frames of an animation that is held as a whole: 3 seconds at 30 frames per second
/// and 512 x 512 px, or 62 frames of the largest sticker. Encoding it again takes about 9 bytes a pixel.
public let mostAnimationPixels = 24_000_000

/// Decodes an encoded image and compares it with what went in: pixel for pixel where anything is visible.
///
/// - Throws: `EncodingDefect` that says what differs first.
func verifyPNG(_ bytes: [UInt8], is bitmap: Bitmap) throws(EncodingDefect) {
  let container = try soundContainer(bytes, .png, bitmap.size, frames: 1)
  var comparison = Comparison([Frame(bitmap)], joined: [0..<1])
  let damage = container.visitFrames(of: bytes, with: &comparison)
  try comparison.conclude(damage)
}

/// The same for an animation: frames, delays and plays.
///
/// - Parameter joined: for each frame of the file, which of `frames` it stands for; together all, in order.
/// - Parameter hidden: the default image where it is not part of the animation.
func verifyAPNG(
  _ bytes: [UInt8], is frames: [Frame], joined: [Range<Int>], plays: Int, hidden: Bitmap? = nil
) throws(EncodingDefect) {
  guard let size = frames.first?.bitmap.size, joined.joined().elementsEqual(frames.indices) else {
    throw EncodingDefect("frames were lost")
  }
  let container = try soundContainer(bytes, .apng, size, frames: joined.count)
  guard let animation = container.animation, animation.plays == plays else {
    throw EncodingDefect("the animation's plays differ")
  }
  let stored = try? container.hiddenDefaultImage(of: bytes)
  guard animation.hidesDefaultImage == (hidden != nil), (stored == nil) == (hidden == nil) else {
    throw EncodingDefect("the default image is not what it was to the animation")
  }
  if let stored, let hidden, let place = firstVisibleDifference(stored, hidden) {
    throw EncodingDefect("default image: the pixel at \(place) differs")
  }
  var comparison = Comparison(frames, joined: joined)
  let damage = container.visitFrames(of: bytes, with: &comparison)
  try comparison.conclude(damage)
}

/// The same for a GIF that shows frames: each pixel, each time, and the plays of what moves.
func verifyGIF(_ bytes: [UInt8], is frames: [Frame], plays: Int) throws(EncodingDefect) {
  guard let size = frames.first?.bitmap.size else { throw EncodingDefect("frames were lost") }
  let container = try soundContainer(bytes, .gif, size, frames: frames.count)
  guard frames.count == 1 || container.animation?.plays == plays else {
    throw EncodingDefect("the animation's plays differ")
  }
  var comparison = Comparison(frames, joined: frames.indices.map { $0..<$0 + 1 })
  let damage = container.visitFrames(of: bytes, with: &comparison)
  try comparison.conclude(damage)
}

/// A JPEG loses something by nature: it must decode without damage to the same size.
func verifyJPEG(_ bytes: [UInt8], has size: PixelSize) throws(EncodingDefect) {
  let container = try soundContainer(bytes, .jpeg, size, frames: 1)
  var counter = FrameCounter()
  let damage = container.visitFrames(of: bytes, with: &counter)
  if let first = damage.first { throw EncodingDefect("the file does not decode: \(first.reason)") }
  guard counter.sizes == [size] else {
    throw EncodingDefect("the file does not decode to one picture of \(size)")
  }
}

private func soundContainer(
  _ bytes: [UInt8], _ format: ImageFormat, _ size: PixelSize, frames: Int
) throws(EncodingDefect) -> Container {
  guard let container = Container(of: bytes, budget: .unlimited) else {
    throw EncodingDefect("the file is not recognized")
  }
  if let damage = container.damage.first { throw EncodingDefect("the file is damaged: \(damage.reason)") }
  if let limit = container.exceeded.first { throw EncodingDefect("the file exceeds a limit: \(limit.name)") }
  guard container.format == format, container.canvas == size, container.frameCount == frames else {
    throw EncodingDefect("format, size or frame count differ")
  }
  return container
}

private struct FrameCounter: FrameVisitor {
  var sizes: [PixelSize] = []
  mutating func visit(_ frame: Frame, number: Int) { sizes.append(frame.bitmap.size) }
}

/// Compares frames as they come.
private struct Comparison: FrameVisitor {
  private let frames: [Frame]
  private let joined: [Range<Int>]
  private var seen = 0
  private var difference: String?

  init(_ frames: [Frame], joined: [Range<Int>]) {
    self.frames = frames
    self.joined = joined
  }

  mutating func visit(_ frame: Frame, number: Int) {
    defer { seen += 1 }
    guard difference == nil, seen < joined.count else { return }
    let wanted = frames[joined[seen]]
    let delay = wanted.count == 1 ? wanted.first?.delay : wanted.lazy.map(\.shownDelay).total()
    if delay?.isSameTime(as: frame.delay) != true {
      difference = "frame \(seen + 1): the delay differs"
    }
    for original in wanted {
      guard let place = firstVisibleDifference(frame.bitmap, original.bitmap) else { continue }
      difference = "frame \(seen + 1): the pixel at \(place) differs"
    }
  }

  func conclude(_ damage: [Damage]) throws(EncodingDefect) {
    if let first = damage.first { throw EncodingDefect("the file does not decode: \(first.reason)") }
    if let difference { throw EncodingDefect(difference) }
    guard seen == joined.count else { throw EncodingDefect("\(seen) of \(joined.count) frames decode") }
  }
}

/// Where two bitmaps differ first: in alpha, or in color where alpha is not 0; nil where they look the same.
func firstVisibleDifference(_ left: Bitmap, _ right: Bitmap) -> String? {
  guard left.size == right.size else { return "any" }
  // As most are: what was encoded has no color that is not seen.
  guard left.size.area > 0, !left.pixels.hasSameBytes(as: right.pixels) else { return nil }
  return left.withView { left in
    right.withView { right in
      for y in 0..<left.size.height {
        var differs: UInt32 = 0
        for x in 0..<left.size.width {
          let (a, b) = (left[x, y].word, right[x, y].word)
          differs |= (a | b) > 0xFF_FFFF ? a ^ b : 0  // both transparent: the color does not count
        }
        if differs == 0 { continue }
        let x = (0..<left.size.width).first { x in
          let (a, b) = (left[x, y].word, right[x, y].word)
          return (a | b) > 0xFF_FFFF && a != b
        }
        return "(\(x ?? 0), \(y))"
      }
      return nil
    }
  }
}
