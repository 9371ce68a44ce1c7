extension MessageState {
  /// The URL that carries the state: its items as the query of another, percent-encoded as Apple's
  /// `URLComponents.queryItems` does.
  ///
  /// - Parameter base: a URL that `complaint(ofBaseURL:)` takes.
  package func url(behind base: String) -> String {
    if items.isEmpty { return base }
    let query = items.map { "\(percentEncoded($0.name))=\(percentEncoded($0.value.value))" }
    return base + "?" + query.joined(separator: "&")
  }
}

private func percentEncoded(_ text: String) -> String {
  var out: [UInt8] = []
  out.reserveCapacity(text.utf8.count)
  for byte in text.utf8 {
    if isKept(byte) {
      out.append(byte)
    } else {
      out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  return String(decoding: out, as: UTF8.self)
}

private let digits = Array("0123456789ABCDEF".utf8)

/// Whether a query item has the character as it is: RFC 3986, 3.4, without what divides items.
private func isKept(_ byte: UInt8) -> Bool {
  (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    || "-._~!$'()*+,/:;?@".utf8.contains(byte)
}
