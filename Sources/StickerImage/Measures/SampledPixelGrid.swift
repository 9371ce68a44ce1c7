/// Points spread evenly over the canvas, one in each of 64 × 64 cells. Color measures use them, because
/// reading every pixel would take as long as decoding.
///
/// The position of the points within their cells changes from row to row, so that stripes and tiles don't
/// align with the grid.
struct SampledPixelGrid {
  /// The number of cells in each direction.
  static let cellsPerSide = 64
  /// One pixel for each cell, row by row, with alpha in the top byte and red in the lowest.
  private(set) var pixelsByCell = [UInt32](repeating: 0, count: cellsPerSide * cellsPerSide)

  /// Reads the points of a frame. If the canvas has fewer pixels than cells, some pixels are read repeatedly.
  mutating func samplePixels(_ bitmap: Bitmap) {
    let (width, height) = (bitmap.width, bitmap.height)
    unsafe bitmap.pixels.withUnsafeBytes { pixels in
      unsafe pixelsByCell.withUnsafeMutableBufferPointer { points in
        for row in 0..<Self.cellsPerSide {
          let start = (((row * 2 + 1) * height) >> 7) * width
          let phase = Self.columnOffsetSixteenthsByRow[row & 7]
          for column in 0..<Self.cellsPerSide {
            let x = ((column &* 16 &+ phase) &* width) &>> 10  // 64 cells with 16 positions each
            let at = (start &+ x) &* 4
            unsafe points[row &* Self.cellsPerSide &+ column] = UInt32(
              littleEndian: pixels.loadUnaligned(fromByteOffset: at, as: UInt32.self))
          }
        }
      }
    }
  }

  /// The position of a row's points within their cells, in sixteenths, far from the positions in the rows
  /// above.
  private static let columnOffsetSixteenthsByRow = [1, 9, 5, 13, 3, 11, 7, 15]
}

/// The samples of a point, packed into a word.
extension UInt32 {
  @inline(__always) var sampledRed: UInt8 { UInt8(truncatingIfNeeded: self) }
  @inline(__always) var sampledGreen: UInt8 { UInt8(truncatingIfNeeded: self &>> 8) }
  @inline(__always) var sampledBlue: UInt8 { UInt8(truncatingIfNeeded: self &>> 16) }
  @inline(__always) var sampledAlpha: UInt8 { UInt8(truncatingIfNeeded: self &>> 24) }
  /// Whether the alpha is at least 128.
  @inline(__always) var isAtLeastHalfOpaque: Bool { self >= 128 << 24 }
}

/// The measures that use sparse points. All of them share one grid.
struct SampledPixelMeasurementPass {
  private var grid = SampledPixelGrid()
  private var digests: FramePixelDigests?
  private var flashMeter: FlashMeter?
  private var signatureSums: ImageSignatureSums?
  private var frameDifferences: FrameDifferences?

  /// Returns nil if none of these measures is requested.
  ///
  /// - Parameter plays: The number of plays of an animation (0 means infinite), or nil for a still, which
  ///   can't flash.
  init?(measuring needs: MeasureSet, plays: Int?) {
    if needs.isSuperset(of: .flashes), let plays { flashMeter = FlashMeter(plays: plays) }
    if needs.isSuperset(of: .frameDifferences), plays != nil { frameDifferences = FrameDifferences() }
    if needs.isSuperset(of: .imageSignature) { signatureSums = ImageSignatureSums() }
    if needs.isSuperset(of: .digests) {
      let isExact = needs.isSuperset(of: .allPixelDigests)
      digests = FramePixelDigests(
        isExact: plays != nil || isExact, hashesSampledPixels: plays == nil && isExact)
    }
    if flashMeter == nil, signatureSums == nil, frameDifferences == nil, digests == nil {
      return nil
    }
  }

  mutating func visit(_ frame: Frame) {
    guard !frame.bitmap.pixels.isEmpty else { return }
    grid.samplePixels(frame.bitmap)
    digests?.addFrame(frame, grid.pixelsByCell)
    flashMeter?.addFrame(grid.pixelsByCell, frame.delay)
    signatureSums?.addFrame(grid.pixelsByCell)
    frameDifferences?.addFrame(grid.pixelsByCell)
  }

  /// The results. Each one is nil if it wasn't measured.
  var results:
    (
      flashes: Flashes?, imageSignature: ImageSignature?, digests: FramePixelDigests?,
      frameDifferences: FrameDifferences?
    )
  {
    (flashMeter?.flashes(), signatureSums?.imageSignature(), digests, frameDifferences)
  }
}

/// Counts the distinct colors (including alpha) of all pixels that aren't fully transparent.
public struct VisibleColorCounter: FrameVisitor {
  // 0 marks a free slot, because no visible color is 0
  private var colorTable = [UInt32](repeating: 0, count: colorTableSlotCount)
  private var colorCount = 0

  /// Creates a counter.
  public init() {}

  /// The number of colors found so far, or nil if there are more than 65,536.
  public var count: Int? { colorCount > maxCountedColors ? nil : colorCount }

  /// Adds the colors of a frame.
  public mutating func visit(_ frame: Frame, number: Int) {
    guard frame.bitmap.size.area > 0, colorCount <= maxCountedColors else { return }
    frame.bitmap.withView { view in
      var last: UInt32 = 0
      for y in 0..<view.size.height {
        for x in 0..<view.size.width {
          let word = view[x, y].abgr
          if word == last || word <= 0xFF_FFFF { continue }  // alpha is the highest byte
          last = word
          add(word)
          if colorCount > maxCountedColors { return }
        }
      }
    }
  }

  @inline(__always)
  private mutating func add(_ word: UInt32) {
    var slot = Int(truncatingIfNeeded: (word &* 0x9E37_79B1) >> 13) & (colorTableSlotCount - 1)
    while colorTable[slot] != 0, colorTable[slot] != word { slot = (slot + 1) & (colorTableSlotCount - 1) }
    guard colorTable[slot] == 0 else { return }
    colorTable[slot] = word
    colorCount += 1
  }
}

private let maxCountedColors = 65_536
/// The number of slots. The table is at most half full.
private let colorTableSlotCount = 131_072

/// The linear light of a sample composited over a background. Blends stored values (without linearizing), as
/// players do.
@inline(__always)
func compositedLight(_ background: TestBackground, _ sample: UInt32, _ cell: Int) -> SIMD4<Float> {
  compositedLight(background.color(ofCell: cell), sample)
}

/// - Parameter behind: 0xRRGGBB.
@inline(__always)
private func compositedLight(_ behind: UInt32, _ sample: UInt32) -> SIMD4<Float> {
  let alpha = UInt32(sample.sampledAlpha)
  if alpha == 255 {
    return SIMD4(
      linearLight(ofSRGBSample: sample.sampledRed), linearLight(ofSRGBSample: sample.sampledGreen),
      linearLight(ofSRGBSample: sample.sampledBlue), 0)
  }
  func blended(_ above: UInt8, _ below: UInt32) -> Float {
    let sum = UInt32(above) &* alpha &+ (below & 0xFF) &* (255 &- alpha)
    return linearLight(ofSRGBSample: UInt8(truncatingIfNeeded: dividedBy255AndRounded(sum)))
  }
  return SIMD4(
    blended(sample.sampledRed, behind >> 16), blended(sample.sampledGreen, behind >> 8),
    blended(sample.sampledBlue, behind), 0)
}
