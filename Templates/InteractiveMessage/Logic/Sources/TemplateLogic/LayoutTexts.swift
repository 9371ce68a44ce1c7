/// The text around the image of a message, from `Localizable.xcstrings`, with placeholders.
public struct LayoutTexts: Equatable, Sendable {
  /// The text over the lower part of the image.
  public var imageTitle: String?
  /// The smaller text below the title.
  public var imageSubtitle: String?
  /// The text below the image, on the leading side.
  public var caption: String?
  /// The smaller text below the caption.
  public var subcaption: String?
  /// The text below the image, on the trailing side.
  public var trailingCaption: String?
  /// The smaller text below the trailing caption.
  public var trailingSubcaption: String?
  /// The text that remains of the message after a later message of its session replaces it.
  public var summary: String?
  /// The text that VoiceOver reads instead of the image.
  public var accessibilityLabel: String?

  /// Creates a value without text.
  public init() {}

  /// Returns these texts, with default texts in place of the missing ones.
  ///
  /// The four captions belong together. If any of them is set, none of the default captions are used, because
  /// they might repeat what the set captions say.
  public func completed(by defaults: LayoutTexts) -> LayoutTexts {
    var completed = self
    let hasCaption = Self.captions.contains { self[keyPath: $0] != nil }
    for text in Self.all where self[keyPath: text] == nil && !(hasCaption && Self.captions.contains(text)) {
      completed[keyPath: text] = defaults[keyPath: text]
    }
    return completed
  }

  /// Fills the placeholders. Text that becomes empty is nil, so that Messages reserves no space for it.
  public func filled(with facts: LayoutFacts) -> LayoutTexts {
    var filled = self
    for text in Self.inLayout { filled[keyPath: text] = self[keyPath: text].flatMap { facts.fill($0) } }
    for text in Self.outsideLayout {
      filled[keyPath: text] = self[keyPath: text].flatMap { facts.fill($0, sender: facts.somebody) }
    }
    return filled
  }

  private typealias Text = WritableKeyPath<LayoutTexts, String?>

  private static var captions: [Text] {
    [\.caption, \.subcaption, \.trailingCaption, \.trailingSubcaption]
  }
  /// The text of the layout, in which Messages inserts people's names.
  private static var inLayout: [Text] { captions + [\.imageTitle, \.imageSubtitle] }
  /// The text of the message itself, in which an identifier would be visible.
  private static var outsideLayout: [Text] { [\.summary, \.accessibilityLabel] }
  private static var all: [Text] { inLayout + outsideLayout }
}

/// The values for placeholders in the text of a message.
public struct LayoutFacts: Equatable, Sendable {
  /// `{question}`.
  public let question: String
  /// `{votes}`: the number of people who voted.
  public let votes: String
  /// `{leader}`: the choice with the most votes, or all leading choices in a tie.
  public let leader: String
  /// `{choices}`: all choices.
  public let choices: String
  /// `{sender}` around the image, which Messages replaces with the name of the sender.
  public let sender: String
  /// `{sender}` in the summary and for VoiceOver, where Messages does not replace it.
  public let somebody: String

  /// Creates the values for a poll.
  ///
  /// - Parameter sender: ``ParticipantName/caption(for:)``, or empty.
  /// - Parameter somebody: the text to use where a name is not possible, in the person's language.
  /// - Parameter noLeader: the text to use if there are no votes, in the person's language.
  /// - Parameter list: joins names according to the person's language.
  public init(
    _ poll: Poll, sender: String, somebody: String, noLeader: String, list: ([String]) -> String
  ) {
    let tally = Tally(poll)
    let names = poll.definition.choices.map(\.string)
    question = poll.definition.question.string
    votes = String(tally.voterCount)
    leader = tally.leaders.isEmpty ? noLeader : list(tally.leaders.map { names[$0] })
    choices = list(names)
    self.sender = sender
    self.somebody = somebody
  }

  /// Replaces `{question}` and the other placeholders. Inserted text is not searched again, so a question
  /// that contains `{votes}` stays as it is. All other braces are kept.
  ///
  /// - Parameter name: the value of `{sender}` (default: ``sender``).
  /// - Returns: nil if only spaces are left.
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
    // Messages replaces this placeholder only if no characters are added to it.
    case "sender": sender
    default: nil
    }
  }
}

/// Keeps an Arabic question from reordering the English words around it, and vice versa (Unicode UAX #9,
/// isolates). The text of polls contains no such characters, so no isolate stays open.
public func isolated(_ text: String) -> String { text.isEmpty ? "" : "\u{2068}\(text)\u{2069}" }

/// Isolates text only if it has letters that are written from right to left. Plain text messages need this: old
/// phones show isolates as boxes, and an SMS with them has room for 70 characters, not 160.
public func isolatedIfRightToLeft(_ text: String) -> String {
  let blocks = [0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF]
  let hasRightToLeft = text.unicodeScalars.contains { scalar in
    blocks.contains { $0.contains(Int(scalar.value)) }
  }
  return hasRightToLeft ? isolated(text) : text
}
