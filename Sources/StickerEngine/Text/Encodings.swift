/// Encodes bytes in Base64 with padding (RFC 4648, section 4), for file names that are not UTF-8 and for
/// files in JSON.
package func base64Encoded(_ bytes: [UInt8]) -> String {
  var out: [UInt8] = []
  out.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
    for position in 0..<4 {
      out.append(position <= group.count ? base64Alphabet[bits >> (18 - 6 * position) & 63] : base64Padding)
    }
  }
  return String(decoding: out, as: UTF8.self)
}

/// Decodes Base64 with padding. Returns nil if the text is not exactly in that form.
package func base64Decoded(_ text: String) -> [UInt8]? {
  let digits = Array(text.utf8)
  guard digits.count % 4 == 0 else { return nil }
  let padded = digits.suffix(2).count { $0 == base64Padding }
  var out: [UInt8] = []
  out.reserveCapacity(digits.count / 4 * 3)
  for start in stride(from: 0, to: digits.count, by: 4) {
    let isLast = start + 4 == digits.count
    var bits = 0
    for position in 0..<4 {
      let isPadding = isLast && position >= 4 - padded
      let value = isPadding ? 0 : base64Values[Int(digits[start + position])]
      guard value >= 0 else { return nil }
      bits = bits << 6 | value
    }
    let count = isLast ? 3 - padded : 3
    // Unused bits must be zero, so that the same bytes have only one encoding.
    guard bits & ((1 << (8 * (3 - count))) - 1) == 0 else { return nil }
    for byte in 0..<count { out.append(UInt8(truncatingIfNeeded: bits >> (16 - 8 * byte))) }
  }
  return out
}

private let base64Alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
private let base64Padding = UInt8(ascii: "=")
/// The value of each character of the alphabet, 0...63; -1 for every other byte.
private let base64Values: [Int] = {
  var values = [Int](repeating: -1, count: 256)
  for (value, character) in base64Alphabet.enumerated() { values[Int(character)] = value }
  return values
}()
