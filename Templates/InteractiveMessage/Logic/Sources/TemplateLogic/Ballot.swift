/// What one voter chose, and how often that was changed.
public struct Ballot: Hashable, Comparable, Sendable {
  /// Counts the voter's changes from 1; the highest one counts. See ``PollLimits/revisions``.
  public let revision: Int
  /// Places of the chosen entries in the list of choices. None: the vote was withdrawn.
  public let entries: Set<Int>
  /// How the voter wants to be called; nil if nothing was typed.
  public let name: PollText?

  /// Puts a ballot together; nil if revision or entries are not within ``PollLimits``.
  ///
  /// An entry beyond the choices of a particular poll is no error: it is not counted. When two lists of
  /// choices are in conflict, the ballots must not depend on which of them was known first.
  public init?(revision: Int, entries: Set<Int>, name: PollText? = nil) {
    guard PollLimits.revisions.contains(revision),
      entries.allSatisfy((0..<PollLimits.choices.upperBound).contains)
    else { return nil }
    (self.revision, self.entries, self.name) = (revision, entries, name)
  }

  /// Whether the voter took the vote back.
  public var isWithdrawn: Bool { entries.isEmpty }

  /// The later ballot of a voter is the greater one. Two with the same revision (a voter's key restored to a
  /// second device) are ordered by their content, so that every device prefers the same one.
  public static func < (left: Ballot, right: Ballot) -> Bool {
    if left.revision != right.revision { return left.revision < right.revision }
    if left.entries != right.entries {
      return left.entries.sorted().lexicographicallyPrecedes(right.entries.sorted())
    }
    switch (left.name, right.name) {
    case (nil, let right): return right != nil
    case (_, nil): return false
    case (let left?, let right?): return left < right
    }
  }
}
