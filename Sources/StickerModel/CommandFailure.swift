/// What stops a command, unlike a broken image, which is a finding: a path, a configuration, a disk.
public struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line for people: what, where, and what to do. Names in it are escaped already (`Path.shown`).
  public let message: String

  /// A failure; put names into the message with `Path.shown` or `Untrusted.shown`.
  public init(_ message: String) { self.message = message }

  /// The exit code of every command failure.
  public static let exitCode: Int32 = 2

  /// The message.
  public var description: String { message }
}
