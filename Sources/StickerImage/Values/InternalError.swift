/// An internal error: an encoder could not make a file, or the file did not decode to what was encoded.
///
/// Art files are never the cause. Commands write nothing and end with exit code 3.
public struct InternalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence: `frame 3: the pixel at (17, 4) differs`.
  public let reason: String

  /// Creates an internal error.
  public init(_ reason: String) { self.reason = reason }

  /// The exit code of every internal error.
  package static let exitCode: Int32 = 3

  /// The reason.
  public var description: String { reason }
}
