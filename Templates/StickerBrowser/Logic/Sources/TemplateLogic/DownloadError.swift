/// The reason why a download failed.
public enum DownloadError: Error, Equatable, Sendable {
  /// The server answered with a status other than 200.
  case status(Int)
  /// The server sent more bytes than the limit. The download was stopped.
  case tooLarge(limit: Int)
  /// The server redirected to another host, or away from https.
  case redirectRefused(to: String)
  /// There were too many redirects in a row.
  case tooManyRedirects
  /// No data arrived for too long, or the whole download took too long.
  case timedOut
  /// The caller canceled the download.
  case canceled
  /// There was no connection, or it was lost. The text is the system's message, for a log.
  case connection(String)
}
