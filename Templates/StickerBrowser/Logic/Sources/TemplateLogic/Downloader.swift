import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Downloads over `URLSession` with limits on time, size and redirects.
///
/// A download leaves nothing behind but its data: no cookies, no credentials, and nothing in the system's
/// cache.
public final class Downloader: Sendable {
  /// Timeouts in seconds.
  public struct Timeouts: Sendable {
    /// The maximum time until the next bytes arrive.
    public let idle: TimeInterval
    /// The maximum time until all bytes of a file have arrived.
    public let total: TimeInterval

    /// Creates timeouts in seconds, which must be above 0.
    public init(idle: TimeInterval, total: TimeInterval) {
      self.idle = idle
      self.total = total
    }

    /// Timeouts that are long enough for half a megabyte over a slow connection.
    public static let standard = Timeouts(idle: 15, total: 60)
  }

  private let session: URLSession
  private let transfers: Transfers
  private let timeouts: Timeouts

  /// Creates a downloader with its own connections, which it closes when it is released.
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
    // In Low Data Mode, the app shows the stickers from the last visit to the server. Linux has no such mode.
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

  /// Downloads the data at an address.
  ///
  /// - Parameter limit: the maximum number of bytes. The download stops when it is exceeded.
  /// - Returns: the body of a response with status 200.
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
