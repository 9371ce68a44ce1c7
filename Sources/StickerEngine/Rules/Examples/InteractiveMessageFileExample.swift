/// A `message.yml` for an example, built line by line: its text, and the `InteractiveMessageFile` that the
/// text describes.
package struct InteractiveMessageFileExample: Sendable {
  /// The text of the file.
  package private(set) var text = ""
  /// The contents, with their locations in `text`.
  private(set) var messageFile = InteractiveMessageFile(path: InteractiveMessageFile.fileName)
  private var nextLineNumber = 1

  /// Creates an empty file.
  init() {}

  /// The same message with a base URL.
  func withBaseURL(_ url: String) -> InteractiveMessageFileExample {
    adding("base-url", url) { $0.unvalidatedStateBaseURL = Located(url, at: $1) }
  }

  /// The same message with an image.
  func withImage(_ name: String) -> InteractiveMessageFileExample {
    adding("image", name) { $0.image = Located(Path(name), at: $1) }
  }

  /// The same message with media: an image or a video.
  func withMedia(_ name: String) -> InteractiveMessageFileExample {
    adding("media", name) { $0.mediaIfNoImage = Located(Path(name), at: $1) }
  }

  /// The same message with text that has no language.
  package func withText(_ key: InteractiveMessageTextKey, value words: String)
    -> InteractiveMessageFileExample
  {
    adding(key.rawValue, words) { $0[key] = [PackSticker.undeterminedLanguage: Located(words, at: $1)] }
  }

  /// The same message with a state that has one item.
  func withState(_ name: String, value: String) -> InteractiveMessageFileExample {
    var example = self
    example.text += "states:\n  - \(name): \(yamlQuotedIfNeeded(value))\n"
    let location = SourceLocation(line: nextLineNumber + 1, column: 5)
    let item = InteractiveMessageState.QueryItem(
      name, Located(value, at: SourceLocation(line: nextLineNumber + 1, column: 5 + name.count + 2)))
    example.messageFile.exampleStates.append(InteractiveMessageState([item], at: location))
    example.nextLineNumber += 2
    return example
  }

  private func adding(
    _ key: String, _ value: String, _ say: (inout InteractiveMessageFile, SourceLocation) -> Void
  ) -> InteractiveMessageFileExample {
    var example = self
    example.text += "\(key): \(yamlQuotedIfNeeded(value))\n"
    say(&example.messageFile, SourceLocation(line: nextLineNumber, column: key.count + 3))
    example.nextLineNumber += 1
    return example
  }
}

/// The value, in quotes if YAML would misread it. Values in examples contain no quotes.
private func yamlQuotedIfNeeded(_ value: String) -> String {
  value.contains { "{ #&*".contains($0) } ? "\"\(value)\"" : value
}
