/// An encode that does not keep its promise: it could not be made, or did not decode to what went in.
///
/// Never the fault of an art file: a defect of ours, exit code 3, and nothing is written.
public struct EncodingDefect: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence: `frame 3: the pixel at (17, 4) differs`.
  public let reason: String

  /// A broken promise.
  public init(_ reason: String) { self.reason = reason }

  /// The reason, as `reason` has it.
  public var description: String { reason }
}
