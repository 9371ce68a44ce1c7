/// A JSON text that was read, with the places of everything in it.
package struct JSONDocument: Sendable {
  /// The value that it holds.
  package let root: PlacedJSON
  /// Whether the text begins with U+FEFF, which RFC 8259 forbids to write and allows to pass over.
  package let startsWithByteOrderMark: Bool
  /// Offsets of the first byte of each line.
  private let lineStarts: [Int]

  /// Reads one document (RFC 8259, UTF-8, a byte order mark is passed over).
  ///
  /// - Parameter most: bytes; a longer document is a fault before anything of it is read.
  package init(parsing bytes: [UInt8], atMost most: Int) throws(JSONFault) {
    root = try PlacedJSON(parsing: bytes, atMost: most)
    startsWithByteOrderMark = bytes.starts(with: byteOrderMark)
    lineStarts = [0] + bytes.indices.lazy.filter { bytes[$0] == newline }.map { $0 + 1 }
  }

  /// The place of a byte. Finding it takes as many steps as the number of lines has bits.
  ///
  /// - Parameter offset: bytes from the start of the document.
  package func place(of offset: Int) -> TextPlace {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return TextPlace(line: low + 1, column: offset - lineStarts[low] + 1)
  }
}

/// A place in a text file.
package struct TextPlace: Hashable, Sendable, Comparable {
  /// The number of the line; the first is 1.
  package let line: Int
  /// The column, counted in bytes in JSON and in characters in YAML; the first is 1.
  package let column: Int

  package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

  /// The order of reading.
  package static func < (a: TextPlace, b: TextPlace) -> Bool { (a.line, a.column) < (b.line, b.column) }
}
