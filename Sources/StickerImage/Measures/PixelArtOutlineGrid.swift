/// The pixel grid that the outline follows, for art without translucent pixels.
public struct PixelArtOutlineGrid: Hashable, Sendable {
  /// Whether every pixel of every frame is fully opaque or fully transparent.
  public private(set) var hasBinaryAlpha = true
  /// The size in pixels of the grid that the whole outline follows: 1 for curves, more for enlarged pixel
  /// art, and 0 if there is no outline.
  public private(set) var gridSidePixels = 0
  private var firstOutlineCorner: (x: Int, y: Int)?

  init() {}

  mutating func addFrame(_ masks: AlphaMasks) {
    let mask = masks.visible
    guard hasBinaryAlpha, gridSidePixels != 1 || masks.countsAndBounds.hasPartialAlpha else { return }
    if masks.countsAndBounds.hasPartialAlpha {
      hasBinaryAlpha = false
      return
    }
    if masks.countsAndBounds.isOpaque {  // the outline is that of the canvas
      for y in [0, mask.size.height] {
        for x in [0, mask.size.width] { updateGridCellSide(1, x: x, y: y) }
      }
      return
    }
    unsafe mask.words.withUnsafeBufferPointer { words in
      let (stride, height) = (mask.wordsPerRow, mask.size.height)
      for row in 0...height {  // one extra row, for the lower side of the outline
        let (above, own) = ((row &- 1) &* stride, row &* stride)
        var before: UInt64 = 0
        for word in 0...stride {
          var here: UInt64 = 0
          if word < stride {
            here = unsafe (row < height ? words[own &+ word] : 0) ^ (row > 0 ? words[above &+ word] : 0)
          }
          // A corner where four pixels meet is a turn if one or three of them are visible.
          let corners = here ^ (here &<< 1 | before &>> 63)
          before = here
          if corners == 0 { continue }
          if gridSidePixels != 1 { updateGridCellSide(corners, x: word * 64, y: row) }
        }
      }
    }
  }

  private mutating func updateGridCellSide(_ corners: UInt64, x: Int, y: Int) {
    var rest = corners
    while rest != 0 {
      let corner = x + rest.trailingZeroBitCount
      rest &= rest &- 1
      guard let firstOutlineCorner else {
        firstOutlineCorner = (corner, y)
        continue
      }
      gridSidePixels = greatestCommonDivisorOfThree(
        gridSidePixels, (corner - firstOutlineCorner.x).magnitude, (y - firstOutlineCorner.y).magnitude)
      if gridSidePixels == 1 { return }
    }
  }

  /// Compares the results.
  public static func == (a: PixelArtOutlineGrid, b: PixelArtOutlineGrid) -> Bool {
    (a.hasBinaryAlpha, a.gridSidePixels) == (b.hasBinaryAlpha, b.gridSidePixels)
  }

  /// Hashes the results.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(hasBinaryAlpha)
    hasher.combine(gridSidePixels)
  }
}

private func greatestCommonDivisorOfThree(_ numbers: Int, _ x: UInt, _ y: UInt) -> Int {
  var result = numbers
  for number in [Int(x), Int(y)] {
    var (larger, smaller) = (result, number)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    result = larger
  }
  return result
}
