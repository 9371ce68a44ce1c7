/// Sorts files in natural order: `img2` comes before `img10`. Case is ignored, and the order does not depend
/// on the user's language.
///
/// Folders are compared part by part. In the last part, the names are compared first without their extension
/// and `@3x`, so that `wave` comes before `wave 2`. Equal names are sorted in byte order.
package func naturallySorted(_ files: [Path]) -> [Path] {
  let keyed: [(path: Path, key: NaturalSortKey)] = files.map { ($0, NaturalSortKey($0)) }
  let sorted = keyed.sorted { a, b in
    if a.key == b.key { return a.path < b.path }
    return a.key < b.key
  }
  return sorted.map(\.path)
}

private struct NaturalSortKey: Comparable {
  private let parts: [[Token]]

  init(_ path: Path) {
    var names = path.components.dropLast().map { String(decoding: $0.bytes, as: UTF8.self) }
    names.append(nameWithout3xSuffix(of: path))
    parts = names.map(tokens)
  }

  static func < (a: NaturalSortKey, b: NaturalSortKey) -> Bool {
    for (left, right) in zip(a.parts, b.parts) where left != right {
      return left.lexicographicallyPrecedes(right)
    }
    return a.parts.count < b.parts.count
  }
}

/// A run of digits, or one other character.
private enum Token: Comparable {
  /// A number of any length without leading zeros. More digits mean a larger number.
  case digits([UInt8])
  case scalar(UInt32)

  static func < (a: Token, b: Token) -> Bool {
    switch (a, b) {
    case (.digits(let left), .digits(let right)):
      left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
    case (.digits, .scalar(let right)): digitZero < right
    case (.scalar(let left), .digits): left < digitZero
    case (.scalar(let left), .scalar(let right)): left < right
    }
  }
}

private let digitZero: UInt32 = 0x30

private func tokens(_ name: String) -> [Token] {
  var tokens: [Token] = []
  var digits: [UInt8]?
  for scalar in name.unicodeScalars.lazy.flatMap(\.properties.lowercaseMapping.unicodeScalars) {
    if (digitZero...digitZero + 9).contains(scalar.value) {
      digits = (digits == [UInt8(digitZero)] ? [] : digits ?? []) + [UInt8(scalar.value)]
      continue
    }
    if let run = digits { tokens.append(.digits(run)) }
    digits = nil
    tokens.append(.scalar(scalar.value))
  }
  if let run = digits { tokens.append(.digits(run)) }
  return tokens
}

/// Returns the names most similar to a mistyped one, nearest first. They are at most two edits away, or a
/// third of the mistyped name's length if that is more.
package func nearestNames(to name: String, in names: [String], maxCount: Int = 3) -> [String] {
  nearNamesSortedByDistance(name, names).prefix(maxCount).map(\.name)
}

/// Returns the name most similar to a mistyped one, as in `nearestNames`, or nil if there is none or several
/// are equally similar.
func uniqueNearestName(to name: String, in names: [String]) -> String? {
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
