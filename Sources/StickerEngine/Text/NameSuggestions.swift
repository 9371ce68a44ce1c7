/// Returns the names most similar to a mistyped one, nearest first. They are at most two edits away, or a
/// third of the mistyped name's length if that is more.
package func nearestSimilarNames(to name: String, in names: [String], maxCount: Int = 3) -> [String] {
  nearNamesSortedByDistance(name, names).prefix(maxCount).map(\.name)
}

/// Returns the name most similar to a mistyped one, as in `nearestSimilarNames`, or nil if no name is
/// similar, or if several are equally similar.
func uniqueNearestSimilarName(to name: String, in names: [String]) -> String? {
  let near = nearNamesSortedByDistance(name, names).prefix(2)
  guard let first = near.first, near.count == 1 || near[1].distance > first.distance else { return nil }
  return first.name
}

private func nearNamesSortedByDistance(_ name: String, _ names: [String]) -> [(name: String, distance: Int)] {
  let allowed = max(2, name.count / 3)
  let near = names.map { (name: $0, distance: editDistance(Array(name), Array($0))) }
    .filter { $0.distance <= allowed }
  return near.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
}

/// Returns the minimum number of insertions, deletions, replacements and swaps of adjacent characters that
/// turn one word into the other.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var rows = [[Int](0...b.count)]
  for i in 1...max(1, a.count) where i <= a.count {
    var row = [i]
    for j in 1...max(1, b.count) where j <= b.count {
      var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, rows[i - 2][j - 2] + 1) }
      row.append(best)
    }
    rows.append(row)
  }
  return rows[a.count][b.count]
}
