/// A JSON text that was read, with the locations of everything in it.
package struct JSONDocument: Sendable {
  /// The value that it holds.
  let root: JSONNode
  /// Whether the text begins with U+FEFF, which RFC 8259 forbids to write and allows to pass over.
  let startsWithByteOrderMark: Bool
  /// Offsets of the first byte of each line.
  private let lineStarts: [Int]

  /// Reads one document (RFC 8259, UTF-8, a byte order mark is passed over).
  ///
  /// - Parameter most: bytes; a longer document is a fault before anything of it is read.
  package init(parsing bytes: [UInt8], atMost most: Int) throws(Diagnostic) {
    root = try JSONNode(parsing: bytes, atMost: most)
    startsWithByteOrderMark = bytes.starts(with: byteOrderMark)
    lineStarts = [0] + bytes.indices.lazy.filter { bytes[$0] == newline }.map { $0 + 1 }
  }

  /// The place of a byte. Finding it takes as many steps as the number of lines has bits.
  ///
  /// - Parameter offset: bytes from the start of the document.
  package func location(of offset: Int) -> SourceLocation {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return SourceLocation(line: low + 1, column: offset - lineStarts[low] + 1)
  }
}

/// A JSON value that knows where it stands. Keys keep their order, and one that stands twice is there twice.
package struct JSONNode: Sendable {
  /// The value itself.
  let content: Content
  /// Bytes from the start of the document to the value's first byte.
  let offset: Int

  /// A value, as `JSON` has it.
  enum Content: Sendable {
    /// Keys in the order of the document.
    case object([Member])
    /// A list.
    case array([JSONNode])
    /// Text.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A number that is not whole, or does not fit.
    case number(Double)
    /// True or false.
    case bool(Bool)
    /// The value `null`.
    case null
  }

  /// A key and its value.
  struct Member: Sendable {
    /// The key, unescaped.
    let key: String
    /// Bytes from the start of the document to the key's opening quote.
    let offset: Int
    /// The value.
    let value: JSONNode
  }

  /// The value of a key, of one that stands twice the first; nil where there is none, or this is no object.
  subscript(key: String) -> JSONNode? { members.first { $0.key == key }?.value }

  /// The members of an object; none of anything else.
  var members: [Member] { if case .object(let members) = content { members } else { [] } }

  /// The elements of a list; nil for anything else.
  var elements: [JSONNode]? { if case .array(let elements) = content { elements } else { nil } }

  /// A text; nil for anything else.
  package var text: String? { if case .string(let text) = content { text } else { nil } }

  /// A number, whole or not; nil for anything else.
  var number: Double? {
    switch content {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  /// What it is, for messages: `a text`, `a list`.
  var kind: String {
    switch content {
    case .object: "an object"
    case .array: "a list"
    case .string: "a text"
    case .integer, .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}

extension JSONNode {
  /// The same without places.
  ///
  /// - Parameter bytes: of the document.
  /// - Throws: where a key stands twice: readers disagree on which counts.
  func withoutLocations(in bytes: [UInt8]) throws(Diagnostic) -> JSON {
    switch content {
    case .object(let list):
      var members: [String: JSON] = [:]
      members.reserveCapacity(list.count)
      for member in list {
        guard members[member.key] == nil else {
          throw Diagnostic("the key stands twice", at: member.offset, in: bytes)
        }
        members[member.key] = try member.value.withoutLocations(in: bytes)
      }
      return .object(members)
    case .array(let list):
      var elements: [JSON] = []
      elements.reserveCapacity(list.count)
      for element in list { elements.append(try element.withoutLocations(in: bytes)) }
      return .array(elements)
    case .string(let string): return .string(string)
    case .integer(let integer): return .integer(integer)
    case .number(let number): return .number(number)
    case .bool(let bool): return .bool(bool)
    case .null: return .null
    }
  }
}
