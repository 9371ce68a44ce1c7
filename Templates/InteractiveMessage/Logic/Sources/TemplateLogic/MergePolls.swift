extension Poll {
  /// What two devices know together.
  ///
  /// Two people may answer the same message at the same time; each of their messages then lacks the other's
  /// ballot. The result does not depend on which is merged into which, in what grouping, or how often (a join
  /// semilattice): of each voter the greatest ballot stays, and of everything else the greater one.
  ///
  /// - Parameter other: another state of the same poll.
  /// - Returns: nil if it is another poll.
  public func merged(with other: Poll) -> Poll? {
    guard id == other.id else { return nil }
    return Poll(
      id: id,
      definition: max(definition, other.definition),
      ballots: ballots.merging(other.ballots, uniquingKeysWith: max),
      unknown: prefersUnknown(of: other) ? other.unknown : unknown)
  }

  /// The poll with one more ballot, or with a later one of the same voter. An older one changes nothing.
  public func casting(_ ballot: Ballot, by voter: VoterKey) -> Poll {
    let all = ballots.merging([voter: ballot], uniquingKeysWith: max)
    return Poll(id: id, definition: definition, ballots: all, unknown: unknown)
  }

  /// The longer list wins as a whole: items are not mixed, since their order may mean something.
  private func prefersUnknown(of other: Poll) -> Bool {
    if unknown.count != other.unknown.count { return unknown.count < other.unknown.count }
    return unknown.lexicographicallyPrecedes(other.unknown)
  }
}
