/// A name that is drawn at random and says nothing about anybody: letters, digits, `-` and `_`, six bits
/// each.
public protocol RandomIdentifier: Hashable, Comparable, Sendable {
  /// How many characters every such name has.
  static var length: Int { get }
  /// The name itself.
  var text: String { get }
  /// Takes a name that was checked or drawn.
  init(unchecked text: String)
}

extension RandomIdentifier {
  /// Reads a name; nil if it is not of the form.
  public init?(_ text: some StringProtocol) {
    let bytes = text.utf8
    guard bytes.count == Self.length, bytes.allSatisfy(alphabet.contains) else { return nil }
    self.init(unchecked: String(text))
  }

  /// Draws a new name.
  public static func random(using generator: inout some RandomNumberGenerator) -> Self {
    let bytes = (0..<length).map { _ in alphabet[Int(generator.next(upperBound: UInt64(alphabet.count)))] }
    return Self(unchecked: String(decoding: bytes, as: UTF8.self))
  }

  /// Draws a new name from the system's generator, which cannot be guessed.
  public static func random() -> Self {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  /// The order of the characters' codes.
  public static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

/// RFC 4648, section 5, in the order of the codes.
private let alphabet = Array("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)

/// What tells one poll from all others: 96 bits.
public struct PollID: RandomIdentifier {
  /// Sixteen characters.
  public static let length = 16
  /// The name itself.
  public let text: String

  /// Takes a name that was checked or drawn.
  public init(unchecked text: String) { self.text = text }
}

/// Who cast a ballot: 72 bits, drawn on the device for one poll.
///
/// It is not Apple's participant identifier. That differs on every device, so it could not be compared, and
/// nobody shall be recognized from one poll to the next.
public struct VoterKey: RandomIdentifier {
  /// Twelve characters.
  public static let length = 12
  /// The name itself.
  public let text: String

  /// Takes a name that was checked or drawn.
  public init(unchecked text: String) { self.text = text }
}

/// Where a ``PollStore`` keeps a poll.
public struct StoreToken: RandomIdentifier {
  /// Twenty-two characters.
  public static let length = 22
  /// The name itself.
  public let text: String

  /// The place of a poll, which every device finds by itself: were it drawn anew by each device whose URL is
  /// full, one poll would go on in several places. Whoever knows it can read the poll, as can everybody who
  /// has a message of it; the 96 bits of the identifier cannot be guessed.
  public init(_ poll: PollID) { text = "poll--" + poll.text }

  /// Takes a name that was checked or drawn.
  public init(unchecked text: String) { self.text = text }
}
