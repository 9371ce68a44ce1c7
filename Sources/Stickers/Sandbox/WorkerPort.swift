import CSandbox

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The worker's side: requests come on standard input, longer bytes in its keeper's memory, answers go to
/// standard output. Only for a process that a `WorkerPool` started.
struct WorkerPort: Sendable {
  /// A request, whole.
  struct Request: Sendable {
    /// What the request has in common with others; nil: the same as the last time.
    let setup: [UInt8]?
    /// What the worker is asked.
    let request: [UInt8]
    /// The bytes that the request is about.
    let data: [UInt8]
  }

  private let calls = SystemCalls.real
  private let memory: PoolMemory?

  /// A port; before the process is confined.
  ///
  /// - Throws: why its keeper's memory cannot be read.
  init() throws { memory = try PoolMemory() }

  /// Says that the process is confined now.
  func ready(_ confinement: Confinement) throws { try send(.ready, [confinement.rawValue]) }

  /// The next request, once it is there; nil at the end.
  ///
  /// - Throws: why there is no more.
  func next() throws -> Request? {
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
  func reserveMemory(_ bytes: Int) throws {
    guard bytes > WorkerPool.freeBytes else { return }
    try send(.memoryRequest, WorkerFrame.bytes(of: bytes))
    guard let (kind, _) = try receive(), kind == .granted else { throw SystemError.invalid }
  }

  /// Answers the last request.
  func answer(_ bytes: [UInt8]) throws { try send(.answer, bytes) }

  private func send(_ kind: WorkerFrame.Kind, _ payload: [UInt8]) throws(SystemError) {
    try calls.writeAll(WorkerFrame.header(kind, payload.count) + payload, to: 1)
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

/// How much a keeper shares with a worker: more than a sticker may have. What is longer crosses the pipe.
private let sharedBytes = 1 << 19

/// Memory that a keeper shares with one worker: what lies there need not cross a pipe, piece by piece through
/// new pages. The keeper only writes to it; the worker reads it, and cannot change it.
@safe final class SharedMemory {
  /// What is shorter crosses the pipe, with the request.
  static let minBytes = 4096

  /// The descriptor of the memory; -1 once it is closed.
  private(set) var descriptor: Int32
  private let memory: UnsafeMutableRawPointer

  /// Memory that is shared; nil where the system has none that only its keeper can change.
  init?() {
    var made: UnsafeMutableRawPointer?
    descriptor = unsafe sl_make_sealed_memory(sharedBytes, &made)
    guard descriptor >= 0, let made = unsafe made else { return nil }
    unsafe memory = made
  }

  deinit {
    closeDescriptor()
    unsafe munmap(memory, sharedBytes)
  }

  /// Closes the descriptor, once the worker has its own.
  func closeDescriptor() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Lays bytes there for the worker; false where they had better cross the pipe.
  func take(_ bytes: [UInt8]) -> Bool {
    guard Self.minBytes...sharedBytes ~= bytes.count else { return false }
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe UnsafeMutableRawBufferPointer(start: memory, count: sharedBytes).copyMemory(from: bytes)
    }
    return true
  }
}

/// The worker's side of `SharedMemory`, until the process ends.
@safe struct PoolMemory: @unchecked Sendable {
  private let memory: UnsafeRawBufferPointer

  /// Nil where the process that started this one shares nothing.
  ///
  /// - Throws: why there is no room for what it shares.
  init?() throws(SystemError) {
    guard sl_is_sealed_memory(furtherDescriptor, sharedBytes) != 0 else { return nil }
    guard let start = unsafe sl_map_sealed_memory(furtherDescriptor, sharedBytes) else {
      throw SystemError(code: errno)
    }
    unsafe memory = UnsafeRawBufferPointer(start: start, count: sharedBytes)
  }

  /// Bytes that lie there; nil where there are not so many.
  func first(_ count: Int) -> [UInt8]? {
    guard 0...sharedBytes ~= count else { return nil }
    return unsafe Array(memory[..<count])
  }
}

/// How a confined process ends that crashes where memory was refused, or little is left. The peak that the
/// system tells of a child begins with that of its parent: what was too little, only the child can tell.
let outOfMemoryStatus: Int32 = 113

#if os(Linux)
  /// A crash from now on ends the process with `outOfMemoryStatus` if the last call that failed on its thread
  /// asked for memory, or if fewer than so many bytes are left.
  func reportOutOfMemory(reserve bytes: Int) {
    unsafe reserve = bytes
    sl_when_crashed { signal in
      if errno == ENOMEM { _exit(outOfMemoryStatus) }
      let place = unsafe mmap(nil, reserve, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      if unsafe place == MAP_FAILED { _exit(outOfMemoryStatus) }
      _ = raise(signal)
    }
  }

  /// Written before there is a second thread.
  nonisolated(unsafe) private var reserve = 0
#endif
