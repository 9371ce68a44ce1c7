/// A file drawn in code for an example.
package struct Sketch: Sendable {
  /// The file's name: `sticker.png`.
  package var fileName: String
  /// Makes the file.
  package var make: @Sendable () throws -> ReadOutcome
  /// What stands in it, where it is a text that a page can show.
  package private(set) var text: String?

  /// A file that is made when it is asked for.
  package init(_ fileName: String, make: @escaping @Sendable () throws -> ReadOutcome) {
    self.fileName = fileName
    self.make = make
  }

  /// A text file, in UTF-8.
  package init(_ fileName: String, text: String) {
    self.init(fileName) { .bytes(Array(text.utf8)) }
    self.text = text
  }

  /// The same file under another name.
  package func named(_ fileName: String) -> Sketch {
    var sketch = self
    sketch.fileName = fileName
    return sketch
  }

  /// The same file with its bytes changed.
  package func changed(_ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> Sketch {
    Sketch(fileName) { [make] in
      if case .bytes(let bytes) = try make() { .bytes(change(bytes)) } else { try make() }
    }
  }
}
