/// The names nearest to a mistyped one: at most two edits away, or a third of its length, nearest first.
package func nearestNames(to name: String, in names: [String], most: Int = 3) -> [String] {
  near(name, names).prefix(most).map(\.name)
}

/// The name that is nearer to a mistyped one than all others, as `nearestNames` has it; nil where none is, or
/// several are as near: what was meant is then for a person to say.
package func onlyNearestName(to name: String, in names: [String]) -> String? {
  let near = near(name, names).prefix(2)
  guard let first = near.first, near.count == 1 || near[1].distance > first.distance else { return nil }
  return first.name
}

private func near(_ name: String, _ names: [String]) -> [(name: String, distance: Int)] {
  let allowed = max(2, name.count / 3)
  let near = names.map { (name: $0, distance: editDistance(Array(name), Array($0))) }
    .filter { $0.distance <= allowed }
  return near.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
}

/// Insertions, deletions, replacements and swaps of neighbors that turn one word into the other.
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
