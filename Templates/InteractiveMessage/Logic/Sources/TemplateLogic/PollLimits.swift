/// The limits of a poll, both for what is typed here and for what other people send.
///
/// Text length is counted in Unicode scalars, not in `Character`s. A `Character` has no maximum size, and its
/// boundaries depend on the Unicode version of the system, so two devices could disagree about the same
/// message.
public enum PollLimits {
  /// The maximum number of Unicode scalars in a question.
  public static let maxQuestionScalars = 120
  /// The maximum number of Unicode scalars in a choice.
  public static let maxChoiceScalars = 60
  /// The maximum number of Unicode scalars in a voter's name.
  public static let maxNameScalars = 24
  /// The number of choices in a poll.
  public static let choiceCounts = 2...6
  /// The maximum number of ballots in a poll, including withdrawn ones. A conversation has at most 32 people,
  /// and some have two devices.
  public static let maxBallots = 200
  /// The revision numbers of a ballot, which have at most nine digits.
  public static let revisions = 1...999_999_999
  /// The maximum number of unknown query items.
  public static let maxUnknownItems = 16
  /// The maximum number of characters of an unknown query item in the URL.
  public static let maxUnknownItemCharacters = 600
  /// The maximum number of characters in a message's URL (Apple's limit).
  ///
  /// Source: https://developer.apple.com/documentation/messages/msmessage/url
  public static let maxURLCharacters = 5_000
  /// The number of ballots that a new poll must leave room for: one for each person in the largest
  /// conversation.
  public static let expectedBallotCount = 32
  /// The number of characters in an expected ballot: the key, and a name of eight letters that take nine
  /// characters each, as Japanese letters do in a URL.
  public static let expectedBallotCharacters = 100
  /// The maximum number of characters in a poll that is stored on this device, where Apple's limit does not
  /// apply. No poll within the other limits needs more.
  public static let maxSavedCharacters = 120_000
}
