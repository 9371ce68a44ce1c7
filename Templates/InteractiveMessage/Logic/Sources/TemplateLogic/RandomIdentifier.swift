/// A random identifier that contains no information about a person: letters, digits, `-` and `_`, six bits
/// each.
public protocol RandomIdentifier: Hashable, Comparable, Sendable {
  /// The number of characters of each identifier.
  static var length: Int { get }
  /// The characters of the identifier.
  var text: String { get }
  /// Creates an identifier from valid text.
  init(unchecked text: String)
}

extension RandomIdentifier {
  /// Reads an identifier. Returns nil if the text is not valid.
  public init?(_ text: some StringProtocol) {
    let bytes = text.utf8
    guard bytes.count == Self.length, bytes.allSatisfy(alphabet.contains) else { return nil }
    self.init(unchecked: String(text))
  }

  /// Creates a new identifier.
  public static func random(using generator: inout some RandomNumberGenerator) -> Self {
    let bytes = (0..<length).map { _ in alphabet[Int(generator.next(upperBound: UInt64(alphabet.count)))] }
    return Self(unchecked: String(decoding: bytes, as: UTF8.self))
  }

  /// Creates a new identifier with the system's random number generator, which is not predictable.
  public static func random() -> Self {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  /// Compares the character codes.
  public static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

/// The alphabet of RFC 4648, section 5, in the order of character codes.
private let alphabet = Array("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)

/// The identifier of a poll: 96 random bits.
public struct PollID: RandomIdentifier {
  /// The length: 16 characters.
  public static let length = 16
  /// The characters of the identifier.
  public let text: String

  /// Creates an identifier from valid text.
  public init(unchecked text: String) { self.text = text }
}

/// The identifier of a voter: 72 random bits, created on the device for one poll.
///
/// It is not Apple's participant identifier, which differs on every device and could not be compared. The key
/// does not reveal whether voters in different polls are the same person.
public struct VoterKey: RandomIdentifier {
  /// The length: 12 characters.
  public static let length = 12
  /// The characters of the key.
  public let text: String

  /// Creates a key from valid text.
  public init(unchecked text: String) { self.text = text }
}

/// The place of a poll in a ``PollStore``.
public struct StoreToken: RandomIdentifier {
  /// The length: 22 characters.
  public static let length = 22
  /// The characters of the token.
  public let text: String

  /// Derives the token from the poll's identifier, as every device does. If each device with a full URL
  /// created a random token, the poll would continue in several places. Anyone who knows the token can read
  /// the poll, and so can anyone who has a message with the poll. The 96 bits of the identifier cannot be
  /// guessed.
  public init(_ poll: PollID) { text = "poll--" + poll.text }

  /// Creates a token from valid text.
  public init(unchecked text: String) { self.text = text }
}
