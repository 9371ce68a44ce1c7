/// Why a description is left as it is.
package struct CannotPatch: Error, Hashable, Sendable {
  /// One sentence; already escaped.
  package let reason: String
  /// The line that stands in the way; nil where it is not one alone.
  package let line: Int?

  init(_ reason: String, line: Int? = nil) { (self.reason, self.line) = (reason, line) }

  /// `line 3 cannot be changed here: it is written in brackets`.
  package var sentence: String {
    line.map { "line \($0) cannot be changed here: \(reason)" } ?? "this cannot be changed here: \(reason)"
  }
}
