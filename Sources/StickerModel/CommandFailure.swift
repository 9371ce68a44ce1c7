/// What stops a command, unlike a broken image, which is a finding: a path, a configuration, a disk.
package struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// A line for people: what, where, and what to do; several where several things are wrong at once. Names in
  /// it are escaped already (`Path.shown`).
  package let message: String

  /// A failure; put names into the message with `Path.shown` or `Untrusted.shown`.
  package init(_ message: String) { self.message = message }

  /// Everything that is wrong, a line each; of very many the first, and how many more there are.
  package init(lines: [String]) {
    let most = 50
    let more = lines.count > most ? ["and \(lines.count - most) more like these"] : []
    message = (lines.prefix(most) + more).joined(separator: "\n")
  }

  /// `message` line by line.
  package var lines: [String] {
    message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The exit code of every command failure.
  package static let exitCode: Int32 = 2

  /// The message.
  package var description: String { message }
}
