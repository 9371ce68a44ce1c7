/// The reason why a download failed.
public enum DownloadError: Error, Equatable, Sendable {
  /// A status other than 200.
  case status(Int)
  /// More bytes than the limit. The download was stopped.
  case tooLarge(limit: Int)
  /// A redirect to another host, or away from https.
  case redirectRefused(to: String)
  /// Too many redirects in a row.
  case tooManyRedirects
  /// No data for too long, or the whole download took too long.
  case timedOut
  /// The caller canceled the download.
  case canceled
  /// No connection, or a lost one. The text is the system's message, for a log.
  case connection(String)
}
