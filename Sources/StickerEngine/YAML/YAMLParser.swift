/// Parses the subset of YAML that people write by hand: mappings, lists and scalars.
///
/// Duplicate keys, aliases, anchors, merge keys, tags, directives and additional documents are errors,
/// because parsers disagree about them or because they let a small file expand into a large one. The parser
/// uses its own stack and does not recurse.
package struct YAMLParser {
  /// Parses one document.
  ///
  /// - Parameter bytes: UTF-8, with or without a byte order mark. An empty document is an empty mapping.
  /// - Parameter most: the maximum length in bytes. A longer document is not read.
  /// - Throws: all errors, up to the first one that prevents further parsing.
  /// - Complexity: O(bytes). A document may have at most 65,536 keys and values, nested at most 32 levels
  ///   deep.
  package static func parse(
    _ bytes: [UInt8], maxBytes most: Int = 1 << 20
  ) throws(Diagnostic) -> YAMLNode {
    guard bytes.count <= most else { throw fileTooLargeDiagnostic(bytes.count, maxBytes: most) }
    let text = YAMLText(bytes)
    if let diagnostic = text.characterOrDirectiveDiagnostic { throw diagnostic }
    var parser = YAMLParser(text)
    if let problem = visitYAMLEvents(of: text.bytes, { parser.handle($0) }) {
      parser.diagnostics.append(diagnostic(for: problem, in: text))
    }
    if !parser.diagnostics.isEmpty { throw Diagnostic(combining: parser.diagnostics) }
    return parser.root ?? YAMLNode(.mapping([]), at: .start)
  }

  private let text: YAMLText
  private var offsetFinder: YAMLOffsetFinder
  private var root: YAMLNode?
  private var diagnostics: [Diagnostic] = []
  private var openCollections: [OpenCollection] = []
  private var nodeCount = 0

  private init(_ text: YAMLText) {
    self.text = text
    offsetFinder = YAMLOffsetFinder(text)
  }

  /// Handles an event.
  ///
  /// - Returns: whether to continue.
  private mutating func handle(_ event: YAMLEvent) -> Bool {
    if event.isAnchored {
      diagnostics.append(Diagnostic("anchors (&name) are not supported. Remove the anchor.", at: event.start))
    }
    if event.isTagged {
      diagnostics.append(Diagnostic("tags (!name) are not supported. Remove the tag.", at: event.start))
    }
    switch event.kind {
    case .scalar(let text, let isQuoted):
      return add(YAMLNode(.scalar(text, isQuoted: isQuoted), at: event.start, scalarByteRange(of: event)))
    case .sequenceStart: return startCollection(isMapping: false, event)
    case .mappingStart: return startCollection(isMapping: true, event)
    case .collectionEnd:
      guard let collection = openCollections.popLast() else { return false }
      let isInBrackets = text.bytes[collection.startOffset...].first.map("[{".utf8.contains) ?? false
      return add(collection.node(endOffset: isInBrackets ? offsetFinder.offset(of: event.end) : nil))
    case .alias:
      diagnostics.append(
        Diagnostic("aliases (*name) are not supported. Repeat the value here.", at: event.start))
      return add(YAMLNode(.scalar("", isQuoted: true), at: event.start))
    case .documentEnd:
      if let more = text.firstContent(from: event.end) {
        diagnostics.append(
          Diagnostic("a second document starts here. Put it in a file of its own.", at: more))
      }
      return false
    case .other: return true
    }
  }

  /// Returns the byte range of a scalar. Blank lines at the end of a block scalar belong to it only if it has
  /// the indicator `+`.
  private mutating func scalarByteRange(of event: YAMLEvent) -> Range<Int> {
    let start = offsetFinder.offset(of: event.start)
    let bytes = text.bytes[start..<max(start, offsetFinder.offset(of: event.end))]
    guard let first = bytes.first, "|>".utf8.contains(first),
      !bytes.prefix(while: { $0 != newline }).contains(UInt8(ascii: "+"))
    else { return bytes.indices }
    let blanks = bytes.reversed().prefix { "\n\r ".utf8.contains($0) }.count
    return start..<(bytes.endIndex - blanks)
  }

  private mutating func startCollection(isMapping: Bool, _ event: YAMLEvent) -> Bool {
    let start = offsetFinder.offset(of: event.start)
    openCollections.append(OpenCollection(isMapping: isMapping, location: event.start, startOffset: start))
    guard openCollections.count <= maxYAMLNestingDepth else {
      diagnostics.append(
        Diagnostic(
          "lists and mappings are nested too deeply (limit: \(maxYAMLNestingDepth) levels)", at: event.start))
      return false
    }
    return true
  }

  private mutating func add(_ node: YAMLNode) -> Bool {
    nodeCount += 1
    guard nodeCount <= maxYAMLNodes else {
      diagnostics.append(
        Diagnostic("too many keys and values (limit: \(numberText(maxYAMLNodes)))", at: node.location))
      return false
    }
    guard !openCollections.isEmpty else {
      root = node.isMissing ? YAMLNode(.mapping([]), at: node.location, node.byteRange) : node
      return true
    }
    if let diagnostic = openCollections[openCollections.count - 1].add(node) {
      diagnostics.append(diagnostic)
    }
    return true
  }
}

/// Returns the error for a document that is too long.
///
/// - Parameters:
///   - count: the length in bytes.
///   - maxBytes: the maximum length in bytes.
func fileTooLargeDiagnostic(_ count: Int, maxBytes: Int) -> Diagnostic {
  let limit = maxBytes >= 1 << 20 ? "\(maxBytes >> 20) MiB" : "\(maxBytes) bytes"
  return Diagnostic("the file is too large: \(numberText(count)) bytes (limit: \(limit))", at: .start)
}

private let maxYAMLNodes = 65_536
private let maxYAMLNestingDepth = 32

/// A list or mapping that is being parsed.
private struct OpenCollection {
  let isMapping: Bool
  let location: SourceLocation
  /// The offset at which it starts.
  let startOffset: Int
  private var elements: [YAMLNode] = []
  private var members: [YAMLMember] = []
  private var keyLocations: [String: SourceLocation] = [:]
  private var pendingKey: (text: String, node: YAMLNode)?

  init(isMapping: Bool, location: SourceLocation, startOffset start: Int) {
    self.isMapping = isMapping
    self.location = location
    self.startOffset = start
  }

  /// Returns the complete list or mapping.
  ///
  /// - Parameter end: the offset after its closing bracket; nil without brackets.
  func node(endOffset end: Int?) -> YAMLNode {
    let last = isMapping ? members.last?.value : elements.last
    let range = startOffset..<max(startOffset, end ?? last?.byteRange.upperBound ?? startOffset)
    return YAMLNode(isMapping ? .mapping(members) : .sequence(elements), at: location, range)
  }

  /// Adds an element, a key or a value.
  ///
  /// - Returns: the error if the node is an invalid key.
  mutating func add(_ node: YAMLNode) -> Diagnostic? {
    guard isMapping else {
      elements.append(node)
      return nil
    }
    if let (text, key) = pendingKey {
      if keyLocations.updateValue(key.location, forKey: text) == nil {
        members.append(YAMLMember(text, at: key.location, keyOffset: key.byteRange.lowerBound, node))
      }
      self.pendingKey = nil
      return nil
    }
    guard case .scalar(let text, let isQuoted) = node.content else {
      pendingKey = ("", node)
      return Diagnostic("a key must be text, not \(node.descriptionInErrors)", at: node.location)
    }
    pendingKey = (text, node)
    if text == "<<", !isQuoted {
      return Diagnostic("merge keys (<<) are not supported. Write the keys here.", at: node.location)
    }
    return keyLocations[text].map { first in
      Diagnostic(
        "the key \(escapedAndShortened(text)) is used twice, first on line \(first.line)", at: node.location)
    }
  }
}

/// The text of a document. Its characters are checked before libyaml reads it, so that only syntax errors
/// remain.
struct YAMLText {
  /// The bytes of the text, without a byte order mark.
  let bytes: [UInt8]
  /// The error for the first invalid character or directive.
  private(set) var characterOrDirectiveDiagnostic: Diagnostic?
  /// The offset of each line in `bytes`.
  private(set) var lineStarts = [0]

  init(_ bytes: [UInt8]) {
    self.bytes = Self.withoutByteOrderMark(bytes)
    characterOrDirectiveDiagnostic = scanLinesAndCharacters() ?? directiveDiagnostic()
  }

  /// Returns the bytes without a leading byte order mark.
  static func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// Finds the lines, and returns an error for the first invalid character, or nil.
  private mutating func scanLinesAndCharacters() -> Diagnostic? {
    var (at, column) = (0, 1)
    while at < bytes.count {
      if (0x20...0x7E).contains(bytes[at]) {  // nearly all characters
        (at, column) = (at + 1, column + 1)
        continue
      }
      let here = SourceLocation(line: lineStarts.count, column: column)
      guard let (scalar, length) = scalarAndLength(at: at) else {
        return Diagnostic("the text is not valid UTF-8", at: here)
      }
      if let reason = invalidCharacterReason(for: scalar) { return Diagnostic("\(reason)", at: here) }
      at += length
      column += 1
      let isFirstOfTwo = scalar == "\r" && at < bytes.count && bytes[at] == newline
      if scalar == "\n" || (scalar == "\r" && !isFirstOfTwo) {
        lineStarts.append(at)
        column = 1
      }
    }
    return nil
  }

  private func scalarAndLength(at offset: Int) -> (Unicode.Scalar, Int)? {
    var decoder = Unicode.UTF8.ForwardParser()
    var rest = bytes[offset...].prefix(4).makeIterator()
    guard case .valid(let encoded) = decoder.parseScalar(from: &rest) else { return nil }
    return (Unicode.UTF8.decode(encoded), encoded.count)
  }

  /// Returns the error for a directive. libyaml would compare each directive with all others, which takes
  /// quadratic time.
  private func directiveDiagnostic() -> Diagnostic? {
    guard let location = firstContent(from: .start), location.column == 1,
      bytes[lineStarts[location.line - 1]] == UInt8(ascii: "%")
    else { return nil }
    return Diagnostic("directives (%YAML, %TAG) are not supported. Remove the line.", at: location)
  }

  /// Returns the first location, at or after the given one, that is not in white space, a comment or an
  /// end-of-document marker.
  func firstContent(from location: SourceLocation) -> SourceLocation? {
    guard location.line <= lineStarts.count else { return nil }
    for line in location.line...lineStarts.count {
      let skipped = line == location.line ? location.column - 1 : 0
      let text = Array(characters(of: line).dropFirst(skipped))
      guard let first = text.firstIndex(where: { $0 != " " && $0 != "\t" }) else { continue }
      guard text[first] != "#", !text.starts(with: "...".unicodeScalars) else { continue }
      return SourceLocation(line: line, column: first + skipped + 1)
    }
    return nil
  }

  /// Returns the location of a tab in the indentation of a line.
  func indentationTab(in line: Int) -> SourceLocation? {
    let indent = characters(of: line).prefix { $0 == " " || $0 == "\t" }
    return indent.firstIndex(of: "\t").map { SourceLocation(line: line, column: $0 + 1) }
  }

  /// Returns the characters of a line, without its ending; empty beyond the last line.
  private func characters(of line: Int) -> [Unicode.Scalar] {
    guard lineStarts.indices.contains(line - 1) else { return [] }
    let end = line < lineStarts.count ? lineStarts[line] : bytes.count
    let text = String(decoding: bytes[lineStarts[line - 1]..<end], as: UTF8.self)
    return text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" }
  }
}

/// Converts locations to offsets. If the locations increase, each line is scanned only once.
private struct YAMLOffsetFinder {
  private let text: YAMLText
  private var lastFoundLocation = SourceLocation.start
  private var lastFoundByteOffset = 0

  init(_ text: YAMLText) { self.text = text }

  /// Returns the offset of a location, or the length of the text for a location after its end.
  mutating func offset(of wanted: SourceLocation) -> Int {
    if wanted.line != lastFoundLocation.line || wanted < lastFoundLocation {
      guard text.lineStarts.indices.contains(wanted.line - 1) else { return text.bytes.count }
      (lastFoundByteOffset, lastFoundLocation) = (
        text.lineStarts[wanted.line - 1], SourceLocation(line: wanted.line, column: 1)
      )
    }
    var column = lastFoundLocation.column
    while column < wanted.column, lastFoundByteOffset < text.bytes.count {
      repeat {
        lastFoundByteOffset += 1
      } while lastFoundByteOffset < text.bytes.count && text.bytes[lastFoundByteOffset] & 0xC0 == 0x80
      column += 1
    }
    lastFoundLocation = SourceLocation(line: wanted.line, column: column)
    return lastFoundByteOffset
  }
}

/// Returns why a character is invalid; nil if it is valid.
///
/// - Source: YAML 1.2.2, section 5.1. The line breaks U+0085, U+2028 and U+2029 are invalid here, because
///   editors do not count them as line breaks.
private func invalidCharacterReason(for scalar: Unicode.Scalar) -> String? {
  switch scalar.value {
  case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
    0x10000...:
    nil
  case 0: "this is not a text file: it has a zero byte here"
  case 0x85, 0x2028, 0x2029: "unsupported line break (\(codePointText(of: scalar)))"
  default: "invalid character (\(codePointText(of: scalar)))"
  }
}

private func codePointText(of scalar: Unicode.Scalar) -> String {
  let digits = String(scalar.value, radix: 16, uppercase: true)
  return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

/// Returns the error for a problem that libyaml reports, including what to do about it.
func diagnostic(for problem: YAMLProblem, in text: YAMLText) -> Diagnostic {
  if let tab = text.indentationTab(in: problem.location.line) {
    return Diagnostic("the indentation contains a tab. Indent with spaces.", at: tab)
  }
  if let context = problem.context, problem.libyamlMessage == "found unexpected end of stream" {
    return Diagnostic("the quoted text that starts here has no closing quote", at: context.location)
  }
  if let context = problem.context, let reason = messagePrefixesByLibyamlProblem[problem.libyamlMessage] {
    return Diagnostic("\(reason) on line \(context.location.line)", at: problem.location)
  }
  let words =
    messagesByLibyamlProblem[problem.libyamlMessage]
    ?? "invalid YAML: \(escapedAndShortened(problem.libyamlMessage))"
  return Diagnostic("\(words)", at: problem.location)
}

// Messages that `diagnostic(for:in:)` completes with the line on which the list or mapping starts.
private let messagePrefixesByLibyamlProblem: [String: String] = [
  "did not find expected ',' or ']'": "missing comma or ] in the list that starts",
  "did not find expected ',' or '}'": "missing comma or } in the mapping that starts",
  "did not find expected '-' indicator": "this line does not belong to the list that starts",
  "did not find expected key": "this does not belong to the mapping that starts",
]

private let messagesByLibyamlProblem: [String: String] = [
  "mapping values are not allowed in this context":
    "unexpected colon. Put text with a colon in quotes, and each key on its own line.",
  "could not find expected ':'":
    "missing colon after the previous key, or missing space after that colon",
  "did not find expected <document start>": "unexpected text after the end of the document",
  "found character that cannot start any token":
    "text cannot start with this character. Put the text in quotes.",
  "block sequence entries are not allowed in this context":
    "a list cannot start here. Put it on lines of its own.",
  "block mapping entries are not allowed in this context":
    "a mapping cannot start here. Put it on lines of its own.",
  "mapping keys are not allowed in this context": "a ? is not allowed here. Put the text in quotes.",
  "found unknown escape character":
    "in double quotes, \\ starts an escape sequence. Write \\\\, or use single quotes.",
  "did not find expected hexdecimal number": "missing hexadecimal digits after the \\",
  "found undefined tag handle": "tags (!name) are not supported. Put the text in quotes.",
  "did not find expected node content": "missing value before this",
  "did not find expected alphabetic or numeric character":
    "text cannot start with & or *. Put the text in quotes.",
  "found unexpected document indicator": "the document ends inside quoted text",
]
