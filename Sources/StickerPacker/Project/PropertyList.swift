/// A value of an old-style property list, the format of Xcode's project files.
indirect enum PropertyList: Hashable {
  /// Text, with what a reader may want to know of it.
  case text(String, comment: String? = nil)
  /// A list.
  case list([PropertyList])
  /// Keys with values, in their order.
  case members([Member])

  /// A key with its value.
  struct Member: Hashable {
    let key: String
    let comment: String?
    let value: PropertyList

    init(_ key: String, comment: String? = nil, _ value: PropertyList) {
      (self.key, self.comment, self.value) = (key, comment, value)
    }
  }

  /// The value of a key; nil where there is none, or these are no members.
  subscript(key: String) -> PropertyList? {
    guard case .members(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The text that the value is; nil for any other value.
  var text: String? { if case .text(let text, _) = self { text } else { nil } }

  /// The texts in a list; none where the value is no list.
  var texts: [String] { if case .list(let values) = self { values.compactMap(\.text) } else { [] } }

  /// The members of the value; none where it has no keys.
  var members: [Member] { if case .members(let members) = self { members } else { [] } }
}

extension PropertyList: ExpressibleByStringLiteral {
  init(stringLiteral value: String) { self = .text(value) }
}

extension PropertyList {
  /// The value as Xcode writes it.
  ///
  /// - Parameter indent: of the line that it stands on.
  /// - Parameter isOnOneLine: whether everything in it stays on that line.
  func written(indent: String, isOnOneLine: Bool = false) -> String {
    switch self {
    case .text(let text, let comment): return word(text, comment)
    case .list(let values):
      return block(("(", ")"), values.map { ($0, ",") }, indent, isOnOneLine) { value, inner in
        value.written(indent: inner, isOnOneLine: isOnOneLine)
      }
    case .members(let members):
      return block(("{", "}"), members.map { ($0, ";") }, indent, isOnOneLine) { member, inner in
        let value = member.value.written(indent: inner, isOnOneLine: isOnOneLine)
        return "\(word(member.key, member.comment)) = \(value)"
      }
    }
  }

  private func block<Item>(
    _ marks: (String, String), _ items: [(Item, String)], _ indent: String, _ isOnOneLine: Bool,
    _ write: (Item, String) -> String
  ) -> String {
    let inner = indent + "\t"
    if isOnOneLine { return marks.0 + items.map { write($0.0, indent) + $0.1 + " " }.joined() + marks.1 }
    let lines = items.map { inner + write($0.0, inner) + $0.1 + "\n" }
    return marks.0 + "\n" + lines.joined() + indent + marks.1
  }
}

private func word(_ text: String, _ comment: String?) -> String {
  guard let comment else { return quotedWhereNeeded(text) }
  // A comment has one end.
  return quotedWhereNeeded(text) + " /* " + comment.split(separator: "*/").joined(separator: "* /") + " */"
}

/// Text without quotes where it consists of letters, digits and `_ . / $` only and cannot be taken for a
/// comment, as Xcode does it; what is not ASCII stays as it is.
private func quotedWhereNeeded(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { isASCIILetterOrDigit($0) || "_./$".utf8.contains($0) }
  if isPlain, !text.isEmpty, !text.contains("//"), !text.contains("___") { return text }
  var quoted = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": quoted += "\\\""
    case "\\": quoted += "\\\\"
    case "\n": quoted += "\\n"
    case "\t": quoted += "\\t"
    case "\u{0}"..."\u{1F}", "\u{7F}":
      let digits = String(scalar.value, radix: 16)
      quoted += "\\U" + String(repeating: "0", count: 4 - digits.count) + digits
    default: quoted.unicodeScalars.append(scalar)
    }
  }
  return quoted + "\""
}
