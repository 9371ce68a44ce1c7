/// What this device keeps between two openings: the draft, and the last polls with its own voter key for
/// each.
///
/// Nothing in it comes from Apple's participant identifiers: they end with a reinstallation and would tell
/// nothing afterwards.
public struct DeviceMemory: Equatable, Sendable {
  /// The most polls that are kept; the one that was not used for longest is forgotten first.
  public static let maxPolls = 32

  /// The poll that is being written.
  public var draft = Draft()
  /// The name that was typed for the last vote, to be offered for the next one.
  public private(set) var lastName = ""
  /// Polls that were met, the last used at the end.
  private(set) var entries: [Entry] = []

  struct Entry: Equatable, Sendable {
    let id: PollID
    /// Drawn at the first vote.
    var voter: VoterKey?
    /// The highest revision that this device ever used, whether or not that ballot was sent.
    var revision = 0
    /// All that messages told about the poll.
    var poll: Poll
  }

  /// Remembers nothing yet.
  public init() {}

  init(draft: Draft, lastName: String, entries: [Entry]) {
    (self.draft, self.lastName) = (draft, lastName)
    self.entries = entries.suffix(Self.maxPolls)
  }

  /// Adds what a message tells to what is known, and remembers both.
  ///
  /// - Returns: the poll with the ballots of all messages that were seen here.
  public mutating func learn(_ poll: Poll) -> Poll {
    var entry = entries.first { $0.id == poll.id } ?? Entry(id: poll.id, poll: poll)
    entry.poll = entry.poll.merged(with: poll) ?? poll
    keep(entry)
    return entry.poll
  }

  /// What is known of the poll that a store keeps at a place; nil if nothing is.
  public func poll(at token: StoreToken) -> Poll? { entries.first { StoreToken($0.id) == token }?.poll }

  /// What this device chose last, as far as messages tell; nil if it did not vote.
  public func ownBallot(in poll: Poll) -> Ballot? {
    entries.first { $0.id == poll.id }?.voter.flatMap { poll.ballots[$0] }
  }

  /// Votes, changes a vote, or takes it back (no entries).
  ///
  /// The ballot is in the result, but not yet remembered as cast: the message with it may never be sent. Its
  /// revision is, so that no second ballot can have the same. Save before the message is handed over: a key
  /// that was forgotten would vote twice.
  ///
  /// - Parameter name: as typed; empty for none.
  public mutating func vote(
    in poll: Poll, entries chosen: Set<Int>, name: String, using generator: inout some RandomNumberGenerator
  ) -> Poll {
    let known = learn(poll)
    var entry = entries.first { $0.id == poll.id } ?? Entry(id: poll.id, poll: known)
    let voter = entry.voter ?? .random(using: &generator)
    let last = max(entry.revision, known.ballots[voter]?.revision ?? 0)
    (entry.voter, entry.revision) = (voter, min(last + 1, PollLimits.revisions.upperBound))
    keep(entry)
    let text = PollText(typed: name, as: .name)
    lastName = text?.string ?? ""
    let places = chosen.intersection(known.definition.choices.indices)
    guard let ballot = Ballot(revision: entry.revision, entries: places, name: text) else { return known }
    return known.casting(ballot, by: voter)
  }

  private mutating func keep(_ entry: Entry) {
    entries = (entries.filter { $0.id != entry.id } + [entry]).suffix(Self.maxPolls)
  }
}
