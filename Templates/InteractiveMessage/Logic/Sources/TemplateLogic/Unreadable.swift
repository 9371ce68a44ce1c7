/// Why something is no message of this app.
///
/// A person sees two of these only: made by a newer version, and unreadable. The others are for the log, and
/// for the landing page, which tells the same words.
public enum Unreadable: String, Error, CaseIterable, Sendable {
  /// More characters than a message may have.
  case tooLong
  /// No URL of this app: another scheme, host or path, or no query.
  case foreign
  /// A character or an escape that no URL has, or a value that is not of its form.
  case malformed
  /// An item that every message of this version has is not there.
  case missing
  /// An item that may occur once occurs again, or a voter does.
  case doubled
  /// More of something than ``PollLimits`` allow.
  case overLimit
  /// A text with characters that hide or reorder other text, or without anything to see.
  case unfitText
  /// Written by a version of this app that is newer than this one.
  case newerVersion
}
