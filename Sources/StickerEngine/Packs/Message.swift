/// The interactive message that an extension sends, as a `message.yml` describes it: every value with its
/// location.
package struct MessageDeclaration: Hashable, Sendable {
  /// The description, as reports name it; it tells whose configuration decides.
  package let path: Path
  /// What the state's query items are put behind; nil where nothing is said. It may be no base URL at all:
  /// `complaint(ofBaseURL:)` tells.
  package var baseURL: Located<String>?
  /// The picture of the layout, as reports name it.
  package var image: Located<Path>?
  /// A picture or a video that is shown where there is no `image`, as reports name it.
  package var media: Located<Path>?
  /// What is written, by language (BCP 47, `und` where nothing says which). What nobody filled in is absent.
  package var texts: [MessageText: [String: Located<String>]] = [:]
  /// Examples of a state, in the order of the file.
  package var states: [MessageState] = []

  /// What a description of a message is called.
  package static let fileName = Path("message.yml")

  /// A message of which nothing is said yet.
  init(path: Path) { self.path = path }

  /// A text, by language; empty where none is given.
  package subscript(text: MessageText) -> [String: Located<String>] {
    get { texts[text] ?? [:] }
    set { texts[text] = newValue.isEmpty ? nil : newValue }
  }

  /// The image and the media file, if the message names them.
  package var files: [Located<Path>] { [image, media].compactMap(\.self) }

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
  var placeholders: [MessagePlaceholder] {
    let takesNames = self != .accessibilityLabel && self != .summary
    return MessagePlaceholder.allCases.filter { takesNames || $0 != .sender }
  }
}

/// An example of what a message carries: the query items of its URL.
package struct MessageState: Hashable, Sendable {
  /// The query items, in the order of the file.
  let items: [Item]
  /// Where the example begins.
  let location: SourceLocation

  /// One query item.
  struct Item: Hashable, Sendable {
    /// The name before the equals sign, as it is written: not percent-encoded.
    let name: String
    /// The value behind the name, with its location.
    let value: Located<String>

    init(_ name: String, _ value: Located<String>) { (self.name, self.value) = (name, value) }
  }

  /// A state.
  init(_ items: [Item], at location: SourceLocation) {
    self.items = items
    self.location = location
  }
}

/// What the code of an extension fills in where a text of a message has its name in braces: `{votes}`.
package enum MessagePlaceholder: String, Hashable, Sendable, CaseIterable {
  /// The question of the poll.
  case question
  /// How many have voted.
  case votes
  /// The choice with the most votes.
  case leader
  /// All choices.
  case choices
  /// Who sends it, by the name that each phone knows the person by.
  case sender

  /// The first name in braces that is none of these and near to one, with those that it is near to; nil
  /// where there is none.
  static func misspelt(in text: String) -> (name: String, meant: [MessagePlaceholder])? {
    for piece in text.split(separator: "{").dropFirst(text.hasPrefix("{") ? 0 : 1) {
      guard let close = piece.firstIndex(of: "}") else { continue }
      let name = piece[..<close]
      guard name.utf8.count <= maxNameBytes, MessagePlaceholder(rawValue: String(name)) == nil else {
        continue
      }
      let near = nearestNames(to: name.lowercased(), in: allCases.map(\.rawValue))
      if !near.isEmpty { return (String(name), near.compactMap(MessagePlaceholder.init)) }
    }
    return nil
  }

  // Of names in braces that are longer none is near to a placeholder.
  private static let maxNameBytes = 32

  /// A piece of a text.
  package enum Piece: Hashable, Sendable {
    /// Text that stands as it is.
    case plain(String)
    /// A placeholder that is filled in.
    case placeholder(MessagePlaceholder)
  }

  /// A text cut at its placeholders; other names in braces are plain text.
  package static func pieces(of text: String) -> [Piece] {
    var (pieces, plain, rest) = ([Piece](), "", text[...])
    while let open = rest.firstIndex(of: "{") {
      let inside = rest[rest.index(after: open)...]
      if let close = inside.firstIndex(of: "}"),
        let placeholder = MessagePlaceholder(rawValue: String(inside[..<close]))
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

/// The interactive message of a pack, as an extension with code takes it.
package struct PackMessage: Hashable, Sendable {
  /// What the state's query items are put behind: a sound base URL.
  package var baseURL: String
  /// What is written, by language (BCP 47, `und` where nothing says which).
  package var texts: [MessageText: [String: String]]
  /// The picture of the layout, relative to the pack's source; nil where the extension draws one.
  package var image: Path?
  /// A picture or video for where there is no `image`, relative to the pack's source.
  package var media: Path?

  package init(
    baseURL: String, texts: [MessageText: [String: String]] = [:], image: Path? = nil, media: Path? = nil
  ) {
    self.baseURL = baseURL
    self.texts = texts
    self.image = image
    self.media = media
  }

  /// What it shows that is a file.
  package var files: [Path] { [image, media].compactMap(\.self) }
}
