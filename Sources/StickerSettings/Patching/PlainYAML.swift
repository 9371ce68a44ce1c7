/// What a document says, without places, quotes and comments; keys in the order in which they are written.
indirect enum PlainYAML {
  case nothing
  case text(String)
  case list([PlainYAML])
  case mapping([(key: String, value: PlainYAML)])

  init(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let text, _): self = node.isEmpty ? .nothing : .text(text)
    case .sequence(let elements): self = .list(elements.map { PlainYAML($0) })
    case .mapping(let members): self = .mapping(members.map { ($0.key, PlainYAML($0.value)) })
    }
  }

  static func texts(_ texts: [String]) -> PlainYAML { .list(texts.map { .text($0) }) }

  /// An empty list is written as nothing, and read as it.
  private var isNothing: Bool {
    switch self {
    case .nothing: true
    case .text: false
    case .list(let elements): elements.isEmpty
    case .mapping(let members): members.isEmpty
    }
  }

  subscript(key: String) -> PlainYAML? {
    guard case .mapping(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// What is reached over steps; nil where there is nothing.
  subscript(steps: ArraySlice<YAMLStep>) -> PlainYAML? {
    guard let first = steps.first else { return self }
    switch (first, self) {
    case (.key(let key), _): return self[key]?[steps.dropFirst()]
    case (.at(let index), .list(let elements)) where elements.indices.contains(index):
      return elements[index][steps.dropFirst()]
    case (.at, _): return nil
    }
  }

  /// The same with another value at the end of steps; nil takes the last key out.
  func with(_ value: PlainYAML?, at steps: ArraySlice<YAMLStep>) -> PlainYAML {
    guard let first = steps.first else { return value ?? .nothing }
    let rest = steps.dropFirst()
    switch first {
    case .at(let index):
      guard case .list(var elements) = self, elements.indices.contains(index) else { return self }
      elements[index] = elements[index].with(value, at: rest)
      return .list(elements)
    case .key(let key):
      var members: [(key: String, value: PlainYAML)] = []
      if case .mapping(let old) = self { members = old }
      let place = members.firstIndex { $0.key == key }
      if rest.isEmpty, value == nil {
        if let place { members.remove(at: place) }
        return .mapping(members)
      }
      let new = (place.map { members[$0].value } ?? .nothing).with(value, at: rest)
      if let place { members[place].value = new } else { members.append((key, new)) }
      return .mapping(members)
    }
  }
}

extension PlainYAML: Equatable {
  /// Whether two say the same: the order of keys says nothing.
  static func == (a: PlainYAML, b: PlainYAML) -> Bool {
    if a.isNothing || b.isNothing { return a.isNothing && b.isNothing }
    switch (a, b) {
    case (.text(let one), .text(let other)): return one.unicodeScalars.elementsEqual(other.unicodeScalars)
    case (.list(let one), .list(let other)): return one == other
    case (.mapping(let one), .mapping(let other)):
      return one.count == other.count && one.allSatisfy { member in b[member.key] == member.value }
    default: return false
    }
  }
}

/// A step into a document.
enum YAMLStep: Hashable {
  case key(String)
  case at(Int)
}
