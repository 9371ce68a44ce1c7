/// A few rows of premultiplied samples: four numbers a pixel, red, green, blue and alpha, each times alpha,
/// 0...65025. Such products are whole numbers; sums of them are of single precision.
///
/// Each row knows which of its columns hold anything, so that transparent margins are passed over.
@safe struct PremultipliedRows: ~Copyable {
  typealias Pixel = SIMD4<Float>

  private static let margin = 2
  private let pixels: UnsafeMutablePointer<Pixel>
  private let ranges: UnsafeMutablePointer<Range<Int>>
  private let stride: Int
  /// The width of a row in pixels.
  let width: Int
  let count: Int

  /// `count` rows of `width` pixels, all transparent.
  init(width: Int, count: Int) {
    self.width = width
    self.count = count
    stride = width + 2 * Self.margin
    unsafe pixels = .allocate(capacity: stride * count)
    unsafe ranges = .allocate(capacity: count)
    unsafe pixels.initialize(repeating: .zero, count: stride * count)
    unsafe ranges.initialize(repeating: 0..<0, count: count)
  }

  deinit {
    unsafe pixels.deallocate()
    unsafe ranges.deallocate()
  }

  /// The pixels of row `index`; two more at either end are there to be set.
  @inline(__always)
  func row(_ index: Int) -> UnsafeMutablePointer<Pixel> { unsafe pixels + (index &* stride &+ Self.margin) }

  /// The columns of row `index` outside of which everything is transparent.
  @inline(__always)
  func visible(_ index: Int) -> Range<Int> { unsafe ranges[index] }

  /// Makes a row transparent outside of the columns that will be filled.
  func clear(_ index: Int, outside columns: Range<Int>) {
    let (row, old) = unsafe (row(index), visible(index))
    for x in old where !columns.contains(x) { unsafe row[x] = .zero }
    unsafe ranges[index] = columns
  }

  /// Fills a row from samples, and repeats its outermost pixels beyond its ends.
  ///
  /// - Parameter source: straight RGBA, as many pixels as a row has.
  /// - Parameter opacity: set to that of each block of `pixelsInBlock` pixels.
  func load(_ source: UnsafeRawPointer, into index: Int, _ opacity: UnsafeMutablePointer<UInt8>) {
    let row = unsafe row(index)
    var (first, end, block, start) = (width, 0, 0, 0)
    while start < width {
      let last = min(start &+ Self.pixelsInBlock, width)
      let (all, any) = unsafe alphas(source, start, last)
      unsafe opacity[block] = (all == 255 ? 0 : Opacity.notOpaque) | (any == 0 ? 0 : Opacity.notClear)
      if any > 0 { (first, end) = (min(first, start), last) }
      unsafe premultiply(source, row, start, last, isClear: any == 0, isOpaque: all == 255)
      start = last
      block &+= 1
    }
    unsafe ranges[index] = min(first, end)..<end
    for x in 1...Self.margin {
      unsafe row[-x] = row[0]
      unsafe row[width - 1 + x] = row[width - 1]
    }
  }

  /// Bits that all, and that any of the alphas of a block have.
  @inline(__always)
  private func alphas(_ source: UnsafeRawPointer, _ first: Int, _ end: Int) -> (all: UInt32, any: UInt32) {
    var (all, any, x) = (UInt32.max, UInt32.zero, first)
    if end &- first == Self.pixelsInBlock {
      let low = unsafe source.loadUnaligned(fromByteOffset: x &* 4, as: SIMD4<UInt32>.self)
      let high = unsafe source.loadUnaligned(fromByteOffset: x &* 4 &+ 16, as: SIMD4<UInt32>.self)
      let (both, either) = (low & high, low | high)
      let (ands, ors) = (both.lowHalf & both.highHalf, either.lowHalf | either.highHalf)
      return (UInt32(littleEndian: ands.x & ands.y) >> 24, UInt32(littleEndian: ors.x | ors.y) >> 24)
    }
    while x < end {
      let word = unsafe UInt32(littleEndian: source.load(fromByteOffset: x &* 4, as: UInt32.self))
      (all, any) = (all & word, any | word)
      x &+= 1
    }
    return (all >> 24, any >> 24)
  }

  @inline(__always)
  private func premultiply(
    _ source: UnsafeRawPointer, _ row: UnsafeMutablePointer<Pixel>, _ first: Int, _ end: Int, isClear: Bool,
    isOpaque: Bool
  ) {
    var x = first
    if isClear {
      while x < end {
        unsafe row[x] = .zero
        x &+= 1
      }
    } else if isOpaque {
      while x < end {
        unsafe row[x] = samples(source, x) * 255
        x &+= 1
      }
    } else {
      while x < end {
        let samples = unsafe samples(source, x)
        var factors = samples
        factors.w = 255
        unsafe row[x] = factors * samples.w
        x &+= 1
      }
    }
  }

  @inline(__always)
  private func samples(_ source: UnsafeRawPointer, _ x: Int) -> Pixel {
    let bytes = unsafe source.load(fromByteOffset: x &* 4, as: SIMD4<UInt8>.self)
    return Pixel(SIMD4<Int32>(truncatingIfNeeded: bytes))
  }

  /// Pixels that are looked at together.
  static let pixelsInBlock = 8

  /// Sets columns of a row to what lies under each of them in a row of `axis.cells` pixels: their sum.
  func shorten(
    _ source: UnsafeMutablePointer<Pixel>, into index: Int, _ columns: Range<Int>, _ axis: AxisCuts
  ) {
    clear(index, outside: columns)
    guard !columns.isEmpty else { return }
    let row = unsafe row(index)
    unsafe axis.cuts.withUnsafeBufferPointer { cuts in
      if axis.isThreeToTwo {
        unsafe shortenThreeToTwo(source, row, columns, cuts[1])
      } else if axis.isThreeToOne {
        for x in columns { unsafe row[x] = source[3 &* x] + source[3 &* x &+ 1] + source[3 &* x &+ 2] }
      } else {
        unsafe shorten(source, row, columns, cuts)
      }
    }
  }

  private func shorten(
    _ source: UnsafeMutablePointer<Pixel>, _ row: UnsafeMutablePointer<Pixel>, _ columns: Range<Int>,
    _ cuts: UnsafeBufferPointer<AxisCuts.Cut>
  ) {
    var first = unsafe cuts[columns.lowerBound]
    var before = unsafe integral(source, first)
    for x in columns {
      let last = unsafe cuts[x + 1]
      let behind = unsafe integral(source, last)
      var sum = behind - before
      for cell in first.cell..<last.cell { unsafe sum += source[cell] }
      unsafe row[x] = sum
      (first, before) = (last, behind)
    }
  }

  /// The same where each third cell is cut in its middle, as most are. Two come of three: of those at the
  /// ends one may lie outside of the columns, where all there is is transparent.
  private func shortenThreeToTwo(
    _ source: UnsafeMutablePointer<Pixel>, _ row: UnsafeMutablePointer<Pixel>, _ columns: Range<Int>,
    _ cut: AxisCuts.Cut
  ) {
    var x = columns.lowerBound & ~1
    while x < columns.upperBound {
      let cell = unsafe source + (x / 2 &* 3 &+ 1)
      let half = unsafe AxisCuts.integral(cell[-2], cell[-1], cell[0], cell[1], cell[2], cut)
      unsafe row[x] = cell[-1] + half
      unsafe row[x &+ 1] = cell[0] - half + cell[1]
      x &+= 2
    }
  }

  @inline(__always)
  private func integral(_ row: UnsafeMutablePointer<Pixel>, _ cut: AxisCuts.Cut) -> Pixel {
    guard cut.share > 0 else { return .zero }
    let cell = unsafe row + cut.cell
    return unsafe AxisCuts.integral(cell[-2], cell[-1], cell[0], cell[1], cell[2], cut)
  }

  /// Sets columns of a row to what of a cell lies before a cut, five rows of another being the cell and its
  /// neighbors.
  func cut(
    _ rows: borrowing PremultipliedRows, _ places: [Int], into index: Int, _ columns: Range<Int>,
    _ cut: AxisCuts.Cut
  ) {
    clear(index, outside: columns)
    let row = unsafe row(index)
    let (a, b, c) = unsafe (rows.row(places[0]), rows.row(places[1]), rows.row(places[2]))
    let (d, e) = unsafe (rows.row(places[3]), rows.row(places[4]))
    var x = columns.lowerBound
    while x < columns.upperBound {
      unsafe row[x] = AxisCuts.integral(a[x], b[x], c[x], d[x], e[x], cut)
      x &+= 1
    }
  }

  /// Sets columns of a row to the difference of two rows of `ends`, and the sum of other rows.
  func sum(
    _ rows: borrowing PremultipliedRows, _ places: [Int], between ends: borrowing PremultipliedRows,
    _ before: Int, _ behind: Int, into index: Int, _ columns: Range<Int>
  ) {
    let row = unsafe row(index)
    let (above, below) = unsafe (ends.row(before), ends.row(behind))
    var x = columns.lowerBound
    while x < columns.upperBound {
      unsafe row[x] = below[x] - above[x]
      x &+= 1
    }
    for place in places {
      let other = unsafe rows.row(place)
      x = columns.lowerBound
      while x < columns.upperBound {
        unsafe row[x] += other[x]
        x &+= 1
      }
    }
  }
}
