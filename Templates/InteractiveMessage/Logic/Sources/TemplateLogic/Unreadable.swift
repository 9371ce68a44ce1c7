/// The reason why data is not a message from this app.
///
/// People see only two of these: made by a newer version, and unreadable. The others are for the log and for
/// the landing page, which uses the same words.
public enum Unreadable: String, Error, CaseIterable, Sendable {
  /// More characters than a message may have.
  case tooLong
  /// Not a URL of this app: another scheme, host or path, or no query.
  case foreign
  /// A character or an escape that is not allowed in a URL, or an invalid value.
  case malformed
  /// A required item is missing.
  case missing
  /// An item or a voter occurs more than once.
  case doubled
  /// A limit of ``PollLimits`` is exceeded.
  case overLimit
  /// A text that is invisible, or has characters that hide or reorder other text.
  case unfitText
  /// Written by a newer version of this app.
  case newerVersion
}
