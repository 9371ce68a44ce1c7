/// The texts around the picture of a message, as `Localizable.strings` has them: with places to be filled.
public struct LayoutTexts: Equatable, Sendable {
  /// Over the lower part of the picture.
  public var imageTitle: String?
  /// Below the title, smaller.
  public var imageSubtitle: String?
  /// Below the picture at the leading side.
  public var caption: String?
  /// Below the caption, smaller.
  public var subcaption: String?
  /// Below the picture at the trailing side.
  public var trailingCaption: String?
  /// Below the trailing caption, smaller.
  public var trailingSubcaption: String?
  /// What stays of the message once a later one of its session replaces it.
  public var summary: String?
  /// What VoiceOver reads instead of the picture.
  public var accessibilityLabel: String?

  /// No texts at all.
  public init() {}

  /// These texts, with a template's own where they say nothing.
  ///
  /// The four captions stand side by side and go together: who gives one of them gets none of the template's,
  /// which might say the same once more.
  public func completed(by defaults: LayoutTexts) -> LayoutTexts {
    var completed = self
    let hasCaption = Self.captions.contains { self[keyPath: $0] != nil }
    for text in Self.all where self[keyPath: text] == nil && !(hasCaption && Self.captions.contains(text)) {
      completed[keyPath: text] = defaults[keyPath: text]
    }
    return completed
  }

  /// Puts facts into the texts' places. A text of which nothing is left is nil: Messages keeps no room for
  /// it.
  public func filled(with facts: LayoutFacts) -> LayoutTexts {
    var filled = self
    for text in Self.ofPicture { filled[keyPath: text] = self[keyPath: text].flatMap { facts.fill($0) } }
    for text in Self.besides {
      filled[keyPath: text] = self[keyPath: text].flatMap { facts.fill($0, sender: facts.somebody) }
    }
    return filled
  }

  private typealias Text = WritableKeyPath<LayoutTexts, String?>

  private static var captions: [Text] {
    [\.caption, \.subcaption, \.trailingCaption, \.trailingSubcaption]
  }
  /// What the layout of a message shows: there Messages puts in names of people.
  private static var ofPicture: [Text] { captions + [\.imageTitle, \.imageSubtitle] }
  /// What belongs to the message itself: there an identifier would be read as it is.
  private static var besides: [Text] { [\.summary, \.accessibilityLabel] }
  private static var all: [Text] { ofPicture + besides }
}

/// What may stand in the texts of a message.
public struct LayoutFacts: Equatable, Sendable {
  /// `{question}`.
  public let question: String
  /// `{votes}`: how many people voted.
  public let votes: String
  /// `{leader}`: the choice with the most votes, or all of them in a tie.
  public let leader: String
  /// `{choices}`: all of them.
  public let choices: String
  /// `{sender}` around the picture: what Messages replaces there by the name of the person who sends.
  public let sender: String
  /// `{sender}` in the summary and for VoiceOver, where Messages replaces nothing.
  public let somebody: String

  /// Facts about a poll.
  ///
  /// - Parameter sender: ``ParticipantName/caption(for:)``, or empty.
  /// - Parameter somebody: what to say where no name can stand, in the person's language.
  /// - Parameter noLeader: what to say as long as nobody voted, in the person's language.
  /// - Parameter list: joins names as the person's language does.
  public init(
    _ poll: Poll, sender: String, somebody: String, noLeader: String, list: ([String]) -> String
  ) {
    let (tally, names) = (Tally(poll), poll.definition.choices.map(\.string))
    question = poll.definition.question.string
    votes = String(tally.voters)
    leader = tally.leaders.isEmpty ? noLeader : list(tally.leaders.map { names[$0] })
    choices = list(names)
    (self.sender, self.somebody) = (sender, somebody)
  }

  /// Replaces `{question}` and the like. What is put in is not searched again: a question that says `{votes}`
  /// stays one. Other braces stay.
  ///
  /// - Parameter name: what `{sender}` becomes; nil for ``sender``.
  /// - Returns: nil if nothing but spaces is left.
  public func fill(_ text: String, sender name: String? = nil) -> String? {
    var (filled, rest) = ("", text[...])
    while let open = rest.firstIndex(of: "{") {
      filled += rest[..<open]
      let afterOpen = rest.index(after: open)
      if let close = rest[afterOpen...].firstIndex(of: "}"),
        let fact = fact(rest[afterOpen..<close], sender: name ?? sender)
      {
        filled += fact
        rest = rest[rest.index(after: close)...]
      } else {
        filled += "{"
        rest = rest[afterOpen...]
      }
    }
    filled += rest
    return filled.allSatisfy(\.isWhitespace) ? nil : filled
  }

  private func fact(_ name: Substring, sender: String) -> String? {
    switch name {
    case "question": isolated(question)
    case "votes": votes
    case "leader": isolated(leader)
    case "choices": isolated(choices)
    // Messages looks for the bare token.
    case "sender": sender
    default: nil
    }
  }
}

/// Keeps an Arabic question from reordering the English words around it (Unicode UAX #9, isolates), and the
/// reverse. Texts of polls have no such marks of their own, so that none is left open.
public func isolated(_ text: String) -> String { text.isEmpty ? "" : "\u{2068}\(text)\u{2069}" }
