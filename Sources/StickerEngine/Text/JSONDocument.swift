/// A parsed JSON text with the locations of its values.
package struct JSONDocument: Sendable {
  /// The top-level value.
  let root: JSONNode
  /// Whether the text begins with a byte order mark. RFC 8259 forbids writing one but allows readers to
  /// ignore it.
  let startsWithByteOrderMark: Bool
  /// The offset of the first byte of each line.
  private let lineStarts: [Int]

  /// Parses a document (RFC 8259, UTF-8). A byte order mark is ignored.
  ///
  /// - Parameter most: the maximum size in bytes. A longer document is not parsed.
  /// - Throws: a diagnostic with the location of the error.
  package init(parsing bytes: [UInt8], maxBytes most: Int) throws(Diagnostic) {
    root = try JSONNode(parsing: bytes, maxBytes: most)
    startsWithByteOrderMark = bytes.starts(with: byteOrderMark)
    lineStarts = [0] + bytes.indices.lazy.filter { bytes[$0] == newline }.map { $0 + 1 }
  }

  /// Returns the line and column of a byte.
  ///
  /// - Parameter offset: the offset in bytes from the start of the document.
  /// - Complexity: O(log lines)
  package func location(of offset: Int) -> SourceLocation {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return SourceLocation(line: low + 1, column: offset - lineStarts[low] + 1)
  }
}

/// A JSON value with its location. Keys keep their order, and duplicate keys are kept.
package struct JSONNode: Sendable {
  let content: Content
  /// The offset of the first byte of the value in the document.
  let offset: Int

  /// The content of a value, as in `JSON`.
  enum Content: Sendable {
    /// Keys in document order.
    case object([Member])
    /// A list.
    case array([JSONNode])
    /// Text.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A number that is not whole or does not fit in `Int`.
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
    /// The offset of the key's opening quote in the document.
    let keyOffset: Int
    let value: JSONNode
  }

  /// The value of a key (the first of duplicate keys), or nil if there is none or this is not an object.
  subscript(key: String) -> JSONNode? { members.first { $0.key == key }?.value }

  /// The members of an object; empty for anything else.
  var members: [Member] { if case .object(let members) = content { members } else { [] } }

  /// The elements of a list, or nil for anything else.
  var elements: [JSONNode]? { if case .array(let elements) = content { elements } else { nil } }

  /// The string, or nil for anything else.
  package var text: String? { if case .string(let text) = content { text } else { nil } }

  /// The number, or nil for anything else.
  var number: Double? {
    switch content {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  /// The type of the value for messages: `a string`, `a list`.
  var typeDescription: String {
    switch content {
    case .object: "an object"
    case .array: "a list"
    case .string: "a string"
    case .integer, .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}

extension JSONNode {
  /// Returns the value without locations.
  ///
  /// - Parameter bytes: the document, for the location of an error.
  /// - Throws: a diagnostic for a duplicate key, because readers disagree on which one counts.
  func jsonRejectingDuplicateKeys(in bytes: [UInt8]) throws(Diagnostic) -> JSON {
    switch content {
    case .object(let list):
      var members: [String: JSON] = [:]
      members.reserveCapacity(list.count)
      for member in list {
        guard members[member.key] == nil else {
          throw Diagnostic("duplicate key", at: member.keyOffset, in: bytes)
        }
        members[member.key] = try member.value.jsonRejectingDuplicateKeys(in: bytes)
      }
      return .object(members)
    case .array(let list):
      var elements: [JSON] = []
      elements.reserveCapacity(list.count)
      for element in list { elements.append(try element.jsonRejectingDuplicateKeys(in: bytes)) }
      return .array(elements)
    case .string(let string): return .string(string)
    case .integer(let integer): return .integer(integer)
    case .number(let number): return .number(number)
    case .bool(let bool): return .bool(bool)
    case .null: return .null
    }
  }
}
