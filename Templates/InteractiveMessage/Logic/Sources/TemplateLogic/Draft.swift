/// A poll that is being written. It is saved as it is typed and becomes a ``Poll`` in the end.
public struct Draft: Codable, Equatable, Sendable {
  /// The question as typed.
  public var question: String
  /// The choices as typed; empty ones are left out of the poll.
  public private(set) var choices: [String]

  /// An empty draft with room for as many choices as a poll needs.
  public init() {
    question = ""
    choices = Array(repeating: "", count: PollLimits.choices.lowerBound)
  }

  /// What keeps a draft from being a poll.
  public enum Problem: Equatable, Sendable {
    /// There is no question.
    case noQuestion
    /// There are fewer choices than a poll needs.
    case tooFewChoices
    /// Two choices are the same.
    case sameChoiceTwice
    /// Question and choices would leave too little room in a message for the answers.
    case tooLong
  }

  /// Whether another choice may be added.
  public var canAddChoice: Bool { choices.count < PollLimits.choices.upperBound }

  /// Adds an empty choice; nothing happens if there are as many as a poll may have.
  public mutating func addChoice() {
    if canAddChoice { choices.append("") }
  }

  /// Changes a choice; nothing happens if there is none at that place.
  public mutating func setChoice(_ text: String, at place: Int) {
    if choices.indices.contains(place) { choices[place] = text }
  }

  /// The first thing that is wrong; nil if the draft is ready.
  ///
  /// - Parameter codec: what writes the poll and its answers into one URL; nil if a store takes what does not
  ///   fit.
  public func problem(in codec: PollCodec?) -> Problem? {
    if let problem { return problem }
    guard let codec, let poll = poll(id: .random()) else { return nil }
    return codec.hasRoomForAnswers(poll) ? nil : .tooLong
  }

  /// The first thing that is wrong, whatever the length.
  var problem: Problem? {
    guard PollText(typed: question, as: .question) != nil else { return .noQuestion }
    let texts = cleanChoices
    guard texts.count >= PollLimits.choices.lowerBound else { return .tooFewChoices }
    // People take `Anna`, `anna` and every spelling of `é` for the same.
    return Set(texts.map { $0.string.lowercased() }).count == texts.count ? nil : .sameChoiceTwice
  }

  /// The poll without any ballots; nil as long as it lacks something. It may be too long: see
  /// ``problem(in:)``.
  public func poll(id: PollID) -> Poll? {
    guard problem == nil, let question = PollText(typed: question, as: .question),
      let definition = Poll.Definition(question: question, choices: cleanChoices)
    else { return nil }
    return Poll(id: id, definition: definition)
  }

  /// Reads a draft, which may have been saved by another version: choices are as many as fit.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    question = try container.decode(String.self, forKey: .question)
    let saved = try container.decode([String].self, forKey: .choices).prefix(PollLimits.choices.upperBound)
    for (place, text) in saved.enumerated() {
      if !choices.indices.contains(place) { addChoice() }
      setChoice(text, at: place)
    }
  }

  private var cleanChoices: [PollText] { choices.compactMap { PollText(typed: $0, as: .choice) } }
}
