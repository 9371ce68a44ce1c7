/// The result of a poll.
public struct Tally: Equatable, Sendable {
  /// How many people chose each of the choices, in their order.
  public let counts: [Int]
  /// How many people voted; who withdrew did not.
  public let voters: Int
  /// Names that voters typed, by choice, in alphabetical order. Who typed none is counted only.
  public let names: [[String]]

  /// Counts the ballots of a poll.
  public init(_ poll: Poll) {
    let places = poll.definition.choices.indices
    let counted = poll.ballots.values.filter { !$0.entries.isDisjoint(with: places) }
    counts = places.map { place in counted.count { $0.entries.contains(place) } }
    names = places.map { place in
      counted.filter { $0.entries.contains(place) }.compactMap(\.name).sorted().map(\.string)
    }
    voters = counted.count
  }

  /// Places of the choices with the most votes: several in a tie, none as long as nobody voted.
  public var leaders: [Int] {
    guard let most = counts.max(), most > 0 else { return [] }
    return counts.indices.filter { counts[$0] == most }
  }

  /// The share of the voters who chose each choice, 0...1, for bars.
  public var shares: [Double] {
    counts.map { voters == 0 ? 0 : Double($0) / Double(voters) }
  }
}
