/// A short text that a person typed: one line, within its limit, without characters that could deceive.
///
/// Texts come from other people's devices and stand beside text of this app. Characters that reverse the
/// reading direction or hide text are therefore neither written nor accepted.
///
/// Equality and order are those of the bytes. `String` takes canonically equivalent texts for equal ones;
/// devices that merge the same ballots have to choose the same bytes.
public struct PollText: Hashable, Comparable, Sendable {
  /// What the text is for, which decides how long it may be.
  public enum Purpose: CaseIterable, Sendable {
    /// What is asked.
    case question
    /// One of the answers.
    case choice
    /// How a voter wants to be called.
    case name

    /// The beginning of a text, cut between characters, that is not longer than such a text may be.
    public func limited(_ typed: String) -> String {
      var (kept, scalars) = ("", 0)
      for character in typed {
        scalars += character.unicodeScalars.count
        guard scalars <= maxScalars else { break }
        kept.append(character)
      }
      return kept
    }

    /// The most Unicode scalars of such a text.
    public var maxScalars: Int {
      switch self {
      case .question: PollLimits.questionScalars
      case .choice: PollLimits.choiceScalars
      case .name: PollLimits.nameScalars
      }
    }
  }

  /// The text itself.
  public let string: String

  /// Makes a text of what a person typed: unfit characters go, line breaks become spaces, what is too long is
  /// cut between characters.
  ///
  /// - Returns: nil if nothing visible is left.
  public init?(typed: String, as purpose: Purpose) {
    let fit = typed.unicodeScalars.filter { isLineBreak($0) || !isUnfit($0) }
    let line = String(String.UnicodeScalarView(fit.map { isLineBreak($0) ? " " : $0 }))
    try? self.init(received: trimmed(purpose.limited(trimmed(line))), as: purpose)
  }

  /// Takes a text from a message as it is. It is refused, not repaired: this app never writes such a text.
  ///
  /// - Throws: ``Unreadable/overLimit`` or ``Unreadable/unfitText``.
  public init(received: String, as purpose: Purpose) throws(Unreadable) {
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

  /// Whether the bytes come first in lexicographical order.
  public static func < (left: PollText, right: PollText) -> Bool {
    left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
  }

  /// Feeds the bytes, as equality asks for.
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
  // U+0085, U+2028 and U+2029 break lines too.
  (0x09...0x0D).contains(scalar.value) || [0x85, 0x2028, 0x2029].contains(scalar.value)
}

private func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
  !(0x20..<0x7F).contains(scalar.value) && unfit.contains { $0.contains(scalar.value) }
}

private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
  blank.contains { $0.contains(scalar.value) }
}

/// Scalars that no text has. A list of ranges, not a general category: those differ from one Unicode version
/// to the next, and the landing page has to agree. The joiners U+200C and U+200D are fit: Persian and emoji
/// need them.
private let unfit: [ClosedRange<UInt32>] = [
  0x0000...0x001F, 0x007F...0x009F,  // controls, line breaks among them
  0x00AD...0x00AD, 0x180E...0x180E, 0x200B...0x200B, 0x2060...0x2064, 0xFEFF...0xFEFF,  // not seen
  0x061C...0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x206F,  // turn the direction
  0x2028...0x2029, 0x2065...0x2065, 0xFFF9...0xFFFB, 0xE0001...0xE0001,
]

/// Scalars that show nothing by themselves. They may stand in a text, but are not one.
private let blank: [ClosedRange<UInt32>] = [
  0x0020...0x0020, 0x00A0...0x00A0, 0x115F...0x1160, 0x1680...0x1680, 0x2000...0x200A, 0x200C...0x200D,
  0x202F...0x202F, 0x205F...0x205F, 0x2800...0x2800, 0x3000...0x3000, 0x3164...0x3164, 0xFE00...0xFE0F,
  0xFFA0...0xFFA0, 0xE0020...0xE007F,
]
