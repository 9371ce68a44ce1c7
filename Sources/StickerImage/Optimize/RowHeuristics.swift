extension EveryFilter {
  /// For each row the filter whose bytes have the least Shannon entropy; of equals the lowest number.
  func entropyChoices() -> [UInt8] {
    let orders = timesLogarithm(upTo: rows.rowBytes)
    // Two tables, in turns: the next byte need not wait until the last one, often the same, is counted.
    var counts = [UInt32](repeating: 0, count: 512)
    return unsafe counts.withUnsafeMutableBufferPointer { counts in
      unsafe choices { line in
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

  /// For each row the filter that leaves the fewest different pairs of neighboring bytes.
  func bigramChoices() -> [UInt8] {
    var seen = [UInt32](repeating: 0, count: 1 << 16)  // the number of the line that a pair was last seen in
    var number: UInt32 = 0
    return unsafe seen.withUnsafeMutableBufferPointer { seen in
      unsafe choices { line in
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

  /// For each row the filter whose pairs of neighboring bytes have the least entropy.
  func pairEntropyChoices() -> [UInt8] {
    let orders = timesLogarithm(upTo: rows.rowBytes + 1)
    let steps = zip(orders.dropFirst(), orders).map { $0 - $1 }
    var counts = [UInt32](repeating: 0, count: 1 << 16)
    return unsafe steps.withUnsafeBufferPointer { steps in
      unsafe counts.withUnsafeMutableBufferPointer { counts in
        unsafe choices { line in
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

  /// For each row the filter whose line costs least; of equals the lowest number.
  private func choices(_ cost: (UnsafeBufferPointer<UInt8>) -> Int) -> [UInt8] {
    unsafe lines.withUnsafeBufferPointer { lines in
      smallestSums.indices.map { y in
        var best = (filter: 0, cost: Int.max)
        for filter in 0..<5 {
          let cost = unsafe cost(UnsafeBufferPointer(rebasing: lines[place(y, filter)]))
          if cost < best.cost { best = (filter, cost) }
        }
        return UInt8(best.filter)
      }
    }
  }
}

/// n·log2(n) for n of 0...count, in 1/65536: the more of it bytes or pairs have, the less entropy.
///
/// Whole numbers only, so that every machine chooses the same filters.
private func timesLogarithm(upTo count: Int) -> [Int] { [0] + (1...max(count, 1)).map { $0 * logarithm($0) } }

/// log2 of a number of at least 1, in 1/65536, rounded down: the fraction bit by bit, by squaring.
func logarithm(_ number: Int) -> Int {
  let whole = Int.bitWidth - 1 - number.leadingZeroBitCount
  var mantissa = (UInt64(number) << UInt64(62 - whole)) >> 31  // 1...2 as 31 bits behind the point
  var result = whole
  for _ in 0..<16 {
    mantissa = (mantissa * mantissa) >> 31
    let isTwo = mantissa >> 32 != 0
    result = result << 1 | (isTwo ? 1 : 0)
    if isTwo { mantissa >>= 1 }
  }
  return result
}
