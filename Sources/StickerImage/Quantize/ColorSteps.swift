/// How coarse near-lossless colors become.
///
/// Steps of red and blue are larger, as the eye sees less of them.
public struct ColorSteps: Hashable, Sendable {
  /// The steps of red, green and blue; that of alpha is always 1.
  let lanes: SIMD4<Float>
  let inverse: SIMD4<Float>
  /// How far a sample may be off: half a step, rounded down.
  let halves: SIMD4<Int32>

  /// The coarsest strength there is.
  public static let most = 72

  /// Steps of a strength.
  ///
  /// - Parameter strength: 1...`most`, four times the step of green. Up to 1 changes nothing but the color
  ///   under alpha 0.
  /// - Parameter isGray: whether all three are to be the same, so that gray stays gray.
  public init(_ strength: Int, isGray: Bool) {
    let shares: [Float] = isGray ? [1, 1, 1] : [redShare, 1, blueShare]
    let steps = shares.map { max((Float(strength) / 4 * $0).rounded(), 1) }
    lanes = SIMD4(steps[0], steps[1], steps[2], 1)
    inverse = 1 / lanes
    halves = SIMD4<Int32>(Int32(steps[0]) / 2, Int32(steps[1]) / 2, Int32(steps[2]) / 2, 0)
  }

  /// The largest step: no sample moves by more than half of it.
  public var largest: Int { Int(lanes.max()) }
}

// How much coarser than green: a sample's error counts by its squared weight in luma, 8 tenths, and in the
// color differences, a tenth each; the same bits are best spent where step times root of that is the same.
private let redShare: Float = 1.75
private let blueShare: Float = 2.9
