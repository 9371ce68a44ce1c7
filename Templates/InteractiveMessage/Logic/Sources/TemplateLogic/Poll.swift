/// A question to friends, the choices, and the ballots that are known so far.
public struct Poll: Hashable, Sendable {
  /// What tells this poll from others.
  public let id: PollID
  /// What is asked, and what may be answered.
  public let definition: Definition
  /// The last known ballot of everybody, withdrawn ones included.
  public let ballots: [VoterKey: Ballot]
  /// Query items of a later version of this app, in their order. They are passed on.
  public let unknown: [UnknownItem]

  /// A question and its choices.
  public struct Definition: Hashable, Comparable, Sendable {
    /// What is asked.
    public let question: PollText
    /// What may be answered. Everybody may choose several.
    public let choices: [PollText]

    /// Puts a definition together; nil if there are too few or too many choices.
    public init?(question: PollText, choices: [PollText]) {
      guard PollLimits.choices.contains(choices.count) else { return nil }
      (self.question, self.choices) = (question, choices)
    }

    /// An order over all definitions, which means nothing: it decides conflicts in the same way everywhere.
    public static func < (left: Definition, right: Definition) -> Bool {
      if left.question != right.question { return left.question < right.question }
      return left.choices.lexicographicallyPrecedes(right.choices)
    }
  }

  /// A poll. Of more than ``PollLimits/ballots`` ballots those with the lowest keys stay, as in
  /// ``merged(with:)``.
  public init(
    id: PollID, definition: Definition, ballots: [VoterKey: Ballot] = [:], unknown: [UnknownItem] = []
  ) {
    (self.id, self.definition) = (id, definition)
    self.ballots = withinLimit(ballots)
    self.unknown = Array(unknown.prefix(PollLimits.unknownItems))
  }
}

/// An item of a query that this version does not know, percent-encoded as this app writes it.
public struct UnknownItem: Hashable, Comparable, Sendable {
  /// `name` or `name=value`; ASCII.
  public let encoded: String

  /// The order of the characters' codes.
  public static func < (left: UnknownItem, right: UnknownItem) -> Bool {
    left.encoded.utf8.lexicographicallyPrecedes(right.encoded.utf8)
  }
}

/// Dropping by key, not by arrival: what stays is then the same in whatever order polls are merged.
func withinLimit(_ ballots: [VoterKey: Ballot]) -> [VoterKey: Ballot] {
  guard ballots.count > PollLimits.ballots else { return ballots }
  let lowest = ballots.keys.sorted().prefix(PollLimits.ballots)
  return ballots.filter { $0.key <= lowest[lowest.endIndex - 1] }
}
