/// Traces of JPEG: it stores pictures in blocks of 8 × 8 pixels, and what it leaves of noise around an edge
/// ends where the block does.
///
/// So along rows and columns of solid pixels steps of tone are counted, of 3...32 of 255, that have even
/// pixels on one side and uneven ones on the other, by their place of eight. In drawn art an eighth of them
/// lies at each place; after JPEG most lie at one. Squares of pixel art are even on both sides, and a pattern
/// that is repeated has as many steps down as up, beside each other.
public struct BlockGrid: Hashable, Sendable {
  /// The share of such steps at one place of eight, 0...1, in the direction in which it is less; nil where
  /// there are few steps, or a pattern. Of the frame where it is most.
  public private(set) var share: Double?

  private var passes = 0
  /// Frames that are looked at as a whole.
  private static let mostPasses = 4
  /// Rows that say whether the others are looked at.
  private static let fewRows = 16

  init() {}

  mutating func take(_ bitmap: Bitmap) {
    guard passes < Self.mostPasses else { return }
    let (width, height) = (bitmap.width, bitmap.height)
    guard width >= 16, height >= 16 else { return }
    var few = BlockSteps()
    // Each fourth of them first: most drawn art has next to no such steps at all.
    for part in [1, 3, 0, 2] {
      let rows = stride(from: part, to: Self.fewRows, by: 4)
      few.lookAcross(bitmap, rows: rows.lazy.map { (2 * $0 + 1) * height / (2 * Self.fewRows) })
      guard few.mayHaveSteps else { return }
    }
    guard few.mayBeBlocks else { return }
    passes += 1
    var (across, down) = (BlockSteps(), BlockSteps())
    across.lookAcross(bitmap, rows: 0..<height)
    guard let one = across.share else { return }
    down.lookDown(bitmap)
    guard let other = down.share else { return }
    share = max(share ?? 0, min(one, other))
  }
}
