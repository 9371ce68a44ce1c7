/// One edit of a document.
enum YAMLEdit {
  /// Sets a value. A new key is inserted after the last key that comes before it in `keyOrder`.
  case set([YAMLPathStep], YAMLNode, keyOrder: [String])
  /// Removes a key and its value.
  case removeBlockMappingKey([YAMLPathStep])
  /// Removes keys from a mapping. Unlike `removeBlockMappingKey`, this also works for mappings in brackets.
  case removeKeys([String], of: [YAMLPathStep])
  /// Inserts, removes and moves elements of a list. A new key is inserted as in `set`.
  case rearrangeList([YAMLPathStep], [RearrangedElement], keyOrder: [String])

  /// An element of the new list.
  enum RearrangedElement {
    /// An element of the old list, by its index. The comments above it move with it.
    case existing(Int)
    case new(YAMLNode)

    var new: YAMLNode? { if case .new(let value) = self { value } else { nil } }
  }
}

/// Edits parts of a document and keeps all other bytes, including comments. Parses each result and compares
/// it with the expected values. If they differ, the edit fails and changes nothing.
struct YAMLEditor {
  /// The parsed document.
  let root: YAMLNode
  let lines: YAMLLines
  /// The leading byte order mark, or empty.
  private let leadingByteOrderMark: [UInt8]

  /// Parses a document.
  ///
  /// - Parameter bytes: the document, which may be hostile.
  init(_ bytes: [UInt8]) throws(Diagnostic) {
    root = try YAMLParser.parse(bytes)
    let text = YAMLText.withoutByteOrderMark(bytes)
    lines = YAMLLines(text)
    leadingByteOrderMark = Array(bytes.prefix(bytes.count - text.count))
  }

  /// The document as it is now.
  var bytes: [UInt8] { leadingByteOrderMark + lines.bytes }

  /// Applies edits, or throws and changes nothing.
  ///
  /// - Parameter edits: edits to different parts of the document. Their indices refer to the document before
  ///   the first edit.
  mutating func applyTogether(_ edits: [YAMLEdit]) throws(Diagnostic) {
    if edits.isEmpty { return }
    try lines.rejectLoneCarriageReturns()
    var all: [YAMLReplacement] = []
    for edit in edits { all += try replacements(for: edit) }
    // Replacements at the same offset keep the order of their edits.
    let sorted = all.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }.map(\.element)
    guard zip(sorted, sorted.dropFirst()).allSatisfy({ $0.range.upperBound <= $1.range.lowerBound }) else {
      throw Diagnostic("two changes overlap")
    }
    let out = leadingByteOrderMark + lines.applying(sorted)
    guard out.count <= maxEditedDocumentBytes else {
      throw Diagnostic("the pack file would be larger than 1 MiB")
    }
    guard replaceDocument(with: out, ifEquivalentTo: edits.reduce(root) { $1.applied(to: $0) }) else {
      throw Diagnostic("its YAML layout is not supported")
    }
  }

  /// Replaces scalars with file names, or throws and changes nothing.
  ///
  /// - Parameter names: each scalar with its new file name.
  mutating func replaceFileNames(_ names: [(node: YAMLNode, name: String)]) throws(Diagnostic) {
    let names = names.sorted { $0.node.location < $1.node.location }
    for (node, _) in names {
      guard !node.byteRange.isEmpty, !lines.bytes(of: node).contains(where: "\n\r".utf8.contains) else {
        throw Diagnostic("the name spans several lines", at: node.location)
      }
    }
    let expected = root.replacingScalars(
      Dictionary(names.map { ($0.node.location, $0.name) }) { first, _ in first })
    for isQuoted in [false, true] {
      let replacements = names.map { node, name in
        let old = lines.bytes(of: node)
        return YAMLReplacement(
          node.byteRange,
          isQuoted ? YAMLQuoter.doubleQuote(name) : YAMLQuoter.quote(name, like: old, as: .fileName))
      }
      if replaceDocument(with: leadingByteOrderMark + lines.applying(replacements), ifEquivalentTo: expected)
      {
        return
      }
    }
    throw Diagnostic("the new name cannot be written into the file")
  }

  /// Replaces the document with new bytes if they have the expected values.
  private mutating func replaceDocument(with new: [UInt8], ifEquivalentTo expected: YAMLNode) -> Bool {
    guard let editor = try? YAMLEditor(new), editor.root.isEquivalent(to: expected) else { return false }
    self = editor
    return true
  }

  private func replacements(for edit: YAMLEdit) throws(Diagnostic) -> [YAMLReplacement] {
    switch edit {
    case .set(let steps, let value, let order):
      if let node = root[steps[...]] { return try replacements(replacing: node, with: value) }
      return try replacements(inserting: value, at: steps, keyOrder: order)
    case .removeBlockMappingKey(let steps): return try replacements(removingBlockMappingKeyAt: steps)
    case .removeKeys(let keys, let steps): return try replacements(removingKeys: keys, of: steps)
    case .rearrangeList(let steps, let elements, let order):
      guard let node = root[steps[...]] else {
        return try replacements(inserting: .list(elements.compactMap(\.new)), at: steps, keyOrder: order)
      }
      return try replacements(
        rearrangingList: node, as: elements, keyOffset: member(at: steps[...])?.keyOffset)
    }
  }

  private func member(at steps: ArraySlice<YAMLPathStep>) -> YAMLMember? {
    guard case .key(let key)? = steps.last else { return nil }
    return root[steps.dropLast()]?.member(key)
  }

  private func replacements(
    replacing node: YAMLNode, with value: YAMLNode
  ) throws(Diagnostic) -> [YAMLReplacement] {
    if case .sequence(let old) = node.content, case .sequence(let new) = value.content {
      return try replacements(rearrangingList: node, as: elementsKeeping(old, in: new), keyOffset: nil)
    }
    let old = lines.bytes(of: node)
    switch node.content {
    case .scalar: break
    case .sequence, .mapping:
      guard lines.isBracketed(node) else {
        throw Diagnostic("it spans several lines", line: node.location.line)
      }
    }
    if "|>".utf8.contains(old.first ?? 0), old.prefix(while: { $0 != 0x0A }).contains(UInt8(ascii: "#")) {
      throw Diagnostic("a comment follows the | or > of its text", line: node.location.line)
    }
    var text = value.singleLineYAML
    if let new = value.scalarTextIfPresent { text = YAMLQuoter.quote(new, like: old) }
    var start = node.byteRange.lowerBound
    if text.isEmpty, lines.isLineEnd(at: node.byteRange.upperBound) {
      while start > 0, lines.bytes[start - 1] == UInt8(ascii: " ") { start -= 1 }
    }
    if !text.isEmpty {
      let space = node.isMissing ? existingSpaceBeforeBrace(at: node.byteRange.upperBound) : ""
      text = lines.missingSpaceAfterColon(at: start) + text + space
    }
    return [YAMLReplacement(start..<node.byteRange.upperBound, text)]
  }

  /// Returns a space if there is one before a closing brace, to keep it after a new value.
  private func existingSpaceBeforeBrace(at offset: Int) -> String {
    let bytes = lines.bytes
    guard offset > 0, offset < bytes.count, bytes[offset - 1] == UInt8(ascii: " ") else { return "" }
    return bytes[offset] == UInt8(ascii: "}") ? " " : ""
  }

  /// Matches the strings of a new list to old elements, so that those elements keep their quotes and
  /// comments.
  private func elementsKeeping(_ old: [YAMLNode], in new: [YAMLNode]) -> [YAMLEdit.RearrangedElement] {
    var unmatched = Array(old.enumerated())
    return new.map { value in
      guard let newText = value.scalarTextIfPresent,
        let index = unmatched.firstIndex(where: { _, node in
          if case .scalar(let text, _) = node.content { text == newText } else { false }
        })
      else { return .new(value) }
      return .existing(unmatched.remove(at: index).offset)
    }
  }

  private func replacements(
    inserting value: YAMLNode, at steps: [YAMLPathStep], keyOrder order: [String]
  ) throws(Diagnostic) -> [YAMLReplacement] {
    guard case .key(let key)? = steps.last else { throw Diagnostic("it does not exist") }
    let new = YAMLMember(key, at: .start, value)
    let parent = root[steps.dropLast()]
    guard let parent, !parent.byteRange.isEmpty else {
      if steps.count > 1, let parent {
        return try replacements(replacing: parent, with: .mapping([(key, value)]))
      }
      return [lines.insertion(of: new.lines(indent: 0), at: lines.bytes.count)]
    }
    guard case .mapping(let members) = parent.content else { throw Diagnostic("it does not exist") }
    let before = Set(order.prefix { $0 != key })
    if lines.isBracketed(parent) {
      guard let last = members.last else {
        let inside = (parent.byteRange.lowerBound + 1)..<(parent.byteRange.upperBound - 1)
        return [YAMLReplacement(inside, " \(new.singleLineYAML) ")]
      }
      let comma = last.value.isMissing ? " , " : ", "
      let end = last.value.byteRange.upperBound
      let space = last.value.isMissing ? existingSpaceBeforeBrace(at: end) : ""
      return [YAMLReplacement(end..<end, (space.isEmpty ? comma : ", ") + new.singleLineYAML + space)]
    }
    guard let first = members.first else { throw Diagnostic("it does not exist") }
    let added = new.lines(indent: first.keyOffset - lines.lineStart(at: first.keyOffset))
    guard let anchor = members.last(where: { before.contains($0.key) }) else {
      try lines.requireOnlySpacesBefore(first.keyOffset)
      return [lines.insertion(of: added, at: lines.lineStart(at: first.keyOffset))]
    }
    return [lines.insertion(of: added, at: lines.nextLineStart(atOrAfter: anchor.value.byteRange.upperBound))]
  }

  private func replacements(removingKeys keys: [String], of steps: [YAMLPathStep]) throws(Diagnostic)
    -> [YAMLReplacement]
  {
    guard !keys.isEmpty, let node = root[steps[...]], case .mapping(let members) = node.content else {
      return []
    }
    guard lines.isBracketed(node) else {
      var keyReplacements: [YAMLReplacement] = []
      for key in keys { keyReplacements += try replacements(removingBlockMappingKeyAt: steps + [.key(key)]) }
      return keyReplacements
    }
    let kept = members.filter { !keys.contains($0.key) }
    for (member, next) in zip(members, members.dropFirst()) {
      guard member.keyLocation.line == next.keyLocation.line else {
        throw Diagnostic("it is in brackets that span several lines", line: node.location.line)
      }
    }
    let texts = kept.map { member in
      var bytes = lines.bytes[member.keyOffset..<member.value.byteRange.upperBound]
      while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
      return String(decoding: bytes, as: UTF8.self)
    }
    let text = texts.isEmpty ? "{}" : "{ " + texts.joined(separator: ", ") + " }"
    return [YAMLReplacement(node.byteRange, text)]
  }

  private func replacements(removingBlockMappingKeyAt steps: [YAMLPathStep]) throws(Diagnostic)
    -> [YAMLReplacement]
  {
    guard let member = member(at: steps[...]), let parent = root[steps.dropLast()],
      !lines.isBracketed(parent)
    else { throw Diagnostic("it is in brackets") }
    try lines.requireOnlySpacesBefore(member.keyOffset)
    return [
      YAMLReplacement(
        lines.lineStart(
          at: member.keyOffset)..<lines.nextLineStart(atOrAfter: member.value.byteRange.upperBound),
        "")
    ]
  }
}

extension YAMLEdit {
  /// Returns the values that the document has after this edit.
  fileprivate func applied(to root: YAMLNode) -> YAMLNode {
    switch self {
    case .set(let steps, let value, _): return root.replacing(at: steps[...], with: value)
    case .removeBlockMappingKey(let steps): return root.replacing(at: steps[...], with: nil)
    case .removeKeys(let keys, let steps):
      return keys.reduce(root) { $0.replacing(at: (steps + [.key($1)])[...], with: nil) }
    case .rearrangeList(let steps, let elements, _):
      let old = root[steps[...]]?.elements ?? []
      let new = elements.map { element in
        switch element {
        case .existing(let index): old[index]
        case .new(let value): value
        }
      }
      return root.replacing(at: steps[...], with: .list(new))
    }
  }
}

/// The maximum length of a document, in bytes.
private let maxEditedDocumentBytes = 1 << 20
