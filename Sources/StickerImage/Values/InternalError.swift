/// An internal error: an encoder failed, or its output doesn't decode to the original.
///
/// Input files never cause this error. Commands write nothing and exit with code 3.
public struct InternalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason in one sentence, such as `frame 3: the pixel at (17, 4) differs`.
  public let reason: String

  /// Creates an internal error.
  public init(_ reason: String) { self.reason = reason }

  /// The exit code of internal errors.
  package static let exitCode: Int32 = 3

  /// The reason.
  public var description: String { reason }
}
