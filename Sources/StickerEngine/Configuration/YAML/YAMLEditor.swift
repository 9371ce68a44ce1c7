/// One edit of a document.
enum YAMLEdit {
  /// Writes a value. Where its key is new, it goes behind those of `order` that come before it.
  case set([YAMLStep], YAMLNode, order: [String])
  /// Removes a key and its value.
  case remove([YAMLStep])
  /// Removes keys from a mapping, also from one in brackets.
  case removeKeys([String], of: [YAMLStep])
  /// Inserts, removes and moves elements of a list. Where its key is new, it goes where `set` puts it.
  case rearrange([YAMLStep], [Element], order: [String])

  /// An element of the list that comes out.
  enum Element {
    /// An element that there is, by its index: it takes the comments above it along.
    case kept(Int)
    case new(YAMLNode)

    var new: YAMLNode? { if case .new(let value) = self { value } else { nil } }
  }
}

/// Edits a document where it is asked to, and nowhere else: what a person wrote beside it stays, byte for
/// byte. What comes out is read again, and says what it should, or nothing is changed.
struct YAMLEditor {
  /// What the document says.
  let root: YAMLNode
  let lines: YAMLLines
  /// A byte order mark; else nothing.
  private let mark: [UInt8]

  /// - Parameter bytes: of a document; hostile.
  init(_ bytes: [UInt8]) throws(Diagnostic) {
    root = try YAMLParser.parse(bytes)
    let text = YAMLText.withoutMark(bytes)
    lines = YAMLLines(text)
    mark = Array(bytes.prefix(bytes.count - text.count))
  }

  /// The document.
  var bytes: [UInt8] { mark + lines.bytes }

  /// Changes several parts of the document, or throws and changes nothing.
  ///
  /// - Parameter edits: of different parts, which they name as they are before the first of them.
  mutating func apply(_ edits: [YAMLEdit]) throws(Diagnostic) {
    if edits.isEmpty { return }
    try lines.mustEndInLineFeeds()
    var all: [YAMLReplacement] = []
    for edit in edits { all += try replacements(for: edit) }
    // Of what begins at one place, the first that was asked for comes first.
    let sorted = all.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }.map(\.element)
    guard zip(sorted, sorted.dropFirst()).allSatisfy({ $0.range.upperBound <= $1.range.lowerBound }) else {
      throw Diagnostic("two changes are of one part of it")
    }
    let out = mark + lines.replacing(sorted)
    guard out.count <= mostBytes else { throw Diagnostic("the description would be longer than 1 MiB") }
    guard read(out, as: edits.reduce(root) { $1.applied(to: $0) }) else {
      throw Diagnostic("it is laid out in a way that only a person can change")
    }
  }

  /// Puts other names of files in the place of scalars, or throws and changes nothing.
  ///
  /// - Parameter names: by where the scalars begin.
  mutating func replaceFileNames(_ names: [(node: YAMLNode, name: String)]) throws(Diagnostic) {
    let names = names.sorted { $0.node.location < $1.node.location }
    for (node, _) in names {
      guard !node.range.isEmpty, !lines.written(node).contains(where: "\n\r".utf8.contains) else {
        throw Diagnostic("the name stands in several lines", at: node.location)
      }
    }
    let expected = root.replacing(
      Dictionary(names.map { ($0.node.location, $0.name) }) { first, _ in first })
    for isQuoted in [false, true] {
      let replacements = names.map { node, name in
        let old = lines.written(node)
        return YAMLReplacement(
          node.range,
          isQuoted ? YAMLQuoter.doubleQuote(name) : YAMLQuoter.quote(name, like: old, as: .fileName))
      }
      if read(mark + lines.replacing(replacements), as: expected) { return }
    }
    throw Diagnostic("the new name cannot be written into it")
  }

  /// Takes a new text if it says what it should.
  private mutating func read(_ new: [UInt8], as expected: YAMLNode) -> Bool {
    guard let editor = try? YAMLEditor(new), editor.root.isEquivalent(to: expected) else { return false }
    self = editor
    return true
  }

  private func replacements(for edit: YAMLEdit) throws(Diagnostic) -> [YAMLReplacement] {
    switch edit {
    case .set(let steps, let value, let order):
      if let node = root[steps[...]] { return try replacing(node, with: value) }
      return try inserting(value, at: steps, order)
    case .remove(let steps): return try removing(steps)
    case .removeKeys(let keys, let steps): return try removing(keys, of: steps)
    case .rearrange(let steps, let elements, let order):
      guard let node = root[steps[...]] else {
        return try inserting(.list(elements.compactMap(\.new)), at: steps, order)
      }
      return try rearranging(node, elements, keyAt: member(at: steps[...])?.start)
    }
  }

  private func member(at steps: ArraySlice<YAMLStep>) -> YAMLMember? {
    guard case .key(let key)? = steps.last else { return nil }
    return root[steps.dropLast()]?.member(key)
  }

  /// Writes another value in the place of one.
  private func replacing(
    _ node: YAMLNode, with value: YAMLNode
  ) throws(Diagnostic) -> [YAMLReplacement] {
    if case .sequence(let old) = node.content, case .sequence(let new) = value.content {
      return try rearranging(node, keeping(old, in: new), keyAt: nil)
    }
    let old = lines.written(node)
    switch node.content {
    case .scalar: break
    case .sequence, .mapping:
      guard lines.isInBrackets(node) else {
        throw Diagnostic("it stands in lines of its own", line: node.location.line)
      }
    }
    if "|>".utf8.contains(old.first ?? 0), old.prefix(while: { $0 != 0x0A }).contains(UInt8(ascii: "#")) {
      throw Diagnostic("a comment stands behind the sign of its text", line: node.location.line)
    }
    var text = value.inOneLine
    if let new = value.text { text = YAMLQuoter.quote(new, like: old) }
    var start = node.range.lowerBound
    if text.isEmpty, lines.isEnd(node.range.upperBound) {
      while start > 0, lines.bytes[start - 1] == UInt8(ascii: " ") { start -= 1 }
    }
    let isTouching = start > 0 && lines.bytes[start - 1] == UInt8(ascii: ":") && !text.isEmpty
    let blank = node.isEmpty && !text.isEmpty ? blankBeforeBracket(at: node.range.upperBound) : ""
    return [YAMLReplacement(start..<node.range.upperBound, (isTouching ? " " : "") + text + blank)]
  }

  /// The blank that stands between a key without a value and the bracket behind it: it stays there.
  private func blankBeforeBracket(at place: Int) -> String {
    let bytes = lines.bytes
    guard place > 0, place < bytes.count, bytes[place - 1] == UInt8(ascii: " ") else { return "" }
    return bytes[place] == UInt8(ascii: "}") ? " " : ""
  }

  /// Keeps elements that stand there, in their new places.
  private func keeping(_ old: [YAMLNode], in new: [YAMLNode]) -> [YAMLEdit.Element] {
    var left = Array(old.enumerated())
    return new.map { value in
      guard let wanted = value.text,
        let place = left.firstIndex(where: { _, node in
          if case .scalar(let text, _) = node.content { text == wanted } else { false }
        })
      else { return .new(value) }
      return .kept(left.remove(at: place).offset)
    }
  }

  /// Writes a key that is new.
  private func inserting(
    _ value: YAMLNode, at steps: [YAMLStep], _ order: [String]
  ) throws(Diagnostic) -> [YAMLReplacement] {
    guard case .key(let key)? = steps.last else { throw Diagnostic("it is not there") }
    let new = YAMLMember(key, at: .start, value)
    let parent = root[steps.dropLast()]
    guard let parent, !parent.range.isEmpty else {
      if steps.count > 1, let parent { return try replacing(parent, with: .mapping([(key, value)])) }
      return [lines.inserting(new.lines(indent: 0), at: lines.bytes.count)]
    }
    guard case .mapping(let members) = parent.content else { throw Diagnostic("it is not there") }
    let before = Set(order.prefix { $0 != key })
    if lines.isInBrackets(parent) {
      guard let last = members.last else {
        let inside = (parent.range.lowerBound + 1)..<(parent.range.upperBound - 1)
        return [YAMLReplacement(inside, " \(new.inOneLine) ")]
      }
      let comma = last.value.isEmpty ? " , " : ", "
      let place = last.value.range.upperBound
      let blank = last.value.isEmpty ? blankBeforeBracket(at: place) : ""
      return [YAMLReplacement(place..<place, (blank.isEmpty ? comma : ", ") + new.inOneLine + blank)]
    }
    guard let first = members.first else { throw Diagnostic("it is not there") }
    let added = new.lines(indent: first.start - lines.start(of: first.start))
    guard let anchor = members.last(where: { before.contains($0.key) }) else {
      try lines.mustBegin(first.start)
      return [lines.inserting(added, at: lines.start(of: first.start))]
    }
    return [lines.inserting(added, at: lines.end(of: anchor.value.range.upperBound))]
  }

  private func removing(_ keys: [String], of steps: [YAMLStep]) throws(Diagnostic) -> [YAMLReplacement] {
    guard !keys.isEmpty, let node = root[steps[...]], case .mapping(let members) = node.content else {
      return []
    }
    guard lines.isInBrackets(node) else {
      var replacements: [YAMLReplacement] = []
      for key in keys { replacements += try removing(steps + [.key(key)]) }
      return replacements
    }
    let kept = members.filter { !keys.contains($0.key) }
    for (member, next) in zip(members, members.dropFirst()) {
      guard member.location.line == next.location.line else {
        throw Diagnostic("it takes several lines in brackets", line: node.location.line)
      }
    }
    let texts = kept.map { member in
      var bytes = lines.bytes[member.start..<member.value.range.upperBound]
      while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
      return String(decoding: bytes, as: UTF8.self)
    }
    let text = texts.isEmpty ? "{}" : "{ " + texts.joined(separator: ", ") + " }"
    return [YAMLReplacement(node.range, text)]
  }

  private func removing(_ steps: [YAMLStep]) throws(Diagnostic) -> [YAMLReplacement] {
    guard let member = member(at: steps[...]), let parent = root[steps.dropLast()],
      !lines.isInBrackets(parent)
    else { throw Diagnostic("it stands in brackets") }
    try lines.mustBegin(member.start)
    return [YAMLReplacement(lines.start(of: member.start)..<lines.end(of: member.value.range.upperBound), "")]
  }
}

extension YAMLEdit {
  /// What a document says afterwards.
  fileprivate func applied(to root: YAMLNode) -> YAMLNode {
    switch self {
    case .set(let steps, let value, _): return root.replacing(steps[...], with: value)
    case .remove(let steps): return root.replacing(steps[...], with: nil)
    case .removeKeys(let keys, let steps):
      return keys.reduce(root) { $0.replacing((steps + [.key($1)])[...], with: nil) }
    case .rearrange(let steps, let elements, _):
      let old = root[steps[...]]?.elements ?? []
      let new = elements.map { element in
        switch element {
        case .kept(let index): old[index]
        case .new(let value): value
        }
      }
      return root.replacing(steps[...], with: .list(new))
    }
  }
}

/// The most bytes of a description.
private let mostBytes = 1 << 20
