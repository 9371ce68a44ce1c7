/// The interactive message that a `message.yml` describes, with the location of every value.
package struct InteractiveMessageFile: Hashable, Sendable {
  /// The path of the `message.yml`, as shown in reports. The configuration for this path applies.
  package let path: Path
  /// The URL to which a state's query items are appended; nil if not set. It may be invalid (see
  /// `fault(ofBaseURL:)`).
  package var unvalidatedStateBaseURL: Located<String>?
  /// The path of the layout's image, as shown in reports.
  package var image: Located<Path>?
  /// The path, as shown in reports, of an image or video to use if there is no `image`.
  package var mediaIfNoImage: Located<Path>?
  /// The strings for each piece of text, keyed by language (BCP 47; `und` if none is given). Missing values
  /// are omitted.
  package var texts: [InteractiveMessageTextKey: [String: Located<String>]] = [:]
  /// Example states, in the order in which the file lists them.
  package var exampleStates: [InteractiveMessageState] = []

  /// The name of the file that describes a message.
  package static let fileName = Path("message.yml")

  init(path: Path) { self.path = path }

  /// The strings for a piece of text, keyed by language; empty if not set.
  package subscript(text: InteractiveMessageTextKey) -> [String: Located<String>] {
    get { texts[text] ?? [:] }
    set { texts[text] = newValue.isEmpty ? nil : newValue }
  }

  /// The image and the media file, if the message specifies them.
  package var files: [Located<Path>] { [image, mediaIfNoImage].compactMap(\.self) }

  /// The languages of all strings, sorted.
  package var languages: [String] { Set(texts.values.flatMap(\.keys)).sorted() }
}

/// A piece of text in an interactive message, set by a key in `message.yml`.
///
/// - Source: Apple, `MSMessageTemplateLayout`, `MSMessage.accessibilityLabel` and `MSMessage.summaryText`.
package enum InteractiveMessageTextKey: String, Hashable, Sendable, CaseIterable {
  /// Large text over the lower left of the image.
  case imageTitle = "image-title"
  /// Text below the image title.
  case imageSubtitle = "image-subtitle"
  /// Text below the image, on the left.
  case caption
  /// Text below the caption.
  case subcaption
  /// Text below the image, on the right.
  case trailingCaption = "trailing-caption"
  /// Text below the trailing caption.
  case trailingSubcaption = "trailing-subcaption"
  /// The text that VoiceOver reads.
  case accessibilityLabel = "accessibility-label"
  /// The line that replaces a message when the next message of its session arrives.
  case summary

  /// The placeholders that the text may contain. Messages inserts names only into the layout's text.
  ///
  /// - Source: Apple, `MSMessageTemplateLayout`: its text can contain `$` and a participant identifier.
  var allowedPlaceholders: [InteractiveMessagePlaceholder] {
    let takesNames = self != .accessibilityLabel && self != .summary
    return InteractiveMessagePlaceholder.allCases.filter { takesNames || $0 != .sender }
  }
}

/// An example of a message's state: the query items of the message's URL.
package struct InteractiveMessageState: Hashable, Sendable {
  /// The query items, in the order of the file.
  let unencodedQueryItems: [QueryItem]
  /// The location at which the example starts.
  let location: SourceLocation

  struct QueryItem: Hashable, Sendable {
    /// The name, not percent-encoded.
    let name: String
    /// The value, not percent-encoded.
    let value: Located<String>

    init(_ name: String, _ value: Located<String>) { (self.name, self.value) = (name, value) }
  }

  init(_ items: [QueryItem], at location: SourceLocation) {
    self.unencodedQueryItems = items
    self.location = location
  }
}

/// A placeholder in a message's text, such as `{votes}`. The extension's code replaces it.
package enum InteractiveMessagePlaceholder: String, Hashable, Sendable, CaseIterable {
  /// The question of the poll.
  case question
  /// The number of votes.
  case votes
  /// The choice with the most votes.
  case leader
  /// All choices.
  case choices
  /// The sender's name, as each recipient's device shows it.
  case sender

  /// Returns the first misspelled placeholder in a string, with the most similar placeholders; nil if all
  /// are correct.
  static func firstMisspelling(in text: String) -> (name: String, meant: [InteractiveMessagePlaceholder])? {
    for piece in text.split(separator: "{").dropFirst(text.hasPrefix("{") ? 0 : 1) {
      guard let close = piece.firstIndex(of: "}") else { continue }
      let name = piece[..<close]
      guard name.utf8.count <= maxMisspellingBytes,
        InteractiveMessagePlaceholder(rawValue: String(name)) == nil
      else {
        continue
      }
      let near = nearestSimilarNames(to: name.lowercased(), in: allCases.map(\.rawValue))
      if !near.isEmpty { return (String(name), near.compactMap(InteractiveMessagePlaceholder.init)) }
    }
    return nil
  }

  // Longer names in braces are not similar to any placeholder.
  private static let maxMisspellingBytes = 32

  /// A piece of text.
  package enum Piece: Hashable, Sendable {
    case plain(String)
    case placeholder(InteractiveMessagePlaceholder)
  }

  /// Splits a string at its placeholders. Other names in braces are plain text.
  package static func pieces(of text: String) -> [Piece] {
    var (pieces, plain, rest) = ([Piece](), "", text[...])
    while let open = rest.firstIndex(of: "{") {
      let inside = rest[rest.index(after: open)...]
      if let close = inside.firstIndex(of: "}"),
        let placeholder = InteractiveMessagePlaceholder(rawValue: String(inside[..<close]))
      {
        plain += rest[..<open]
        if !plain.isEmpty { pieces.append(.plain(plain)) }
        pieces.append(.placeholder(placeholder))
        (plain, rest) = ("", rest[rest.index(after: close)...])
      } else {
        plain += rest[...open]
        rest = inside
      }
    }
    plain += rest
    return plain.isEmpty ? pieces : pieces + [.plain(plain)]
  }
}

/// A pack's interactive message, for an extension with code.
package struct InteractiveMessage: Hashable, Sendable {
  /// A valid base URL, to which a state's query items are appended.
  package var stateBaseURL: String
  /// The strings for each piece of text, keyed by language (BCP 47; `und` if none is given).
  package var texts: [InteractiveMessageTextKey: [String: String]]
  /// The image of the layout, relative to the pack's source; nil if the extension draws one.
  package var image: Path?
  /// An image or video to show if there is no `image`, relative to the pack's source.
  package var mediaIfNoImage: Path?

  package init(
    baseURL: String, texts: [InteractiveMessageTextKey: [String: String]] = [:], image: Path? = nil,
    media: Path? = nil
  ) {
    self.stateBaseURL = baseURL
    self.texts = texts
    self.image = image
    self.mediaIfNoImage = media
  }

  /// The image and the media file, if the message specifies them.
  package var files: [Path] { [image, mediaIfNoImage].compactMap(\.self) }
}
