/// What a YAML document holds, with the place of every key and value in its text: what configuration and
/// descriptions are read from, and what an edit of them writes.
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
  /// The bytes of the node in the text without a byte order mark: from its first character to its last, which
  /// of a list or mapping without brackets is the last in it.
  let range: Range<Int>

  package init(_ content: Content, at location: SourceLocation) { self.init(content, at: location, 0..<0) }

  init(_ content: Content, at location: SourceLocation, _ range: Range<Int>) {
    self.content = content
    self.location = location
    self.range = range
  }

  /// Whether nothing is written here, as behind the colon of `rules:` on a line of its own.
  var isEmpty: Bool { content == .scalar("", isQuoted: false) }

  /// The text of a scalar; nil where nothing is written, and for lists and mappings.
  var text: String? { if case .scalar(let text, _) = content, !isEmpty { text } else { nil } }

  /// The elements of a list; none where this is no list.
  var elements: [YAMLNode] { if case .sequence(let elements) = content { elements } else { [] } }

  /// The keys and values of a mapping; none where this is no mapping.
  var members: [YAMLMember] { if case .mapping(let members) = content { members } else { [] } }

  /// The value of a key; nil where there is none, or this is no mapping.
  subscript(key: String) -> YAMLNode? { member(key)?.value }

  /// A key with its value; nil where there is none, or this is no mapping.
  func member(_ key: String) -> YAMLMember? { members.first { $0.key == key } }

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
  /// The offset of the key's first byte.
  let start: Int
  /// The value that the key stands for.
  package let value: YAMLNode

  package init(_ key: String, at location: SourceLocation, _ value: YAMLNode) {
    self.init(key, at: location, start: 0, value)
  }

  init(_ key: String, at location: SourceLocation, start: Int, _ value: YAMLNode) {
    self.key = key
    self.location = location
    self.start = start
    self.value = value
  }
}

/// Values that an edit writes: they stand in no text.
extension YAMLNode {
  /// A value that is still to be filled in.
  static let nothing = YAMLNode(.scalar("", isQuoted: false), at: .start)

  static func text(_ text: String) -> YAMLNode { YAMLNode(.scalar(text, isQuoted: true), at: .start) }

  static func list(_ elements: [YAMLNode]) -> YAMLNode { YAMLNode(.sequence(elements), at: .start) }

  static func texts(_ texts: [String]) -> YAMLNode { .list(texts.map { .text($0) }) }

  static func mapping(_ members: [(key: String, value: YAMLNode)]) -> YAMLNode {
    YAMLNode(.mapping(members.map { YAMLMember($0.key, at: .start, $0.value) }), at: .start)
  }
}

/// A step into a document.
enum YAMLStep: Hashable {
  case key(String)
  case index(Int)
}

extension YAMLNode {
  /// What is reached over steps; nil where there is nothing.
  subscript(steps: ArraySlice<YAMLStep>) -> YAMLNode? {
    switch steps.first {
    case nil: self
    case .key(let key)?: self[key]?[steps.dropFirst()]
    case .index(let index)?: elements.indices.contains(index) ? elements[index][steps.dropFirst()] : nil
    }
  }

  /// The same with another value at the end of steps; nil removes the last key.
  func replacing(_ steps: ArraySlice<YAMLStep>, with value: YAMLNode?) -> YAMLNode {
    let rest = steps.dropFirst()
    switch steps.first {
    case nil: return value ?? .nothing
    case .index(let index)?:
      var elements = elements
      guard elements.indices.contains(index) else { return self }
      elements[index] = elements[index].replacing(rest, with: value)
      return .list(elements)
    case .key(let key)?:
      var members = members.map { (key: $0.key, value: $0.value) }
      let place = members.firstIndex { $0.key == key }
      if rest.isEmpty, value == nil {
        if let place { members.remove(at: place) }
        return .mapping(members)
      }
      let new = (place.map { members[$0].value } ?? .nothing).replacing(rest, with: value)
      if let place { members[place].value = new } else { members.append((key, new)) }
      return .mapping(members)
    }
  }

  /// The same with other texts in place of scalars.
  ///
  /// - Parameter texts: by where the scalars begin.
  func replacing(_ texts: [SourceLocation: String]) -> YAMLNode {
    switch content {
    case .scalar: isEmpty ? self : texts[location].map(YAMLNode.text) ?? self
    case .sequence(let elements): .list(elements.map { $0.replacing(texts) })
    case .mapping(let members): .mapping(members.map { ($0.key, $0.value.replacing(texts)) })
    }
  }

  /// Whether two say the same: places, quotes and the order of keys say nothing, and neither does an empty list.
  func isEquivalent(to other: YAMLNode) -> Bool {
    if saysNothing || other.saysNothing { return saysNothing && other.saysNothing }
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

  private var saysNothing: Bool {
    switch content {
    case .scalar: isEmpty
    case .sequence(let elements): elements.isEmpty
    case .mapping(let members): members.isEmpty
    }
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
