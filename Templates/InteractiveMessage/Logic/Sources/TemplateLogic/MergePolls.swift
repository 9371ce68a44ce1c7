extension Poll {
  /// Merges two states of the same poll.
  ///
  /// Two people may answer the same message at the same time. Each of their messages then lacks the other's
  /// ballot. The result does not depend on the order, the grouping, or the number of merges (a join
  /// semilattice): it keeps the greatest ballot of each voter, and the greater of the two values for
  /// everything else.
  ///
  /// - Parameter other: another state of the same poll.
  /// - Returns: nil if the other state belongs to a different poll.
  public func merged(with other: Poll) -> Poll? {
    guard id == other.id else { return nil }
    return Poll(
      id: id,
      definition: max(definition, other.definition),
      ballots: ballots.merging(other.ballots, uniquingKeysWith: max),
      unknown: prefersUnknown(of: other) ? other.unknown : unknown)
  }

  /// Returns the poll with one more ballot, or with a later ballot from the same voter. An older ballot
  /// changes nothing.
  public func casting(_ ballot: Ballot, by voter: VoterKey) -> Poll {
    let all = ballots.merging([voter: ballot], uniquingKeysWith: max)
    return Poll(id: id, definition: definition, ballots: all, unknown: unknown)
  }

  /// The longer list replaces the other one completely. Items are not mixed, because their order may matter.
  private func prefersUnknown(of other: Poll) -> Bool {
    if unknown.count != other.unknown.count { return unknown.count < other.unknown.count }
    return unknown.lexicographicallyPrecedes(other.unknown)
  }
}
