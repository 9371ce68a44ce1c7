/// Hashes of every frame's pixels, which identify equal frames and images.
public struct FramePixelDigests: Hashable, Sendable {
  /// The digest of each frame, in playing order.
  public private(set) var frames: [XXH3Digest] = []
  /// Whether the digests cover all pixels. If not, images with different digests are different, but images
  /// with equal digests aren't necessarily equal.
  public let coversAllPixels: Bool
  private var hashInput: [UInt8] = []
  /// The hashes of sampled pixels for `sampledImageDigest`, or nil if not measured.
  private var sampledHashInput: [UInt8]?

  /// - Parameter hashesSampledPixels: Whether to also keep the hash of sampled pixels.
  init(isExact: Bool, hashesSampledPixels: Bool = false) {
    self.coversAllPixels = isExact
    sampledHashInput = hashesSampledPixels ? [] : nil
  }

  /// - Parameter points: Evenly spaced pixels of the frame.
  mutating func addFrame(_ frame: Frame, _ points: [UInt32]) {
    let digest = coversAllPixels ? XXH3Digest(of: frame.bitmap.pixels) : XXH3Digest(of: points)
    frames.append(digest)
    let delay = frame.delay.reduced
    let numbers = [delay.numerator, delay.denominator, frame.bitmap.width, frame.bitmap.height].flatMap {
      number in stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    hashInput += digest.bytes + numbers
    sampledHashInput? += XXH3Digest(of: points).bytes + numbers
  }

  /// A digest that is equal for images with the same pixels and timing.
  public var imageDigest: XXH3Digest { XXH3Digest(of: hashInput) }

  /// The hash of sampled pixels, or nil unless it was measured in addition to the hash of all pixels.
  public var sampledImageDigest: XXH3Digest? { sampledHashInput.map { XXH3Digest(of: $0) } }
}
