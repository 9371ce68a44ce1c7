/// A pattern for paths: `*` and `?` match within one part of a path, `**` matches any number of parts,
/// `[a-z]` is a set, and `\` escapes the next character.
///
/// For any pattern, matching takes at most O(path × pattern) time.
package struct Glob: Hashable, Sendable {
  private let parts: [GlobComponent]

  /// Creates a pattern from the command line or a configuration. Without a slash, it matches the last part of
  /// a path; otherwise, it matches the whole path or its end. With a trailing slash, it matches everything
  /// inside the folder. A set that is not closed matches its characters literally.
  package init(_ pattern: String) {
    var syntax = GlobParser(Array(pattern.utf8)[...])
    let own = syntax.parseComponents().filter { $0 != .name([]) && $0 != .name([.byte(UInt8(ascii: "."))]) }
    let inside = pattern.utf8.last == UInt8(ascii: "/") ? [GlobComponent.anyParts] : []
    parts = own.isEmpty ? [] : [.anyParts] + (own + inside).withNonemptyTrailingGlobstar
  }

  /// Creates a pattern from a `.gitignore` file, with Git's semantics.
  ///
  /// - Parameter pattern: the pattern without a leading `!` and without leading or trailing slashes.
  /// - Parameter anchored: whether it matches the whole path instead of its last part.
  /// - Returns: nil if it can match nothing, because a set is not closed or nothing follows a `\`.
  package init?(git pattern: ArraySlice<UInt8>, anchored: Bool) {
    var syntax = GlobParser(pattern)
    let own = syntax.parseComponents()
    guard syntax.isValid else { return nil }
    parts = (anchored ? [] : [.anyParts]) + own.withNonemptyTrailingGlobstar
  }

  /// Whether the path matches.
  package func matches(_ path: Path) -> Bool {
    let dot = Path(".")
    return matches(components: path.components.filter { $0 != dot }[...])
  }

  /// Whether a path with these parts matches.
  package func matches(components path: ArraySlice<Path>) -> Bool {
    var (rest, pattern) = (path, parts[...])
    while case .name(let elements)? = pattern.last {
      guard let name = rest.popLast(), name.matchesAsOnePart(elements) else { return false }
      pattern.removeLast()
    }
    return pattern.isEmpty ? rest.isEmpty && !path.isEmpty : matchesPatternEndingInGlobstar(rest, pattern)
  }

  /// Matches a pattern that ends in `**`. Backtracks only to the last `**`.
  private func matchesPatternEndingInGlobstar(_ path: ArraySlice<Path>, _ pattern: ArraySlice<GlobComponent>)
    -> Bool
  {
    var (path, pattern) = (path, pattern)
    var retry: (path: ArraySlice<Path>, pattern: ArraySlice<GlobComponent>)?
    while let part = pattern.first {
      switch part {
      case .anyParts:
        pattern.removeFirst()
        retry = (path, pattern)
      case .name(let elements):
        if let name = path.first, name.matchesAsOnePart(elements) {
          (path, pattern) = (path.dropFirst(), pattern.dropFirst())
        } else if let last = retry, !last.path.isEmpty {
          (path, pattern) = (last.path.dropFirst(), last.pattern)
          retry = (path, pattern)
        } else {
          return false
        }
      }
    }
    return true
  }
}

extension [GlobComponent] {
  /// The parts with a trailing `**` that requires at least one part: `a/**` matches everything inside `a`.
  fileprivate var withNonemptyTrailingGlobstar: [GlobComponent] {
    last == .anyParts ? self + [.name([.anyBytes])] : self
  }
}

extension Path {
  /// Matches one part. Backtracks only to the last `*`.
  fileprivate func matchesAsOnePart(_ elements: [GlobElement]) -> Bool {
    var (at, next) = (0, 0)
    var retry: (at: Int, next: Int)?
    while true {
      if next < elements.count, elements[next] == .anyBytes {
        next += 1
        retry = (at, next)
      } else if at < bytes.count, next < elements.count, elements[next].matches(bytes[at]) {
        (at, next) = (at + 1, next + 1)
      } else if at == bytes.count, next == elements.count {
        return true
      } else if let last = retry, last.at < bytes.count {
        (at, next) = (last.at + 1, last.next)
        retry = (at, next)
      } else {
        return false
      }
    }
  }
}

/// A pattern for one part of a path.
enum GlobComponent: Hashable, Sendable {
  /// `**` between slashes.
  case anyParts
  case name([GlobElement])
}

/// A pattern for one byte of a name, or for a run of bytes.
enum GlobElement: Hashable, Sendable {
  case byte(UInt8)
  case anyByte
  case anyBytes
  case set(ByteSet)

  func matches(_ byte: UInt8) -> Bool {
    switch self {
    case .byte(let own): own == byte
    case .anyByte: true
    case .anyBytes: false
    case .set(let set): set.contains(byte)
    }
  }
}

/// A set of bytes, stored as one bit for each byte value.
struct ByteSet: Hashable, Sendable {
  private var words: [UInt64] = [0, 0, 0, 0]

  func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] & (1 << UInt64(byte & 63)) != 0 }

  mutating func insert(_ byte: UInt8) { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

  mutating func invert() { words = words.map { ~$0 } }
}

/// Parses a pattern in one pass. Patterns can come from untrusted folders.
struct GlobParser {
  /// Whether every set is closed, and something follows every `\`.
  private(set) var isValid = true
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  /// The position of the next `]`, cached so that the search is not repeated.
  private var nextClosingBracket: Int

  init(_ pattern: ArraySlice<UInt8>) {
    bytes = pattern
    position = pattern.startIndex
    nextClosingBracket = pattern.startIndex
  }

  /// Returns the parts between slashes, including empty ones.
  mutating func parseComponents() -> [GlobComponent] {
    var parts: [GlobComponent] = []
    var name: [GlobElement] = []
    while let byte = takeByte() {
      switch byte {
      case UInt8(ascii: "/"):
        parts.append(nameOrAnyParts(name))
        name = []
      case UInt8(ascii: "*"): name.append(.anyBytes)
      case UInt8(ascii: "?"): name.append(.anyByte)
      case UInt8(ascii: "["): name.append(parseSet() ?? .byte(byte))
      case backslash:
        if peek == UInt8(ascii: "/") { continue }  // an escaped slash still ends a part
        if peek == nil { isValid = false }
        name.append(.byte(takeByte() ?? byte))
      default: name.append(.byte(byte))
      }
    }
    return parts + [nameOrAnyParts(name)]
  }

  private func nameOrAnyParts(_ name: [GlobElement]) -> GlobComponent {
    name.count >= 2 && name.allSatisfy { $0 == .anyBytes } ? .anyParts : .name(name)
  }

  private var peek: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private mutating func takeByte() -> UInt8? {
    guard let byte = peek else { return nil }
    position += 1
    return byte
  }

  /// Parses a set after its `[`. Returns nil without consuming anything if the set is not closed.
  private mutating func parseSet() -> GlobElement? {
    guard isValid else { return nil }  // after an unclosed set, no later set can be closed
    let start = position
    if let set = parseSetMembers() { return .set(set) }
    isValid = false
    position = start
    return nil
  }

  private mutating func parseSetMembers() -> ByteSet? {
    var set = ByteSet()
    let isNegated = peek == UInt8(ascii: "!") || peek == UInt8(ascii: "^")
    if isNegated { position += 1 }
    var isFirst = true  // a `]` in the first position is a member
    var lower: UInt8?
    while let byte = takeByte() {
      if byte == UInt8(ascii: "]"), !isFirst {
        if isNegated { set.invert() }
        return set
      }
      isFirst = false
      if byte == UInt8(ascii: "["), peek == UInt8(ascii: ":"), let name = parseClassName() {
        guard let members = characterClasses[name] else { return nil }
        for member in UInt8(0)...127 where members(member) { set.insert(member) }
        lower = nil
      } else if byte == UInt8(ascii: "-"), let least = lower, let next = peek, next != UInt8(ascii: "]") {
        guard let most = parseSetMember() else { return nil }
        if least <= most { for member in least...most { set.insert(member) } }
        lower = nil
      } else {
        position -= 1
        guard let member = parseSetMember() else { return nil }
        set.insert(member)
        lower = member
      }
    }
    return nil
  }

  /// Returns the next member of a set, which may be escaped.
  private mutating func parseSetMember() -> UInt8? {
    let byte = takeByte()
    return byte == backslash ? takeByte() : byte
  }

  /// Consumes and returns the name in `[:name:]`, or returns nil. The `[` has already been consumed.
  private mutating func parseClassName() -> [UInt8]? {
    let start = position + 1
    if nextClosingBracket < start {
      nextClosingBracket = bytes[start...].firstIndex(of: UInt8(ascii: "]")) ?? bytes.endIndex
    }
    guard nextClosingBracket < bytes.endIndex, nextClosingBracket > start,
      bytes[nextClosingBracket - 1] == UInt8(ascii: ":")
    else {
      return nil
    }
    let name = Array(bytes[start..<(nextClosingBracket - 1)])
    position = nextClosingBracket + 1
    return name
  }
}

private let backslash = UInt8(ascii: "\\")

/// The POSIX character classes, in ASCII.
private let characterClasses: [[UInt8]: @Sendable (UInt8) -> Bool] = [
  Array("alnum".utf8): { isLetter($0) || isDigit($0) },
  Array("alpha".utf8): { isLetter($0) },
  Array("blank".utf8): { $0 == 0x20 || $0 == 0x09 },
  Array("cntrl".utf8): { $0 < 0x20 || $0 == 0x7F },
  Array("digit".utf8): { isDigit($0) },
  Array("graph".utf8): { $0 > 0x20 && $0 < 0x7F },
  Array("lower".utf8): { isLetter($0) && $0 >= 0x61 },
  Array("print".utf8): { $0 >= 0x20 && $0 < 0x7F },
  Array("punct".utf8): { $0 > 0x20 && $0 < 0x7F && !isLetter($0) && !isDigit($0) },
  Array("space".utf8): { $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D) },
  Array("upper".utf8): { isLetter($0) && $0 < 0x61 },
  Array("xdigit".utf8): { isDigit($0) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x66) },
]

private func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }

private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
