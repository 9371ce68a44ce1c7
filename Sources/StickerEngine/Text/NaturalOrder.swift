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
  private let parts: [[NaturalSortToken]]

  init(_ path: Path) {
    var names = path.components.dropLast().map { String(decoding: $0.bytes, as: UTF8.self) }
    names.append(stemWithout3xSuffix(of: path))
    parts = names.map(lowercaseNaturalSortTokens)
  }

  static func < (a: NaturalSortKey, b: NaturalSortKey) -> Bool {
    for (left, right) in zip(a.parts, b.parts) where left != right {
      return left.lexicographicallyPrecedes(right)
    }
    return a.parts.count < b.parts.count
  }
}

/// A run of digits, or one other character.
private enum NaturalSortToken: Comparable {
  /// A number of any length without leading zeros. More digits mean a larger number.
  case digits([UInt8])
  case scalar(UInt32)

  static func < (a: NaturalSortToken, b: NaturalSortToken) -> Bool {
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

private func lowercaseNaturalSortTokens(_ name: String) -> [NaturalSortToken] {
  var tokens: [NaturalSortToken] = []
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
