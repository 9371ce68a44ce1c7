/// A value of JSON while it is encoded.
final class Tree: Encoder, SingleValueEncodingContainer {
  private enum Form {
    /// Null, a number, true or false.
    case literal(String)
    case text(String)
    case array([Tree])
    case object([String: Tree])
  }

  private var form = Form.literal("null")

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .object = form {} else { form = .object([:]) }
    return KeyedEncodingContainer(Members(tree: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .array = form {} else { form = .array([]) }
    return Elements(tree: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { form = .literal("null") }

  func encode<Value: Encodable>(_ value: Value) throws { try set(value) }

  func set(_ value: any Encodable) throws {
    switch value {
    case let text as String: form = .text(text)
    case let truth as Bool: form = .literal(truth ? "true" : "false")
    case let number as any BinaryInteger: form = .literal("\(number)")
    case let number as Double: form = .literal(try literal(number))
    case let number as Float: form = .literal(try literal(Double("\(number)") ?? .nan))
    default: try value.encode(to: self)
    }
  }

  var count: Int { if case .array(let elements) = form { elements.count } else { 0 } }

  func appended() -> Tree {
    let element = Tree()
    if case .array(let elements) = form { form = .array(elements + [element]) }
    return element
  }

  func member(_ key: any CodingKey) -> Tree {
    let member = Tree()
    if case .object(var members) = form {
      members[key.stringValue] = member
      form = .object(members)
    }
    return member
  }

  /// - Parameter indent: spaces before each line of it; nil where all is one line.
  func write(to text: inout String, indent: Int?) {
    switch form {
    case .literal(let literal): text += literal
    case .text(let string): write(string, to: &text)
    case .array(let elements):
      write(elements, "[", "]", to: &text, indent) { element, text, inner in
        element.write(to: &text, indent: inner)
      }
    case .object(let members):
      write(members.sorted { $0.key < $1.key }, "{", "}", to: &text, indent) { member, text, inner in
        write(member.key, to: &text)
        text += inner == nil ? ":" : " : "
        member.value.write(to: &text, indent: inner)
      }
    }
  }

  private func write<Part>(
    _ parts: [Part], _ opening: String, _ closing: String, to text: inout String, _ indent: Int?,
    _ write: (Part, inout String, Int?) -> Void
  ) {
    func line(_ spaces: Int?) -> String { spaces.map { "\n" + String(repeating: " ", count: $0) } ?? "" }
    let inner = indent.map { $0 + 2 }
    text += opening
    for (number, part) in parts.enumerated() {
      text += (number > 0 ? "," : "") + line(inner)
      write(part, &text, inner)
    }
    if parts.isEmpty, indent != nil { text += "\n" }
    text += line(indent) + closing
  }

  private func write(_ string: String, to text: inout String) {
    let short: [Unicode.Scalar: String] = [
      "\"": "\\\"", "\\": "\\\\", "/": "\\/", "\u{8}": "\\b", "\u{C}": "\\f", "\n": "\\n", "\r": "\\r",
      "\t": "\\t",
    ]
    text += "\""
    for scalar in string.unicodeScalars {
      if let escape = short[scalar] {
        text += escape
      } else if scalar.value < 32 {
        text += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

private func literal(_ number: Double) throws -> String {
  guard number.isFinite else {
    throw EncodingError.invalidValue(number, .init(codingPath: [], debugDescription: "JSON has no \(number)"))
  }
  let text = "\(number)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let tree: Tree

  var codingPath: [any CodingKey] { [] }
  func encodeNil(forKey key: Key) { tree.member(key).encodeNil() }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try tree.member(key).set(value) }
  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Inner> { tree.member(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    tree.member(key).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { tree }
  func superEncoder(forKey key: Key) -> any Encoder { tree.member(key) }
}

private struct Elements: UnkeyedEncodingContainer {
  let tree: Tree

  var codingPath: [any CodingKey] { [] }
  var count: Int { tree.count }
  func encodeNil() { tree.appended().encodeNil() }
  func encode<Value: Encodable>(_ value: Value) throws { try tree.appended().set(value) }
  func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type) -> KeyedEncodingContainer<Inner> {
    tree.appended().container(keyedBy: type)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { tree.appended().unkeyedContainer() }
  func superEncoder() -> any Encoder { tree.appended() }
}
