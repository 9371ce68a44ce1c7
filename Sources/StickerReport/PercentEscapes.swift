/// Bytes as text, some of them as `%` and two digits (RFC 3986, 2.1).
func percentEscaped(_ bytes: some Sequence<UInt8>, where isEscaped: (UInt8) -> Bool) -> String {
  var out: [UInt8] = []
  for byte in bytes {
    if isEscaped(byte) {
      out += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
    } else {
      out.append(byte)
    }
  }
  return String(decoding: out, as: UTF8.self)
}

private func digit(_ value: UInt8) -> UInt8 {
  value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10)
}
