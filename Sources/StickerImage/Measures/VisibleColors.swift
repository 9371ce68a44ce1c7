/// Counts different colors, with their alpha, of all pixels that are not fully transparent.
public struct VisibleColors: FrameVisitor {
  private var table = [UInt32](repeating: 0, count: slots)  // 0 is free: no visible color is 0
  private var found = 0

  /// A counter that has seen no color yet.
  public init() {}

  /// Colors so far; nil where there are more than 65 536.
  public var count: Int? { found > mostColors ? nil : found }

  /// Takes in a frame.
  public mutating func visit(_ frame: Frame, number: Int) {
    guard frame.bitmap.size.area > 0, found <= mostColors else { return }
    frame.bitmap.withView { view in
      var last: UInt32 = 0
      for y in 0..<view.size.height {
        for x in 0..<view.size.width {
          let word = view[x, y].word
          if word == last || word <= 0xFF_FFFF { continue }  // alpha is the highest byte
          last = word
          add(word)
          if found > mostColors { return }
        }
      }
    }
  }

  @inline(__always)
  private mutating func add(_ word: UInt32) {
    var slot = Int(truncatingIfNeeded: (word &* 0x9E37_79B1) >> 13) & (slots - 1)
    while table[slot] != 0, table[slot] != word { slot = (slot + 1) & (slots - 1) }
    guard table[slot] == 0 else { return }
    table[slot] = word
    found += 1
  }
}

private let mostColors = 65_536
/// How many slots the table has: it is half full at the most.
private let slots = 131_072
