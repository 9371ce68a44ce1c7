/// Whether the beginning of a JSON text looks like a Lottie animation: at least two of its own top keys, each
/// with a value of its own kind. Two, because exporters order keys as they like and a key alone (`"fr"` is
/// also French) proves nothing.
///
/// - Source: the Lottie specification's Animation object: `v` a version in quotes, `fr`, `ip`, `op` numbers,
///   `layers`.
func startsLikeLottie(_ start: [UInt8]) -> Bool {
  let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
  guard text.first(where: { !isSpace($0) }) == UInt8(ascii: "{") else { return false }
  let keys: [(String, (UInt8, UInt8?) -> Bool)] = [
    ("\"v\"", { $0 == UInt8(ascii: "\"") && isDigit($1) }),
    ("\"fr\"", { first, _ in isDigit(first) }),
    ("\"ip\"", { first, next in isDigit(first) || first == UInt8(ascii: "-") && isDigit(next) }),
    ("\"op\"", { first, _ in isDigit(first) }),
    ("\"layers\"", { first, _ in first == UInt8(ascii: "[") }),
  ]
  return keys.count { key, isItsValue in hasKey(Array(key.utf8), in: text, isItsValue) } >= 2
}

private func hasKey(_ key: [UInt8], in text: ArraySlice<UInt8>, _ isItsValue: (UInt8, UInt8?) -> Bool) -> Bool
{
  var rest = text
  while let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
    if rest[quote...].starts(with: key) {
      let after = rest[(quote + key.count)...].drop(while: isSpace)
      let value = after.dropFirst().drop(while: isSpace)
      if after.first == UInt8(ascii: ":"), let first = value.first, isItsValue(first, value.dropFirst().first)
      {
        return true
      }
    }
    rest = rest[(quote + 1)...]
  }
  return false
}

private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

private func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
