/// What this device stores between sessions: the draft, and the most recent polls, each with this device's voter key.
///
/// It does not contain Apple's participant identifiers, because they become meaningless when the app is
/// reinstalled.
public struct DeviceMemory: Equatable, Sendable {
  /// The maximum number of polls. The least recently used poll is removed first.
  public static let maxPolls = 32

  /// The draft of a new poll.
  public var draft = Draft()
  /// The name that was typed for the last vote, suggested for the next one.
  public private(set) var lastName = ""
  /// The polls, with the most recently used one at the end.
  private(set) var entries: [Entry] = []

  struct Entry: Equatable, Sendable {
    let id: PollID
    /// Created at the first vote.
    var voter: VoterKey?
    /// The highest revision that this device has used, even if that ballot was not sent.
    var revision = 0
    /// Everything about the poll that messages contained.
    var poll: Poll
  }

  /// Creates an empty memory.
  public init() {}

  init(draft: Draft, lastName: String, entries: [Entry]) {
    self.draft = draft
    self.lastName = lastName
    self.entries = entries.suffix(Self.maxPolls)
  }

  /// Merges a poll from a message with what is known, and stores the result.
  ///
  /// - Returns: the poll with the ballots of all messages that were seen on this device.
  public mutating func remember(_ poll: Poll) -> Poll {
    var entry = entries.first { $0.id == poll.id } ?? Entry(id: poll.id, poll: poll)
    entry.poll = entry.poll.merged(with: poll) ?? poll
    keep(entry)
    return entry.poll
  }

  /// Returns what is known about the poll at a place in a store, or nil.
  public func poll(at token: StoreToken) -> Poll? { entries.first { StoreToken($0.id) == token }?.poll }

  /// Returns the last ballot of this device in the messages, or nil if it did not vote.
  public func ownBallot(in poll: Poll) -> Ballot? {
    entries.first { $0.id == poll.id }?.voter.flatMap { poll.ballots[$0] }
  }

  /// Votes, changes the vote, or withdraws it if no choices are selected.
  ///
  /// The result contains the ballot. It is not yet stored as cast, because its message may never be sent. Its
  /// revision is stored, so that no second ballot can have the same one. Save the memory before you insert
  /// the message, because this device could vote twice if it lost the key.
  ///
  /// - Parameter name: the name as typed; empty for none.
  public mutating func vote(
    in poll: Poll, selectedChoices chosen: Set<Int>, name: String,
    using generator: inout some RandomNumberGenerator
  ) -> Poll {
    let known = remember(poll)
    var entry = entries.first { $0.id == poll.id } ?? Entry(id: poll.id, poll: known)
    let voter = entry.voter ?? .random(using: &generator)
    let last = max(entry.revision, known.ballots[voter]?.revision ?? 0)
    entry.voter = voter
    entry.revision = min(last + 1, PollLimits.revisions.upperBound)
    keep(entry)
    let text = PollText(typed: name, as: .name)
    lastName = text?.string ?? ""
    let places = chosen.intersection(known.definition.choices.indices)
    guard let ballot = Ballot(revision: entry.revision, selectedChoices: places, name: text) else {
      return known
    }
    return known.casting(ballot, by: voter)
  }

  private mutating func keep(_ entry: Entry) {
    entries = (entries.filter { $0.id != entry.id } + [entry]).suffix(Self.maxPolls)
  }
}
