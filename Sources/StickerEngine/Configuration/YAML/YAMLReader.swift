/// Takes values out of a document and gathers what is wrong with them, so that a person sees all of it at
/// once. What is wrong is nil and said; the reading goes on.
package struct YAMLReader: Sendable {
  /// What has been found wrong so far.
  private(set) var faults: [Diagnostic] = []

  /// A reader of one document.
  init() {}

  /// Says that something is wrong.
  ///
  /// - Parameter reason: one sentence; put text from the file into it with `shortened`.
  mutating func complain(_ reason: String, at location: SourceLocation) {
    guard !isFull else { return }
    faults.append(Diagnostic("\(reason)", at: location))
    if isFull {
      faults.append(
        Diagnostic("too many errors. Fix the ones above first.", at: location))
    }
  }

  /// Whether so much is wrong that nobody reads on: names near to thousands of others take their time.
  var isFull: Bool { faults.count >= YAMLReader.mostFaults }

  private static let mostFaults = 200

  /// The members of a mapping; nothing at all is an empty one.
  ///
  /// - Parameter name: what it is called in the file, for messages: `rules`.
  mutating func mapping(_ node: YAMLNode, _ name: String) -> [YAMLMember]? {
    if node.isEmpty { return [] }
    guard case .mapping(let members) = node.content else {
      var hint = ""
      if case .scalar(let text, isQuoted: false) = node.content, text.contains(":") {
        hint = ". Add a space after the colon."
      }
      return wrong(node, name, "a mapping of keys to values", hint)
    }
    return members
  }

  /// The members of a mapping whose keys are known; every other key is said, with the nearest that are.
  ///
  /// - Parameter passesOver: whether a key that is unknown is nobody's concern.
  /// - Parameter place: where a key that is unknown here belongs, as a sentence; nil where it is unknown
  ///   everywhere.
  mutating func mapping(
    _ node: YAMLNode, _ name: String, keys: [String], passesOver: (String) -> Bool = { _ in false },
    place: (String) -> String? = { _ in nil }
  ) -> [String: YAMLMember]? {
    guard let members = mapping(node, name) else { return nil }
    let known = Set(keys)
    for member in members where !known.contains(member.key) && !passesOver(member.key) && !isFull {
      complain(place(member.key) ?? unknown("key", member.key, in: keys), at: member.location)
    }
    let taken = members.filter { known.contains($0.key) }
    return Dictionary(uniqueKeysWithValues: taken.map { ($0.key, $0) })
  }

  /// The elements of a list; nothing at all is an empty one.
  mutating func list(_ node: YAMLNode, _ name: String) -> [YAMLNode]? {
    if node.isEmpty { return [] }
    guard case .sequence(let elements) = node.content else { return wrong(node, name, "a list") }
    return elements
  }

  /// A text that is not empty; a number or `false` is the text as it is written.
  package mutating func text(_ node: YAMLNode, _ name: String) -> String? {
    guard case .scalar(let text, _) = node.content, !text.isEmpty else { return wrong(node, name, "text") }
    return text
  }

  /// One of several words; nil, and a complaint, for anything else.
  mutating func choice(_ node: YAMLNode, _ name: String, of words: [String]) -> String? {
    let expected = "one of \(words.joined(separator: ", "))"
    guard case .scalar(let text, _) = node.content else { return wrong(node, name, expected) }
    guard words.contains(text) else {
      let near = nearestNames(to: shortened(text), in: words)
      let hint = near.isEmpty ? "" : ". Did you mean \(near.joined(separator: " or "))?"
      return wrong(node, name, expected, hint)
    }
    return text
  }

  /// A `true` or `false` without quotes; nil, and a complaint, for anything else.
  mutating func bool(_ node: YAMLNode, _ name: String) -> Bool? {
    switch node.content {
    case .scalar("true", isQuoted: false): true
    case .scalar("false", isQuoted: false): false
    default: wrong(node, name, "true or false")
    }
  }

  /// A whole number in decimal digits, without quotes.
  ///
  /// - Parameter unit: what it counts, behind the limits in a message: ` px`.
  mutating func wholeNumber(
    _ node: YAMLNode, _ name: String, in range: ClosedRange<Int>, unit: String = ""
  ) -> Int? {
    let expected =
      "a whole number from \(numberText(range.lowerBound)) to \(numberText(range.upperBound))\(unit)"
    guard case .scalar(let text, isQuoted: false) = node.content, let number = decimalInteger(text),
      range.contains(number)
    else { return wrong(node, name, expected) }
    return number
  }

  /// A number in decimal digits, with or without a fraction, without quotes.
  mutating func number(
    _ node: YAMLNode, _ name: String, in range: ClosedRange<Double>, unit: String = ""
  ) -> Double? {
    let (least, most) = (plainNumber(range.lowerBound), plainNumber(range.upperBound))
    guard case .scalar(let text, isQuoted: false) = node.content, let number = decimalNumber(text),
      range.contains(number)
    else { return wrong(node, name, "a number from \(least) to \(most)\(unit)") }
    return number
  }

  private mutating func wrong<Value>(
    _ node: YAMLNode, _ name: String, _ expected: String, _ hint: String = ""
  ) -> Value? {
    complain("\(name) must be \(expected), not \(node.kind)\(hint)", at: node.location)
    return nil
  }
}

/// Returns a message with the nearest names, or all names if none is near: `unknown rule "file-sise". Did you mean
/// file-size?`
///
/// - Parameter all: a sentence that replaces the list of all names.
package func unknown(_ thing: String, _ name: String, in names: [String], all: String? = nil) -> String {
  if let colon = name.firstIndex(of: ":"), names.contains(String(name[..<colon])) {
    return "missing space after the colon of \(name[..<colon])"
  }
  var near = nearestNames(to: shortened(name), in: names)
  if near.isEmpty, !name.isEmpty { near = names.filter { $0.hasPrefix(name + "-") } }
  let hint =
    near.isEmpty
    ? all ?? "Choose one of \(names.joined(separator: ", "))."
    : "Did you mean \(near.joined(separator: " or "))?"
  return "unknown \(thing) \"\(shortened(name))\". \(hint)"
}
