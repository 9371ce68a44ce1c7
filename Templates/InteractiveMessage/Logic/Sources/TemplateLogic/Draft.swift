/// The draft of a poll. It is saved as it is typed, and becomes a ``Poll``.
public struct Draft: Codable, Equatable, Sendable {
  /// The question as typed.
  public var question: String
  /// The choices as typed. The poll does not contain empty ones.
  public private(set) var choices: [String]

  /// Creates an empty draft with the minimum number of choices.
  public init() {
    question = ""
    choices = Array(repeating: "", count: PollLimits.choiceCounts.lowerBound)
  }

  /// The reason why a draft cannot become a poll.
  public enum Problem: Equatable, Sendable {
    /// There is no question.
    case noQuestion
    /// There are fewer choices than a poll needs.
    case tooFewChoices
    /// Two choices are the same.
    case sameChoiceTwice
    /// The question and the choices leave too little room for answers in a message.
    case tooLong
  }

  /// Whether the person can add another choice.
  public var canAddChoice: Bool { choices.count < PollLimits.choiceCounts.upperBound }

  /// Adds an empty choice. Does nothing if the draft has the maximum number of choices.
  public mutating func addChoice() {
    if canAddChoice { choices.append("") }
  }

  /// Changes a choice. Does nothing if there is no choice at that index.
  public mutating func setChoice(_ text: String, at place: Int) {
    if choices.indices.contains(place) { choices[place] = text }
  }

  /// Returns the first problem, or nil if the draft is ready.
  ///
  /// - Parameter codec: the codec that must fit the poll and its answers into one URL; nil if there is a
  ///   store for longer polls.
  public func problem(in codec: PollCodec?) -> Problem? {
    if let problem { return problem }
    guard let codec, let poll = poll(id: .random()) else { return nil }
    return codec.hasRoomForAnswers(poll) ? nil : .tooLong
  }

  /// The first problem, ignoring the length.
  var problem: Problem? {
    guard PollText(typed: question, as: .question) != nil else { return .noQuestion }
    let texts = cleanChoices
    guard texts.count >= PollLimits.choiceCounts.lowerBound else { return .tooFewChoices }
    // To people, `Anna` and `anna` are the same, and so are all encodings of `é`.
    return Set(texts.map { $0.string.lowercased() }).count == texts.count ? nil : .sameChoiceTwice
  }

  /// Returns the poll without ballots, or nil if the draft is not complete. The poll may be too long; see
  /// ``problem(in:)``.
  public func poll(id: PollID) -> Poll? {
    guard problem == nil, let question = PollText(typed: question, as: .question),
      let definition = Poll.Definition(question: question, choices: cleanChoices)
    else { return nil }
    return Poll(id: id, definition: definition)
  }

  /// Reads a draft, which a different version of the app may have saved. Extra choices are dropped.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    question = try container.decode(String.self, forKey: .question)
    let saved = try container.decode([String].self, forKey: .choices).prefix(
      PollLimits.choiceCounts.upperBound)
    for (place, text) in saved.enumerated() {
      if !choices.indices.contains(place) { addChoice() }
      setChoice(text, at: place)
    }
  }

  private var cleanChoices: [PollText] { choices.compactMap { PollText(typed: $0, as: .choice) } }
}
