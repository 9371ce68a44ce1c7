/// The interactive message that an extension sends, as a `message.yml` describes it: every value with the
/// place where it stands.
package struct MessageDeclaration: Hashable, Sendable {
  /// The description, as reports name it; it tells whose configuration decides.
  package let path: Path
  /// What the state's query items are put behind; nil where nothing is said. It may be no base URL at all:
  /// `complaint(ofBaseURL:)` tells.
  package var baseURL: Placed<String>?
  /// The picture of the layout, as reports name it.
  package var image: Placed<Path>?
  /// A picture or a video that is shown where there is no `image`, as reports name it.
  package var media: Placed<Path>?
  /// What is written, by language (BCP 47, `und` where nothing says which). What nobody filled in is absent.
  package var texts: [MessageText: [String: Placed<String>]] = [:]
  /// Examples of a state, in the order of the file.
  package var states: [MessageState] = []

  /// What a description of a message is called.
  package static let fileName = Path("message.yml")

  /// A message of which nothing is said yet.
  package init(path: Path) { self.path = path }

  /// A text, by language; empty where none is given.
  package subscript(text: MessageText) -> [String: Placed<String>] {
    get { texts[text] ?? [:] }
    set { texts[text] = newValue.isEmpty ? nil : newValue }
  }

  /// The picture and what stands in for it, as far as they are given, with their places.
  package var files: [Placed<Path>] { [image, media].compactMap(\.self) }

  /// Every language that a text is given in, in the order of their names.
  package var languages: [String] { Set(texts.values.flatMap(\.keys)).sorted() }
}

/// A text of an interactive message: a key of `message.yml`.
///
/// - Source: Apple, `MSMessageTemplateLayout`, `MSMessage.accessibilityLabel` and `MSMessage.summaryText`.
package enum MessageText: String, Hashable, Sendable, CaseIterable {
  /// Large, over the picture's lower left.
  case imageTitle = "image-title"
  /// Below the title of the picture.
  case imageSubtitle = "image-subtitle"
  /// Below the picture, left.
  case caption
  /// Below the caption.
  case subcaption
  /// Below the picture, right.
  case trailingCaption = "trailing-caption"
  /// Below the trailing caption.
  case trailingSubcaption = "trailing-subcaption"
  /// What VoiceOver reads.
  case accessibilityLabel = "accessibility-label"
  /// The line that is left of a message once the next of its session arrives.
  case summary

  /// What may be filled in: Messages puts names only into the texts of the bubble.
  ///
  /// - Source: Apple, `MSMessageTemplateLayout`: `$` and an identifier stand for a name in its texts alone.
  package var placeholders: [MessagePlaceholder] {
    let takesNames = self != .accessibilityLabel && self != .summary
    return MessagePlaceholder.allCases.filter { takesNames || $0 != .sender }
  }
}

/// An example of what a message carries: the query items of its URL.
package struct MessageState: Hashable, Sendable {
  /// The query items, in the order of the file.
  package let items: [Item]
  /// Where the example begins.
  package let place: TextPlace

  /// One query item.
  package struct Item: Hashable, Sendable {
    /// The name before the equals sign, as it is written: not percent-encoded.
    package let name: String
    /// The value behind the name, with its place.
    package let value: Placed<String>

    package init(_ name: String, _ value: Placed<String>) { (self.name, self.value) = (name, value) }
  }

  /// A state.
  package init(_ items: [Item], at place: TextPlace) { (self.items, self.place) = (items, place) }
}

/// A value with the place where it stands in a text.
package struct Placed<Value: Hashable & Sendable>: Hashable, Sendable {
  package let value: Value
  /// Where the value begins.
  package let place: TextPlace

  package init(_ value: Value, at place: TextPlace) { (self.value, self.place) = (value, place) }
}
