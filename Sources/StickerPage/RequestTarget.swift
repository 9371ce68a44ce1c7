/// The target of a request, taken apart: nothing in it is decoded twice, and nothing leads upwards.
struct RequestTarget: Equatable {
  /// The parts of the path, between its slashes.
  let parts: [String]
  let query: [String: String]

  /// - Throws: why the target is none of ours.
  init(_ target: String) throws(Refusal) {
    guard target.utf8.first == UInt8(ascii: "/") else {
      throw Refusal(400, "the address must begin with /")
    }
    guard target.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "#") }) else {
      throw Refusal(400, "the address holds characters that must be escaped")
    }
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = halves[0].dropFirst()
    // Nothing of ours is called so: an escape in a path, even of a harmless letter, is a try to get around a
    // check.
    guard !path.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") }) else {
      throw Refusal(400, "a path here has neither % nor \\ in it")
    }
    parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard !parts.dropLast().contains(""), !parts.contains("."), !parts.contains("..") else {
      throw Refusal(400, "a path here has no empty part, . or .. in it")
    }
    query = try Self.query(halves.count > 1 ? halves[1] : "")
  }

  private static func query(_ text: Substring) throws(Refusal) -> [String: String] {
    var query: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = decoded(halves[0]), let value = decoded(halves.count > 1 ? halves[1] : "") else {
        throw Refusal(400, "what follows the ? is not escaped UTF-8")
      }
      guard query.updateValue(value, forKey: name) == nil else {
        throw Refusal(400, "the same name stands twice behind the ?")
      }
    }
    return query
  }
}

/// The text with `%C3%BC` and `+` decoded; nil for what is not UTF-8, or no escape.
private func decoded(_ text: Substring) -> String? {
  var bytes: [UInt8] = []
  var rest = text.utf8
  while let byte = rest.popFirst() {
    switch byte {
    case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
    case UInt8(ascii: "%"):
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
        return nil
      }
      bytes.append(high << 4 | low)
    default: bytes.append(byte)
    }
  }
  return String(validating: bytes, as: UTF8.self)
}

private func digit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// Why a request is not answered.
struct Refusal: Error {
  let response: PageResponse

  /// A refusal for somebody who may not know the token.
  init(_ status: Int, _ sentence: String) { response = .plain(status, sentence) }

  /// What a route answers before any body is read.
  init(_ response: PageResponse) { self.response = response }

  /// A refusal for a page of ours.
  init(toPage status: Int, _ sentence: String) { response = .refusal(status, sentence) }
}
