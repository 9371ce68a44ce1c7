package import StickerEngine

/// The path of a file as bytes. Unlike a string, it can hold names that are not UTF-8.
public struct BytePath: Hashable, Sendable {
  package let path: Path

  package init(_ path: Path) { self.path = path }

  /// Creates a path from bytes, without a terminating zero.
  public init(bytes: [UInt8]) { path = Path(bytes: bytes) }

  /// Creates a path from text.
  public init(_ text: String) { path = Path(text) }

  /// The bytes of the path.
  public var bytes: [UInt8] { path.bytes }

  /// The last component of the path, for messages.
  public var fileName: String { path.name.displayText }

  /// The path as an argument of a shell command; nil if it needs quotes.
  public var unquotedShellWord: String? {
    unquotedArgumentSuffix(of: path, includesCurrentFolder: true).map { String($0.drop { $0 == " " }) }
  }
}

/// A type that calls accept as a path: a `String` or, for names that might not be valid UTF-8, a ``BytePath``.
/// `StickersFoundation` creates a ``BytePath`` from a `URL` or a `FilePath`.
public protocol FilePathConvertible {
  /// The path as bytes.
  var bytePath: BytePath { get }
}

extension BytePath: FilePathConvertible {
  /// The path itself.
  public var bytePath: BytePath { self }
}

extension String: FilePathConvertible {
  /// The text as a path.
  public var bytePath: BytePath { BytePath(self) }
}

extension BytePath: ExpressibleByStringLiteral {
  /// Creates a path from text.
  public init(stringLiteral text: String) { self.init(text) }
}

extension BytePath: CustomStringConvertible {
  /// The path for messages. Control characters and bytes that are not UTF-8 are escaped.
  public var description: String { path.displayText }
}
