/// A 64-bit hash of an image's appearance. Small changes flip only a few bits.
///
/// Each bit is the sign of one of the 64 lowest frequencies (excluding the mean) of the discrete cosine
/// transform of a 32 × 32 image. Very weak frequencies count as negative, because their sign is noise. In
/// symmetrical art, half of the frequencies are weak.
///
/// - Source: The DCT hash of Christoph Zauner, "Implementation and Benchmarking of Perceptual Image Hash
///   Functions" (2010). Here, the threshold is a tenth of the mean instead of the median
///   (`docs/decisions/0017`).
public struct PerceptualHash: Hashable, Sendable {
  /// The hash. The lowest bit belongs to the lowest frequency.
  public let bits: UInt64

  /// Creates a hash from stored bits.
  public init(bits: UInt64) { self.bits = bits }

  /// Returns nil if the image is uniform.
  ///
  /// - Parameter tones: 32 × 32 values, row by row, in any unit.
  init?(_ tones: [Float]) {
    let upright = Self.columnTransform(tones)
    var strengths: [Float] = []
    strengths.reserveCapacity(64)
    for down in 0..<Self.frequencyCountPerAxis {
      // Because the mean is excluded, one more frequency is needed to fill 64 bits.
      let across = down == 0 ? 1..<8 : down == 8 ? 0..<1 : 0..<8
      for frequency in across { strengths.append(Self.dotProduct(upright, down, frequency)) }
    }
    let mean = strengths.reduce(0) { $0 + $1.magnitude } / Float(strengths.count)
    guard mean > 0 else { return nil }
    bits = strengths.indices.reduce(0) { $0 | (strengths[$1] > mean * 0.1 ? 1 << UInt64($1) : 0) }
  }

  /// The number of bits that differ, 0...64.
  public func distance(to other: PerceptualHash) -> Int { (bits ^ other.bits).nonzeroBitCount }

  /// The side of the hashed image in pixels.
  static let hashedImageSide = 32

  private static let frequencyCountPerAxis = 9

  /// The nine lowest-frequency cosines of the transform, stored consecutively. The first one corresponds to
  /// the mean.
  private static let cosines = (0..<frequencyCountPerAxis).flatMap { frequency in
    (0..<hashedImageSide).map { place in
      // cos(π x) is sin(π (x + 1/2)).
      Float(sineOfPi(times: Double((2 * place + 1) * frequency) / 64 + 0.5))
    }
  }

  /// The transform of the columns: 9 rows of 32.
  private static func columnTransform(_ tones: [Float]) -> [Float] {
    var result = [Float](repeating: 0, count: frequencyCountPerAxis * hashedImageSide)
    unsafe tones.withUnsafeBytes { tones in
      unsafe result.withUnsafeMutableBytes { result in
        for frequency in 0..<frequencyCountPerAxis {
          for column in stride(from: 0, to: hashedImageSide, by: 8) {
            var sum = SIMD8<Float>.zero
            for row in 0..<hashedImageSide {
              let at = (row &* hashedImageSide &+ column) &* 4
              let eight = unsafe tones.loadUnaligned(fromByteOffset: at, as: SIMD8<Float>.self)
              sum += eight * SIMD8(repeating: cosines[frequency &* hashedImageSide &+ row])
            }
            let at = (frequency &* hashedImageSide &+ column) &* 4
            unsafe result.storeBytes(of: sum, toByteOffset: at, as: SIMD8<Float>.self)
          }
        }
      }
    }
    return result
  }

  /// The dot product of a row of the transformed columns and a cosine, always summed in the same order.
  private static func dotProduct(_ rows: [Float], _ row: Int, _ frequency: Int) -> Float {
    unsafe rows.withUnsafeBytes { rows in
      unsafe cosines.withUnsafeBytes { waves in
        var sum = SIMD8<Float>.zero
        for column in stride(from: 0, to: hashedImageSide, by: 8) {
          let (from, along) = (
            (row &* hashedImageSide &+ column) &* 4, (frequency &* hashedImageSide &+ column) &* 4
          )
          let eight = unsafe rows.loadUnaligned(fromByteOffset: from, as: SIMD8<Float>.self)
          sum += unsafe eight * waves.loadUnaligned(fromByteOffset: along, as: SIMD8<Float>.self)
        }
        let four = sum.lowHalf + sum.highHalf
        return (four.x + four.y) + (four.z + four.w)
      }
    }
  }
}
