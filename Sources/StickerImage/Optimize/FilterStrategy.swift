/// A strategy that chooses a filter for each row.
enum FilterStrategy: Hashable, Sendable {
  /// The same filter (0...4) for every row.
  case fixed(UInt8)
  /// The smallest sum of absolute values: the heuristic of the PNG specification, 12.7.
  case smallestSum
  /// The lowest Shannon entropy of the row's bytes.
  case entropy
  /// The fewest distinct pairs of adjacent bytes.
  case fewestBigrams
  /// The lowest entropy of the pairs of adjacent bytes.
  case bigramEntropy
  /// The smallest result of deflating the row after the rows above it.
  case trialDeflate
}

/// The rows of an image, filtered with each of the five filters.
struct RowFilterResults {
  /// For each row, its bytes after each of the filters 0...4, in order, without filter bytes.
  let filteredSampleBytes: [UInt8]
  /// For each row, the filter with the smallest sum of absolute values.
  let smallestSumFilters: [UInt8]
  /// The unfiltered rows.
  let unfilteredRows: PNGRows

  /// The filter bytes and rows that a strategy produces.
  func filteredBytes(by strategy: FilterStrategy) -> [UInt8] {
    let count = smallestSumFilters.count
    return switch strategy {
    case .fixed(0): unfilteredRows.bytes
    case .fixed(let filter): filteredBytes(choosing: [UInt8](repeating: filter, count: count))
    case .smallestSum: filteredBytes(choosing: smallestSumFilters)
    case .entropy: filteredBytes(choosing: entropyFilters())
    case .fewestBigrams: filteredBytes(choosing: fewestBigramsFilters())
    case .bigramEntropy: filteredBytes(choosing: bigramEntropyFilters())
    case .trialDeflate: trialDeflateFilteredBytes()
    }
  }

  /// The bytes of row `y` after a filter, as a range of `filteredSampleBytes`.
  func lineRange(ofRow y: Int, filter: Int) -> Range<Int> {
    let start = (y * 5 + filter) * unfilteredRows.sampleBytesPerRow
    return start..<start + unfilteredRows.sampleBytesPerRow
  }

  private func filteredBytes(choosing choices: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = []
    stream.reserveCapacity(unfilteredRows.bytes.count)
    for (y, filter) in choices.enumerated() {
      stream.append(filter)
      stream += filteredSampleBytes[lineRange(ofRow: y, filter: Int(filter))]
    }
    return stream
  }

  /// For each row, chooses the filter whose result is smallest when deflated after the four rows above it.
  private func trialDeflateFilteredBytes() -> [UInt8] {
    let stride = 1 + unfilteredRows.sampleBytesPerRow
    var stream: [UInt8] = []
    stream.reserveCapacity(unfilteredRows.bytes.count)
    for y in smallestSumFilters.indices {
      let above = stream.suffix(4 * stride)
      var best: (row: [UInt8], cost: Int)?
      for filter in 0..<5 {
        let row = [UInt8(filter)] + filteredSampleBytes[lineRange(ofRow: y, filter: filter)]
        guard let cost = deflate(above + row, level: 1)?.count else { continue }
        if best.map({ cost < $0.cost }) ?? true { best = (row, cost) }
      }
      stream += best?.row ?? [0] + filteredSampleBytes[lineRange(ofRow: y, filter: 0)]
    }
    return stream
  }
}

extension RowFilterResults {
  /// For each row, the filter whose bytes have the lowest Shannon entropy. Ties go to the lowest number.
  func entropyFilters() -> [UInt8] {
    let orders = nLog2Times65536Table(upTo: unfilteredRows.sampleBytesPerRow)
    // Alternates between two tables, so that counting a byte doesn't wait for the previous one, which is
    // often equal.
    var counts = [UInt32](repeating: 0, count: 512)
    return unsafe counts.withUnsafeMutableBufferPointer { counts in
      unsafe cheapestFilters { line in
        unsafe counts.update(repeating: 0)
        var at = 0
        while at &+ 1 < line.count {
          unsafe counts[Int(line[at])] &+= 1
          unsafe counts[256 &+ Int(line[at &+ 1])] &+= 1
          at &+= 2
        }
        if at < line.count { unsafe counts[Int(line[at])] &+= 1 }
        return (0..<256).reduce(0) { unsafe $0 &- orders[Int(counts[$1] &+ counts[256 &+ $1])] }
      }
    }
  }

  /// For each row, the filter that leaves the fewest distinct pairs of adjacent bytes.
  func fewestBigramsFilters() -> [UInt8] {
    var seen = [UInt32](repeating: 0, count: 1 << 16)  // the number of the line in which a pair was last seen
    var number: UInt32 = 0
    return unsafe seen.withUnsafeMutableBufferPointer { seen in
      unsafe cheapestFilters { line in
        number &+= 1
        var (different, pair) = (0, 0)
        for at in 0..<line.count {
          pair = unsafe (pair &<< 8 | Int(line[at])) & 0xFFFF
          unsafe different &+= seen[pair] == number ? 0 : 1
          unsafe seen[pair] = number
        }
        return different
      }
    }
  }

  /// For each row, the filter whose pairs of adjacent bytes have the lowest entropy.
  func bigramEntropyFilters() -> [UInt8] {
    let orders = nLog2Times65536Table(upTo: unfilteredRows.sampleBytesPerRow + 1)
    let steps = zip(orders.dropFirst(), orders).map { $0 - $1 }
    var counts = [UInt32](repeating: 0, count: 1 << 16)
    return unsafe steps.withUnsafeBufferPointer { steps in
      unsafe counts.withUnsafeMutableBufferPointer { counts in
        unsafe cheapestFilters { line in
          var (order, pair) = (0, 0)
          for at in 0..<line.count {
            pair = unsafe (pair &<< 8 | Int(line[at])) & 0xFFFF
            unsafe order &+= steps[Int(counts[pair])]
            unsafe counts[pair] &+= 1
          }
          pair = 0
          for at in 0..<line.count {
            pair = unsafe (pair &<< 8 | Int(line[at])) & 0xFFFF
            unsafe counts[pair] = 0
          }
          return -order
        }
      }
    }
  }

  /// For each row, the filter whose line has the lowest cost. Ties go to the lowest number.
  private func cheapestFilters(by cost: (UnsafeBufferPointer<UInt8>) -> Int) -> [UInt8] {
    unsafe filteredSampleBytes.withUnsafeBufferPointer { lines in
      smallestSumFilters.indices.map { y in
        var best = (filter: 0, cost: Int.max)
        for filter in 0..<5 {
          let cost = unsafe cost(UnsafeBufferPointer(rebasing: lines[lineRange(ofRow: y, filter: filter)]))
          if cost < best.cost { best = (filter, cost) }
        }
        return UInt8(best.filter)
      }
    }
  }
}

/// n·log2(n) for each n in 0...count, in units of 1/65536. A higher sum of these values means lower entropy.
///
/// Uses only integers, so that every machine chooses the same filters.
private func nLog2Times65536Table(upTo count: Int) -> [Int] {
  [0] + (1...max(count, 1)).map { $0 * log2Times65536RoundedDown($0) }
}

/// log2 of a number that is at least 1, in units of 1/65536, rounded down. Computes the fraction bit by bit,
/// by squaring.
func log2Times65536RoundedDown(_ number: Int) -> Int {
  let whole = Int.bitWidth - 1 - number.leadingZeroBitCount
  var mantissa = (UInt64(number) << UInt64(62 - whole)) >> 31  // 1...2 with 31 fractional bits
  var result = whole
  for _ in 0..<16 {
    mantissa = (mantissa * mantissa) >> 31
    let isTwo = mantissa >> 32 != 0
    result = result << 1 | (isTwo ? 1 : 0)
    if isTwo { mantissa >>= 1 }
  }
  return result
}
