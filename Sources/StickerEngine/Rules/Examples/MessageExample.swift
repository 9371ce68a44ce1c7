/// A `message.yml` inside a rule's file, line by line: its text, and what reading it gives.
package struct MessageExample: Sendable {
  /// The text of the file.
  package private(set) var text = ""
  /// What it says, with the places in `text`.
  private(set) var declaration = MessageDeclaration(path: MessageDeclaration.fileName)
  private var line = 1

  /// A file with nothing in it.
  init() {}

  /// The same message with a base URL.
  func baseURL(_ url: String) -> MessageExample {
    adding("base-url", url) { $0.baseURL = Located(url, at: $1) }
  }

  /// The same message with a picture.
  func image(_ name: String) -> MessageExample {
    adding("image", name) { $0.image = Located(Path(name), at: $1) }
  }

  /// The same message with a picture or a video that stands in for one.
  func media(_ name: String) -> MessageExample {
    adding("media", name) { $0.media = Located(Path(name), at: $1) }
  }

  /// The same message with a text in no language.
  package func text(_ key: MessageText, _ words: String) -> MessageExample {
    adding(key.rawValue, words) { $0[key] = [Sticker.undeterminedLanguage: Located(words, at: $1)] }
  }

  /// The same message with a state of one item.
  func state(_ name: String, _ value: String) -> MessageExample {
    var example = self
    example.text += "states:\n  - \(name): \(yamlValue(value))\n"
    let location = SourceLocation(line: line + 1, column: 5)
    let item = MessageState.Item(
      name, Located(value, at: SourceLocation(line: line + 1, column: 5 + name.count + 2)))
    example.declaration.states.append(MessageState([item], at: location))
    example.line += 2
    return example
  }

  private func adding(
    _ key: String, _ value: String, _ say: (inout MessageDeclaration, SourceLocation) -> Void
  ) -> MessageExample {
    var example = self
    example.text += "\(key): \(yamlValue(value))\n"
    say(&example.declaration, SourceLocation(line: line, column: key.count + 3))
    example.line += 1
    return example
  }
}

/// The text, in quotes where YAML would take it for something else; examples hold no quotes themselves.
private func yamlValue(_ value: String) -> String {
  value.contains { "{ #&*".contains($0) } ? "\"\(value)\"" : value
}
