/// What a YAML document holds, with the location of every key and value: what configuration and descriptions
/// are read from.
///
/// Scalars are text as it is written: whoever asks for a number or for `off` decides what a text means, so
/// that the language `no` stays `no`.
package struct YAMLNode: Hashable, Sendable {
  /// What a node holds.
  package enum Content: Hashable, Sendable {
    /// Text; nothing at all is the empty text without quotes.
    case scalar(String, isQuoted: Bool)
    /// A list.
    case sequence([YAMLNode])
    /// Keys and values in the order of the file; no key stands twice.
    case mapping([YAMLMember])
  }

  /// What the node holds.
  package let content: Content
  /// Where the node begins.
  package let location: SourceLocation

  package init(_ content: Content, at location: SourceLocation) {
    self.content = content
    self.location = location
  }

  /// Whether nothing is written here, as behind the colon of `rules:` on a line of its own.
  var isEmpty: Bool { content == .scalar("", isQuoted: false) }

  /// The value of a key; nil where there is none, or this is no mapping.
  subscript(key: String) -> YAMLNode? {
    guard case .mapping(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// What it is, for messages: `the text "none"`, `a list`.
  package var kind: String {
    switch content {
    case .scalar where isEmpty: "nothing"
    case .scalar(let text, _): "\"\(shortened(text))\""
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

/// A key and its value.
package struct YAMLMember: Hashable, Sendable {
  /// The key as it is written, without quotes.
  package let key: String
  /// Where the key begins.
  let location: SourceLocation
  /// The value that the key stands for.
  package let value: YAMLNode

  package init(_ key: String, at location: SourceLocation, _ value: YAMLNode) {
    self.key = key
    self.location = location
    self.value = value
  }
}

/// A whole number in decimal digits: no sign but `-`, no noughts in front, no separators.
///
/// - Returns: nil for anything else, and for what does not fit.
func decimalInteger(_ text: String) -> Int? {
  let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
  guard isDecimal(digits), digits == "0" || !digits.hasPrefix("0") else { return nil }
  return Int(text)
}

/// A number in decimal digits: `1.5`, `-2`; no exponent, no `.5`.
///
/// - Returns: nil for anything else, and for more than 32 characters.
func decimalNumber(_ text: String) -> Double? {
  guard text.utf8.count <= 32 else { return nil }
  let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
  let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
  guard let whole = parts.first, parts.allSatisfy(isDecimal), whole == "0" || !whole.hasPrefix("0") else {
    return nil
  }
  return Double(text)
}

/// A number as a configuration writes it: `1.5`, and `2` for one that is whole.
func plainNumber(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }

private func isDecimal(_ text: Substring) -> Bool {
  !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
}
