import StickerModel
import StickerImage

/// Why reports are not the shards of one run, a line each, however they are ordered.
/// - Parameter reports: each with its name for people.
package func faultsBetween(_ reports: [(name: String, results: ShardResults)]) -> [String] {
  let sorted = reports.sorted {
    ($0.results.shard.index, $0.name) < ($1.results.shard.index, $1.name)
  }
  guard let count = mostFrequent(sorted.map(\.results.shard.count)) else { return [] }
  let others = sorted.filter { $0.results.shard.count != count }
  let fitting = sorted.filter { $0.results.shard.count == count }
  // What is in force is one of the arguments: it is not said twice.
  let usual = mostFrequent(fitting.map(\.results.configuration))
  let alike = fitting.filter { $0.results.configuration == usual }
  return others.map { "\($0.name) is \($0.results.shard), and others are of \(count)" }
    + strangers(fitting, \.configuration) { "\($0) was checked with another configuration than \($1)" }
    + strangers(alike, \.files) { "\($0) is of other files or arguments than \($1)" }
    + twice(fitting, of: count) + missing(Set(fitting.map(\.results.shard.index)), of: count)
}

/// Those that differ from most of the others.
///
/// - Parameter words: of the name of one that differs, and of one that does not.
private func strangers(
  _ reports: [(name: String, results: ShardResults)], _ digest: (ShardResults) -> PixelDigest,
  _ words: (String, String) -> String
) -> [String] {
  let usual = mostFrequent(reports.map { digest($0.results) })
  guard let example = reports.first(where: { digest($0.results) == usual })?.name else { return [] }
  return reports.filter { digest($0.results) != usual }.map { words($0.name, example) }
}

private func twice(
  _ reports: [(name: String, results: ShardResults)], of count: Int
) -> [String] {
  Dictionary(grouping: reports, by: \.results.shard.index).sorted { $0.key < $1.key }
    .filter { $0.value.count > 1 }
    .map { index, same in
      "shard \(index) of \(count) is there \(same.count == 2 ? "twice" : "\(same.count) times"): "
        + listed(same.map(\.name))
    }
}

private func missing(_ there: Set<Int>, of count: Int) -> [String] {
  let missing = (1...count).filter { !there.contains($0) }
  guard let first = missing.first else { return [] }
  guard missing.count > 1 else { return ["shard \(first) of \(count) is missing"] }
  let most = 10
  let named = missing.prefix(most).map(String.init)
  let more = missing.count > most ? ["\(grouped(missing.count - most)) more"] : []
  return ["shards \(listed(named + more)) of \(count) are missing"]
}

/// The most frequent value; among those that are as frequent, the one that comes first.
private func mostFrequent<Value: Hashable>(_ values: [Value]) -> Value? {
  var counts: [Value: Int] = [:]
  for value in values { counts[value, default: 0] += 1 }
  let most = counts.values.max()
  return values.first { counts[$0] == most }
}
