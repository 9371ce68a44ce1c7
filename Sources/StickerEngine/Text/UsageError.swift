/// An error that ends a command, such as a wrong path or option, a faulty configuration or a full disk. A broken image
/// is a finding instead.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A line for people: what, where, and what to do; several where several things are wrong at once. Names in
  /// it are escaped already (`Path.displayText`).
  package let lines: [UserMessage]

  /// A failure; put names into the message with `Path.displayText` or `Untrusted.displayText`.
  package init(_ message: UserMessage) { lines = [message] }

  /// Everything that is wrong, a line each; of very many the first, and how many more there are.
  package init(lines: [UserMessage]) {
    let most = 50
    let more: [UserMessage] = lines.count > most ? ["and \(lines.count - most) more like these"] : []
    self.lines = lines.prefix(most) + more
  }

  /// Everything that is wrong, a line each; of very many the first, and how many more there are.
  package init(lines: [String]) { self.init(lines: lines.map { UserMessage($0) }) }

  /// Creates a usage error from any error.
  package init(_ error: any Error) {
    switch error {
    case let error as UsageError: self = error
    case let error as Diagnostic: self.init(lines: error.all.map(\.withFile))
    default:
      let lines = "\(error)".split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      self.init(lines: lines)
    }
  }

  /// The lines in the words of a library, one below the other.
  package var message: String { lines.map(\.text).joined(separator: "\n") }

  /// The exit code of every command failure.
  package static let exitCode: Int32 = 2

  /// The message.
  package var description: String { message }
}
