/// Small holes in solid art: groups of pixels through which more shows of what is behind than of the art
/// (alpha below 128), at most 6 px across, with nothing but art for 12 px all around.
///
/// That far from the outline and from each other lie neither the gaps between two outlines nor the inside of
/// small letters. Holes of one size come from a pattern: the buttons of a shirt, the eyes of a mask.
public struct Pinholes: Hashable, Sendable {
  /// One hole.
  public struct Hole: Hashable, Sendable {
    /// The rectangle around it.
    public let place: PixelRect
    /// The first frame that has it there; the first of all is 0.
    public let frame: Int
  }

  /// In reading order within a frame, each place once; at most 64.
  public private(set) var found: [Hole] = []
  private var places: Set<PixelRect> = []

  /// Pixels of the widest hole.
  public static let maxSide = 6
  /// Pixels of art around a hole.
  public static let minArtPixels = 12
  private static let maxHoles = 64
  /// Frames with more holes have a texture.
  private static let maxHolesPerFrame = 24
  /// A frame's windows: art with more gaps is a net, or noise.
  private static let maxWindows = 4096

  init() {}

  /// - Parameter frame: its number, the first is 0.
  mutating func take(_ masks: AlphaMasks, frame: Int) {
    let mask = masks.solid
    var own: [PixelRect] = []
    var windows = Self.maxWindows
    for row in 1..<max(1, mask.size.height) {
      for word in 0..<mask.stride {
        var starts = mask.startsOfGaps(word, row: row)
        while starts != 0 {
          let column = word * 64 + starts.trailingZeroBitCount
          starts &= starts &- 1
          guard windows > 0, own.count <= Self.maxHolesPerFrame else { return }
          windows -= 1
          if let hole = HoleWindow(mask, column: column, row: row).hole, !own.contains(hole) {
            own.append(hole)
          }
        }
      }
    }
    guard own.count <= Self.maxHolesPerFrame else { return }
    for place in own where !place.isOfPattern(own) { keep(Hole(place: place, frame: frame)) }
  }

  private mutating func keep(_ hole: Hole) {
    guard found.count < Self.maxHoles, places.insert(hole.place).inserted else { return }
    found.append(hole)
  }
}

extension PixelRect {
  /// Whether enough others are as large: one where it is 4 px across, and three where it is smaller.
  fileprivate func isOfPattern(_ all: [PixelRect]) -> Bool {
    let others = all.count { $0 != self && abs($0.width - width) <= 1 && abs($0.height - height) <= 1 }
    return others >= (max(width, height) >= 4 ? 1 : 3)
  }
}

extension PixelMask {
  /// Where runs of pixels that are not set begin in a word, with nothing but set ones above them, straight or
  /// aslant; a run that goes on to the right beyond `Pinholes.maxSide` is none.
  fileprivate func startsOfGaps(_ word: Int, row: Int) -> UInt64 {
    let at = row &* stride &+ word
    let clear = ~words[at]
    if clear == 0 { return 0 }
    let above = ~words[at &- stride]
    if above == .max { return 0 }
    // What lies in the words beside these can only take starts away.
    guard clear & ~(above | above &<< 1 | above &>> 1 | clear &<< 1) != 0 else { return 0 }
    let (before, after) = (~self.word(word &- 1, row: row), ~self.word(word &+ 1, row: row))
    let beforeAbove = ~self.word(word &- 1, row: row &- 1)
    let afterAbove = ~self.word(word &+ 1, row: row &- 1)
    let covered = above | above &<< 1 | above &>> 1 | beforeAbove &>> 63 | afterAbove &<< 63
    var starts = clear & ~covered & ~(clear &<< 1 | before &>> 63)
    if starts == 0 { return 0 }
    // Of a longer run all of these pixels are clear as well.
    var long = clear
    for shift in 1...UInt64(Pinholes.maxSide) { long &= clear &>> shift | after &<< (64 &- shift) }
    starts &= ~long
    return starts
  }
}

/// The surroundings of a clear pixel: 64 columns, the pixel in bit 31, and the rows that a hole and the art
/// around it take.
private struct HoleWindow {
  private let mask: PixelMask
  private let column: Int
  private let row: Int
  private static let reach = Pinholes.maxSide

  init(_ mask: PixelMask, column: Int, row: Int) {
    self.mask = mask
    self.column = column
    self.row = row
  }

  /// The rectangle of the hole around the pixel; nil where it is too large, or too near to others.
  var hole: PixelRect? {
    guard !isNearOthers, let group = group() else { return nil }
    // The window's pixel is one of them.
    var (top, bottom) = (Self.reach, Self.reach)
    while group[top - 1] != 0 { top -= 1 }
    while group[bottom + 1] != 0 { bottom += 1 }
    guard bottom - top < Pinholes.maxSide else { return nil }
    let columns = (top...bottom).reduce(0) { $0 | group[$1] }
    let (left, right) = (columns.trailingZeroBitCount, 63 - columns.leadingZeroBitCount)
    guard right - left < Pinholes.maxSide else { return nil }
    let margin = Pinholes.minArtPixels
    let near = (UInt64.max &>> UInt64(63 - (right - left + 2 * margin))) &<< UInt64(left - margin)
    for at in top - margin...bottom + margin {
      let own = (top...bottom).contains(at) ? group[at] : 0
      if clear(at - Self.reach) & near & ~own != 0 { return nil }
    }
    return PixelRect(
      x: column - 31 + left, y: row - Self.reach + top, width: right - left + 1, height: bottom - top + 1)
  }

  /// Whether something is clear where no part of a hole with this pixel can be, but its art has to be: so it
  /// is with most gaps of art, and three rows to either side find most of those.
  private var isNearOthers: Bool {
    let (reach, margin) = (Pinholes.maxSide, Pinholes.minArtPixels)
    var others: UInt64 = 0
    for offset in stride(from: reach, through: margin, by: 3) { others |= clear(offset) | clear(-offset) }
    return (others | clear(0) & ~Self.columns(within: reach - 1)) & Self.columns(within: margin) != 0
  }

  /// The clear pixels of a row, counted from that of the pixel; all are beyond the canvas.
  private func clear(_ offset: Int) -> UInt64 { ~mask.bits(around: column, row: row + offset) }

  /// The columns that are at most so far from that of the pixel.
  private static func columns(within distance: Int) -> UInt64 {
    (UInt64.max &>> UInt64(63 - 2 * distance)) &<< UInt64(31 - distance)
  }

  /// What hangs together with the window's pixel, over sides and corners, by rows; nil once it is too large.
  private func group() -> SIMD16<UInt64>? {
    let (last, middle) = (2 * Self.reach, UInt64(1) &<< 31)
    var rows = SIMD16<UInt64>.zero  // on the stack: most gaps of art come here
    rows[Self.reach] = middle
    // Columns that a hole with this pixel cannot reach.
    let far = ~Self.columns(within: Self.reach - 1)
    for _ in 0..<Pinholes.maxSide * Pinholes.maxSide {
      var (grown, columns) = (rows, UInt64(0))
      for at in 0...last {
        let near = rows[at] | (at > 0 ? rows[at - 1] : 0) | rows[at + 1]
        if near == 0 { continue }
        grown[at] = (near | near &<< 1 | near &>> 1) & clear(at - Self.reach)
        columns |= grown[at]
      }
      if grown[0] != 0 || grown[last] != 0 || columns & far != 0 { return nil }
      if grown == rows { return rows }
      rows = grown
    }
    return nil
  }
}
