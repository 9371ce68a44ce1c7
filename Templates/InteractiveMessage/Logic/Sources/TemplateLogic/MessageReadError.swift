/// The reason why data is not a message from this app.
///
/// The app shows people only two of these: a message from a newer version, and an unreadable message. The
/// others are for the log and for the landing page, which uses the same names.
public enum MessageReadError: String, Error, CaseIterable, Sendable {
  /// The URL has more characters than a message may have.
  case tooLong
  /// The URL does not belong to this app: it has a different scheme, host or path, or no query.
  case foreign
  /// The URL contains a character or an escape that is not allowed, or an invalid value.
  case malformed
  /// A required item is missing.
  case missing
  /// An item or a voter occurs more than once.
  case doubled
  /// A limit of ``PollLimits`` is exceeded.
  case overLimit
  /// Text is invisible, or contains characters that hide or reorder other text.
  case unfitText
  /// A newer version of this app wrote the message.
  case newerVersion
}
