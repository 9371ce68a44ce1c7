internal import CImageCodecs

/// Steps of tone beside even pixels, along rows or columns of a picture, by their place of eight.
struct BlockSteps {
  private var counts = sl_step_counts()

  /// Of a thousand places so many have to be steps: with less, nobody sees the blocks.
  private static let leastOfThousand = 5
  private static let fewest = 128

  /// Adds the steps along rows, of at least 16 pixels.
  ///
  /// - Parameter asAnywhere: whether they are counted as any processor does it, for tests.
  mutating func lookAcross(_ bitmap: Bitmap, rows: some Sequence<Int>, asAnywhere: Bool = false) {
    let count = unsafe asAnywhere ? sl_count_steps_across_anywhere : sl_count_steps_across
    var room = [UInt8](repeating: 0, count: bitmap.width * 3 + 64)
    unsafe bitmap.pixels.withUnsafeBufferPointer { pixels in
      guard let first = pixels.baseAddress else { return }
      for row in rows { unsafe count(first + row * bitmap.width * 4, bitmap.width, &room, &counts) }
    }
  }

  /// Adds the steps along all columns, of at least 16 pixels.
  ///
  /// - Parameter asAnywhere: whether they are counted as any processor does it, for tests.
  mutating func lookDown(_ bitmap: Bitmap, asAnywhere: Bool = false) {
    let count = unsafe asAnywhere ? sl_count_steps_down_anywhere : sl_count_steps_down
    unsafe bitmap.pixels.withUnsafeBufferPointer { pixels in
      guard let first = pixels.baseAddress else { return }
      unsafe count(first, bitmap.width, bitmap.height, &counts)
    }
  }

  /// Steps by their place of eight.
  private var places: [Int] {
    let all = counts.by_place
    return [all.0, all.1, all.2, all.3, all.4, all.5, all.6, all.7].map { Int($0) }
  }
  private var all: Int { places.reduce(0, +) }
  /// Places that were asked, with solid pixels all around.
  private var asked: Int { Int(counts.asked) }

  /// Whether some lines leave it open that a few more have enough steps.
  var mayHaveSteps: Bool { all * 1000 >= asked }

  /// Whether a few lines leave it open that there are blocks.
  var mayBeBlocks: Bool { all >= 12 && all * 1000 >= asked * 3 && (places.max() ?? 0) * 4 >= all }

  /// The share of steps at one place of eight, 0...1; nil where there are few, or a pattern.
  var share: Double? {
    guard all >= Self.fewest, all * 1000 >= asked * Self.leastOfThousand else { return nil }
    let sorted = places.sorted()
    guard sorted[6] * 5 <= sorted[7] * 3 else { return nil }
    return Double(sorted[7]) / Double(all)
  }
}
