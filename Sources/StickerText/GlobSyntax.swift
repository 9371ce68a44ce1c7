/// What one part of a path is compared with.
enum GlobPart: Hashable, Sendable {
  /// `**` between slashes.
  case anyNumber
  case name([GlobElement])
}

/// What takes one byte of a name, or a run of them.
enum GlobElement: Hashable, Sendable {
  case byte(UInt8)
  case anyByte
  case run
  case set(ByteSet)

  func takes(_ byte: UInt8) -> Bool {
    switch self {
    case .byte(let own): own == byte
    case .anyByte: true
    case .run: false
    case .set(let set): set.contains(byte)
    }
  }
}

/// A set of bytes, a bit for each.
struct ByteSet: Hashable, Sendable {
  private var words: [UInt64] = [0, 0, 0, 0]

  func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] & (1 << UInt64(byte & 63)) != 0 }

  mutating func insert(_ byte: UInt8) { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

  mutating func invert() { words = words.map { ~$0 } }
}

/// Takes a pattern apart, in one pass: patterns come from strangers' folders too.
struct GlobSyntax {
  /// Whether every set has an end, and every `\` something behind it.
  private(set) var isSound = true
  private let bytes: ArraySlice<UInt8>
  private var at: Int
  /// The next `]` that a class of characters looked for, so that none is looked for twice.
  private var closing: Int

  init(_ pattern: ArraySlice<UInt8>) {
    bytes = pattern
    at = pattern.startIndex
    closing = pattern.startIndex
  }

  /// The parts between slashes, empty ones too.
  mutating func parts() -> [GlobPart] {
    var parts: [GlobPart] = []
    var name: [GlobElement] = []
    while let byte = take() {
      switch byte {
      case UInt8(ascii: "/"):
        parts.append(part(name))
        name = []
      case UInt8(ascii: "*"): name.append(.run)
      case UInt8(ascii: "?"): name.append(.anyByte)
      case UInt8(ascii: "["): name.append(set() ?? .byte(byte))
      case backslash:
        if peek == UInt8(ascii: "/") { continue }  // escaped, it still ends a part
        if peek == nil { isSound = false }
        name.append(.byte(take() ?? byte))
      default: name.append(.byte(byte))
      }
    }
    return parts + [part(name)]
  }

  private func part(_ name: [GlobElement]) -> GlobPart {
    name.count >= 2 && name.allSatisfy { $0 == .run } ? .anyNumber : .name(name)
  }

  private var peek: UInt8? { at < bytes.endIndex ? bytes[at] : nil }

  private mutating func take() -> UInt8? {
    guard let byte = peek else { return nil }
    at += 1
    return byte
  }

  /// What follows a `[`; nil, and nothing taken, where the set has no end.
  private mutating func set() -> GlobElement? {
    guard isSound else { return nil }  // looked for once, an end that is not there stays away
    let start = at
    if let set = members() { return .set(set) }
    isSound = false
    at = start
    return nil
  }

  private mutating func members() -> ByteSet? {
    var set = ByteSet()
    let isNegated = peek == UInt8(ascii: "!") || peek == UInt8(ascii: "^")
    if isNegated { at += 1 }
    var isFirst = true  // a `]` there is a member
    var lower: UInt8?
    while let byte = take() {
      if byte == UInt8(ascii: "]"), !isFirst {
        if isNegated { set.invert() }
        return set
      }
      isFirst = false
      if byte == UInt8(ascii: "["), peek == UInt8(ascii: ":"), let name = className() {
        guard let members = characterClasses[name] else { return nil }
        for member in UInt8(0)...127 where members(member) { set.insert(member) }
        lower = nil
      } else if byte == UInt8(ascii: "-"), let least = lower, let next = peek, next != UInt8(ascii: "]") {
        guard let most = member() else { return nil }
        if least <= most { for member in least...most { set.insert(member) } }
        lower = nil
      } else {
        at -= 1
        guard let member = member() else { return nil }
        set.insert(member)
        lower = member
      }
    }
    return nil
  }

  /// One member of a set, which may be escaped.
  private mutating func member() -> UInt8? {
    let byte = take()
    return byte == backslash ? take() : byte
  }

  /// The name in `[:name:]`, taken if it is one; `[` is taken already.
  private mutating func className() -> [UInt8]? {
    let start = at + 1
    if closing < start {
      closing = bytes[start...].firstIndex(of: UInt8(ascii: "]")) ?? bytes.endIndex
    }
    guard closing < bytes.endIndex, closing > start, bytes[closing - 1] == UInt8(ascii: ":") else {
      return nil
    }
    let name = Array(bytes[start..<(closing - 1)])
    at = closing + 1
    return name
  }
}

private let backslash = UInt8(ascii: "\\")

/// The classes of POSIX, in ASCII.
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
