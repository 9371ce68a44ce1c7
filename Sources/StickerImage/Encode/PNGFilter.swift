extension PNGRows {
  /// Filters each row with the filter whose result has the smallest sum of absolute values.
  ///
  /// - Source: The heuristic of the PNG specification, 12.7. On a tie, the filter with the lowest number
  ///   wins.
  func filteredBySmallestSum() -> PNGRows {
    let height = bytes.count / (1 + sampleBytesPerRow)
    let filtered = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
      unsafe bytes.withUnsafeBufferPointer { input in
        guard let input = input.baseAddress, let output = output.baseAddress else { return }
        var trial = AdaptiveRowFilter(rowBytes: sampleBytesPerRow, bytesPerPixel: bytesPerPixel)
        for y in 0..<height {
          let start = y * (1 + sampleBytesPerRow)
          unsafe trial.filterNextRow(input + start + 1, into: output + start)
        }
      }
      count = bytes.count
    }
    return PNGRows(bytes: filtered, rowBytes: sampleBytesPerRow, bytesPerPixel: bytesPerPixel)
  }
}

extension PNGRows {
  /// Applies every filter to each row, and determines which result has the smallest sum of absolute values.
  func filteredByEachFilter() -> RowFilterResults {
    let height = bytes.count / (1 + sampleBytesPerRow)
    var smallestSums = [UInt8](repeating: 0, count: height)
    let lines = unsafe [UInt8](unsafeUninitializedCapacity: height * 5 * sampleBytesPerRow) { output, count in
      unsafe bytes.withUnsafeBufferPointer { input in
        guard let input = input.baseAddress, let output = output.baseAddress else { return }
        var trial = AdaptiveRowFilter(rowBytes: sampleBytesPerRow, bytesPerPixel: bytesPerPixel)
        for y in 0..<height {
          let row = unsafe input + y * (1 + sampleBytesPerRow) + 1
          let group = unsafe output + y * 5 * sampleBytesPerRow
          // The best row and its filter byte are written first and then overwritten. The space for five rows
          // is large enough.
          unsafe trial.filterNextRow(row, into: group)
          smallestSums[y] = unsafe group[0]
          unsafe UnsafeMutableRawPointer(group).copyMemory(from: row, byteCount: sampleBytesPerRow)
          unsafe trial.copySubUpAveragePaethRows(to: group + sampleBytesPerRow)
        }
      }
      count = height * 5 * sampleBytesPerRow
    }
    return RowFilterResults(
      filteredSampleBytes: lines, smallestSumFilters: smallestSums, unfilteredRows: self)
  }
}

/// Filters consecutive rows with all five filters at once.
///
/// Rows are copied into buffers padded with zeros (16 before the row, up to 15 after it), so that the first
/// pixel's left neighbor and the end of the row need no special case.
@safe private struct AdaptiveRowFilter: ~Copyable {
  private typealias Block = SIMD16<UInt8>
  private static let leadingPaddingBytes = 16

  private let sampleBytesPerRow: Int
  private let bytesPerPixel: Int
  private let blocksPerRow: Int
  private let lineCapacityBytes: Int
  private let memory: UnsafeMutableRawPointer
  private var nextRowUsesSecondBuffer = false

  init(rowBytes: Int, bytesPerPixel: Int) {
    self.sampleBytesPerRow = rowBytes
    self.bytesPerPixel = bytesPerPixel
    blocksPerRow = (rowBytes + 15) / 16
    lineCapacityBytes = Self.leadingPaddingBytes + blocksPerRow * 16
    // The buffer holds two input rows and four output rows. Filter 0 needs no output row, because its result
    // is the input.
    unsafe memory = .allocate(byteCount: lineCapacityBytes * 6, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: lineCapacityBytes * 6)
  }

  deinit { unsafe memory.deallocate() }

  private func inputOrOutputRowBuffer(_ index: Int) -> UnsafeMutableRawPointer {
    unsafe memory + index * lineCapacityBytes + Self.leadingPaddingBytes
  }

  /// Filters the next row.
  ///
  /// - Parameter output: Receives the filter byte and `rowBytes` bytes.
  @inline(__always)
  mutating func filterNextRow(_ input: UnsafePointer<UInt8>, into output: UnsafeMutablePointer<UInt8>) {
    let (row, above) =
      unsafe nextRowUsesSecondBuffer
      ? (inputOrOutputRowBuffer(1), inputOrOutputRowBuffer(0))
      : (inputOrOutputRowBuffer(0), inputOrOutputRowBuffer(1))
    nextRowUsesSecondBuffer.toggle()
    unsafe row.copyMemory(from: input, byteCount: sampleBytesPerRow)
    var sums = FilterSums()
    var block = 0
    while block < blocksPerRow {
      let last = min(block + 128, blocksPerRow)  // more could overflow the 16-bit sums
      var part = FilterSums.LaneSums()
      while block < last {
        unsafe applyEachFilterToBlock(row, above, block &* 16, &part)
        block &+= 1
      }
      sums.add(part)
    }
    let best = sums.bestFilter
    unsafe output[0] = UInt8(best)
    unsafe UnsafeMutableRawPointer(output + 1).copyMemory(
      from: best == 0 ? row : inputOrOutputRowBuffer(1 + best), byteCount: sampleBytesPerRow)
  }

  /// Copies the last row as filtered by each of the filters 1...4, in order.
  func copySubUpAveragePaethRows(to output: UnsafeMutablePointer<UInt8>) {
    for filter in 0..<4 {
      unsafe UnsafeMutableRawPointer(output + filter * sampleBytesPerRow).copyMemory(
        from: inputOrOutputRowBuffer(2 + filter), byteCount: sampleBytesPerRow)
    }
  }

  @inline(__always)
  private func applyEachFilterToBlock(
    _ row: UnsafeMutableRawPointer, _ above: UnsafeMutableRawPointer, _ at: Int,
    _ sums: inout FilterSums.LaneSums
  ) {
    let x = unsafe row.load(fromByteOffset: at, as: Block.self)
    let b = unsafe above.load(fromByteOffset: at, as: Block.self)
    let a = unsafe row.loadUnaligned(fromByteOffset: at &- bytesPerPixel, as: Block.self)
    let c = unsafe above.loadUnaligned(fromByteOffset: at &- bytesPerPixel, as: Block.self)
    var results = (x &- a, x &- b, x &- ((a & b) &+ ((a ^ b) &>> 1)), x &- paethPredictor(a, b, c))
    if at &+ 16 > sampleBytesPerRow {  // clear the results past the end so that they aren't counted
      let inside =
        Block(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) .< UInt8(sampleBytesPerRow - at)
      results.0.replace(with: 0, where: .!inside)
      results.3.replace(with: 0, where: .!inside)
      results.2.replace(with: 0, where: .!inside)
    }
    unsafe inputOrOutputRowBuffer(2).storeBytes(of: results.0, toByteOffset: at, as: Block.self)
    unsafe inputOrOutputRowBuffer(3).storeBytes(of: results.1, toByteOffset: at, as: Block.self)
    unsafe inputOrOutputRowBuffer(4).storeBytes(of: results.2, toByteOffset: at, as: Block.self)
    unsafe inputOrOutputRowBuffer(5).storeBytes(of: results.3, toByteOffset: at, as: Block.self)
    sums.none &+= pairwiseMagnitudeSums(x)
    sums.sub &+= pairwiseMagnitudeSums(results.0)
    sums.up &+= pairwiseMagnitudeSums(results.1)
    sums.average &+= pairwiseMagnitudeSums(results.2)
    sums.paeth &+= pairwiseMagnitudeSums(results.3)
  }
}

/// A row's sums of absolute values, one for each filter.
private struct FilterSums {
  /// Sums of up to 128 blocks, in eight lanes.
  struct LaneSums {
    var none = SIMD8<UInt16>()
    var sub = SIMD8<UInt16>()
    var up = SIMD8<UInt16>()
    var average = SIMD8<UInt16>()
    var paeth = SIMD8<UInt16>()
  }

  private var totals = SIMD8<Int>(0, 0, 0, 0, 0, .max, .max, .max)

  mutating func add(_ part: LaneSums) {
    totals[0] += total(part.none)
    totals[1] += total(part.sub)
    totals[2] += total(part.up)
    totals[3] += total(part.average)
    totals[4] += total(part.paeth)
  }

  private func total(_ lanes: SIMD8<UInt16>) -> Int {
    Int(SIMD8<UInt32>(truncatingIfNeeded: lanes).wrappedSum())
  }

  /// The number of the filter with the smallest sum.
  var bestFilter: Int {
    var best = 0
    for filter in 1..<5 where totals[filter] < totals[best] { best = filter }
    return best
  }
}

/// Absolute values of 16 signed bytes, added in pairs.
@inline(__always)
private func pairwiseMagnitudeSums(_ bytes: SIMD16<UInt8>) -> SIMD8<UInt16> {
  let negated = 0 &- bytes
  let absolute = bytes.replacing(with: negated, where: negated .< bytes)
  let pairs = unsafe unsafeBitCast(absolute, to: SIMD8<UInt16>.self)
  return (pairs & 0xFF) &+ (pairs &>> 8)
}

/// The Paeth predictor: whichever of left, above and upper left is nearest to left + above − upper left.
@inline(__always)
private func paethPredictor(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>, _ c: SIMD16<UInt8>) -> SIMD16<UInt8> {
  let toA = absoluteDifference(b, c)
  let toB = absoluteDifference(a, c)
  // If a and b are on different sides of c, c's distance is the difference between their distances. If they
  // are on the same side, c is never nearer than both.
  let split = (a .> c) .^ (b .> c)
  let toC = absoluteDifference(toA, toB).replacing(with: 255, where: .!split)
  let aWins = (toA .<= toB) .& (toA .<= toC)
  return c.replacing(with: b, where: toB .<= toC).replacing(with: a, where: aWins)
}

@inline(__always)
private func absoluteDifference(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>) -> SIMD16<UInt8> {
  (a &- b).replacing(with: b &- a, where: b .> a)
}
