/// A hash of every frame's pixels, to tell frames and images apart.
public struct FrameDigests: Hashable, Sendable {
  /// One for each frame, in playing order.
  public private(set) var frames: [PixelDigest] = []
  /// Whether all pixels are in it. Where not, two images with another digest are different, and two with the
  /// same one may be.
  public let isExact: Bool
  private var timing: [UInt8] = []

  /// Nothing seen yet.
  init(isExact: Bool) { self.isExact = isExact }

  /// - Parameter points: of the frame, evenly spread.
  mutating func take(_ frame: Frame, _ points: [UInt32]) {
    let digest = isExact ? PixelDigest(of: frame.bitmap.pixels) : PixelDigest(of: points)
    frames.append(digest)
    let delay = frame.delay.reduced
    timing += digest.bytes
    for number in [delay.numerator, delay.denominator, frame.bitmap.width, frame.bitmap.height] {
      for shift in stride(from: 0, to: 64, by: 8) {
        timing.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
  }

  /// Equal for images whose pixels and timing are the same.
  public var image: PixelDigest { PixelDigest(of: timing) }
}
