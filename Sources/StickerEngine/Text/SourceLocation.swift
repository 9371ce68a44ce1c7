/// A position in a text file.
package struct SourceLocation: Hashable, Sendable, Comparable {
  /// The line number, starting at 1.
  package let line: Int
  /// The column, starting at 1. Columns are bytes in JSON, and characters in YAML.
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The beginning of a file.
  package static let start = SourceLocation(line: 1, column: 1)

  /// `7:5`: line and column, as editors and compilers write them.
  var lineColonColumn: String { "\(line):\(column)" }

  /// Orders locations by line, then by column.
  package static func < (a: SourceLocation, b: SourceLocation) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}

/// A value and where it begins in a text file.
package struct Located<Value: Hashable & Sendable>: Hashable, Sendable {
  package let value: Value
  package let location: SourceLocation

  init(_ value: Value, at location: SourceLocation) {
    self.value = value
    self.location = location
  }
}
