/// Points spread evenly over the canvas, one in each of 64 × 64 cells: what is measured on colors is measured
/// there, since walking over every pixel would cost as much as decoding it.
///
/// Within its cell a point lies at another eighth from row to row, so that stripes and tiles do not fall into
/// step with the grid.
struct SampleGrid {
  /// How many cells there are in each direction.
  static let side = 64
  /// One pixel for each cell, row by row: alpha is the top byte, red the lowest.
  private(set) var points = [UInt32](repeating: 0, count: side * side)

  /// Looks at the points of a frame; where the canvas has fewer pixels than cells, some are looked at twice.
  mutating func read(_ bitmap: Bitmap) {
    let (width, height) = (bitmap.width, bitmap.height)
    unsafe bitmap.pixels.withUnsafeBytes { pixels in
      unsafe points.withUnsafeMutableBufferPointer { points in
        for row in 0..<Self.side {
          let start = (((row * 2 + 1) * height) >> 7) * width
          let phase = Self.phases[row & 7]
          for column in 0..<Self.side {
            let x = ((column &* 16 &+ phase) &* width) &>> 10  // 64 cells, 16 places in each
            let at = (start &+ x) &* 4
            unsafe points[row &* Self.side &+ column] = UInt32(
              littleEndian: pixels.loadUnaligned(fromByteOffset: at, as: UInt32.self))
          }
        }
      }
    }
  }

  /// Where in its cell a row's points lie, in sixteenths: far from those of the rows above.
  private static let phases = [1, 9, 5, 13, 3, 11, 7, 15]
}

/// A point's samples.
extension UInt32 {
  @inline(__always) var sampledRed: UInt8 { UInt8(truncatingIfNeeded: self) }
  @inline(__always) var sampledGreen: UInt8 { UInt8(truncatingIfNeeded: self &>> 8) }
  @inline(__always) var sampledBlue: UInt8 { UInt8(truncatingIfNeeded: self &>> 16) }
  @inline(__always) var sampledAlpha: UInt8 { UInt8(truncatingIfNeeded: self &>> 24) }
  /// Whether its alpha is at least 128.
  @inline(__always) var isSolid: Bool { self >= 128 << 24 }
}

/// Colors of visible pixels (alpha of at least 5 of 255) and where on the canvas they lie: up to 4,096 of
/// each frame, evenly spread, and evenly thinned out where an animation has many.
public struct Samples: Hashable, Sendable {
  /// Red is the lowest byte, alpha the top one.
  private(set) var colors: [UInt32] = []
  /// The cell of the grid that each lies in.
  private(set) var cells: [UInt16] = []
  private var frame = 0
  /// One of so many cells is kept; a power of two.
  private var thinning = 1
  private static let maxSamples = 32_768

  init() {}

  /// How many samples there are.
  public var count: Int { colors.count }

  mutating func take(_ points: [UInt32]) {
    colors.reserveCapacity(colors.count + points.count / thinning)
    cells.reserveCapacity(cells.count + points.count / thinning)
    for cell in points.indices where points[cell] >= 5 << 24 && isKept(cell) {
      colors.append(points[cell])
      cells.append(UInt16(truncatingIfNeeded: cell))
    }
    frame += 1
    while colors.count > Self.maxSamples { thin() }
  }

  /// Another part of the cells in each frame.
  @inline(__always)
  private func isKept(_ cell: Int) -> Bool {
    (cell &+ 5 &* (cell / SampleGrid.side) &+ frame) & (thinning &- 1) == 0
  }

  private mutating func thin() {
    thinning *= 2
    colors = stride(from: 0, to: colors.count, by: 2).map { colors[$0] }
    cells = stride(from: 0, to: cells.count, by: 2).map { cells[$0] }
  }
}

/// The measures that look at sparse points: one grid for all of them.
struct SampleMeasurementPass {
  private var grid = SampleGrid()
  private var digests: FrameDigests?
  private var samples: Samples?
  private var meter: FlashMeter?
  private var sums: ImageSignatureSums?
  private var loopSteps: LoopSteps?

  /// Nil where none of them is asked for.
  ///
  /// - Parameter plays: how often an animation plays, 0 is endless; nil for a still, which cannot flash.
  init?(measuring needs: MeasureSet, plays: Int?) {
    if needs.isSuperset(of: .samples) { samples = Samples() }
    if needs.isSuperset(of: .flashes), let plays { meter = FlashMeter(plays: plays) }
    if needs.isSuperset(of: .loopSteps), plays != nil { loopSteps = LoopSteps() }
    if needs.isSuperset(of: .imageSignature) { sums = ImageSignatureSums() }
    if needs.isSuperset(of: .digests) {
      let isExact = needs.isSuperset(of: .exactDigests)
      digests = FrameDigests(isExact: plays != nil || isExact, keepsSample: plays == nil && isExact)
    }
    if samples == nil, meter == nil, sums == nil, loopSteps == nil, digests == nil { return nil }
  }

  mutating func take(_ frame: Frame) {
    guard !frame.bitmap.pixels.isEmpty else { return }
    grid.read(frame.bitmap)
    digests?.take(frame, grid.points)
    samples?.take(grid.points)
    meter?.take(grid.points, frame.delay)
    sums?.take(grid.points)
    loopSteps?.take(grid.points)
  }

  /// What was found: each nil if not measured.
  var found:
    (
      samples: Samples?, flashes: Flashes?, imageSignature: ImageSignature?, digests: FrameDigests?,
      loopSteps: LoopSteps?
    )
  {
    (samples, meter?.flashes(), sums?.imageSignature(), digests, loopSteps)
  }
}

/// Counts different colors, with their alpha, of all pixels that are not fully transparent.
public struct VisibleColors: FrameVisitor {
  private var table = [UInt32](repeating: 0, count: slots)  // 0 is free: no visible color is 0
  private var found = 0

  /// A counter that has seen no color yet.
  public init() {}

  /// Colors so far; nil where there are more than 65,536.
  public var count: Int? { found > maxColors ? nil : found }

  /// Takes in a frame.
  public mutating func visit(_ frame: Frame, number: Int) {
    guard frame.bitmap.size.area > 0, found <= maxColors else { return }
    frame.bitmap.withView { view in
      var last: UInt32 = 0
      for y in 0..<view.size.height {
        for x in 0..<view.size.width {
          let word = view[x, y].word
          if word == last || word <= 0xFF_FFFF { continue }  // alpha is the highest byte
          last = word
          add(word)
          if found > maxColors { return }
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

private let maxColors = 65_536
/// How many slots the table has: it is half full at the most.
private let slots = 131_072
