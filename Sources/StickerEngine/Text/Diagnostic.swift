/// A problem in text, in a document or in a file of a pack, with its location.
package struct Diagnostic: Error, Hashable, Sendable {
  /// What is wrong and what to do, without the location. Text from files is escaped.
  package let userMessage: UserMessage
  /// The location in the text; nil if the problem concerns the whole text.
  package var location: SourceLocation?
  /// The file or folder that the problem concerns; nil if unknown, for example in a parser, which gets only
  /// the text.
  package var file: Path?
  /// The rule that reports the same problem; nil if no rule does.
  package var ruleReportingSameProblem: String?
  /// The id of the sticker or record that the problem concerns; nil if it concerns a pack or a document.
  package var stickerOrRecordID: JSON?
  /// The other problems in the same document, in the order of `allDiagnostics`.
  private var otherDiagnostics: [Diagnostic] = []

  /// Creates a diagnostic. Put text from files into the message with `escapedAndShortened` or
  /// `UntrustedText.displayText`.
  ///
  /// - Parameter sticker: the id of the sticker that the problem concerns.
  package init(
    _ message: UserMessage, at location: SourceLocation? = nil, file: Path? = nil, rule: String? = nil,
    sticker: String? = nil
  ) {
    userMessage = message
    self.location = location
    self.file = file
    self.ruleReportingSameProblem = rule
    stickerOrRecordID = sticker.map(JSON.string)
  }

  /// Creates a diagnostic for a line of text.
  package init(_ message: UserMessage, line: Int) {
    self.init(message, at: SourceLocation(line: line, column: 1))
  }

  /// Combines all problems in one document into one error.
  ///
  /// - Parameter combining: at least one diagnostic.
  package init(combining: [Diagnostic]) {
    let flat = combining.flatMap(\.allDiagnostics)
    self = flat[0]
    otherDiagnostics = Array(flat.dropFirst())
  }

  /// All diagnostics that were combined, each without the others.
  package var allDiagnostics: [Diagnostic] {
    var first = self
    first.otherDiagnostics = []
    return [first] + otherDiagnostics
  }

  /// The message for users of the library.
  package var message: String { userMessage.text }

  /// The sticker that the problem concerns; nil if it concerns a pack or a document.
  package var stickerID: String? { if case .string(let id)? = stickerOrRecordID { id } else { nil } }

  /// The line number, starting at 1.
  package var line: Int? { location?.line }

  /// Returns a copy with the given file in every diagnostic.
  package func withFile(_ file: Path) -> Diagnostic {
    Diagnostic(
      combining: allDiagnostics.map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.file = file
        return diagnostic
      })
  }

  /// Returns the file name, the location and the message:
  /// `.stickerlint.yml:7:3: unknown rule "file-sise". Did you mean file-size?`
  ///
  /// - Parameter name: the name of the file, escaped (`Path.displayText`).
  package func messageLine(in name: String) -> String {
    location.map { "\(name):\($0.line):\($0.column): \(message)" } ?? "\(name): \(message)"
  }

  /// The file, the location and the message.
  package var messageLineWithFile: String { file.map { messageLine(in: $0.displayText) } ?? "\(self)" }

  /// The error for bytes that cannot be decoded. They are damaged, or a compromised worker process sent them.
  package static let corruptData = Diagnostic("the data is damaged")
}

extension Diagnostic: CustomStringConvertible {
  /// The location and the message: `line 3, column 5: a comma or } is missing`.
  package var description: String {
    location.map { "line \($0.line), column \($0.column): \(message)" } ?? message
  }
}

extension [Diagnostic] {
  /// Returns the diagnostics in document order.
  func sortedByLocation() -> [Diagnostic] {
    sorted { ($0.location ?? .start) < ($1.location ?? .start) }
  }
}
