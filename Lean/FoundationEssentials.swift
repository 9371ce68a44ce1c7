/// What the parser of arguments asks of Foundation, and no more: `make build` puts it in Foundation's place,
/// which would be a fifth of the program (docs/decisions/0051).

/// An error with words of its own for people.
public protocol LocalizedError: Error {
  /// The words; nil where it has none.
  var errorDescription: String? { get }
}

/// Bytes.
public struct Data: Sendable {
  fileprivate let bytes: [UInt8]
}

extension String {
  /// The one way in which bytes are text here.
  public enum Encoding: Sendable {
    case utf8
  }

  /// The text that bytes stand for.
  public init?(data: Data, encoding: Encoding) { self.init(validating: data.bytes, as: UTF8.self) }
}

/// Writes values as JSON, as Foundation does.
public final class JSONEncoder {
  /// How it looks.
  public struct OutputFormatting: OptionSet, Sendable {
    /// A bit for each.
    public let rawValue: UInt
    /// The looks of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Lines and indents.
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    /// Keys by the alphabet; always.
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }

  /// How it looks.
  public var outputFormatting: OutputFormatting = []

  /// One that writes all in one line.
  public init() {}

  /// The JSON of a value.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let tree = Tree()
    try tree.set(value)
    var text = ""
    tree.write(to: &text, indent: outputFormatting.contains(.prettyPrinted) ? 0 : nil)
    return Data(bytes: Array(text.utf8))
  }
}
