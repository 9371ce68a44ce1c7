/// An error that ends a command, such as a wrong path or option, an invalid configuration or a full disk. A
/// broken image is a finding instead.
package struct CommandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The messages, one for each problem: what is wrong, where, and what to do. Names are escaped
  /// (`Path.displayText`).
  package let problemMessages: [UserMessage]

  /// What went wrong, for programs that react to it.
  package enum Cause: Hashable, Sendable {
    /// Any other cause.
    case other
    /// Files or folders that do not exist.
    case missing([Path])
    /// A file or folder that cannot be read.
    case unreadable(Path)
    /// A file or folder that cannot be written.
    case unwritable(Path)
    /// The disk has no space left for a file.
    case diskFull(Path)
    /// Problems in configuration files and pack files.
    case configurationOrPackFile([Diagnostic])
  }

  /// What went wrong, for programs that react to it.
  package private(set) var cause = Cause.other

  /// Returns the same error with a cause.
  package func withCause(_ cause: Cause) -> CommandError {
    var error = self
    error.cause = cause
    return error
  }

  /// Creates an error. Escape names in the message with `Path.displayText` or `UntrustedText.displayText`.
  package init(_ message: UserMessage) { problemMessages = [message] }

  /// Creates an error with several messages. After the first 50, only the number of remaining messages is
  /// given.
  package init(messages lines: [UserMessage]) {
    let most = 50
    let more: [UserMessage] = lines.count > most ? ["and \(lines.count - most) more like these"] : []
    self.problemMessages = lines.prefix(most) + more
  }

  /// Creates an error with several messages. After the first 50, only the number of remaining messages is
  /// given.
  package init(messages lines: [String]) { self.init(messages: lines.map { UserMessage($0) }) }

  /// Creates a command error from any error.
  package init(_ error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as Diagnostic:
      self.init(messages: error.allDiagnostics.map(\.messageLineWithFile))
      cause = .configurationOrPackFile(error.allDiagnostics)
    default:
      let lines = "\(error)".split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      self.init(messages: lines)
    }
  }

  /// The messages for users of the library, one per line.
  package var message: String { problemMessages.map(\.text).joined(separator: "\n") }

  /// The exit code of every command failure.
  package static let exitCode: Int32 = 2

  package var description: String { message }
}
