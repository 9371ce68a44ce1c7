/// The limits of a poll, both for what is typed here and for what other people send.
///
/// Text length is counted in Unicode scalars, not in `Character`s. A `Character` has no maximum size, and its
/// boundaries depend on the Unicode version of the system, so two devices could disagree about the same
/// message.
public enum PollLimits {
  /// Unicode scalars of a question.
  public static let questionScalars = 120
  /// Unicode scalars of a choice.
  public static let choiceScalars = 60
  /// Unicode scalars of the name that a voter typed.
  public static let nameScalars = 24
  /// The number of choices of a poll.
  public static let choices = 2...6
  /// Ballots of one poll, including withdrawn ones. A conversation has at most 32 people, and some have two
  /// devices.
  public static let ballots = 200
  /// Revisions of a ballot: nine digits at most.
  public static let revisions = 1...999_999_999
  /// Unknown query items.
  public static let unknownItems = 16
  /// Characters of one such item in the URL.
  public static let unknownItemCharacters = 600
  /// Characters of the URL of a message (Apple's limit).
  ///
  /// Source: https://developer.apple.com/documentation/messages/msmessage/url
  public static let urlCharacters = 5_000
  /// Ballots that a new poll must leave room for: one for each person in the largest conversation.
  public static let expectedBallots = 32
  /// Characters of such a ballot: the key, and a name of eight letters with nine characters each, as Japanese
  /// ones take in a URL.
  public static let expectedBallotCharacters = 100
  /// Characters of a poll on this device, where Apple's limit does not apply. No poll within the other limits
  /// needs more.
  public static let archivedCharacters = 120_000
}
