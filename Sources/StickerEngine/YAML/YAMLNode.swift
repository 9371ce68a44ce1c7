/// A value in a YAML document and its position, or a new value that an edit writes.
///
/// Scalars are not converted. Code that reads a number or `off` interprets the text, so that the language
/// `no` stays `no`.
package struct YAMLNode: Hashable, Sendable {
  /// The content of a node.
  package enum Content: Hashable, Sendable {
    /// Text. A missing value is empty text without quotes.
    case scalar(String, isQuoted: Bool)
    /// A list.
    case sequence([YAMLNode])
    /// Keys and values in file order. Each key occurs once.
    case mapping([YAMLMember])
  }

  package let content: Content
  /// The line and column at which the node starts.
  package let location: SourceLocation
  /// The bytes of the node in the text without a byte order mark. A list or mapping without brackets ends
  /// with its last value.
  let byteRange: Range<Int>

  package init(_ content: Content, at location: SourceLocation) { self.init(content, at: location, 0..<0) }

  init(_ content: Content, at location: SourceLocation, _ range: Range<Int>) {
    self.content = content
    self.location = location
    self.byteRange = range
  }

  /// Whether the value is missing, as in a line that contains only `rules:`.
  var isMissing: Bool { content == .scalar("", isQuoted: false) }

  /// The text of a scalar; nil for a missing value, a list or a mapping.
  var scalarTextIfPresent: String? {
    if case .scalar(let text, _) = content, !isMissing { text } else { nil }
  }

  /// The elements of a list; empty for any other node.
  var elements: [YAMLNode] { if case .sequence(let elements) = content { elements } else { [] } }

  /// The keys and values of a mapping; empty for any other node.
  var members: [YAMLMember] { if case .mapping(let members) = content { members } else { [] } }

  /// The value of a key in a mapping; nil if the node has no such key.
  subscript(key: String) -> YAMLNode? { member(key)?.value }

  /// Returns a key and its value; nil if the node has no such key.
  func member(_ key: String) -> YAMLMember? { members.first { $0.key == key } }

  /// A description for messages: `"none"`, `a list`.
  package var descriptionInErrors: String {
    switch content {
    case .scalar where isMissing: "an empty value"
    case .scalar(let text, _): "\"\(escapedAndShortened(text))\""
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

/// A key and its value.
package struct YAMLMember: Hashable, Sendable {
  /// The text of the key, without quotes.
  package let key: String
  /// The line and column at which the key starts.
  let keyLocation: SourceLocation
  /// The offset of the key in the text without a byte order mark.
  let keyOffset: Int
  package let value: YAMLNode

  package init(_ key: String, at location: SourceLocation, _ value: YAMLNode) {
    self.init(key, at: location, keyOffset: 0, value)
  }

  init(_ key: String, at location: SourceLocation, keyOffset start: Int, _ value: YAMLNode) {
    self.key = key
    self.keyLocation = location
    self.keyOffset = start
    self.value = value
  }
}

// New values that an edit writes.
extension YAMLNode {
  /// A missing value, to be filled in by a person.
  static let missingValue = YAMLNode(.scalar("", isQuoted: false), at: .start)

  static func text(_ text: String) -> YAMLNode { YAMLNode(.scalar(text, isQuoted: true), at: .start) }

  static func list(_ elements: [YAMLNode]) -> YAMLNode { YAMLNode(.sequence(elements), at: .start) }

  static func texts(_ texts: [String]) -> YAMLNode { .list(texts.map { .text($0) }) }

  static func mapping(_ members: [(key: String, value: YAMLNode)]) -> YAMLNode {
    YAMLNode(.mapping(members.map { YAMLMember($0.key, at: .start, $0.value) }), at: .start)
  }
}

/// A step from a node to one of its values.
enum YAMLPathStep: Hashable {
  case key(String)
  case index(Int)
}

extension YAMLNode {
  /// The node at the end of the steps; nil if it does not exist.
  subscript(steps: ArraySlice<YAMLPathStep>) -> YAMLNode? {
    switch steps.first {
    case nil: self
    case .key(let key)?: self[key]?[steps.dropFirst()]
    case .index(let index)?: elements.indices.contains(index) ? elements[index][steps.dropFirst()] : nil
    }
  }

  /// Returns a copy with another value at the end of the steps.
  ///
  /// - Parameter value: nil to remove the key of the last step.
  func replacing(at steps: ArraySlice<YAMLPathStep>, with value: YAMLNode?) -> YAMLNode {
    let rest = steps.dropFirst()
    switch steps.first {
    case nil: return value ?? .missingValue
    case .index(let index)?:
      var elements = elements
      guard elements.indices.contains(index) else { return self }
      elements[index] = elements[index].replacing(at: rest, with: value)
      return .list(elements)
    case .key(let key)?:
      var members = members.map { (key: $0.key, value: $0.value) }
      let index = members.firstIndex { $0.key == key }
      if rest.isEmpty, value == nil {
        if let index { members.remove(at: index) }
        return .mapping(members)
      }
      let new = (index.map { members[$0].value } ?? .missingValue).replacing(at: rest, with: value)
      if let index { members[index].value = new } else { members.append((key, new)) }
      return .mapping(members)
    }
  }

  /// Returns a copy with the text of some scalars replaced.
  ///
  /// - Parameter texts: the new text of each scalar, by the scalar's location.
  func replacingScalars(_ texts: [SourceLocation: String]) -> YAMLNode {
    switch content {
    case .scalar: isMissing ? self : texts[location].map(YAMLNode.text) ?? self
    case .sequence(let elements): .list(elements.map { $0.replacingScalars(texts) })
    case .mapping(let members): .mapping(members.map { ($0.key, $0.value.replacingScalars(texts)) })
    }
  }

  /// Whether two nodes have the same values. Positions, quotes and the order of keys are ignored. An empty
  /// list or mapping equals a missing value.
  func isEquivalent(to other: YAMLNode) -> Bool {
    if isMissingOrEmptyCollection || other.isMissingOrEmptyCollection {
      return isMissingOrEmptyCollection && other.isMissingOrEmptyCollection
    }
    switch (content, other.content) {
    case (.scalar(let one, _), .scalar(let other, _)):
      return one.unicodeScalars.elementsEqual(other.unicodeScalars)
    case (.sequence(let one), .sequence(let other)):
      return one.count == other.count && zip(one, other).allSatisfy { $0.isEquivalent(to: $1) }
    case (.mapping(let one), .mapping(let members)):
      return one.count == members.count
        && zip(one, members).allSatisfy { member, counterpart in
          let value = member.key == counterpart.key ? counterpart.value : other[member.key]
          return value.map(member.value.isEquivalent) ?? false
        }
    default: return false
    }
  }

  private var isMissingOrEmptyCollection: Bool {
    switch content {
    case .scalar: isMissing
    case .sequence(let elements): elements.isEmpty
    case .mapping(let members): members.isEmpty
    }
  }
}

/// Parses a whole number in decimal digits. It may have a `-`, but no `+`, leading zeros or separators.
///
/// - Returns: nil for any other text, and for a number that does not fit in an `Int`.
func decimalInteger(_ text: String) -> Int? {
  let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
  guard isDecimalDigits(digits), digits == "0" || !digits.hasPrefix("0") else { return nil }
  return Int(text)
}

/// Parses a number in decimal digits, such as `1.5` or `-2`. Exponents and `.5` are invalid.
///
/// - Returns: nil for any other text, and for more than 32 characters.
func decimalNumber(_ text: String) -> Double? {
  guard text.utf8.count <= 32 else { return nil }
  let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
  let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
  guard let whole = parts.first, parts.allSatisfy(isDecimalDigits), whole == "0" || !whole.hasPrefix("0")
  else {
    return nil
  }
  return Double(text)
}

/// Formats a number as in a configuration file: `1.5`, or `2` for a whole number.
func plainNumberText(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }

private func isDecimalDigits(_ text: Substring) -> Bool {
  !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
}
