/// Where a JPEG has smeared the edges of art over its background: blocks of 16 px that hold an edge ring, and
/// their colors bleed.
struct BackgroundBand {
  /// For each pixel whether something that is surely art lies within `reach`.
  private(set) var isNear: [Bool]
  /// A pixel that lies further than this from the background is surely art, 0...255.
  let leastArt: UInt8

  /// The side of a block where color is stored at half the size.
  /// - Source: ITU-T T.81, A.2.
  private static let reach = 16
  private static let artRange = 8...64

  /// Looks at what was not flooded.
  init(_ flood: BackgroundFlood) {
    var counts = [Int](repeating: 0, count: 256)
    for pixel in flood.apart.indices where !flood.isBackground[pixel] {
      counts[Int(flood.apart[pixel])] &+= 1
    }
    // Half of the median: art that differs little from its background rings little.
    var rest = counts.reduce(0, +) / 2
    let median = counts.firstIndex {
      rest -= $0
      return rest < 0
    }
    let range = Self.artRange
    let least = UInt8(clamping: min(max((median ?? 0) / 2, range.lowerBound), range.upperBound))
    leastArt = least
    isNear = zip(flood.apart, flood.isBackground).map { $0 > least && !$1 }
    isNear.widen(flood.size, by: Self.reach)
  }
}

extension [Bool] {
  /// Sets every pixel that lies within so many pixels of one that is set, over corners too.
  mutating func widen(_ size: PixelSize, by reach: Int) {
    for y in 0..<size.height { widen(from: y * size.width, by: 1, count: size.width, reach) }
    for x in 0..<size.width { widen(from: x, by: size.width, count: size.height, reach) }
  }

  /// Widens what is set in a row or a column to both sides.
  private mutating func widen(from start: Int, by step: Int, count: Int, _ reach: Int) {
    // Ahead of where it is written nothing has been set yet.
    var (last, next) = (-reach - 1, 0)
    for place in 0..<count {
      while next < count, next <= place + reach {
        if self[start + next * step] { last = next }
        next += 1
      }
      if last >= place - reach { self[start + place * step] = true }
    }
  }
}
