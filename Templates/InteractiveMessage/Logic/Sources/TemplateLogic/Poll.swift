/// A question to friends, the choices, and the known ballots.
public struct Poll: Hashable, Sendable {
  /// The identifier of the poll.
  public let id: PollID
  /// The question and the choices.
  public let definition: Definition
  /// The last known ballot of each voter, including withdrawn ones.
  public let ballots: [VoterKey: Ballot]
  /// Query items from a later version of this app, in their original order. They are kept when this device
  /// sends the poll again.
  public let unknown: [UnknownItem]

  /// A question and its choices.
  public struct Definition: Hashable, Comparable, Sendable {
    /// The question.
    public let question: PollText
    /// The choices. A voter can select several.
    public let choices: [PollText]

    /// Creates a definition. Returns nil if there are too few or too many choices.
    public init?(question: PollText, choices: [PollText]) {
      guard PollLimits.choiceCounts.contains(choices.count) else { return nil }
      self.question = question
      self.choices = choices
    }

    /// An arbitrary order, which resolves conflicts the same way on every device.
    public static func < (left: Definition, right: Definition) -> Bool {
      if left.question != right.question { return left.question < right.question }
      return left.choices.lexicographicallyPrecedes(right.choices)
    }
  }

  /// Creates a poll. If there are more than ``PollLimits/maxBallots`` ballots, those with the lowest keys are
  /// kept, as in ``merged(with:)``.
  public init(
    id: PollID, definition: Definition, ballots: [VoterKey: Ballot] = [:], unknown: [UnknownItem] = []
  ) {
    self.id = id
    self.definition = definition
    self.ballots = droppingExcessBallots(ballots)
    self.unknown = Array(unknown.prefix(PollLimits.maxUnknownItems))
  }
}

/// An item of a query that this version does not know, percent-encoded as this app writes it.
public struct UnknownItem: Hashable, Comparable, Sendable {
  /// `name` or `name=value`; ASCII.
  public let encoded: String

  /// Compares the character codes.
  public static func < (left: UnknownItem, right: UnknownItem) -> Bool {
    left.encoded.utf8.lexicographicallyPrecedes(right.encoded.utf8)
  }
}

/// Drops ballots by key, not by time, so that the result does not depend on the order of merges.
func droppingExcessBallots(_ ballots: [VoterKey: Ballot]) -> [VoterKey: Ballot] {
  guard ballots.count > PollLimits.maxBallots else { return ballots }
  let lowest = ballots.keys.sorted().prefix(PollLimits.maxBallots)
  return ballots.filter { $0.key <= lowest[lowest.endIndex - 1] }
}
