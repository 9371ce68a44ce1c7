import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Downloads over `URLSession` that a server can neither stretch, nor swell, nor lead elsewhere.
///
/// Nothing of a download stays but its data: no cookies, no credentials, no cache of the system's.
public final class Downloader: Sendable {
  /// How long to wait, in seconds.
  public struct Timeouts: Sendable {
    /// For the next bytes.
    public let idle: TimeInterval
    /// For all bytes of one file.
    public let total: TimeInterval

    /// How long to wait, in seconds, above 0.
    public init(idle: TimeInterval, total: TimeInterval) {
      (self.idle, self.total) = (idle, total)
    }

    /// Long enough for half a megabyte over a poor connection.
    public static let standard = Timeouts(idle: 15, total: 60)
  }

  private let session: URLSession
  private let transfers: Transfers
  private let timeouts: Timeouts

  /// A downloader with connections of its own, which it closes when it goes.
  public init(timeouts: Timeouts = .standard) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCredentialStorage = nil
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpMaximumConnectionsPerHost = StickerLibrary.parallelDownloads
    configuration.timeoutIntervalForRequest = timeouts.idle
    configuration.timeoutIntervalForResource = timeouts.total
    // The stickers of the last visit will do where people save data; Linux knows no such mode.
    #if !canImport(FoundationNetworking)
      configuration.allowsConstrainedNetworkAccess = false
    #endif
    transfers = Transfers()
    session = URLSession(configuration: configuration, delegate: transfers, delegateQueue: nil)
    self.timeouts = timeouts
  }

  deinit {
    session.invalidateAndCancel()
  }

  /// Fetches what an address holds.
  ///
  /// - Parameter limit: bytes; one more ends the download while it runs.
  /// - Returns: the body of an answer with status 200.
  public func data(from url: URL, limit: Int) async throws(DownloadError) -> Data {
    let task = session.dataTask(with: URLRequest(url: url, timeoutInterval: timeouts.idle))
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        transfers.start(task, limit: limit, total: timeouts.total, continuation)
      }
    } onCancel: {
      transfers.finish(task, with: .failure(.canceled))
    }
    return try result.get()
  }
}
