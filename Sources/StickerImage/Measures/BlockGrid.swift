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
    var few = BlockSteps(bitmap, length: width)
    // Each fourth of them first: most drawn art has next to no such steps at all.
    for part in [1, 3, 0, 2] {
      for row in stride(from: part, to: Self.fewRows, by: 4) {
        few.look(from: (2 * row + 1) * height / (2 * Self.fewRows) * width, by: 1)
      }
      guard few.mayHaveSteps else { return }
    }
    guard few.mayBeBlocks else { return }
    passes += 1
    var across = BlockSteps(bitmap, length: width)
    for row in 0..<height { across.look(from: row * width, by: 1) }
    guard let one = across.share else { return }
    var down = BlockSteps(bitmap, length: height)
    for column in 0..<width { down.look(from: column, by: width) }
    guard let other = down.share else { return }
    share = max(share ?? 0, min(one, other))
  }
}

/// Steps beside even pixels, along lines in one direction, by their place of eight.
private struct BlockSteps {
  private let bitmap: Bitmap
  private let length: Int
  private var counts = [Int](repeating: 0, count: 8)
  /// Places that were asked, with solid pixels all around.
  private var asked = 0
  /// Of a line, how much the tone of each pixel differs from the next; `clear` beside what is not solid.
  private var steps: [UInt8]

  private static let clear = UInt8.max
  private static let even: UInt8 = 1
  private static let range: ClosedRange<UInt8> = 3...32
  /// Of a thousand places so many have to be steps: with less, nobody sees the blocks.
  private static let leastOfThousand = 5
  private static let fewest = 128

  init(_ bitmap: Bitmap, length: Int) {
    (self.bitmap, self.length) = (bitmap, length)
    steps = [UInt8](repeating: 0, count: length - 1)
  }

  private var all: Int { counts.reduce(0, +) }
  private var most: Int { counts.max() ?? 0 }

  /// Whether some lines leave it open that a few more have enough steps.
  var mayHaveSteps: Bool { all * 1000 >= asked }

  /// Whether a few lines leave it open that there are blocks.
  var mayBeBlocks: Bool { all >= 12 && all * 1000 >= asked * 3 && most * 4 >= all }

  var share: Double? {
    guard all >= Self.fewest, all * 1000 >= asked * Self.leastOfThousand else { return nil }
    let sorted = counts.sorted()
    guard sorted[6] * 5 <= sorted[7] * 3 else { return nil }
    return Double(sorted[7]) / Double(all)
  }

  /// - Parameter step: pixels from one pixel of the line to the next.
  mutating func look(from start: Int, by step: Int) {
    read(start, step)
    unsafe steps.withUnsafeBufferPointer { steps in
      var at = 2
      while at < length - 3 {
        let own = unsafe steps[at]
        let (before, first) = unsafe (steps[at - 1], steps[at - 2])
        let (behind, last) = unsafe (steps[at + 1], steps[at + 2])
        if max(own, max(before, first), max(behind, last)) != Self.clear {
          asked &+= 1
          let isEndOfEven = (max(before, first) <= Self.even) != (max(behind, last) <= Self.even)
          if isEndOfEven, Self.range ~= own { counts[at & 7] &+= 1 }
        }
        at &+= 1
      }
    }
  }

  private mutating func read(_ start: Int, _ step: Int) {
    let last = length - 1
    unsafe bitmap.pixels.withUnsafeBytes { pixels in
      unsafe steps.withUnsafeMutableBufferPointer { steps in
        var pixel = UInt32(
          littleEndian: unsafe pixels.loadUnaligned(fromByteOffset: start * 4, as: UInt32.self))
        for place in 0..<last {
          let at = (start &+ (place &+ 1) &* step) &* 4
          let next = UInt32(littleEndian: unsafe pixels.loadUnaligned(fromByteOffset: at, as: UInt32.self))
          unsafe steps[place] = Self.difference(pixel, next)
          pixel = next
        }
      }
    }
  }

  @inline(__always)
  private static func difference(_ one: UInt32, _ other: UInt32) -> UInt8 {
    guard one >= 250 << 24, other >= 250 << 24 else { return clear }
    if one == other { return 0 }
    return UInt8(truncatingIfNeeded: min(abs(one.tone &- other.tone), Int32(clear) - 1))
  }
}

extension UInt32 {
  /// How light an opaque point looks, 0...255.
  fileprivate var tone: Int32 {
    (2 &* Int32(sampledRed) &+ 5 &* Int32(sampledGreen) &+ Int32(sampledBlue)) &>> 3
  }
}
