/// Escapes everything but the unreserved characters of RFC 3986, section 2.3.
func percentEncoded(_ text: String) -> String {
  var encoded: [UInt8] = []
  for byte in text.utf8 {
    if isUnreserved(byte) {
      encoded.append(byte)
    } else {
      encoded += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 0xF)]]
    }
  }
  return String(decoding: encoded, as: UTF8.self)
}

/// Decodes escapes. `+` is not decoded; a space is `%20`, as in `URLComponents`.
///
/// - Returns: nil if an escape is truncated or the bytes are not UTF-8. `removingPercentEncoding` is not
///   used, because it differs between systems.
func percentDecoded(_ text: Substring) -> String? {
  let encoded = Array(text.utf8)
  var (bytes, place) = ([UInt8](), 0)
  while place < encoded.count {
    if encoded[place] == UInt8(ascii: "%") {
      guard place + 2 < encoded.count, let high = hexValue(encoded[place + 1]),
        let low = hexValue(encoded[place + 2])
      else { return nil }
      bytes.append(high << 4 | low)
      place += 3
    } else {
      bytes.append(encoded[place])
      place += 1
    }
  }
  let decoded = String(decoding: bytes, as: UTF8.self)
  // `String` repairs invalid UTF-8, which changes the bytes.
  return decoded.utf8.elementsEqual(bytes) ? decoded : nil
}

/// Whether a character is allowed in a query (RFC 3986, section 3.4).
func isQueryCharacter(_ byte: UInt8) -> Bool {
  isUnreserved(byte) || otherQueryCharacters.contains(byte)
}

private let otherQueryCharacters = Array("%!$&'()*+,;=:@/?".utf8)

func isUnreserved(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
  default: false
  }
}

private let hexDigits = Array("0123456789ABCDEF".utf8)

private func hexValue(_ digit: UInt8) -> UInt8? {
  switch digit {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
  default: nil
  }
}
