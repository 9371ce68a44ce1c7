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
    var upright = [SIMD32<Float>](repeating: .zero, count: Self.waves.count)
    unsafe tones.withUnsafeBytes { tones in
      for row in 0..<Self.side {
        let line = unsafe tones.loadUnaligned(fromByteOffset: row * Self.side * 4, as: SIMD32<Float>.self)
        for wave in upright.indices { upright[wave] += line * Self.weights[wave * Self.side + row] }
      }
    }
    var strengths: [Float] = []
    for (down, line) in upright.enumerated() {
      // The mean is left out, and one frequency more taken to fill 64 bits.
      let across = down == 0 ? 1..<8 : down == 8 ? 0..<1 : 0..<8
      for wave in across { strengths.append(Self.sum(of: line * Self.waves[wave])) }
    }
    let mean = strengths.reduce(0) { $0 + $1.magnitude } / Float(strengths.count)
    guard mean > 0 else { return nil }
    bits = strengths.indices.reduce(0) { $0 | (strengths[$1] > mean * 0.1 ? 1 << UInt64($1) : 0) }
  }

  /// Bits that differ, 0...64.
  public func distance(to other: PerceptualHash) -> Int { (bits ^ other.bits).nonzeroBitCount }

  /// Pixels of a side of the picture that is hashed.
  static let side = 32

  /// The nine longest cosines of the transform; the first is the mean.
  private static let waves = (0...8).map { frequency in
    SIMD32(
      (0..<side).map { place in
        // cos(π x) is sin(π (x + 1/2)).
        Float(sineOfPi(times: Double((2 * place + 1) * frequency) / 64 + 0.5))
      })
  }

  /// The same numbers, one after the other.
  private static let weights = waves.flatMap { wave in (0..<side).map { wave[$0] } }

  /// In pairs, always in the same order.
  private static func sum(of line: SIMD32<Float>) -> Float {
    let sixteen = line.lowHalf + line.highHalf
    let eight = sixteen.lowHalf + sixteen.highHalf
    let four = eight.lowHalf + eight.highHalf
    return (four.x + four.y) + (four.z + four.w)
  }
}
