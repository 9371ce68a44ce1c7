/// The frames that were passed to an encoder. They are compared with the decoded file: alpha everywhere, and
/// color where alpha isn't 0.
///
/// `frameComparison` compares frames that are decoded for another purpose. `verify` decodes the file to
/// compare it.
package struct ExpectedFrames: Sendable {
  fileprivate let format: ImageFormat
  fileprivate let frames: [Frame]
  /// For each frame of the file, the range of `frames` that it represents. Together, the ranges cover all
  /// frames in order.
  fileprivate let frameRangesByStoredFrame: [Range<Int>]
  /// The number of plays, or nil if it isn't compared.
  fileprivate let plays: Int?
  /// The default image of an APNG if it isn't part of the animation.
  fileprivate let hiddenDefaultImage: Bitmap?

  /// Expects a still PNG.
  package static func png(_ bitmap: Bitmap) -> ExpectedFrames {
    ExpectedFrames(
      format: .png, frames: [Frame(bitmap)], frameRangesByStoredFrame: [0..<1], plays: nil,
      hiddenDefaultImage: nil)
  }

  /// Expects an APNG in which consecutive frames that look alike are merged.
  ///
  /// - Parameter frames: At least one, all of the same size.
  /// - Parameter hiddenDefaultImage: The default image if it isn't part of the animation.
  package static func apng(_ frames: [Frame], plays: Int, hiddenDefaultImage: Bitmap?) -> ExpectedFrames {
    let pictures = frames.map { clearingColorUnderTransparency($0.bitmap) ?? $0.bitmap }
    return apng(
      frames,
      frameRangesByStoredFrame: storedFrameRuns(in: pictures, delays: frames.map(\.delay)).map(\.frames),
      plays: plays, hiddenDefaultImage: hiddenDefaultImage)
  }

  fileprivate static func apng(
    _ frames: [Frame], frameRangesByStoredFrame mergedFrameRanges: [Range<Int>], plays: Int,
    hiddenDefaultImage: Bitmap?
  ) -> ExpectedFrames {
    ExpectedFrames(
      format: .apng, frames: frames, frameRangesByStoredFrame: mergedFrameRanges, plays: plays,
      hiddenDefaultImage: hiddenDefaultImage)
  }

  fileprivate static func gif(_ frames: [Frame], plays: Int) -> ExpectedFrames {
    ExpectedFrames(
      format: .gif, frames: frames, frameRangesByStoredFrame: frames.indices.map { $0..<$0 + 1 },
      plays: frames.count == 1 ? nil : plays, hiddenDefaultImage: nil)
  }

  /// Decodes a file and compares it.
  ///
  /// - Throws: `InternalError` with the first difference.
  package func verify(_ bytes: [UInt8]) throws(InternalError) {
    guard let container = ImageContainer(of: bytes, budget: .unlimited) else {
      throw InternalError("the file is not recognized")
    }
    var comparison = try frameComparison(with: container, of: bytes)
    let damage = container.visitFrames(of: bytes, with: &comparison)
    try comparison.verifyComplete(decodingDamage: damage)
  }

  /// Compares the container, and returns a visitor that compares the frames as they are decoded.
  ///
  /// - Throws: `InternalError` with the first difference.
  package func frameComparison(
    with container: ImageContainer, of bytes: [UInt8]
  ) throws(InternalError) -> FrameComparison {
    guard let size = frames.first?.bitmap.size,
      frameRangesByStoredFrame.joined().elementsEqual(frames.indices)
    else {
      throw InternalError("frames are missing")
    }
    try container.verifyUndamaged(format, size, frames: frameRangesByStoredFrame.count)
    if let plays, container.animation?.plays != plays {
      throw InternalError("the number of plays differs")
    }
    if format == .apng { try verifyHiddenDefaultImage(container, bytes) }
    return FrameComparison(frames, frameRangesByStoredFrame: frameRangesByStoredFrame)
  }

  private func verifyHiddenDefaultImage(_ container: ImageContainer, _ bytes: [UInt8]) throws(InternalError) {
    let stored = try? container.hiddenDefaultImage(of: bytes)
    guard container.animation?.hidesDefaultImage == (hiddenDefaultImage != nil),
      (stored == nil) == (hiddenDefaultImage == nil)
    else {
      throw InternalError("the default image has another role in the animation")
    }
    if let stored, let hiddenDefaultImage,
      let place = firstVisiblyDifferingPixelPosition(stored, hiddenDefaultImage)
    {
      throw InternalError("default image: the pixel at \(place) differs")
    }
  }
}

/// Decodes an encoded PNG and compares it with the original.
///
/// - Throws: `InternalError` with the first difference.
func verifyPNG(_ bytes: [UInt8], shows bitmap: Bitmap) throws(InternalError) {
  try ExpectedFrames.png(bitmap).verify(bytes)
}

/// Decodes an encoded APNG and compares its frames, delays and number of plays with the originals.
///
/// - Parameter mergedFrameRanges: For each frame of the file, the range of `frames` that it represents.
///   Together, the ranges cover all frames in order.
/// - Parameter hiddenDefaultImage: The default image if it isn't part of the animation.
func verifyAPNG(
  _ bytes: [UInt8], shows frames: [Frame], frameRangesByStoredFrame mergedFrameRanges: [Range<Int>],
  plays: Int,
  hiddenDefaultImage: Bitmap? = nil
) throws(InternalError) {
  try ExpectedFrames.apng(
    frames, frameRangesByStoredFrame: mergedFrameRanges, plays: plays, hiddenDefaultImage: hiddenDefaultImage
  ).verify(bytes)
}

/// Decodes an encoded GIF and compares its frames, delays and (if it is animated) number of plays with the
/// originals.
func verifyGIF(_ bytes: [UInt8], shows frames: [Frame], plays: Int) throws(InternalError) {
  try ExpectedFrames.gif(frames, plays: plays).verify(bytes)
}

/// Checks that a JPEG decodes without damage to the expected size. Pixels aren't compared, because JPEG is
/// lossy.
func verifyJPEG(_ bytes: [UInt8], decodesTo size: PixelSize) throws(InternalError) {
  guard let container = ImageContainer(of: bytes, budget: .unlimited) else {
    throw InternalError("the file is not recognized")
  }
  try container.verifyUndamaged(.jpeg, size, frames: 1)
  var counter = FrameSizeCollector()
  let damage = container.visitFrames(of: bytes, with: &counter)
  if let first = damage.first { throw InternalError("the file can't be decoded: \(first.reason)") }
  guard counter.sizes == [size] else {
    throw InternalError("the file doesn't decode to one image of \(size)")
  }
}

extension ImageContainer {
  /// - Throws: `InternalError` if the file is damaged, exceeds a limit, or has another format, size or frame
  ///   count.
  fileprivate func verifyUndamaged(_ format: ImageFormat, _ size: PixelSize, frames: Int)
    throws(InternalError)
  {
    if let damage = damage.first { throw InternalError("the file is damaged: \(damage.reason)") }
    if let limit = exceededLimits.first { throw InternalError("the file exceeds a limit: \(limit.name)") }
    guard self.format == format, canvas == size, frameCount == frames else {
      throw InternalError("the format, size or frame count differs")
    }
  }
}

private struct FrameSizeCollector: FrameVisitor {
  var sizes: [PixelSize] = []
  mutating func visit(_ frame: Frame, number: Int) { sizes.append(frame.bitmap.size) }
}

/// Compares decoded frames with the originals.
package struct FrameComparison: FrameVisitor {
  private let originalFrames: [Frame]
  private let frameRangesByStoredFrame: [Range<Int>]
  private var decodedFrameCount = 0
  private var difference: String?

  fileprivate init(_ frames: [Frame], frameRangesByStoredFrame mergedFrameRanges: [Range<Int>]) {
    self.originalFrames = frames
    self.frameRangesByStoredFrame = mergedFrameRanges
  }

  /// Compares the next frame of the file.
  package mutating func visit(_ frame: Frame, number: Int) {
    defer { decodedFrameCount += 1 }
    guard difference == nil, decodedFrameCount < frameRangesByStoredFrame.count else { return }
    let wanted = originalFrames[frameRangesByStoredFrame[decodedFrameCount]]
    let delay = wanted.count == 1 ? wanted.first?.delay : wanted.lazy.map(\.shownDelay).total()
    if delay?.isSameTime(as: frame.delay) != true {
      difference = "frame \(decodedFrameCount + 1): the delay differs"
    }
    for original in wanted {
      guard let place = firstVisiblyDifferingPixelPosition(frame.bitmap, original.bitmap) else { continue }
      difference = "frame \(decodedFrameCount + 1): the pixel at \(place) differs"
    }
  }

  /// - Parameter damage: The damage that decoding found.
  /// - Throws: `InternalError` if anything differs or is missing.
  package func verifyComplete(decodingDamage damage: [Damage]) throws(InternalError) {
    if let first = damage.first { throw InternalError("the file can't be decoded: \(first.reason)") }
    if let difference { throw InternalError(difference) }
    guard decodedFrameCount == frameRangesByStoredFrame.count else {
      throw InternalError(
        "only \(decodedFrameCount) of \(frameRangesByStoredFrame.count) frames were decoded")
    }
  }
}

/// The position of the first pixel at which two bitmaps differ in alpha, or in color where alpha isn't 0, as
/// text. Returns nil if they look the same.
func firstVisiblyDifferingPixelPosition(_ left: Bitmap, _ right: Bitmap) -> String? {
  guard left.size == right.size else { return "any" }
  // Usually the bytes are equal, because encoded images have no invisible color.
  guard left.size.area > 0, !left.pixels.hasSameBytes(as: right.pixels) else { return nil }
  return left.withView { left in
    right.withView { right in
      for y in 0..<left.size.height {
        var differs: UInt32 = 0
        for x in 0..<left.size.width {
          let (a, b) = (left[x, y].abgr, right[x, y].abgr)
          differs |= (a | b) > 0xFF_FFFF ? a ^ b : 0  // if both are transparent, the color doesn't matter
        }
        if differs == 0 { continue }
        let x = (0..<left.size.width).first { x in
          let (a, b) = (left[x, y].abgr, right[x, y].abgr)
          return (a | b) > 0xFF_FFFF && a != b
        }
        return "(\(x ?? 0), \(y))"
      }
      return nil
    }
  }
}
