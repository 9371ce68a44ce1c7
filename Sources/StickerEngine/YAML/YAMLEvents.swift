import CLibYAML

/// One event of libyaml's parser.
struct YAMLEvent {
  enum Kind {
    case scalar(String, isQuoted: Bool)
    case sequenceStart, mappingStart
    /// The end of the innermost open sequence or mapping.
    case collectionEnd
    case alias
    case documentEnd
    /// The start and end of the stream, and the start of a document.
    case other
  }
  let kind: Kind
  let start: SourceLocation
  /// The location after the event's last character.
  let end: SourceLocation
  /// Whether an anchor (`&name`) precedes the node.
  var isAnchored = false
  /// Whether a tag (`!name`) precedes the node.
  var isTagged = false
}

/// A syntax error, as reported by libyaml.
struct YAMLProblem {
  let libyamlMessage: String
  let location: SourceLocation
  /// What libyaml was reading, and where it started.
  let context: (words: String, location: SourceLocation)?
}

/// Calls a function with each event of YAML text in order, until the stream ends or the function returns
/// false.
///
/// - Parameter bytes: UTF-8 without a byte order mark, with only the characters that YAML allows.
/// - Parameter take: a function that returns whether to continue.
/// - Returns: the syntax error at which libyaml stopped, or nil.
func visitYAMLEvents(of bytes: [UInt8], _ take: (YAMLEvent) -> Bool) -> YAMLProblem? {
  let bytes = bytes.isEmpty ? Array("\n".utf8) : bytes  // an empty buffer has no address
  return unsafe bytes.withUnsafeBufferPointer { buffer in
    guard let parser = unsafe LibYAMLParser(borrowing: buffer) else { return nil }
    while let event = parser.next(), take(event) {}
    return parser.problem()
  }
}

/// Owns a libyaml parser. Each event is freed before the next one is read.
@safe private struct LibYAMLParser: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>

  /// - Parameter text: nonempty text that outlives the parser.
  /// - Returns: nil if memory cannot be allocated.
  init?(borrowing text: UnsafeBufferPointer<UInt8>) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      unsafe parser.deallocate()
      return nil
    }
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    unsafe self.parser = parser
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
  }

  /// Returns the next event; nil after the last one, and after an error.
  borrowing func next() -> YAMLEvent? {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else {
      // An error without a reason must not look like the end of the text.
      if unsafe parser.pointee.error == YAML_NO_ERROR { unsafe parser.pointee.error = YAML_PARSER_ERROR }
      return nil
    }
    defer { unsafe yaml_event_delete(&event) }
    let (start, end) = unsafe (SourceLocation(event.start_mark), SourceLocation(event.end_mark))
    let data = unsafe event.data
    switch unsafe event.type {
    case YAML_NO_EVENT, YAML_STREAM_END_EVENT: return nil
    case YAML_SCALAR_EVENT:
      let node = unsafe data.scalar
      let bytes = unsafe UnsafeBufferPointer(start: node.value, count: node.length)
      let text = unsafe String(decoding: bytes, as: UTF8.self)  // a copy, because the event owns its text
      return unsafe YAMLEvent(
        kind: .scalar(text, isQuoted: node.style != YAML_PLAIN_SCALAR_STYLE), start: start, end: end,
        isAnchored: node.anchor != nil, isTagged: node.tag != nil)
    case YAML_SEQUENCE_START_EVENT:
      let node = unsafe data.sequence_start
      return unsafe YAMLEvent(
        kind: .sequenceStart, start: start, end: end, isAnchored: node.anchor != nil,
        isTagged: node.tag != nil)
    case YAML_MAPPING_START_EVENT:
      let node = unsafe data.mapping_start
      return unsafe YAMLEvent(
        kind: .mappingStart, start: start, end: end, isAnchored: node.anchor != nil,
        isTagged: node.tag != nil)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      return YAMLEvent(kind: .collectionEnd, start: start, end: end)
    case YAML_ALIAS_EVENT: return YAMLEvent(kind: .alias, start: start, end: end)
    case YAML_DOCUMENT_END_EVENT: return YAMLEvent(kind: .documentEnd, start: start, end: end)
    default: return YAMLEvent(kind: .other, start: start, end: end)
    }
  }

  borrowing func problem() -> YAMLProblem? {
    let state = unsafe parser.pointee
    guard unsafe state.error != YAML_NO_ERROR else { return nil }
    let words = unsafe state.problem.map { unsafe String(cString: $0) } ?? "the text cannot be read"
    let context = unsafe state.context.map { unsafe String(cString: $0) }
    let location = unsafe SourceLocation(state.problem_mark)
    return YAMLProblem(
      libyamlMessage: words, location: location,
      context: context.map { unsafe ($0, SourceLocation(state.context_mark)) })
  }
}

extension SourceLocation {
  fileprivate init(_ mark: yaml_mark_t) { self.init(line: mark.line + 1, column: mark.column + 1) }
}
