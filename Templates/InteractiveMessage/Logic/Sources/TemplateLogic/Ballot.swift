/// The choices of one voter, with a revision number.
public struct Ballot: Hashable, Comparable, Sendable {
  /// The number of the voter's revision, starting at 1. The ballot with the highest number counts. See
  /// ``PollLimits/revisions``.
  public let revision: Int
  /// The indices of the selected choices in the list of choices. Empty if the vote was withdrawn.
  public let selectedChoices: Set<Int>
  /// The name that the voter typed, or nil.
  public let name: PollText?

  /// Creates a ballot. Returns nil if the revision or a choice is outside ``PollLimits``.
  ///
  /// An index beyond the choices of a poll is not an error; it is not counted. If two lists of choices
  /// conflict, the ballots must not depend on which list was known first.
  public init?(revision: Int, selectedChoices: Set<Int>, name: PollText? = nil) {
    guard PollLimits.revisions.contains(revision),
      selectedChoices.allSatisfy((0..<PollLimits.choiceCounts.upperBound).contains)
    else { return nil }
    self.revision = revision
    self.selectedChoices = selectedChoices
    self.name = name
  }

  /// Whether the voter withdrew the vote.
  public var isWithdrawn: Bool { selectedChoices.isEmpty }

  /// The later ballot of a voter is greater. Ballots with the same revision (from a voter key that was
  /// restored on a second device) are ordered by their contents, so that every device prefers the same one.
  public static func < (left: Ballot, right: Ballot) -> Bool {
    if left.revision != right.revision { return left.revision < right.revision }
    if left.selectedChoices != right.selectedChoices {
      return left.selectedChoices.sorted().lexicographicallyPrecedes(right.selectedChoices.sorted())
    }
    switch (left.name, right.name) {
    case (nil, let right): return right != nil
    case (_, nil): return false
    case (let left?, let right?): return left < right
    }
  }
}
