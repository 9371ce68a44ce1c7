/// The value of a member of the outermost object of a JSON text, without reading what the others hold: a
/// report of a gibibyte would take ten as values.
///
/// - Returns: the value's bytes; nil where there is no such member.
/// - Throws: where the text is no object, ends early or goes on behind the object, or the key stands twice.
package func member(_ key: String, ofObject text: [UInt8]) throws(JSONFault) -> ArraySlice<UInt8>? {
  var skim = JSONSkim(text)
  return try skim.member(Array(key.utf8)[...])
}

private struct JSONSkim {
  private let text: [UInt8]
  private var at = 0

  init(_ text: [UInt8]) { self.text = text }

  mutating func member(_ wanted: ArraySlice<UInt8>) throws(JSONFault) -> ArraySlice<UInt8>? {
    var found: ArraySlice<UInt8>?
    try take("{", "the document is no object")
    skipSpace()
    let isEmpty = current == UInt8(ascii: "}")
    while !isEmpty {
      skipSpace()
      let key = at
      try string()
      let isWanted = text[key + 1..<at - 1] == wanted
      try take(":", "a colon is missing")
      skipSpace()
      let value = at
      try skipValue()
      if isWanted {
        guard found == nil else { throw fault("the key stands twice") }
        found = text[value..<at]
      }
      skipSpace()
      guard current == UInt8(ascii: ",") else { break }
      at += 1
    }
    try take("}", "a comma or } is missing")
    skipSpace()
    guard at == text.count else { throw fault("something follows the end of the document") }
    return found
  }

  private var current: UInt8? { at < text.count ? text[at] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D { at += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar, _ complaint: String) throws(JSONFault) {
    skipSpace()
    guard current == UInt8(ascii: character) else {
      throw fault(at == text.count ? "the document ends early" : complaint)
    }
    at += 1
  }

  /// Passes a text in quotes, to behind its closing quote.
  private mutating func string() throws(JSONFault) {
    try take("\"", "a key in quotes is missing")
    while let byte = current, byte != UInt8(ascii: "\"") { at += byte == UInt8(ascii: "\\") ? 2 : 1 }
    guard at < text.count else { throw JSONFault("the document ends early", at: text.count, in: text) }
    at += 1
  }

  private mutating func skipValue() throws(JSONFault) {
    let start = at
    var depth = 0
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        try string()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return try expectSomething(since: start) }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return try expectSomething(since: start)
      default: break
      }
      at += 1
    }
    throw fault("the document ends early")
  }

  private func expectSomething(since start: Int) throws(JSONFault) {
    if at == start { throw fault("a value is missing") }
  }

  private func fault(_ reason: String) -> JSONFault { JSONFault(reason, at: min(at, text.count), in: text) }
}
