import Stickers

/// An error in the command line, or another error that ends a command with exit code 2.
struct UsageOrIOError: Error, CustomStringConvertible {
  /// The exit code of usage errors and of the library's errors.
  static let exitCode: Int32 = 2

  /// The messages, one for each problem.
  let lines: [String]

  init(_ message: String) { lines = [message] }

  init(messages lines: [String]) { self.lines = lines }

  var description: String { lines.joined(separator: "\n") }
}

/// Returns lines for standard error. After the first 50 messages, only the number of remaining messages is
/// given.
func cappedErrorLines(_ messages: [String]) -> [String] {
  let most = 50
  // The library has already shortened a list of 51 messages. The last one says how many more there are.
  guard messages.count > most + 1 else { return messages.map { "error: \($0)" } }
  let more = ["and \(messages.count - most) more like these"]
  return (messages.prefix(most) + more).map { "error: \($0)" }
}

/// Prints lines to standard error.
func printToStandardError(_ lines: [String]) { StandardStream.error.writeLines(lines) }

/// Returns notes as lines for standard error.
func noteLines(_ notes: [String]) -> [String] { notes.map { "note: \($0)" } }

/// Escapes the control characters in text from the command line, for use in messages.
func escaped(_ text: String) -> String { BytePath(text).description }

/// Escapes the control characters in text from the command line, and shortens it to 60 characters, for use in
/// messages.
func escapedAndShortened(_ text: String) -> String {
  let scalars = text.unicodeScalars
  let start = String(String.UnicodeScalarView(scalars.prefix(60)))
  return escaped(start) + (scalars.count > 60 ? "…" : "")
}

/// Returns the function that prints the notes of a run in progress; nil if they are hidden.
func noteHandler(quiet: Bool) -> NoteHandler? {
  guard !quiet else { return nil }
  return { note in printToStandardError(noteLines([note])) }
}
