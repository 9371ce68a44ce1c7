/// Why a download ended without its data.
public enum DownloadError: Error, Equatable, Sendable {
  /// Another status than 200.
  case status(Int)
  /// More bytes than asked for; the rest was not waited for.
  case tooLarge(limit: Int)
  /// A redirection to another host or out of https.
  case redirectRefused(to: String)
  /// One redirection after the other.
  case tooManyRedirects
  /// Nothing came for too long, or all of it took too long.
  case timedOut
  /// The caller has lost interest.
  case canceled
  /// No connection, or it broke. The text is the system's, for a log.
  case connection(String)
}
