/// A JSON value that knows where it stands. Keys keep their order, and one that stands twice is there twice.
package struct PlacedJSON: Sendable {
  /// The value itself.
  package let content: Content
  /// Bytes from the start of the document to the value's first byte.
  package let offset: Int

  /// A value, as `JSON` has it.
  package enum Content: Sendable {
    /// Keys in the order of the document.
    case object([Member])
    /// A list.
    case array([PlacedJSON])
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
  package struct Member: Sendable {
    /// The key, unescaped.
    package let key: String
    /// Bytes from the start of the document to the key's opening quote.
    package let offset: Int
    /// The value.
    package let value: PlacedJSON
  }

  /// The value of a key, of one that stands twice the first; nil where there is none, or this is no object.
  package subscript(key: String) -> PlacedJSON? { members.first { $0.key == key }?.value }

  /// The members of an object; none of anything else.
  package var members: [Member] { if case .object(let members) = content { members } else { [] } }

  /// The elements of a list; nil for anything else.
  package var elements: [PlacedJSON]? { if case .array(let elements) = content { elements } else { nil } }

  /// A text; nil for anything else.
  package var text: String? { if case .string(let text) = content { text } else { nil } }

  /// A number, whole or not; nil for anything else.
  package var number: Double? {
    switch content {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  /// What it is, for messages: `a text`, `a list`.
  package var kind: String {
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

/// A key that stands twice in an object.
struct DuplicateKey: Error {
  let offset: Int
}

extension PlacedJSON {
  /// The same without places.
  ///
  /// - Throws: where a key stands twice: readers disagree on which counts.
  func withoutPlaces() throws(DuplicateKey) -> JSON {
    switch content {
    case .object(let list):
      var members: [String: JSON] = [:]
      members.reserveCapacity(list.count)
      for member in list {
        guard members[member.key] == nil else { throw DuplicateKey(offset: member.offset) }
        members[member.key] = try member.value.withoutPlaces()
      }
      return .object(members)
    case .array(let list):
      var elements: [JSON] = []
      elements.reserveCapacity(list.count)
      for element in list { elements.append(try element.withoutPlaces()) }
      return .array(elements)
    case .string(let string): return .string(string)
    case .integer(let integer): return .integer(integer)
    case .number(let number): return .number(number)
    case .bool(let bool): return .bool(bool)
    case .null: return .null
    }
  }
}
