/// Finds small holes in solid art: groups of pixels in which the background shows more than the art (alpha
/// below 128), at most 6 px across, with only art within 12 px on all sides. The art is nearly opaque 2 px
/// away from the hole, because shading that fades slowly isn't a hole.
///
/// These distances exclude gaps between outlines and the inside of small letters. Several holes of the same
/// size are a pattern, such as the buttons of a shirt or the eyes of a mask.
public struct Pinholes: Hashable, Sendable {
  /// A small hole in the art.
  public struct Hole: Hashable, Sendable {
    /// The bounding box.
    public let boundingBox: PixelRect
    /// The index of the first frame that has the hole, starting at 0.
    public let frame: Int
  }

  /// The holes in reading order within a frame, without duplicate positions. At most 64.
  public private(set) var holes: [Hole] = []
  private var boundingBoxes: Set<PixelRect> = []

  /// The maximum width and height of a hole in pixels.
  public static let maxSide = 6
  /// The minimum width of the art around a hole in pixels.
  public static let minSurroundingArtWidth = 12
  /// The distance from the hole at which the art is nearly opaque, in pixels, and its minimum alpha there.
  private static let (edgeWidth, minEdgeAlpha) = (2, UInt8(200))
  private static let maxHoles = 64
  /// Frames with more holes have a texture.
  private static let maxFrameHolesBeforeTexture = 24
  /// The maximum number of gaps checked per frame. Art with more gaps is a net or noise.
  private static let maxCheckedGapsPerFrame = 4096

  init() {}

  /// - Parameter frame: The index of the frame, starting at 0.
  mutating func addFrame(_ bitmap: Bitmap, _ masks: AlphaMasks, frame: Int) {
    let mask = masks.halfOpaque
    var frameHoles: [PixelRect] = []
    var windows = Self.maxCheckedGapsPerFrame
    for row in 1..<max(1, mask.size.height) {
      for word in 0..<mask.wordsPerRow {
        var starts = mask.startsOfPossibleHoles(word, row: row)
        while starts != 0 {
          let column = word * 64 + starts.trailingZeroBitCount
          starts &= starts &- 1
          guard windows > 0, frameHoles.count <= Self.maxFrameHolesBeforeTexture else { return }
          windows -= 1
          if let hole = HoleWindow(mask, column: column, row: row).hole, !frameHoles.contains(hole),
            Self.hasSharpEdge(hole, bitmap)
          {
            frameHoles.append(hole)
          }
        }
      }
    }
    guard frameHoles.count <= Self.maxFrameHolesBeforeTexture else { return }
    for place in frameHoles where !place.isInSameSizePattern(among: frameHoles) {
      addHoleIfNew(Hole(boundingBox: place, frame: frame))
    }
  }

  private static func hasSharpEdge(_ hole: PixelRect, _ bitmap: Bitmap) -> Bool {
    let (left, top) = (hole.x - edgeWidth, hole.y - edgeWidth)
    let (right, bottom) = (hole.x + hole.width - 1 + edgeWidth, hole.y + hole.height - 1 + edgeWidth)
    func isOpaque(_ x: Int, _ y: Int) -> Bool {
      bitmap.pixels[(y &* bitmap.width &+ x) &* 4 &+ 3] >= minEdgeAlpha
    }
    return (left...right).allSatisfy { isOpaque($0, top) && isOpaque($0, bottom) }
      && (top...bottom).allSatisfy { isOpaque(left, $0) && isOpaque(right, $0) }
  }

  private mutating func addHoleIfNew(_ hole: Hole) {
    guard holes.count < Self.maxHoles, boundingBoxes.insert(hole.boundingBox).inserted else { return }
    holes.append(hole)
  }
}

extension PixelRect {
  /// Whether enough other holes have the same size: one if the hole is at least 4 px across, and three if it
  /// is smaller.
  fileprivate func isInSameSizePattern(among all: [PixelRect]) -> Bool {
    let others = all.count { $0 != self && abs($0.width - width) <= 1 && abs($0.height - height) <= 1 }
    return others >= (max(width, height) >= 4 ? 1 : 3)
  }
}

extension PixelMask {
  /// The starts of runs of clear pixels in a word that have only set pixels directly or diagonally above
  /// them. Excludes runs that continue to the right beyond `Pinholes.maxSide`.
  fileprivate func startsOfPossibleHoles(_ word: Int, row: Int) -> UInt64 {
    let at = row &* wordsPerRow &+ word
    let clear = ~words[at]
    if clear == 0 { return 0 }
    let above = ~words[at &- wordsPerRow]
    if above == .max { return 0 }
    // The neighboring words can only remove starts.
    guard clear & ~(above | above &<< 1 | above &>> 1 | clear &<< 1) != 0 else { return 0 }
    let (before, after) = (~self.word(word &- 1, row: row), ~self.word(word &+ 1, row: row))
    let beforeAbove = ~self.word(word &- 1, row: row &- 1)
    let afterAbove = ~self.word(word &+ 1, row: row &- 1)
    let covered = above | above &<< 1 | above &>> 1 | beforeAbove &>> 63 | afterAbove &<< 63
    var starts = clear & ~covered & ~(clear &<< 1 | before &>> 63)
    if starts == 0 { return 0 }
    // In a longer run, all of these pixels are clear, too.
    var long = clear
    for shift in 1...UInt64(Pinholes.maxSide) { long &= clear &>> shift | after &<< (64 &- shift) }
    starts &= ~long
    return starts
  }
}

/// The surroundings of a clear pixel: 64 columns with the pixel in bit 31, and as many rows as a hole and the
/// art around it can cover.
private struct HoleWindow {
  private let halfOpaqueMask: PixelMask
  private let column: Int
  private let row: Int
  private static let maxGroupRowOffset = Pinholes.maxSide

  init(_ mask: PixelMask, column: Int, row: Int) {
    self.halfOpaqueMask = mask
    self.column = column
    self.row = row
  }

  /// The bounding box of the hole around the pixel, or nil if the hole is too large or too close to other
  /// gaps.
  var hole: PixelRect? {
    guard !sampledRowsHaveOtherGaps, let group = connectedGroup() else { return nil }
    // The window's pixel is part of the group.
    var (top, bottom) = (Self.maxGroupRowOffset, Self.maxGroupRowOffset)
    while group[top - 1] != 0 { top -= 1 }
    while group[bottom + 1] != 0 { bottom += 1 }
    guard bottom - top < Pinholes.maxSide else { return nil }
    let columns = (top...bottom).reduce(0) { $0 | group[$1] }
    let (left, right) = (columns.trailingZeroBitCount, 63 - columns.leadingZeroBitCount)
    guard right - left < Pinholes.maxSide else { return nil }
    let margin = Pinholes.minSurroundingArtWidth
    let near = (UInt64.max &>> UInt64(63 - (right - left + 2 * margin))) &<< UInt64(left - margin)
    for at in top - margin...bottom + margin {
      let own = (top...bottom).contains(at) ? group[at] : 0
      if clearRowBits(at - Self.maxGroupRowOffset) & near & ~own != 0 { return nil }
    }
    return PixelRect(
      x: column - 31 + left, y: row - Self.maxGroupRowOffset + top, width: right - left + 1,
      height: bottom - top + 1)
  }

  /// Whether some pixels that would have to be art around the hole are clear. This is the case for most gaps
  /// in art, and checking three rows on either side identifies most of those gaps.
  private var sampledRowsHaveOtherGaps: Bool {
    let (reach, margin) = (Pinholes.maxSide, Pinholes.minSurroundingArtWidth)
    var others: UInt64 = 0
    for offset in stride(from: reach, through: margin, by: 3) {
      others |= clearRowBits(offset) | clearRowBits(-offset)
    }
    return (others | clearRowBits(0) & ~Self.columnMask(within: reach - 1)) & Self.columnMask(within: margin)
      != 0
  }

  /// The clear pixels of the row at an offset from the pixel's row. Everything outside the canvas is clear.
  private func clearRowBits(_ offset: Int) -> UInt64 {
    ~halfOpaqueMask.rowBits(around: column, row: row + offset)
  }

  /// The columns within a distance of the pixel's column.
  private static func columnMask(within distance: Int) -> UInt64 {
    (UInt64.max &>> UInt64(63 - 2 * distance)) &<< UInt64(31 - distance)
  }

  /// The 8-connected group that contains the window's pixel, row by row, or nil if it is too large.
  private func connectedGroup() -> SIMD16<UInt64>? {
    let (last, middle) = (2 * Self.maxGroupRowOffset, UInt64(1) &<< 31)
    var rows = SIMD16<UInt64>.zero  // on the stack, because this runs for many gaps in art
    rows[Self.maxGroupRowOffset] = middle
    // The columns that a hole with this pixel can't reach.
    let far = ~Self.columnMask(within: Self.maxGroupRowOffset - 1)
    for _ in 0..<Pinholes.maxSide * Pinholes.maxSide {
      var (grown, columns) = (rows, UInt64(0))
      for at in 0...last {
        let near = rows[at] | (at > 0 ? rows[at - 1] : 0) | rows[at + 1]
        if near == 0 { continue }
        grown[at] = (near | near &<< 1 | near &>> 1) & clearRowBits(at - Self.maxGroupRowOffset)
        columns |= grown[at]
      }
      if grown[0] != 0 || grown[last] != 0 || columns & far != 0 { return nil }
      if grown == rows { return rows }
      rows = grown
    }
    return nil
  }
}
