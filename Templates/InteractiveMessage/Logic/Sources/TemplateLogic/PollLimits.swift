/// How much a poll may hold. What comes from other people is held to the same figures as what is typed here.
///
/// Texts are counted in Unicode scalars, not in `Character`s: a `Character` has no upper size, and its
/// borders depend on the Unicode version of the system, so that two devices could disagree about the same
/// message.
public enum PollLimits {
  /// Unicode scalars of a question.
  public static let questionScalars = 120
  /// Unicode scalars of a choice.
  public static let choiceScalars = 60
  /// Unicode scalars of the name that a voter typed.
  public static let nameScalars = 24
  /// How many choices a poll has.
  public static let choices = 2...6
  /// Ballots of one poll, withdrawn ones included. A conversation has at most 32 people; some own two
  /// devices.
  public static let ballots = 200
  /// Revisions of a ballot: nine digits at most.
  public static let revisions = 1...999_999_999
  /// Query items that this version does not know.
  public static let unknownItems = 16
  /// Characters of one such item, as it stands in the URL.
  public static let unknownItemCharacters = 600
  /// Characters of the URL of a message, which is Apple's limit.
  ///
  /// Source: https://developer.apple.com/documentation/messages/msmessage/url
  public static let urlCharacters = 5_000
  /// Ballots that a new poll keeps room for: one of everybody in the largest conversation.
  public static let expectedBallots = 32
  /// Characters that are counted for such a ballot: the key, and a name of eight letters that take nine
  /// characters each, as Japanese ones do in a URL.
  public static let expectedBallotCharacters = 100
  /// Characters of a poll that is kept on this device, where Apple's limit does not apply: more than any poll
  /// within the other limits needs.
  public static let archivedCharacters = 120_000
}
