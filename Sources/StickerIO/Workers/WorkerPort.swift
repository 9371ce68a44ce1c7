#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The worker's side: requests come on standard input, longer bytes in its keeper's memory, answers go to
/// standard output. Only for a process that a `WorkerPool` started.
package struct WorkerPort: Sendable {
  /// A request, whole.
  package struct Request: Sendable {
    /// What the request has in common with others; nil: the same as the last time.
    package let setup: [UInt8]?
    /// What the worker is asked.
    package let request: [UInt8]
    /// The bytes that the request is about.
    package let data: [UInt8]
  }

  private let calls = SystemCalls.real
  private let memory: KeepersMemory?

  /// A port; before the process is confined.
  ///
  /// - Throws: why its keeper's memory cannot be read.
  package init() throws { memory = try KeepersMemory() }

  /// Says that the process is confined now.
  package func ready(_ confinement: Confinement) throws { try send(.ready, [confinement.rawValue]) }

  /// The next request, once it is there; nil at the end.
  ///
  /// - Throws: why there is no more.
  package func next() throws -> Request? {
    var (setup, request): ([UInt8]?, [UInt8]?)
    errno = 0  // what an earlier file failed for says nothing of the next one
    while let (kind, payload) = try receive() {
      switch kind {
      case .setup: setup = payload
      case .request: request = payload
      case .data: return Request(setup: setup, request: request ?? [], data: payload)
      case .shared:
        guard let data = WorkerFrame.number(payload).flatMap({ memory?.first($0) }) else {
          throw SystemError.invalid
        }
        return Request(setup: setup, request: request ?? [], data: data)
      default: throw SystemError.invalid
      }
    }
    return nil
  }

  /// Waits until there is memory for what the next step holds; little is always there.
  package func hold(_ bytes: Int) throws {
    guard bytes > WorkerPool.freeBytes else { return }
    try send(.holds, WorkerFrame.bytes(of: bytes))
    guard let (kind, _) = try receive(), kind == .granted else { throw SystemError.invalid }
  }

  /// Answers the last request.
  package func answer(_ bytes: [UInt8]) throws { try send(.answer, bytes) }

  private func send(_ kind: WorkerFrame.Kind, _ payload: [UInt8]) throws(SystemError) {
    let frame = WorkerFrame.header(kind, payload.count) + payload
    var failure: SystemError?
    unsafe frame.withUnsafeBytes { bytes in
      do throws(SystemError) { try unsafe writeAll(bytes, to: 1, calls) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func receive() throws(SystemError) -> (WorkerFrame.Kind, [UInt8])? {
    guard let header = try read(WorkerFrame.headerBytes) else { return nil }
    let (kind, count) = WorkerFrame.parse(header[...])
    guard let kind, let payload = count == 0 ? [] : try read(count) else { throw .invalid }
    return (kind, payload)
  }

  /// Exactly so many bytes; nil at the end.
  private func read(_ count: Int) throws(SystemError) -> [UInt8]? {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count, failure == nil {
        let rest = unsafe UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[done...])
        do throws(SystemError) {
          let more = try unsafe calls.read(0, rest)
          if more == 0 { break }
          done += more
        } catch .interrupted {} catch { failure = error }
      }
    }
    if let failure { throw failure }
    return bytes.count == count ? bytes : nil
  }
}
