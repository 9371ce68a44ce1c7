import Corpus
import Foundation
import Testing

@testable import StickerImage

/// Shannon's entropy in bits, times the number of items, in double precision with the C library's `log2`.
private func entropy<Item: Hashable>(_ items: some Sequence<Item>) -> Double {
  var counts: [Item: Int] = [:]
  for item in items { counts[item, default: 0] += 1 }
  let total = Double(counts.values.reduce(0, +))
  return counts.values.reduce(0) { $0 - Double($1) * log2(Double($1) / total) }
}

/// Rows of four bytes per pixel: gradients, repetitions and grain, so that the best filter varies.
private func variedRows() -> RowFilterResults {
  var numbers = SeededNumbers(seed: 11)
  let (width, height) = (75, 96)
  var bytes: [UInt8] = []
  for y in 0..<height {
    bytes.append(0)
    for at in 0..<width * 4 {
      let slope = at / 4 * (y % 5) + y * (at % 4) * 3
      bytes.append(UInt8(truncatingIfNeeded: slope + Int.random(in: 0...(y % 7) * (y % 3), using: &numbers)))
    }
  }
  return PNGRows(bytes: bytes, rowBytes: width * 4, bytesPerPixel: 4).filteredByEachFilter()
}

@Suite struct RowHeuristicsTests {
  /// Compares the choice for each row with the minimum of a plain formula over its five filtered rows.
  private func expect(
    _ choices: [UInt8], of every: RowFilterResults, least cost: (ArraySlice<UInt8>) -> Double
  ) {
    for (y, chosen) in choices.enumerated() {
      let costs = (0..<5).map { cost(every.filteredSampleBytes[every.lineRange(ofRow: y, filter: $0)]) }
      #expect(costs[Int(chosen)] <= (costs.min() ?? 0) + 0.1, "row \(y), filter \(chosen) of \(costs)")
    }
  }

  @Test("the filter with the least entropy is the one that Shannon's formula selects")
  func leastEntropy() {
    let every = variedRows()
    expect(every.entropyFilters(), of: every) { entropy($0) }
  }

  @Test("the filter with the least pair entropy is the one that Shannon's formula selects")
  func leastPairEntropy() {
    let every = variedRows()
    expect(every.bigramEntropyFilters(), of: every) { line in entropy(zip([0] + line, line).map { [$0, $1] })
    }
  }

  @Test("the filter with the fewest distinct pairs is the one that counting with a set selects")
  func fewestPairs() {
    let every = variedRows()
    for (y, chosen) in every.fewestBigramsFilters().enumerated() {
      let counts = (0..<5).map { filter in
        let line = every.filteredSampleBytes[every.lineRange(ofRow: y, filter: filter)]
        return Set(zip([0] + line, line).map { [$0, $1] }).count
      }
      #expect(Int(chosen) == counts.firstIndex(of: counts.min() ?? 0), "row \(y) of \(counts)")
    }
  }

  @Test("logarithms of whole numbers equal the C library's to 1/4096")
  func logarithms() {
    for number in Array(1...3000) + [65_535, 1 << 20, 12_345_678] {
      #expect(
        abs(Double(log2Times65536RoundedDown(number)) / 65_536 - log2(Double(number))) < 1 / 4096, "\(number)"
      )
    }
  }
}
