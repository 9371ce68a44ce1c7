import CSandbox

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The worker's side of the connection. Requests arrive on standard input, with their data in shared memory
/// if possible. Answers go to standard output. Use this type only in processes that a `WorkerPool` started.
struct ParentConnection: Sendable {
  /// A complete request.
  struct Request: Sendable {
    /// The data that requests have in common; nil if it has not changed since the previous request.
    let changedSetup: [UInt8]?
    /// The encoded request.
    let encodedRequest: [UInt8]
    /// The data to process, such as the bytes of a file.
    let inputData: [UInt8]
  }

  private let systemCalls = SystemCalls.real
  private let input = BufferedInput(0)
  private let sharedMemory: SharedMemoryInWorker?

  /// Creates the connection. Call this before the process is confined.
  ///
  /// - Throws: an error that says why the shared memory cannot be mapped.
  init() throws { sharedMemory = try SharedMemoryInWorker() }

  /// Reports that the process is confined.
  func reportReady(_ confinement: Confinement) throws { try send(.ready, [confinement.rawValue]) }

  /// Waits for the next request. Returns nil at the end of the input.
  ///
  /// - Throws: an error that says why the connection is broken.
  func nextRequest() throws -> Request? {
    var (setup, request): ([UInt8]?, [UInt8]?)
    errno = 0  // an error from an earlier file must not affect the next one
    while let (kind, payload) = try receive() {
      switch kind {
      case .setup: setup = payload
      case .request: request = payload
      case .data: return Request(changedSetup: setup, encodedRequest: request ?? [], inputData: payload)
      case .sharedDataSize:
        guard let data = PipeMessage.parseNumber(payload).flatMap({ sharedMemory?.prefix($0) }) else {
          throw SystemError.invalidArgument
        }
        return Request(changedSetup: setup, encodedRequest: request ?? [], inputData: data)
      default: throw SystemError.invalidArgument
      }
    }
    return nil
  }

  /// Waits until memory is available for the next step. A small amount is always available.
  func reserveMemory(_ bytes: Int) throws {
    guard bytes > WorkerPool.unreservedMemoryBytes else { return }
    try send(.memoryRequest, PipeMessage.numberPayload(of: bytes))
    guard let (kind, _) = try receive(), kind == .memoryGranted else { throw SystemError.invalidArgument }
  }

  /// Answers the last request.
  func sendAnswer(_ bytes: [UInt8]) throws { try send(.answer, bytes) }

  private func send(_ kind: PipeMessage.Kind, _ payload: [UInt8]) throws(SystemError) {
    try systemCalls.writeAll(PipeMessage.header(kind, payload.count) + payload, to: 1)
  }

  private func receive() throws(SystemError) -> (PipeMessage.Kind, [UInt8])? {
    guard let header = try input.read(PipeMessage.headerBytes) else { return nil }
    let (kind, count) = PipeMessage.parseHeader(header[...])
    guard let kind, let payload = count == 0 ? [] : try input.read(count) else { throw .invalidArgument }
    return (kind, payload)
  }
}

/// Reads ahead from a descriptor, so that the messages of a request take one system call. Only one thread may
/// use this object at a time; a worker has one thread that reads requests.
final class BufferedInput: @unchecked Sendable {
  private let systemCalls = SystemCalls.real
  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)
  /// The indices of the bytes in the buffer that have not been returned yet.
  private var unread = 0..<0

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Reads exactly `count` bytes. Returns nil if the input ends first.
  func read(_ count: Int) throws(SystemError) -> [UInt8]? {
    // Larger data is read in larger parts.
    if count > buffer.count, buffer.count < enlargedBufferBytes {
      buffer = Array(buffer[unread]) + [UInt8](repeating: 0, count: enlargedBufferBytes - unread.count)
      unread = 0..<unread.count
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      if unread.isEmpty { unread = 0..<(try fillBuffer()) }
      if unread.isEmpty { return nil }
      let next = unread.prefix(count - bytes.count)
      bytes += buffer[next]
      unread = next.upperBound..<unread.upperBound
    }
    return bytes
  }

  /// Waits for input. Returns the number of bytes; 0 at the end.
  private func fillBuffer() throws(SystemError) -> Int {
    while true {
      let result = unsafe buffer.withUnsafeMutableBytes { buffer in
        Result { () throws(SystemError) -> Int in try unsafe systemCalls.read(descriptor, buffer) }
      }
      do throws(SystemError) { return try result.get() } catch .interrupted {}
    }
  }
}

private let enlargedBufferBytes = 1 << 20

/// The size of the shared memory: more than the file size limit of a sticker. Larger data goes through the
/// pipe.
private let sharedMemoryBytes = 1 << 19

/// Memory that a parent process shares with one worker process, so that data does not have to be copied
/// through the pipe. The worker can only read the memory.
@safe final class SharedMemory {
  /// Smaller data goes through the pipe, together with the request.
  static let minDataBytes = 4096

  /// The descriptor of the memory; -1 after it has been closed.
  private(set) var descriptor: Int32
  private let baseAddress: UnsafeMutableRawPointer

  /// Creates shared memory; nil if the system does not support memory that only the parent can change.
  init?() {
    var made: UnsafeMutableRawPointer?
    descriptor = unsafe sl_make_sealed_memory(sharedMemoryBytes, &made)
    guard descriptor >= 0, let made = unsafe made else { return nil }
    unsafe baseAddress = made
  }

  deinit {
    closeDescriptor()
    unsafe munmap(baseAddress, sharedMemoryBytes)
  }

  /// Closes the descriptor, after the worker has inherited it.
  func closeDescriptor() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Copies bytes into the memory for the worker. Returns false if they should go through the pipe.
  func copyIfSuitable(_ bytes: [UInt8]) -> Bool {
    guard Self.minDataBytes...sharedMemoryBytes ~= bytes.count else { return false }
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe UnsafeMutableRawBufferPointer(start: baseAddress, count: sharedMemoryBytes).copyMemory(
        from: bytes)
    }
    return true
  }
}

/// The worker's side of `SharedMemory`, which lasts until the process ends.
@safe struct SharedMemoryInWorker: @unchecked Sendable {
  private let memory: UnsafeRawBufferPointer

  /// Maps the shared memory; nil if the parent process shares none.
  ///
  /// - Throws: an error that says why the memory cannot be mapped.
  init?() throws(SystemError) {
    guard sl_is_sealed_memory(extraDescriptorNumber, sharedMemoryBytes) != 0 else { return nil }
    guard let start = unsafe sl_map_sealed_memory(extraDescriptorNumber, sharedMemoryBytes) else {
      throw SystemError(code: errno)
    }
    unsafe memory = UnsafeRawBufferPointer(start: start, count: sharedMemoryBytes)
  }

  /// The first bytes of the memory; nil if the number is out of range.
  func prefix(_ count: Int) -> [UInt8]? {
    guard 0...sharedMemoryBytes ~= count else { return nil }
    return unsafe Array(memory[..<count])
  }
}

/// The exit status of a confined process that crashed because it ran out of memory. Only the process itself
/// can detect this, because the peak memory that the system reports for the process includes its parent's
/// memory.
let outOfMemoryExitStatus: Int32 = 113

#if os(Linux)
  /// Makes a crash end the process with `outOfMemoryExitStatus` if the thread's last failed system call ran
  /// out of memory, or if less than the given amount of memory is left.
  func detectOutOfMemoryCrashes(ifFreeBytesBelow bytes: Int) {
    unsafe reservedBytes = bytes
    sl_set_crash_handler { signal in
      if errno == ENOMEM { _exit(outOfMemoryExitStatus) }
      let place = unsafe mmap(nil, reservedBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      if unsafe place == MAP_FAILED { _exit(outOfMemoryExitStatus) }
      _ = raise(signal)
    }
  }

  /// This is set before a second thread starts, so access is safe.
  nonisolated(unsafe) private var reservedBytes = 0
#endif
