/// A hash of every frame's pixels, to tell frames and images apart.
public struct FrameDigests: Hashable, Sendable {
  /// The digest of each frame, in playing order.
  public private(set) var frames: [PixelDigest] = []
  /// Whether all pixels are in it. Where not, two images with another digest are different, and two with the
  /// same one may be.
  public let isExact: Bool
  private var timing: [UInt8] = []
  /// What a digest of only some pixels is made of; nil where nobody asked for it.
  private var glances: [UInt8]?

  /// Nothing seen yet.
  ///
  /// - Parameter keepsGlance: whether what the digest would be that is not exact is kept too.
  init(isExact: Bool, keepsGlance: Bool = false) {
    self.isExact = isExact
    glances = keepsGlance ? [] : nil
  }

  /// - Parameter points: pixels of the frame, evenly spread.
  mutating func take(_ frame: Frame, _ points: [UInt32]) {
    let digest = isExact ? PixelDigest(of: frame.bitmap.pixels) : PixelDigest(of: points)
    frames.append(digest)
    let delay = frame.delay.reduced
    let numbers = [delay.numerator, delay.denominator, frame.bitmap.width, frame.bitmap.height].flatMap {
      number in stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    timing += digest.bytes + numbers
    glances? += PixelDigest(of: points).bytes + numbers
  }

  /// Equal for images whose pixels and timing are the same.
  public var image: PixelDigest { PixelDigest(of: timing) }

  /// What an exact digest would be if it were not exact; nil where nobody asked.
  public var imageAtAGlance: PixelDigest? { glances.map { PixelDigest(of: $0) } }
}
