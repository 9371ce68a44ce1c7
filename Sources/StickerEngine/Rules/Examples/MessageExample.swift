/// A `message.yml` for an example, built line by line: its text, and the `MessageFile` that the text
/// describes.
package struct MessageExample: Sendable {
  /// The text of the file.
  package private(set) var text = ""
  /// The contents, with their locations in `text`.
  private(set) var messageFile = MessageFile(path: MessageFile.fileName)
  private var line = 1

  /// Creates an empty file.
  init() {}

  /// The same message with a base URL.
  func baseURL(_ url: String) -> MessageExample {
    adding("base-url", url) { $0.baseURL = Located(url, at: $1) }
  }

  /// The same message with an image.
  func image(_ name: String) -> MessageExample {
    adding("image", name) { $0.image = Located(Path(name), at: $1) }
  }

  /// The same message with media: an image or a video.
  func media(_ name: String) -> MessageExample {
    adding("media", name) { $0.media = Located(Path(name), at: $1) }
  }

  /// The same message with a string that has no language.
  package func text(_ key: MessageText, _ words: String) -> MessageExample {
    adding(key.rawValue, words) { $0[key] = [PackSticker.undeterminedLanguage: Located(words, at: $1)] }
  }

  /// The same message with a state that has one item.
  func state(_ name: String, _ value: String) -> MessageExample {
    var example = self
    example.text += "states:\n  - \(name): \(yamlValue(value))\n"
    let location = SourceLocation(line: line + 1, column: 5)
    let item = MessageState.QueryItem(
      name, Located(value, at: SourceLocation(line: line + 1, column: 5 + name.count + 2)))
    example.messageFile.states.append(MessageState([item], at: location))
    example.line += 2
    return example
  }

  private func adding(
    _ key: String, _ value: String, _ say: (inout MessageFile, SourceLocation) -> Void
  ) -> MessageExample {
    var example = self
    example.text += "\(key): \(yamlValue(value))\n"
    say(&example.messageFile, SourceLocation(line: line, column: key.count + 3))
    example.line += 1
    return example
  }
}

/// The value, in quotes if YAML would misread it. Values in examples contain no quotes.
private func yamlValue(_ value: String) -> String {
  value.contains { "{ #&*".contains($0) } ? "\"\(value)\"" : value
}
