/// Bytes of a document that others take the place of.
struct YAMLReplacement {
  let range: Range<Int>
  let new: [UInt8]

  init(_ range: Range<Int>, _ new: [UInt8]) { (self.range, self.new) = (range, new) }

  init(_ range: Range<Int>, _ new: String) { self.init(range, Array(new.utf8)) }
}

/// A document by its lines.
struct MarkedLines {
  let bytes: [UInt8]
  /// How the document ends its lines.
  let ending: [UInt8]

  init(_ bytes: [UInt8]) throws(Diagnostic) {
    self.bytes = bytes
    let first = bytes.firstIndex(of: 0x0A)
    ending = first.map { $0 > 0 && bytes[$0 - 1] == 0x0D } == true ? [0x0D, 0x0A] : [0x0A]
    for at in bytes.indices where bytes[at] == 0x0D {
      guard at + 1 < bytes.count, bytes[at + 1] == 0x0A else {
        throw Diagnostic("a line ends as on old Macs", line: bytes[..<at].count { $0 == 0x0A } + 1)
      }
    }
  }

  func replacing(_ replacements: [YAMLReplacement]) -> [UInt8] {
    var (out, at) = ([UInt8](), 0)
    for replacement in replacements {
      out += bytes[at..<replacement.range.lowerBound] + replacement.new
      at = replacement.range.upperBound
    }
    return out + bytes[at...]
  }

  /// Lines that are new, where a line begins or the document ends.
  func inserting(_ new: [String], at offset: Int) -> YAMLReplacement {
    let isTorn = offset > 0 && bytes[offset - 1] != 0x0A
    return YAMLReplacement(offset..<offset, (isTorn ? ending : []) + joined(new))
  }

  func joined(_ lines: [String]) -> [UInt8] { lines.flatMap { Array($0.utf8) + ending } }

  /// The number of the line that a byte is in.
  func number(of offset: Int) -> Int { bytes[..<offset].count { $0 == 0x0A } + 1 }

  func start(of offset: Int) -> Int {
    var at = offset
    while at > 0, bytes[at - 1] != 0x0A { at -= 1 }
    return at
  }

  /// Behind the line in which something ends.
  func end(of offset: Int) -> Int {
    if offset > 0, bytes[offset - 1] == 0x0A { return offset }
    return bytes[offset...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
  }

  /// Whether nothing follows in a line.
  func isEnd(_ offset: Int) -> Bool { offset >= bytes.count || [0x0A, 0x0D].contains(bytes[offset]) }

  func isInBrackets(_ node: MarkedYAML.Node) -> Bool {
    bytes.indices.contains(node.start) && "[{".utf8.contains(bytes[node.start])
  }

  /// How far the comment is indented that a line holds alone; nil for another line.
  func comment(at start: Int) -> Int? {
    let spaces = bytes[start...].prefix { $0 == UInt8(ascii: " ") }.count
    guard start + spaces < bytes.count, bytes[start + spaces] == UInt8(ascii: "#") else { return nil }
    return spaces
  }

  /// - Throws: where something stands before it in its line.
  func mustBegin(_ offset: Int) throws(Diagnostic) {
    guard bytes[start(of: offset)..<offset].allSatisfy({ $0 == UInt8(ascii: " ") }) else {
      throw Diagnostic("something stands before it", line: number(of: offset))
    }
  }
}

/// A YAML document with the bytes that each of its parts takes.
struct MarkedYAML {
  /// A value.
  struct Node {
    enum Content {
      case scalar(String, isQuoted: Bool)
      case list([Node])
      case mapping([Member])
    }
    fileprivate(set) var content: Content
    /// Where the value begins.
    let start: Int
    /// Behind the last character of the value: of a list or mapping without brackets, of the last in it.
    fileprivate(set) var end: Int

    var isNothing: Bool { if case .scalar("", isQuoted: false) = content { true } else { false } }

    subscript(key: String) -> Member? {
      guard case .mapping(let members) = content else { return nil }
      return members.first { $0.key == key }
    }
  }

  /// A key and its value.
  struct Member {
    let key: String
    /// Where the key begins.
    let start: Int
    let value: Node
  }

  /// The text without a byte order mark: what offsets count in.
  let bytes: [UInt8]
  /// Nil where nothing is written.
  let root: Node?

  /// - Parameter text: one that `readYAML` takes.
  init(_ text: YAMLText) throws(Diagnostic) {
    bytes = text.bytes
    var builder = MarkedBuilder(text)
    if let problem = visitYAMLEvents(of: text.bytes, { builder.take($0) }) {
      throw Diagnostic("it cannot be read", line: problem.location.line)
    }
    root = builder.root
  }
}

/// Puts events together, with a stack of its own: depth costs no recursion.
private struct MarkedBuilder {
  private let text: YAMLText
  private var cursor: YAMLCursor
  private var open: [(start: Int, isMapping: Bool, nodes: [MarkedYAML.Node])] = []
  private(set) var root: MarkedYAML.Node?

  init(_ text: YAMLText) {
    self.text = text
    cursor = YAMLCursor(text)
  }

  /// - Returns: whether the reader is to go on.
  mutating func take(_ event: YAMLEvent) -> Bool {
    switch event.kind {
    case .scalar(let content, let isQuoted):
      let start = cursor.offset(of: event.start)
      let end = behind(start..<max(start, cursor.offset(of: event.end)))
      add(MarkedYAML.Node(content: .scalar(content, isQuoted: isQuoted), start: start, end: end))
    case .sequenceStart: open.append((cursor.offset(of: event.start), false, []))
    case .mappingStart: open.append((cursor.offset(of: event.start), true, []))
    case .collectionEnd:
      guard let (start, isMapping, nodes) = open.popLast() else { return false }
      let isFlow = text.bytes.indices.contains(start) && "[{".utf8.contains(text.bytes[start])
      let end = isFlow ? cursor.offset(of: event.end) : nodes.last?.end ?? start
      let content: MarkedYAML.Node.Content = isMapping ? .mapping(members(nodes)) : .list(nodes)
      add(MarkedYAML.Node(content: content, start: start, end: end))
    case .documentEnd: return false
    case .alias, .other: break
    }
    return true
  }

  private func members(_ nodes: [MarkedYAML.Node]) -> [MarkedYAML.Member] {
    stride(from: 0, to: nodes.count - 1, by: 2).map { at in
      guard case .scalar(let key, _) = nodes[at].content else {
        return MarkedYAML.Member(key: "", start: nodes[at].start, value: nodes[at + 1])
      }
      return MarkedYAML.Member(key: key, start: nodes[at].start, value: nodes[at + 1])
    }
  }

  private mutating func add(_ node: MarkedYAML.Node) {
    if open.isEmpty { root = node } else { open[open.count - 1].nodes.append(node) }
  }

  /// The end of a scalar. Blank lines after a scalar of several lines belong to it.
  private func behind(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    let kinds = [UInt8(ascii: "|"), UInt8(ascii: ">")]
    guard let first = text.bytes[range].first, kinds.contains(first) else { return end }
    let head = text.bytes[range].prefix { $0 != 0x0A }
    if head.contains(UInt8(ascii: "+")) { return end }
    while end > range.lowerBound, [0x0A, 0x0D, 0x20].contains(text.bytes[end - 1]) { end -= 1 }
    return end
  }
}

/// Finds places from the beginning of a text to its end: each line is counted once.
private struct YAMLCursor {
  private let text: YAMLText
  private var location = SourceLocation.start
  private var at = 0

  init(_ text: YAMLText) { self.text = text }

  /// The offset of a location; that of the text's end for one behind it.
  mutating func offset(of wanted: SourceLocation) -> Int {
    if wanted.line != location.line || wanted < location {
      guard text.lineStarts.indices.contains(wanted.line - 1) else { return text.bytes.count }
      (at, location) = (text.lineStarts[wanted.line - 1], SourceLocation(line: wanted.line, column: 1))
    }
    var column = location.column
    while column < wanted.column, at < text.bytes.count {
      repeat { at += 1 } while at < text.bytes.count && text.bytes[at] & 0xC0 == 0x80
      column += 1
    }
    location = SourceLocation(line: wanted.line, column: column)
    return at
  }
}

/// What a document says, without places, quotes and comments; keys in the order in which they are written.
indirect enum PlainYAML {
  case nothing
  case text(String)
  case list([PlainYAML])
  case mapping([(key: String, value: PlainYAML)])

  init(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let text, _): self = node.isEmpty ? .nothing : .text(text)
    case .sequence(let elements): self = .list(elements.map { PlainYAML($0) })
    case .mapping(let members): self = .mapping(members.map { ($0.key, PlainYAML($0.value)) })
    }
  }

  static func texts(_ texts: [String]) -> PlainYAML { .list(texts.map { .text($0) }) }

  /// An empty list is written as nothing, and read as it.
  private var isNothing: Bool {
    switch self {
    case .nothing: true
    case .text: false
    case .list(let elements): elements.isEmpty
    case .mapping(let members): members.isEmpty
    }
  }

  subscript(key: String) -> PlainYAML? {
    guard case .mapping(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// What is reached over steps; nil where there is nothing.
  subscript(steps: ArraySlice<YAMLStep>) -> PlainYAML? {
    guard let first = steps.first else { return self }
    switch (first, self) {
    case (.key(let key), _): return self[key]?[steps.dropFirst()]
    case (.at(let index), .list(let elements)) where elements.indices.contains(index):
      return elements[index][steps.dropFirst()]
    case (.at, _): return nil
    }
  }

  /// The same with another value at the end of steps; nil takes the last key out.
  func with(_ value: PlainYAML?, at steps: ArraySlice<YAMLStep>) -> PlainYAML {
    guard let first = steps.first else { return value ?? .nothing }
    let rest = steps.dropFirst()
    switch first {
    case .at(let index):
      guard case .list(var elements) = self, elements.indices.contains(index) else { return self }
      elements[index] = elements[index].with(value, at: rest)
      return .list(elements)
    case .key(let key):
      var members: [(key: String, value: PlainYAML)] = []
      if case .mapping(let old) = self { members = old }
      let place = members.firstIndex { $0.key == key }
      if rest.isEmpty, value == nil {
        if let place { members.remove(at: place) }
        return .mapping(members)
      }
      let new = (place.map { members[$0].value } ?? .nothing).with(value, at: rest)
      if let place { members[place].value = new } else { members.append((key, new)) }
      return .mapping(members)
    }
  }
}

extension PlainYAML: Equatable {
  /// Whether two say the same: the order of keys says nothing.
  static func == (a: PlainYAML, b: PlainYAML) -> Bool {
    if a.isNothing || b.isNothing { return a.isNothing && b.isNothing }
    switch (a, b) {
    case (.text(let one), .text(let other)): return one.unicodeScalars.elementsEqual(other.unicodeScalars)
    case (.list(let one), .list(let other)): return one == other
    case (.mapping(let one), .mapping(let other)):
      return one.count == other.count && one.allSatisfy { member in b[member.key] == member.value }
    default: return false
    }
  }
}

/// A step into a document.
enum YAMLStep: Hashable {
  case key(String)
  case at(Int)
}
