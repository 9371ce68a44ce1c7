/// What a picture takes in its file, and what it would take if it were encoded with care.
public struct Reencoding: Hashable, Sendable {
  /// Bytes of the file without metadata and without what follows the image.
  public let storedBytes: Int
  /// Bytes of the same pixels, colors and timing by `encodedPNG` or `encodedAPNG`. Nothing of that file is
  /// kept, so it is not decoded for comparison.
  public let neededBytes: Int

  /// Encodes a PNG or APNG again.
  ///
  /// - Parameter container: what was read from the bytes.
  /// - Parameter frames: those that the bytes decode to, or nil to decode them.
  /// - Returns: nil for other formats; for damaged files; for more than 8 bits a channel and for a hidden
  ///   default image, since they would be lost; and for animations too large to be held as a whole.
  public init?(of bytes: [UInt8], _ container: Container, frames: [Frame]? = nil) {
    guard container.canReencode,
      let frames = frames ?? (try? Image(decoding: bytes, budget: .unlimited))?.frames
    else { return nil }
    let chunks = container.colorChunks(of: bytes)
    let encoded =
      if let animation = container.animation {
        try? frames.encodedAPNG(plays: animation.plays, colorChunks: chunks, verifies: false)
      } else {
        frames.first.flatMap {
          try? $0.bitmap.encodedPNG(colorChunks: chunks, isFast: false, verifies: false)
        }
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
        <= (frameCount > 1 ? maxAnimationPixels : maxStillPixels)
  }

  /// Whether `optimized` works on a PNG or APNG of that many samples.
  public var isSmallEnoughToOptimize: Bool {
    sampleBytes <= maxSampleBytes
  }

  /// The most `sampleBytes` that `optimized` works on.
  public var maxSampleBytes: Int { frameCount > 1 ? 4 * maxAnimationPixels : maxOptimizedBytes }

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
private let maxOptimizedBytes = 68_000_000
/// The most pixels of a still that is held as a whole.
private let maxStillPixels = 64_000_000
/// The most pixels in all frames of an animation that is held as a whole: 3 seconds at 30 frames per second
/// and 512 x 512 px, or 62 frames of the largest sticker. Encoding it again takes about 9 bytes a pixel.
public let maxAnimationPixels = 24_000_000

/// The frames that an encoder was given, to be compared with what its file decodes to: pixel for pixel where
/// anything is visible.
///
/// `comparison` compares frames that are decoded for another purpose. `verify` decodes the file to compare it.
package struct ExpectedFrames: Sendable {
  fileprivate let format: ImageFormat
  fileprivate let frames: [Frame]
  /// For each frame of the file, which of `frames` it stands for; together all, in order.
  fileprivate let joined: [Range<Int>]
  /// How often the file plays; nil where that is not compared.
  fileprivate let plays: Int?
  /// The default image of an APNG that is not part of the animation.
  fileprivate let hidden: Bitmap?

  /// A still PNG.
  package static func png(_ bitmap: Bitmap) -> ExpectedFrames {
    ExpectedFrames(format: .png, frames: [Frame(bitmap)], joined: [0..<1], plays: nil, hidden: nil)
  }

  /// An APNG whose encoder joins frames that look alike.
  ///
  /// - Parameter frames: at least one, all of one size.
  /// - Parameter hidden: the default image where it is not part of the animation.
  package static func apng(_ frames: [Frame], plays: Int, hidden: Bitmap?) -> ExpectedFrames {
    let pictures = frames.map { clearingColorUnderTransparency($0.bitmap) ?? $0.bitmap }
    return apng(
      frames, joined: repeats(pictures, frames.map(\.delay)).map(\.frames), plays: plays, hidden: hidden)
  }

  fileprivate static func apng(
    _ frames: [Frame], joined: [Range<Int>], plays: Int, hidden: Bitmap?
  ) -> ExpectedFrames {
    ExpectedFrames(format: .apng, frames: frames, joined: joined, plays: plays, hidden: hidden)
  }

  fileprivate static func gif(_ frames: [Frame], plays: Int) -> ExpectedFrames {
    ExpectedFrames(
      format: .gif, frames: frames, joined: frames.indices.map { $0..<$0 + 1 },
      plays: frames.count == 1 ? nil : plays, hidden: nil)
  }

  /// Decodes a file and compares it.
  ///
  /// - Throws: `InternalError` that says what differs first.
  package func verify(_ bytes: [UInt8]) throws(InternalError) {
    guard let container = Container(of: bytes, budget: .unlimited) else {
      throw InternalError("the file is not recognized")
    }
    var comparison = try comparison(with: container, of: bytes)
    let damage = container.visitFrames(of: bytes, with: &comparison)
    try comparison.conclude(damage)
  }

  /// Compares what the container says, and returns what compares the frames as they are decoded.
  ///
  /// - Throws: `InternalError` that says what differs first.
  package func comparison(
    with container: Container, of bytes: [UInt8]
  ) throws(InternalError) -> FrameComparison {
    guard let size = frames.first?.bitmap.size, joined.joined().elementsEqual(frames.indices) else {
      throw InternalError("frames were lost")
    }
    try container.verify(format, size, frames: joined.count)
    if let plays, container.animation?.plays != plays {
      throw InternalError("the animation's plays differ")
    }
    if format == .apng { try verifyHidden(container, bytes) }
    return FrameComparison(frames, joined: joined)
  }

  private func verifyHidden(_ container: Container, _ bytes: [UInt8]) throws(InternalError) {
    let stored = try? container.hiddenDefaultImage(of: bytes)
    guard container.animation?.hidesDefaultImage == (hidden != nil), (stored == nil) == (hidden == nil) else {
      throw InternalError("the default image is not what it was to the animation")
    }
    if let stored, let hidden, let place = firstVisibleDifference(stored, hidden) {
      throw InternalError("default image: the pixel at \(place) differs")
    }
  }
}

/// Decodes an encoded image and compares it with what went in: pixel for pixel where anything is visible.
///
/// - Throws: `InternalError` that says what differs first.
func verifyPNG(_ bytes: [UInt8], is bitmap: Bitmap) throws(InternalError) {
  try ExpectedFrames.png(bitmap).verify(bytes)
}

/// The same for an animation: frames, delays and plays.
///
/// - Parameter joined: for each frame of the file, which of `frames` it stands for; together all, in order.
/// - Parameter hidden: the default image where it is not part of the animation.
func verifyAPNG(
  _ bytes: [UInt8], is frames: [Frame], joined: [Range<Int>], plays: Int, hidden: Bitmap? = nil
) throws(InternalError) {
  try ExpectedFrames.apng(frames, joined: joined, plays: plays, hidden: hidden).verify(bytes)
}

/// The same for a GIF that shows frames: each pixel, each time, and the plays of what moves.
func verifyGIF(_ bytes: [UInt8], is frames: [Frame], plays: Int) throws(InternalError) {
  try ExpectedFrames.gif(frames, plays: plays).verify(bytes)
}

/// A JPEG loses something by nature: it must decode without damage to the same size.
func verifyJPEG(_ bytes: [UInt8], has size: PixelSize) throws(InternalError) {
  guard let container = Container(of: bytes, budget: .unlimited) else {
    throw InternalError("the file is not recognized")
  }
  try container.verify(.jpeg, size, frames: 1)
  var counter = FrameCounter()
  let damage = container.visitFrames(of: bytes, with: &counter)
  if let first = damage.first { throw InternalError("the file does not decode: \(first.reason)") }
  guard counter.sizes == [size] else {
    throw InternalError("the file does not decode to one picture of \(size)")
  }
}

extension Container {
  /// - Throws: `InternalError` if the file is damaged, exceeds a limit, or is not what was encoded.
  fileprivate func verify(_ format: ImageFormat, _ size: PixelSize, frames: Int) throws(InternalError) {
    if let damage = damage.first { throw InternalError("the file is damaged: \(damage.reason)") }
    if let limit = exceeded.first { throw InternalError("the file exceeds a limit: \(limit.name)") }
    guard self.format == format, canvas == size, frameCount == frames else {
      throw InternalError("format, size or frame count differ")
    }
  }
}

private struct FrameCounter: FrameVisitor {
  var sizes: [PixelSize] = []
  mutating func visit(_ frame: Frame, number: Int) { sizes.append(frame.bitmap.size) }
}

/// Compares decoded frames with those that were encoded.
package struct FrameComparison: FrameVisitor {
  private let frames: [Frame]
  private let joined: [Range<Int>]
  private var seen = 0
  private var difference: String?

  fileprivate init(_ frames: [Frame], joined: [Range<Int>]) {
    self.frames = frames
    self.joined = joined
  }

  /// Compares the next frame of the file.
  package mutating func visit(_ frame: Frame, number: Int) {
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

  /// - Parameter damage: what decoding found.
  /// - Throws: `InternalError` if anything differs or is missing.
  package func conclude(_ damage: [Damage]) throws(InternalError) {
    if let first = damage.first { throw InternalError("the file does not decode: \(first.reason)") }
    if let difference { throw InternalError(difference) }
    guard seen == joined.count else { throw InternalError("\(seen) of \(joined.count) frames decode") }
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
