import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The delegate of a session, which tracks the received data and the deadline of each download.
final class Transfers: NSObject, Sendable {
  typealias Continuation = CheckedContinuation<Result<Data, DownloadError>, Never>

  /// The maximum number of redirects.
  static let maxRedirects = 5

  private struct Transfer {
    let continuation: Continuation
    let limit: Int
    let deadline: Task<Void, Never>
    var data = Data()
    var redirects = 0
  }

  /// Running downloads by the task's identifier.
  private let running = Locked<[Int: Transfer]>([:])

  func start(
    _ task: URLSessionDataTask, limit: Int, total: TimeInterval, _ continuation: Continuation
  ) {
    // The session's own limit for a whole download does not work on every platform.
    let deadline = Task {
      try? await Task.sleep(nanoseconds: UInt64(total * 1_000_000_000))
      if !Task.isCancelled { finish(task, with: .failure(.timedOut)) }
    }
    running.withLock {
      $0[task.taskIdentifier] = Transfer(continuation: continuation, limit: limit, deadline: deadline)
    }
    // The caller may have been canceled before the download started.
    if Task.isCancelled { finish(task, with: .failure(.canceled)) } else { task.resume() }
  }

  /// Ends a download. If it has already ended, this does nothing.
  func finish(_ task: URLSessionTask, with result: Result<Data, DownloadError>) {
    guard let transfer = running.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    task.cancel()
    transfer.deadline.cancel()
    transfer.continuation.resume(returning: result)
  }
}

extension Transfers: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let count = running.withLock { running in
      running[task.taskIdentifier]?.redirects += 1
      return running[task.taskIdentifier]?.redirects ?? 0
    }
    let failure: DownloadError?
    if !isSameOrigin(request.url, response.url) {
      failure = .redirectRefused(to: request.url?.host ?? "")
    } else {
      failure = count > Self.maxRedirects ? .tooManyRedirects : nil
    }
    completionHandler(failure == nil ? request : nil)
    if let failure { finish(task, with: .failure(failure)) }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    let limit = running.withLock { $0[dataTask.taskIdentifier]?.limit } ?? 0
    let failure: DownloadError?
    if status != 200 {
      failure = .status(status)
    } else {
      failure = response.expectedContentLength > limit ? .tooLarge(limit: limit) : nil
    }
    completionHandler(failure == nil ? .allow : .cancel)
    if let failure { finish(dataTask, with: .failure(failure)) }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let exceeded: Int? = running.withLock { running in
      let identifier = dataTask.taskIdentifier
      guard let limit = running[identifier]?.limit, let count = running[identifier]?.data.count else {
        return nil
      }
      guard count + data.count <= limit else { return limit }
      running[identifier]?.data.append(data)
      return nil
    }
    if let exceeded { finish(dataTask, with: .failure(.tooLarge(limit: exceeded))) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let error else {
      let data = running.withLock { $0[task.taskIdentifier]?.data } ?? Data()
      return finish(task, with: .success(data))
    }
    finish(task, with: .failure(failure(of: error)))
  }
}

/// Whether scheme, host and port are the same. A download begins with https, so redirects also stay with
/// https.
private func isSameOrigin(_ one: URL?, _ other: URL?) -> Bool {
  guard let one, let other else { return false }
  return one.scheme?.lowercased() == other.scheme?.lowercased()
    && one.host?.lowercased() == other.host?.lowercased() && one.port == other.port
}

private func failure(of error: any Error) -> DownloadError {
  switch (error as? URLError)?.code {
  case .cancelled: .canceled
  case .timedOut: .timedOut
  default: .connection(String(describing: error))
  }
}
