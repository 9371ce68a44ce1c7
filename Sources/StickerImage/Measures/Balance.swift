/// The middle of what is visible (alpha of at least 5), every pixel of the same weight, over all frames; a
/// frame counts by how long it is shown.
public struct Balance: Hashable, Sendable {
  private var weight = 0.0
  private var (right, down) = (0.0, 0.0)

  init() {}

  /// From the left edge and the top of the canvas, in pixels; nil where nothing is visible.
  public var middle: (x: Double, y: Double)? { weight > 0 ? (right / weight, down / weight) : nil }

  /// - Parameter seconds: how long the frame is shown.
  mutating func take(_ masks: AlphaMasks, seconds: Double) {
    let mask = masks.visible
    // Twice the distance of the middles of pixels from the origin: whole numbers.
    var (across, along, count) = (0, 0, 0)
    for row in 0..<mask.size.height {
      var pixels = 0
      for word in row * mask.stride..<(row + 1) * mask.stride {
        let bits = mask.words[word]
        if bits == 0 { continue }
        let (own, places) = bits.countAndSumOfPlaces
        pixels &+= own
        across &+= 128 &* (word &- row &* mask.stride) &* own &+ 2 &* places &+ own
      }
      count &+= pixels
      along &+= (2 &* row &+ 1) &* pixels
    }
    let share = seconds
    weight += Double(count) * share
    right += Double(across) * share / 2
    down += Double(along) * share / 2
  }
}

extension UInt64 {
  /// How many bits are set, and the sum of their numbers; the lowest is 0.
  @inline(__always)
  fileprivate var countAndSumOfPlaces: (Int, Int) {
    // Most are inside of art or an edge of it: set up to a place, or from one on.
    if self & (self &+ 1) == 0 {
      let count = (~self).trailingZeroBitCount
      return (count, count &* (count &- 1) / 2)
    }
    let clear = trailingZeroBitCount
    if ~self == (1 &<< UInt64(clear)) &- 1 { return (64 &- clear, 2016 &- clear &* (clear &- 1) / 2) }
    return (nonzeroBitCount, sumOfPlaces)
  }

  /// The sum of the numbers of all bits that are set.
  private var sumOfPlaces: Int {
    // Each mask has the bits whose number has a binary digit set.
    (self & 0xAAAA_AAAA_AAAA_AAAA).nonzeroBitCount
      &+ 2 &* (self & 0xCCCC_CCCC_CCCC_CCCC).nonzeroBitCount
      &+ 4 &* (self & 0xF0F0_F0F0_F0F0_F0F0).nonzeroBitCount
      &+ 8 &* (self & 0xFF00_FF00_FF00_FF00).nonzeroBitCount
      &+ 16 &* (self & 0xFFFF_0000_FFFF_0000).nonzeroBitCount
      &+ 32 &* (self & 0xFFFF_FFFF_0000_0000).nonzeroBitCount
  }
}
