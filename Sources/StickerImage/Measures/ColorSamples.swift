/// Points spread evenly over the canvas, one in each of 64 × 64 cells. Color measures use them, because
/// reading every pixel would take as long as decoding.
///
/// The position of the points within their cells changes from row to row, so that stripes and tiles don't
/// align with the grid.
struct SampleGrid {
  /// The number of cells in each direction.
  static let side = 64
  /// One pixel for each cell, row by row, with alpha in the top byte and red in the lowest.
  private(set) var points = [UInt32](repeating: 0, count: side * side)

  /// Reads the points of a frame. If the canvas has fewer pixels than cells, some are read more than once.
  mutating func read(_ bitmap: Bitmap) {
    let (width, height) = (bitmap.width, bitmap.height)
    unsafe bitmap.pixels.withUnsafeBytes { pixels in
      unsafe points.withUnsafeMutableBufferPointer { points in
        for row in 0..<Self.side {
          let start = (((row * 2 + 1) * height) >> 7) * width
          let phase = Self.rowOffsets[row & 7]
          for column in 0..<Self.side {
            let x = ((column &* 16 &+ phase) &* width) &>> 10  // 64 cells with 16 positions each
            let at = (start &+ x) &* 4
            unsafe points[row &* Self.side &+ column] = UInt32(
              littleEndian: pixels.loadUnaligned(fromByteOffset: at, as: UInt32.self))
          }
        }
      }
    }
  }

  /// The position of a row's points within their cells, in sixteenths, far from those of the rows above.
  private static let rowOffsets = [1, 9, 5, 13, 3, 11, 7, 15]
}

/// The samples of a point.
extension UInt32 {
  @inline(__always) var sampledRed: UInt8 { UInt8(truncatingIfNeeded: self) }
  @inline(__always) var sampledGreen: UInt8 { UInt8(truncatingIfNeeded: self &>> 8) }
  @inline(__always) var sampledBlue: UInt8 { UInt8(truncatingIfNeeded: self &>> 16) }
  @inline(__always) var sampledAlpha: UInt8 { UInt8(truncatingIfNeeded: self &>> 24) }
  /// Whether its alpha is at least 128.
  @inline(__always) var isSolid: Bool { self >= 128 << 24 }
}

/// The colors and positions of visible pixels (alpha of at least 5 of 255): up to 4,096 evenly spaced ones
/// per frame, thinned out evenly if an animation would have too many in total.
public struct ColorSamples: Hashable, Sendable {
  /// The colors, with red in the lowest byte and alpha in the top one.
  private(set) var colors: [UInt32] = []
  /// The grid cell of each color.
  private(set) var cells: [UInt16] = []
  private var frameCount = 0
  /// One out of this many cells is kept. Always a power of two.
  private var thinningFactor = 1
  private static let maxSamples = 32_768

  init() {}

  /// The number of samples.
  public var count: Int { colors.count }

  mutating func addPoints(_ points: [UInt32]) {
    colors.reserveCapacity(colors.count + points.count / thinningFactor)
    cells.reserveCapacity(cells.count + points.count / thinningFactor)
    for cell in points.indices where points[cell] >= 5 << 24 && isKept(cell) {
      colors.append(points[cell])
      cells.append(UInt16(truncatingIfNeeded: cell))
    }
    frameCount += 1
    while colors.count > Self.maxSamples { thin() }
  }

  /// Whether the sample of a cell is kept. Different cells are selected in each frame.
  @inline(__always)
  private func isKept(_ cell: Int) -> Bool {
    (cell &+ 5 &* (cell / SampleGrid.side) &+ frameCount) & (thinningFactor &- 1) == 0
  }

  private mutating func thin() {
    thinningFactor *= 2
    colors = stride(from: 0, to: colors.count, by: 2).map { colors[$0] }
    cells = stride(from: 0, to: cells.count, by: 2).map { cells[$0] }
  }
}

/// The measures that use sparse points. All of them share one grid.
struct SampleMeasurementPass {
  private var grid = SampleGrid()
  private var digests: FrameDigests?
  private var samples: ColorSamples?
  private var flashMeter: FlashMeter?
  private var signatureSums: ImageSignatureSums?
  private var loopSteps: LoopSteps?

  /// Returns nil if none of these measures is requested.
  ///
  /// - Parameter plays: The number of plays of an animation (0 is endless), or nil for a still, which can't
  ///   flash.
  init?(measuring needs: MeasureSet, plays: Int?) {
    if needs.isSuperset(of: .colorSamples) { samples = ColorSamples() }
    if needs.isSuperset(of: .flashes), let plays { flashMeter = FlashMeter(plays: plays) }
    if needs.isSuperset(of: .loopSteps), plays != nil { loopSteps = LoopSteps() }
    if needs.isSuperset(of: .imageSignature) { signatureSums = ImageSignatureSums() }
    if needs.isSuperset(of: .digests) {
      let isExact = needs.isSuperset(of: .exactDigests)
      digests = FrameDigests(isExact: plays != nil || isExact, hashesSampledPixels: plays == nil && isExact)
    }
    if samples == nil, flashMeter == nil, signatureSums == nil, loopSteps == nil, digests == nil {
      return nil
    }
  }

  mutating func visit(_ frame: Frame) {
    guard !frame.bitmap.pixels.isEmpty else { return }
    grid.read(frame.bitmap)
    digests?.addFrame(frame, grid.points)
    samples?.addPoints(grid.points)
    flashMeter?.addFrame(grid.points, frame.delay)
    signatureSums?.addFrame(grid.points)
    loopSteps?.addFrame(grid.points)
  }

  /// The results, each nil if not measured.
  var results:
    (
      samples: ColorSamples?, flashes: Flashes?, imageSignature: ImageSignature?, digests: FrameDigests?,
      loopSteps: LoopSteps?
    )
  {
    (samples, flashMeter?.flashes(), signatureSums?.imageSignature(), digests, loopSteps)
  }
}

/// Counts the distinct colors (including alpha) of all pixels that aren't fully transparent.
public struct VisibleColorCounter: FrameVisitor {
  private var colorTable = [UInt32](repeating: 0, count: slotCount)  // 0 is free: no visible color is 0
  private var colorCount = 0

  /// Creates a counter.
  public init() {}

  /// The number of colors so far, or nil if there are more than 65,536.
  public var count: Int? { colorCount > maxColors ? nil : colorCount }

  /// Adds the colors of a frame.
  public mutating func visit(_ frame: Frame, number: Int) {
    guard frame.bitmap.size.area > 0, colorCount <= maxColors else { return }
    frame.bitmap.withView { view in
      var last: UInt32 = 0
      for y in 0..<view.size.height {
        for x in 0..<view.size.width {
          let word = view[x, y].word
          if word == last || word <= 0xFF_FFFF { continue }  // alpha is the highest byte
          last = word
          add(word)
          if colorCount > maxColors { return }
        }
      }
    }
  }

  @inline(__always)
  private mutating func add(_ word: UInt32) {
    var slot = Int(truncatingIfNeeded: (word &* 0x9E37_79B1) >> 13) & (slotCount - 1)
    while colorTable[slot] != 0, colorTable[slot] != word { slot = (slot + 1) & (slotCount - 1) }
    guard colorTable[slot] == 0 else { return }
    colorTable[slot] = word
    colorCount += 1
  }
}

private let maxColors = 65_536
/// The number of slots. The table is at most half full.
private let slotCount = 131_072
