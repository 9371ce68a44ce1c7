/// Short text that a person typed: one line, within its limit, without deceptive characters.
///
/// Its contents come from other people's devices and appear next to this app's own text. Therefore, this app
/// neither writes nor accepts characters that reverse the reading direction or hide text.
///
/// Values are compared by their bytes. `String` treats canonically equivalent strings as equal, but devices
/// that merge the same ballots must choose the same bytes.
public struct PollText: Hashable, Comparable, Sendable {
  /// The purpose of the text, which determines its maximum length.
  public enum Purpose: CaseIterable, Sendable {
    /// The question.
    case question
    /// One of the answers.
    case choice
    /// The name of a voter.
    case name

    /// Truncates text to its maximum length, between characters.
    public func limited(_ typed: String) -> String {
      var (kept, scalars) = ("", 0)
      for character in typed {
        scalars += character.unicodeScalars.count
        guard scalars <= maxScalars else { break }
        kept.append(character)
      }
      return kept
    }

    /// The maximum number of Unicode scalars.
    public var maxScalars: Int {
      switch self {
      case .question: PollLimits.maxQuestionScalars
      case .choice: PollLimits.maxChoiceScalars
      case .name: PollLimits.maxNameScalars
      }
    }
  }

  /// The text itself.
  public let string: String

  /// Creates valid text from what a person typed. Disallowed characters are removed, line breaks become spaces, and
  /// long text is truncated between characters.
  ///
  /// - Returns: nil if nothing visible is left.
  public init?(typed: String, as purpose: Purpose) {
    let fit = typed.unicodeScalars.filter { isLineBreak($0) || !isUnfit($0) }
    let line = String(String.UnicodeScalarView(fit.map { isLineBreak($0) ? " " : $0 }))
    try? self.init(received: trimmed(purpose.limited(trimmed(line))), as: purpose)
  }

  /// Reads text from a message. Invalid text is rejected, not repaired, because this app never writes any.
  ///
  /// - Throws: ``MessageReadError/overLimit`` or ``MessageReadError/unfitText``.
  public init(received: String, as purpose: Purpose) throws(MessageReadError) {
    let scalars = received.unicodeScalars
    guard scalars.count <= purpose.maxScalars else { throw .overLimit }
    guard !scalars.contains(where: isUnfit), scalars.first != " ", scalars.last != " ",
      scalars.contains(where: { !isBlank($0) })
    else { throw .unfitText }
    string = received
  }

  /// Whether the bytes are the same.
  public static func == (left: PollText, right: PollText) -> Bool {
    left.string.utf8.elementsEqual(right.string.utf8)
  }

  /// Compares the bytes lexicographically.
  public static func < (left: PollText, right: PollText) -> Bool {
    left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
  }

  /// Hashes the bytes, consistent with equality.
  public func hash(into hasher: inout Hasher) {
    for byte in string.utf8 { hasher.combine(byte) }
  }
}

private func trimmed(_ text: String) -> String {
  let scalars = text.unicodeScalars
  guard let first = scalars.firstIndex(where: { $0 != " " }),
    let last = scalars.lastIndex(where: { $0 != " " })
  else { return "" }
  return String(scalars[first...last])
}

private func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
  // U+0085, U+2028 and U+2029 break lines, too.
  (0x09...0x0D).contains(scalar.value) || [0x85, 0x2028, 0x2029].contains(scalar.value)
}

private func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
  !(0x20..<0x7F).contains(scalar.value) && unfit.contains { $0.contains(scalar.value) }
}

private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
  blank.contains { $0.contains(scalar.value) }
}

/// Disallowed scalars. This is a list of ranges, not a general category, because categories differ between
/// Unicode versions and the landing page must agree. The joiners U+200C and U+200D are allowed, because
/// Persian and emoji need them.
private let unfit: [ClosedRange<UInt32>] = [
  0x0000...0x001F, 0x007F...0x009F,  // controls, including line breaks
  0x00AD...0x00AD, 0x180E...0x180E, 0x200B...0x200B, 0x2060...0x2064, 0xFEFF...0xFEFF,  // invisible
  0x061C...0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x206F,  // change the text direction
  0x2028...0x2029, 0x2065...0x2065, 0xFFF9...0xFFFB, 0xE0001...0xE0001,
]

/// Scalars that are invisible by themselves. Text may contain them, but must not consist only of them.
private let blank: [ClosedRange<UInt32>] = [
  0x0020...0x0020, 0x00A0...0x00A0, 0x115F...0x1160, 0x1680...0x1680, 0x2000...0x200A, 0x200C...0x200D,
  0x202F...0x202F, 0x205F...0x205F, 0x2800...0x2800, 0x3000...0x3000, 0x3164...0x3164, 0xFE00...0xFE0F,
  0xFFA0...0xFFA0, 0xE0020...0xE007F,
]
