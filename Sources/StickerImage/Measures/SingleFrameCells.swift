import CImageCodecs

/// A frame averaged to the detail that the eye resolves at display size: at most 204 cells per side, in
/// linear light. A regular sticker is 136 pt wide, which is 408 device pixels.
struct SingleFrameCells: Hashable, Sendable {
  /// The maximum number of cells in each direction.
  static let maxCellsPerSide = 204
  /// The number of clear cells on each side of the masks, so that the surroundings of the art aren't cut off.
  static let marginCells = 8
  /// Limits for the response of the medium cones to a color, 0...1. Colors above the first limit are visible
  /// on black, and colors below the second are visible on white, so most cells need no further check.
  static let (maxDarkConeResponse, minLightConeResponse): (Float, Float) = (0.05, 0.8)

  /// The number of columns and rows, without the margin.
  let gridSizeInCells: PixelSize
  /// The linear light of each cell, premultiplied, and its alpha, 0...65,535.
  let premultipliedLinearRGBAByCell: [SIMD4<UInt16>]
  /// Cells that are drawn solidly: at least 35% of the cell has an alpha of at least 192. Shadows and glows
  /// aren't figures, but thin lines are. All masks have a margin on each side.
  let solidlyDrawnCells: PixelMask
  /// Cells with an alpha above 0.
  let nonzeroAlphaCells: PixelMask
  /// Cells with an alpha of at least 25%.
  let quarterOpaqueCells: PixelMask
  /// Cells with an alpha above 0 that may be invisible on black, and those that may be invisible on white.
  let (nearBlackCells, nearWhiteCells): (PixelMask, PixelMask)

  /// Returns nil for a bitmap without pixels.
  init?(_ bitmap: Bitmap) {
    guard bitmap.size.area > 0 else { return nil }
    let size = bitmap.size.scaledDownToCells(Self.maxCellsPerSide)
    self.gridSizeInCells = size
    let wide = PixelSize(size.width + 2 * Self.marginCells, size.height + 2 * Self.marginCells)
    let words = PixelMask(wide).words.count
    // The five masks, one after the other.
    var bits = [UInt64](repeating: 0, count: 5 * words)
    var isDone = false
    premultipliedLinearRGBAByCell = unsafe [SIMD4<UInt16>](unsafeUninitializedCapacity: size.area) {
      cells, count in
      unsafe cells.initialize(repeating: .zero)
      count = size.area
      unsafe bits.withUnsafeMutableBufferPointer { bits in
        guard let first = bits.baseAddress else { return }
        var out = unsafe sl_cells(
          columns: size.width, rows: size.height,
          levels: UnsafeMutableRawPointer(cells.baseAddress)?.assumingMemoryBound(to: UInt16.self),
          stride: (wide.width + 63) / 64, margin: Self.marginCells, figure: first, visible: first + words,
          quarter: first + 2 * words, dark: first + 3 * words, light: first + 4 * words,
          max_dark: Self.maxDarkConeResponse, min_light: Self.minLightConeResponse)
        isDone =
          unsafe sl_average_cells(
            bitmap.pixels, bitmap.width, bitmap.height, SRGBCurve.lightBySample, &out) != 0
      }
    }
    guard isDone else { return nil }
    let masks = (0..<5).map { PixelMask(wide, words: Array(bits[$0 * words..<($0 + 1) * words])) }
    (solidlyDrawnCells, nonzeroAlphaCells, quarterOpaqueCells, nearBlackCells, nearWhiteCells) = (
      masks[0], masks[1], masks[2], masks[3], masks[4]
    )
  }

  /// The cell at a position of the masks, which must not be in the margin.
  func premultipliedLinearRGBAInsideMargins(maskColumn column: Int, maskRow row: Int) -> SIMD4<UInt16> {
    premultipliedLinearRGBAByCell[
      (row - Self.marginCells) * gridSizeInCells.width + column - Self.marginCells]
  }

  /// The pixels of a canvas that a rectangle of the masks covers.
  func pixelRect(ofMaskRect box: PixelRect, on canvas: PixelSize) -> PixelRect {
    func side(_ first: Int, _ count: Int, _ cells: Int, _ pixels: Int) -> (Int, Int) {
      let (start, end) = (max(first - Self.marginCells, 0), min(first + count - Self.marginCells, cells))
      return (start * pixels / cells, (end * pixels + cells - 1) / cells)
    }
    let (left, right) = side(box.x, box.width, gridSizeInCells.width, canvas.width)
    let (top, bottom) = side(box.y, box.height, gridSizeInCells.height, canvas.height)
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension PixelSize {
  /// The number of cells for a canvas: at most `maxSide` in the longer direction, and at most one per pixel.
  fileprivate func scaledDownToCells(_ maxSide: Int) -> PixelSize {
    guard longerSide > maxSide else { return self }
    func scaled(_ side: Int) -> Int { max(1, (side * maxSide * 2 + longerSide) / (longerSide * 2)) }
    return PixelSize(scaled(width), scaled(height))
  }
}

/// The frames in which appearance is measured: a still, or up to four evenly spaced frames of an animation.
struct SampledFrameIndices: Hashable, Sendable {
  private let frameIndices: [Int]

  /// - Parameter count: The number of frames. If it isn't known (nil), the first four frames are measured.
  init(count: Int?) {
    let most = 4
    guard let count, count > most else {
      frameIndices = Array(0..<most)
      return
    }
    frameIndices = (0..<most).map { ($0 * (count - 1) * 2 + most - 1) / ((most - 1) * 2) }
  }

  func contains(_ number: Int) -> Bool { frameIndices.contains(number) }
}
