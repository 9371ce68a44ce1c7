/// A way to choose a filter for each row.
enum FilterStrategy: Hashable, Sendable {
  /// The same filter, 0...4, for every row.
  case fixed(UInt8)
  /// The smallest sum of absolute values: the heuristic of the PNG specification, 12.7.
  case smallestSum
  /// The least Shannon entropy of the row's bytes.
  case entropy
  /// The fewest different pairs of neighboring bytes.
  case bigrams
  /// The least entropy of the pairs of neighboring bytes.
  case pairEntropy
  /// The fewest bytes when deflated behind the rows above.
  case trial
}

/// A picture's rows under every filter.
struct EveryFilter {
  /// Row after row, each under the filters 0...4 one after the other, without filter bytes.
  let lines: [UInt8]
  /// For each row the filter with the smallest sum of absolute values.
  let smallestSums: [UInt8]
  /// The rows without a filter.
  let rows: PNGRows

  /// The stream of one strategy: filter bytes and rows.
  func stream(_ strategy: FilterStrategy) -> [UInt8] {
    let count = smallestSums.count
    return switch strategy {
    case .fixed(0): rows.bytes
    case .fixed(let filter): joined([UInt8](repeating: filter, count: count))
    case .smallestSum: joined(smallestSums)
    case .entropy: joined(entropyChoices())
    case .bigrams: joined(bigramChoices())
    case .pairEntropy: joined(pairEntropyChoices())
    case .trial: trialStream()
    }
  }

  /// The bytes of row `y` under a filter, as a range of `lines`.
  func place(_ y: Int, _ filter: Int) -> Range<Int> {
    let start = (y * 5 + filter) * rows.rowBytes
    return start..<start + rows.rowBytes
  }

  private func joined(_ choices: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = []
    stream.reserveCapacity(rows.bytes.count)
    for (y, filter) in choices.enumerated() {
      stream.append(filter)
      stream += lines[place(y, Int(filter))]
    }
    return stream
  }

  /// Row after row, what deflates smallest behind the four rows above it.
  private func trialStream() -> [UInt8] {
    let stride = 1 + rows.rowBytes
    var stream: [UInt8] = []
    stream.reserveCapacity(rows.bytes.count)
    for y in smallestSums.indices {
      let above = stream.suffix(4 * stride)
      var best: (row: [UInt8], cost: Int)?
      for filter in 0..<5 {
        let row = [UInt8(filter)] + lines[place(y, filter)]
        guard let cost = deflate(above + row, level: 1)?.count else { continue }
        if best.map({ cost < $0.cost }) ?? true { best = (row, cost) }
      }
      stream += best?.row ?? [0] + lines[place(y, 0)]
    }
    return stream
  }
}
