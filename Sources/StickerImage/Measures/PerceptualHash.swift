/// A hash of every frame's pixels, to tell frames and images apart.
public struct FrameDigests: Hashable, Sendable {
  /// The digest of each frame, in playing order.
  public private(set) var frames: [PixelDigest] = []
  /// Whether all pixels are in it. Where not, two images with another digest are different, and two with the
  /// same one may be.
  public let isExact: Bool
  private var timing: [UInt8] = []
  /// The hashes of sampled pixels that `sampledImage` is made of, or nil if not measured.
  private var samples: [UInt8]?

  /// Nothing seen yet.
  ///
  /// - Parameter keepsSample: whether to keep the hash of sampled pixels too.
  init(isExact: Bool, keepsSample: Bool = false) {
    self.isExact = isExact
    samples = keepsSample ? [] : nil
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
    samples? += PixelDigest(of: points).bytes + numbers
  }

  /// Equal for images whose pixels and timing are the same.
  public var image: PixelDigest { PixelDigest(of: timing) }

  /// The hash of sampled pixels, or nil if not measured beside that of all pixels.
  public var sampledImage: PixelDigest? { samples.map { PixelDigest(of: $0) } }
}

/// What a picture looks like, in 64 bits: small changes turn few of them over.
///
/// Each bit is the sign of one of the 64 lowest frequencies of a 32 × 32 picture (without the mean), by the
/// discrete cosine transform. A frequency that is hardly there counts as negative: its sign is noise, and in
/// symmetrical art half of them are.
///
/// - Source: the DCT hash of Christoph Zauner, "Implementation and Benchmarking of Perceptual Image Hash
///   Functions" (2010); the comparison with a tenth of the mean instead of the median is ours
///   (`docs/decisions/0017`).
public struct PerceptualHash: Hashable, Sendable {
  /// The lowest bit belongs to the lowest frequency.
  public let bits: UInt64

  /// A hash that was kept.
  public init(bits: UInt64) { self.bits = bits }

  /// The hash of a picture; nil where all of it is the same.
  ///
  /// - Parameter tones: 32 × 32, row by row, of any unit.
  init?(_ tones: [Float]) {
    let upright = Self.upright(tones)
    var strengths: [Float] = []
    strengths.reserveCapacity(64)
    for down in 0..<Self.frequencies {
      // The mean is left out, and one frequency more taken to fill 64 bits.
      let across = down == 0 ? 1..<8 : down == 8 ? 0..<1 : 0..<8
      for frequency in across { strengths.append(Self.product(upright, down, frequency)) }
    }
    let mean = strengths.reduce(0) { $0 + $1.magnitude } / Float(strengths.count)
    guard mean > 0 else { return nil }
    bits = strengths.indices.reduce(0) { $0 | (strengths[$1] > mean * 0.1 ? 1 << UInt64($1) : 0) }
  }

  /// Bits that differ, 0...64.
  public func distance(to other: PerceptualHash) -> Int { (bits ^ other.bits).nonzeroBitCount }

  /// Pixels of a side of the picture that is hashed.
  static let side = 32

  private static let frequencies = 9

  /// The nine longest cosines of the transform, one after the other; the first is the mean.
  private static let waves = (0..<frequencies).flatMap { frequency in
    (0..<side).map { place in
      // cos(π x) is sin(π (x + 1/2)).
      Float(sineOfPi(times: Double((2 * place + 1) * frequency) / 64 + 0.5))
    }
  }

  /// The transform of the columns: 9 rows of 32.
  private static func upright(_ tones: [Float]) -> [Float] {
    var result = [Float](repeating: 0, count: frequencies * side)
    unsafe tones.withUnsafeBytes { tones in
      unsafe result.withUnsafeMutableBytes { result in
        for frequency in 0..<frequencies {
          for column in stride(from: 0, to: side, by: 8) {
            var sum = SIMD8<Float>.zero
            for row in 0..<side {
              let at = (row &* side &+ column) &* 4
              let eight = unsafe tones.loadUnaligned(fromByteOffset: at, as: SIMD8<Float>.self)
              sum += eight * SIMD8(repeating: waves[frequency &* side &+ row])
            }
            let at = (frequency &* side &+ column) &* 4
            unsafe result.storeBytes(of: sum, toByteOffset: at, as: SIMD8<Float>.self)
          }
        }
      }
    }
    return result
  }

  /// One row of the transformed columns, times a wave; summed always in the same order.
  private static func product(_ rows: [Float], _ row: Int, _ frequency: Int) -> Float {
    unsafe rows.withUnsafeBytes { rows in
      unsafe waves.withUnsafeBytes { waves in
        var sum = SIMD8<Float>.zero
        for column in stride(from: 0, to: side, by: 8) {
          let (from, along) = ((row &* side &+ column) &* 4, (frequency &* side &+ column) &* 4)
          let eight = unsafe rows.loadUnaligned(fromByteOffset: from, as: SIMD8<Float>.self)
          sum += unsafe eight * waves.loadUnaligned(fromByteOffset: along, as: SIMD8<Float>.self)
        }
        let four = sum.lowHalf + sum.highHalf
        return (four.x + four.y) + (four.z + four.w)
      }
    }
  }
}
