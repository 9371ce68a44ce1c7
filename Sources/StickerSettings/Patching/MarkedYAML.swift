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
  init(_ text: YAMLText) throws(CannotPatch) {
    bytes = text.bytes
    var builder = MarkedBuilder(text)
    do throws(YAMLProblem) {
      try visitYAMLEvents(of: text.bytes) { builder.take($0) }
    } catch {
      throw CannotPatch("it cannot be read", line: error.place.line)
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

  /// Where a scalar ends: one of several lines takes the lines behind it along, which are nobody's.
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
  private var place = YAMLPlace.start
  private var at = 0

  init(_ text: YAMLText) { self.text = text }

  /// The offset of a place; that of the text's end for one behind it.
  mutating func offset(of wanted: YAMLPlace) -> Int {
    if wanted.line != place.line || wanted < place {
      guard text.lineStarts.indices.contains(wanted.line - 1) else { return text.bytes.count }
      (at, place) = (text.lineStarts[wanted.line - 1], YAMLPlace(line: wanted.line, column: 1))
    }
    var column = place.column
    while column < wanted.column, at < text.bytes.count {
      repeat { at += 1 } while at < text.bytes.count && text.bytes[at] & 0xC0 == 0x80
      column += 1
    }
    place = YAMLPlace(line: wanted.line, column: column)
    return at
  }
}
