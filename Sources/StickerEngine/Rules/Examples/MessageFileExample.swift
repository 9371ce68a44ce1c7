/// A `message.yml` for an example, built line by line: its text, and the `MessageFile` that the text
/// describes.
package struct MessageFileExample: Sendable {
  /// The text of the file.
  package private(set) var text = ""
  /// The contents, with their locations in `text`.
  private(set) var messageFile = MessageFile(path: MessageFile.fileName)
  private var nextLineNumber = 1

  /// Creates an empty file.
  init() {}

  /// The same message with a base URL.
  func withBaseURL(_ url: String) -> MessageFileExample {
    adding("base-url", url) { $0.stateBaseURL = Located(url, at: $1) }
  }

  /// The same message with an image.
  func withImage(_ name: String) -> MessageFileExample {
    adding("image", name) { $0.image = Located(Path(name), at: $1) }
  }

  /// The same message with media: an image or a video.
  func withMedia(_ name: String) -> MessageFileExample {
    adding("media", name) { $0.fallbackMedia = Located(Path(name), at: $1) }
  }

  /// The same message with text that has no language.
  package func withText(_ key: InteractiveMessageTextKey, for words: String) -> MessageFileExample {
    adding(key.rawValue, words) { $0[key] = [PackSticker.undeterminedLanguage: Located(words, at: $1)] }
  }

  /// The same message with a state that has one item.
  func withState(_ name: String, value: String) -> MessageFileExample {
    var example = self
    example.text += "states:\n  - \(name): \(yamlValue(value))\n"
    let location = SourceLocation(line: nextLineNumber + 1, column: 5)
    let item = MessageState.QueryItem(
      name, Located(value, at: SourceLocation(line: nextLineNumber + 1, column: 5 + name.count + 2)))
    example.messageFile.exampleStates.append(MessageState([item], at: location))
    example.nextLineNumber += 2
    return example
  }

  private func adding(
    _ key: String, _ value: String, _ say: (inout MessageFile, SourceLocation) -> Void
  ) -> MessageFileExample {
    var example = self
    example.text += "\(key): \(yamlValue(value))\n"
    say(&example.messageFile, SourceLocation(line: nextLineNumber, column: key.count + 3))
    example.nextLineNumber += 1
    return example
  }
}

/// The value, in quotes if YAML would misread it. Values in examples contain no quotes.
private func yamlValue(_ value: String) -> String {
  value.contains { "{ #&*".contains($0) } ? "\"\(value)\"" : value
}
