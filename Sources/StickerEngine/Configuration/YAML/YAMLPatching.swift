/// Writes a text as YAML: with the quotes of the old text if they can hold it, in double quotes otherwise.
///
/// - Parameter old: the text that is replaced; empty for a new one.
func writtenText(_ text: String, like old: ArraySlice<UInt8> = [], inBrackets: Bool = false) -> String {
  switch old.first {
  case UInt8(ascii: "'") where text.unicodeScalars.allSatisfy(isPrintable):
    return "'\(text.replacing("'", with: "''"))'"
  case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "|"), UInt8(ascii: ">"), nil:
    return doubleQuoted(text)
  default: return isPlainSentence(text) ? text : doubleQuoted(text)
  }
}

/// Whether every reader takes words without quotes for themselves: narrower than YAML has it.
private func isPlainSentence(_ text: String) -> Bool {
  let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n", "inf", "nan"]
  guard let first = text.unicodeScalars.first, first.properties.isAlphabetic, text.last != " ",
    !words.contains(text.lowercased())
  else { return false }
  return text.unicodeScalars.allSatisfy { scalar in
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      || " ._-/'!".unicodeScalars.contains(scalar)
  }
}

/// A key, or a language, without quotes where that is safe: older readers take Norwegian for `false`.
func writtenWord(_ text: String) -> String { isPlainSentence(text) ? text : doubleQuoted(text) }

extension PlainYAML {
  /// The value in one line, in brackets where it has parts.
  var inOneLine: String {
    switch self {
    case .nothing: ""
    case .text(let text): doubleQuoted(text)
    case .list(let elements): "[" + elements.map(\.inOneLine).joined(separator: ", ") + "]"
    case .mapping(let members):
      "{ " + members.map { "\(writtenWord($0.key)): \($0.value.inOneLine)" }.joined(separator: ", ") + " }"
    }
  }

  /// A member, its value in lines of its own where that is one of mappings.
  func lines(of key: String, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    switch self {
    case .mapping(let members) where !members.isEmpty:
      return ["\(margin)\(writtenWord(key)):"]
        + members.flatMap { $0.value.lines(of: $0.key, indent: indent + 2) }
    case .list(let elements) where elements.contains { if case .mapping = $0 { true } else { false } }:
      return ["\(margin)\(writtenWord(key)):"] + elements.flatMap { $0.elementLines(indent: indent + 2) }
    default:
      let value = inOneLine
      return ["\(margin)\(writtenWord(key)):" + (value.isEmpty ? "" : " " + value)]
    }
  }

  /// An element of a list behind its dash.
  func elementLines(indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    guard case .mapping(let members) = self, !members.isEmpty else { return ["\(margin)- \(inOneLine)"] }
    let lines = members.flatMap { $0.value.lines(of: $0.key, indent: indent + 2) }
    return ["\(margin)- \(lines[0].dropFirst(indent + 2))"] + lines.dropFirst()
  }
}

/// One change of a document.
enum YAMLChange {
  /// Writes a value. Where its key is new, it goes behind those of `order` that come before it.
  case set([YAMLStep], PlainYAML, order: [String])
  /// Takes a key out, with its value.
  case remove([YAMLStep])
  /// Takes keys out of a mapping, also of one in brackets.
  case take([String], of: [YAMLStep])
  /// Puts a list together anew.
  case arrange([YAMLStep], [YAMLSlot], order: [String])
}

/// What stands at one place of a list that is put together anew.
enum YAMLSlot {
  /// An element that there is, by its index: it takes the comments above it along.
  case kept(Int)
  case new(PlainYAML)
}

/// Changes a document where it is asked to, and nowhere else: what a person wrote beside it stays, byte for
/// byte. What comes out is read again, and says what it should, or nothing is changed.
struct YAMLPatching {
  let document: MarkedYAML
  let lines: MarkedLines
  private let mark: ArraySlice<UInt8>
  private let plain: PlainYAML

  /// - Parameter bytes: of a document; hostile.
  init(_ bytes: [UInt8]) throws(Diagnostic) {
    plain = PlainYAML(try readYAML(bytes))
    let text = YAMLText(bytes)
    document = try MarkedYAML(text)
    lines = try MarkedLines(text.bytes)
    mark = bytes.prefix(bytes.count - text.bytes.count)
  }

  /// - Parameter changes: of different parts of the document.
  func applying(_ changes: [YAMLChange]) throws(Diagnostic) -> [UInt8] {
    var (all, expected) = ([YAMLReplacement](), plain)
    for change in changes {
      all += try replacements(change)
      expected = self.expected(change, of: expected)
    }
    // Of what begins at one place, the first that was asked for comes first.
    let sorted = all.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }.map(\.element)
    guard zip(sorted, sorted.dropFirst()).allSatisfy({ $0.range.upperBound <= $1.range.lowerBound }) else {
      throw Diagnostic("two changes are of one part of it")
    }
    let out = Array(mark) + lines.replacing(sorted)
    guard out.count <= mostPatchedBytes else {
      throw Diagnostic("the description would be longer than 1 MiB")
    }
    guard let read = try? readYAML(out), PlainYAML(read) == expected else {
      throw Diagnostic("it is laid out in a way that only a person can change")
    }
    return out
  }

  private func expected(_ change: YAMLChange, of plain: PlainYAML) -> PlainYAML {
    switch change {
    case .set(let steps, let value, _): return plain.with(value, at: steps[...])
    case .remove(let steps): return plain.with(nil, at: steps[...])
    case .take(let keys, let steps):
      return keys.reduce(plain) { $0.with(nil, at: (steps + [.key($1)])[...]) }
    case .arrange(let steps, let slots, _):
      var old: [PlainYAML] = []
      if case .list(let elements)? = plain[steps[...]] { old = elements }
      let new = slots.map { slot in
        switch slot {
        case .kept(let index): old[index]
        case .new(let value): value
        }
      }
      return plain.with(.list(new), at: steps[...])
    }
  }

  private func replacements(_ change: YAMLChange) throws(Diagnostic) -> [YAMLReplacement] {
    switch change {
    case .set(let steps, let value, let order):
      if let node = node(at: steps[...]) { return try replacing(node, with: value) }
      return try inserting(value, at: steps, order)
    case .remove(let steps): return try removing(steps)
    case .take(let keys, let steps): return try taking(keys, of: steps)
    case .arrange(let steps, let slots, let order):
      guard let node = node(at: steps[...]) else {
        return try inserting(.list(slots.compactMap(\.new)), at: steps, order)
      }
      return try arranging(node, slots, keyAt: member(at: steps[...])?.start)
    }
  }

  private func member(at steps: ArraySlice<YAMLStep>) -> MarkedYAML.Member? {
    guard case .key(let key)? = steps.last else { return nil }
    return node(at: steps.dropLast())?[key]
  }

  private func node(at steps: ArraySlice<YAMLStep>) -> MarkedYAML.Node? {
    var node = document.root
    for step in steps {
      switch (step, node?.content) {
      case (.key(let key), _): node = node?[key]?.value
      case (.at(let index), .list(let elements)?) where elements.indices.contains(index):
        node = elements[index]
      case (.at, _): return nil
      }
    }
    return node
  }

  /// Writes another value in the place of one.
  private func replacing(
    _ node: MarkedYAML.Node, with value: PlainYAML
  ) throws(Diagnostic) -> [YAMLReplacement] {
    if case .list(let old) = node.content, case .list(let new) = value {
      return try arranging(node, slots(of: old, for: new), keyAt: nil)
    }
    let old = lines.bytes[node.start..<node.end]
    switch node.content {
    case .scalar: break
    case .list, .mapping:
      guard lines.isInBrackets(node) else {
        throw Diagnostic("it stands in lines of its own", line: lines.number(of: node.start))
      }
    }
    if "|>".utf8.contains(old.first ?? 0), old.prefix(while: { $0 != 0x0A }).contains(UInt8(ascii: "#")) {
      throw Diagnostic("a comment stands behind the sign of its text", line: lines.number(of: node.start))
    }
    var text = value.inOneLine
    if case .text(let new) = value { text = writtenText(new, like: old) }
    var start = node.start
    if text.isEmpty, lines.isEnd(node.end) {
      while start > 0, lines.bytes[start - 1] == UInt8(ascii: " ") { start -= 1 }
    }
    let isTouching = start > 0 && lines.bytes[start - 1] == UInt8(ascii: ":") && !text.isEmpty
    let blank = node.isNothing && !text.isEmpty ? blankBeforeBracket(at: node.end) : ""
    return [YAMLReplacement(start..<node.end, (isTouching ? " " : "") + text + blank)]
  }

  /// The blank that stands between a key without a value and the bracket behind it: it stays there.
  private func blankBeforeBracket(at place: Int) -> String {
    let bytes = lines.bytes
    guard place > 0, place < bytes.count, bytes[place - 1] == UInt8(ascii: " ") else { return "" }
    return bytes[place] == UInt8(ascii: "}") ? " " : ""
  }

  /// Keeps elements that stand there, in their new places.
  private func slots(of old: [MarkedYAML.Node], for new: [PlainYAML]) -> [YAMLSlot] {
    var left = Array(old.enumerated())
    return new.map { value in
      guard case .text(let wanted) = value,
        let place = left.firstIndex(where: { _, node in
          if case .scalar(let text, _) = node.content { text == wanted } else { false }
        })
      else { return .new(value) }
      return .kept(left.remove(at: place).offset)
    }
  }

  /// Writes a key that is new.
  private func inserting(
    _ value: PlainYAML, at steps: [YAMLStep], _ order: [String]
  ) throws(Diagnostic) -> [YAMLReplacement] {
    guard case .key(let key)? = steps.last else { throw Diagnostic("it is not there") }
    let parent = node(at: steps.dropLast())
    guard let parent, !parent.isNothing else {
      if steps.count > 1, let parent { return try replacing(parent, with: .mapping([(key, value)])) }
      return [lines.inserting(value.lines(of: key, indent: 0), at: lines.bytes.count)]
    }
    guard case .mapping(let members) = parent.content else { throw Diagnostic("it is not there") }
    let before = Set(order.prefix { $0 != key })
    if lines.isInBrackets(parent) {
      let text = "\(writtenWord(key)): \(value.inOneLine)"
      guard let last = members.last else {
        return [YAMLReplacement((parent.start + 1)..<(parent.end - 1), " \(text) ")]
      }
      let comma = last.value.isNothing ? " , " : ", "
      let place = last.value.end
      let blank = last.value.isNothing ? blankBeforeBracket(at: place) : ""
      return [YAMLReplacement(place..<place, (blank.isEmpty ? comma : ", ") + text + blank)]
    }
    guard let first = members.first else { throw Diagnostic("it is not there") }
    let column = first.start - lines.start(of: first.start)
    let new = value.lines(of: key, indent: column)
    guard let anchor = members.last(where: { before.contains($0.key) }) else {
      try lines.mustBegin(first.start)
      return [lines.inserting(new, at: lines.start(of: first.start))]
    }
    return [lines.inserting(new, at: lines.end(of: anchor.value.end))]
  }

  private func taking(_ keys: [String], of steps: [YAMLStep]) throws(Diagnostic) -> [YAMLReplacement] {
    guard !keys.isEmpty, let node = node(at: steps[...]), case .mapping(let members) = node.content else {
      return []
    }
    guard lines.isInBrackets(node) else {
      var replacements: [YAMLReplacement] = []
      for key in keys { replacements += try removing(steps + [.key(key)]) }
      return replacements
    }
    let kept = members.filter { !keys.contains($0.key) }
    for (member, next) in zip(members, members.dropFirst()) {
      guard lines.number(of: member.start) == lines.number(of: next.start) else {
        throw Diagnostic("it takes several lines in brackets", line: lines.number(of: node.start))
      }
    }
    let texts = kept.map { member in
      var bytes = lines.bytes[member.start..<member.value.end]
      while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
      return String(decoding: bytes, as: UTF8.self)
    }
    let text = texts.isEmpty ? "{}" : "{ " + texts.joined(separator: ", ") + " }"
    return [YAMLReplacement(node.start..<node.end, text)]
  }

  private func removing(_ steps: [YAMLStep]) throws(Diagnostic) -> [YAMLReplacement] {
    guard let member = member(at: steps[...]), let parent = node(at: steps.dropLast()),
      !lines.isInBrackets(parent)
    else { throw Diagnostic("it stands in brackets") }
    try lines.mustBegin(member.start)
    return [YAMLReplacement(lines.start(of: member.start)..<lines.end(of: member.value.end), "")]
  }
}

extension YAMLSlot {
  fileprivate var new: PlainYAML? { if case .new(let value) = self { value } else { nil } }
}

/// The most bytes of a description.
private let mostPatchedBytes = 1 << 20
