/// The result of a poll.
public struct Tally: Equatable, Sendable {
  /// The number of votes for each choice, in order.
  public let counts: [Int]
  /// The number of people who voted, without withdrawn votes.
  public let voterCount: Int
  /// The names that voters typed, by choice, sorted by their bytes.
  public let voterNames: [[String]]

  /// Counts the ballots of a poll.
  public init(_ poll: Poll) {
    let places = poll.definition.choices.indices
    let counted = poll.ballots.values.filter { !$0.selectedChoices.isDisjoint(with: places) }
    counts = places.map { place in counted.count { $0.selectedChoices.contains(place) } }
    voterNames = places.map { place in
      counted.filter { $0.selectedChoices.contains(place) }.compactMap(\.name).sorted().map(\.string)
    }
    voterCount = counted.count
  }

  /// The indices of the choices with the most votes: several in a tie, none if there are no votes.
  public var leaders: [Int] {
    guard let most = counts.max(), most > 0 else { return [] }
    return counts.indices.filter { counts[$0] == most }
  }

  /// The share of the voters who selected each choice, 0...1, for the bars.
  public var shares: [Double] {
    counts.map { voterCount == 0 ? 0 : Double($0) / Double(voterCount) }
  }
}
