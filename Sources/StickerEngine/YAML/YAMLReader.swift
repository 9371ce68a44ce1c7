/// Reads values from a document and collects all errors, so that people see all of them together. A method
/// that finds an error reports it and returns nil, and reading continues.
package struct YAMLReader: Sendable {
  /// The errors so far.
  private(set) var diagnostics: [Diagnostic] = []

  init() {}

  /// Reports an error.
  ///
  /// - Parameter reason: the message. Put text from the file into it with `escapedAndShortened`.
  mutating func addError(_ reason: String, at location: SourceLocation) {
    guard !hasTooManyErrors else { return }
    diagnostics.append(Diagnostic("\(reason)", at: location))
    if hasTooManyErrors {
      diagnostics.append(
        Diagnostic("too many errors. Fix the ones above first.", at: location))
    }
  }

  /// Whether there are so many errors that reading should stop. Finding similar names for each error takes
  /// time.
  var hasTooManyErrors: Bool { diagnostics.count >= YAMLReader.maxErrors }

  private static let maxErrors = 200

  /// Reads the members of a mapping. A missing value is an empty mapping.
  ///
  /// - Parameter name: the name of the value for messages: `rules`.
  mutating func readMapping(_ node: YAMLNode, _ name: String) -> [YAMLMember]? {
    if node.isMissing { return [] }
    guard case .mapping(let members) = node.content else {
      var hint = ""
      if case .scalar(let text, isQuoted: false) = node.content, text.contains(":") {
        hint = ". Add a space after the colon."
      }
      return reportWrongValue(node, name, "lines of the form `key: value`", hint)
    }
    return members
  }

  /// Reads the members of a mapping with known keys. Reports each unknown key and suggests similar known
  /// keys.
  ///
  /// - Parameter ignores: whether to ignore an unknown key.
  /// - Parameter misplacedKeyHint: a message that says where an unknown key belongs; nil if it belongs
  ///   nowhere.
  mutating func readMappingWithKnownKeys(
    _ node: YAMLNode, _ name: String, keys: [String], ignores: (String) -> Bool = { _ in false },
    misplacedKeyMessage misplacedKeyHint: (String) -> String? = { _ in nil }
  ) -> [String: YAMLMember]? {
    guard let members = readMapping(node, name) else { return nil }
    let known = Set(keys)
    for member in members where !known.contains(member.key) && !ignores(member.key) && !hasTooManyErrors {
      addError(
        misplacedKeyHint(member.key) ?? unknownNameMessage("key", member.key, in: keys),
        at: member.keyLocation)
    }
    let taken = members.filter { known.contains($0.key) }
    return Dictionary(uniqueKeysWithValues: taken.map { ($0.key, $0) })
  }

  /// Reads the elements of a list. A missing value is an empty list.
  mutating func readList(_ node: YAMLNode, _ name: String) -> [YAMLNode]? {
    if node.isMissing { return [] }
    guard case .sequence(let elements) = node.content else { return reportWrongValue(node, name, "a list") }
    return elements
  }

  /// Reads text that is not empty. A number or `false` is read as it is written in the file.
  package mutating func readNonEmptyScalar(_ node: YAMLNode, _ name: String) -> String? {
    guard case .scalar(let text, _) = node.content, !text.isEmpty else {
      return reportWrongValue(node, name, "text")
    }
    return text
  }

  /// Reads one of several words.
  mutating func readChoice(_ node: YAMLNode, _ name: String, of words: [String]) -> String? {
    let expected = "one of \(words.joined(separator: ", "))"
    guard case .scalar(let text, _) = node.content else { return reportWrongValue(node, name, expected) }
    guard words.contains(text) else {
      let near = nearestSimilarNames(to: escapedAndShortened(text), in: words)
      let hint = near.isEmpty ? "" : ". Did you mean \(near.joined(separator: " or "))?"
      return reportWrongValue(node, name, expected, hint)
    }
    return text
  }

  /// Reads `true` or `false` without quotes.
  mutating func readTrueOrFalse(_ node: YAMLNode, _ name: String) -> Bool? {
    switch node.content {
    case .scalar("true", isQuoted: false): true
    case .scalar("false", isQuoted: false): false
    default: reportWrongValue(node, name, "true or false")
    }
  }

  /// Reads an unquoted whole number in decimal digits.
  ///
  /// - Parameter unit: the unit for messages, with a leading space: ` px`.
  mutating func readWholeNumber(
    _ node: YAMLNode, _ name: String, in range: ClosedRange<Int>, unit: String = ""
  ) -> Int? {
    let expected =
      "a whole number from \(numberText(range.lowerBound)) to \(numberText(range.upperBound))\(unit)"
    guard case .scalar(let text, isQuoted: false) = node.content, let number = decimalInteger(text),
      range.contains(number)
    else { return reportWrongValue(node, name, expected) }
    return number
  }

  /// Reads an unquoted number in decimal digits, with or without a fraction.
  mutating func readNumber(
    _ node: YAMLNode, _ name: String, in range: ClosedRange<Double>, unit: String = ""
  ) -> Double? {
    let (least, most) = (plainNumberText(range.lowerBound), plainNumberText(range.upperBound))
    guard case .scalar(let text, isQuoted: false) = node.content, let number = decimalNumber(text),
      range.contains(number)
    else { return reportWrongValue(node, name, "a number from \(least) to \(most)\(unit)") }
    return number
  }

  private mutating func reportWrongValue<Value>(
    _ node: YAMLNode, _ name: String, _ expected: String, _ hint: String = ""
  ) -> Value? {
    addError("\(name) must be \(expected), not \(node.descriptionInErrors)\(hint)", at: node.location)
    return nil
  }
}

/// Returns an error message that suggests similar names, or lists all names if none is similar: `unknown rule
/// "file-sise". Did you mean file-size?`
///
/// - Parameter fallbackHint: a sentence that replaces the list of all names.
package func unknownNameMessage(
  _ thing: String, _ name: String, in names: [String], fallbackHint: String? = nil
) -> String {
  if let colon = name.firstIndex(of: ":"), names.contains(String(name[..<colon])) {
    return "missing space after “\(name[...colon])”"
  }
  var near = nearestSimilarNames(to: escapedAndShortened(name), in: names)
  if near.isEmpty, !name.isEmpty { near = names.filter { $0.hasPrefix(name + "-") } }
  let hint =
    near.isEmpty
    ? fallbackHint ?? "Choose one of \(names.joined(separator: ", "))."
    : "Did you mean \(near.joined(separator: " or "))?"
  return "unknown \(thing) \"\(escapedAndShortened(name))\". \(hint)"
}
