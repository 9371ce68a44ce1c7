/// A promise of the program that does not hold: an encoder could not make a file, or the file did not decode to
/// what went in.
///
/// Never the fault of an art file: an internal error, exit code 3, and nothing is written.
public struct InternalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence: `frame 3: the pixel at (17, 4) differs`.
  public let reason: String

  /// A broken promise.
  public init(_ reason: String) { self.reason = reason }

  /// The exit code of every internal error.
  package static let exitCode: Int32 = 3

  /// The reason.
  public var description: String { reason }
}
