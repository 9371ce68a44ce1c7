import CSandbox
import StickerEngine
import StickerImage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The parent's side of a worker process that answers requests. Nothing that the process sends is trusted.
/// Only one thread may use this object at a time.
@safe final class Worker: @unchecked Sendable {
  /// The result of a request.
  enum RequestOutcome {
    case answered([UInt8])
    /// The process ended, or was stopped.
    case ended(WorkerTermination)
    /// The request was canceled, and the process was stopped.
    case stoppedWhenCanceled
    /// The process was stopped, because it was not confined as completely as the limits require.
    case unconfined(missingMechanisms: String)
  }

  /// The number of answered requests.
  private(set) var answeredRequestCount = 0
  /// The time spent on requests.
  private var totalRequestNanoseconds: UInt64 = 0
  private let process: pid_t
  private let requestPipe: PipeEnds
  private let answerPipe: PipeEnds
  private let sharedMemory = SharedMemory()
  private let limits: WorkerLimits
  private let parentPeakMemoryBytes: Int
  /// The received bytes that do not form a complete message yet.
  private var receivedBytes: [UInt8] = []
  private var readBuffer = [UInt8](repeating: 0, count: 65_536)
  /// The key of the last setup that was sent to the process.
  private var sentSetupKey: XXH3Digest?
  private(set) var confinement: Confinement?

  /// Starts a program.
  ///
  /// - Parameter arguments: the program, followed by its arguments.
  /// - Parameter variables: the whole environment of the process, because a process that reads untrusted
  ///   files must not have secrets.
  init(_ arguments: [[UInt8]], _ variables: [[UInt8]], _ limits: WorkerLimits) throws(SystemError) {
    (requestPipe, answerPipe) = (try PipeEnds(), try PipeEnds())
    (self.limits, parentPeakMemoryBytes) = (limits, ownPeakMemoryBytes())
    process = try startProgram(
      arguments, environment: variables, input: requestPipe.readEnd, output: answerPipe.writeEnd, errors: nil,
      extraDescriptor: sharedMemory?.descriptor)
    sharedMemory?.closeDescriptor()
    requestPipe.closeReading()
    answerPipe.closeWriting()
    for end in [requestPipe.writeEnd, answerPipe.readEnd] {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    sl_enlarge_pipe_buffer(requestPipe.writeEnd, 1 << 20)
  }

  /// Whether the process should be replaced. Its single thread cannot use more processor time than has
  /// elapsed, so the processor time is queried only after enough time has elapsed.
  var shouldRetire: Bool {
    let most = limits.retirementProcessorSeconds * 1000
    return answeredRequestCount >= limits.maxRequestsPerWorker
      || totalRequestNanoseconds >= UInt64(most) * 1_000_000 && sl_processor_milliseconds(process) >= most
  }

  /// Stops the process immediately.
  @discardableResult
  func stop() -> ProcessTermination {
    kill(process, SIGKILL)
    return waitForExit(of: process, ignoringPeakBytesUpTo: parentPeakMemoryBytes)
  }

  /// Waits for a new process to report how it is confined, and returns whether it did. Call this before the
  /// first request.
  func waitUntilReady() -> Bool {
    var (watch, outgoing) = (ProcessorOrSleepTimeLimit(limits), OutgoingData())
    guard case .message(.ready, let payload)? = waitForValidEvent(&outgoing, &watch, isCanceled: nil),
      payload.count == 1
    else { return false }
    confinement = Confinement(rawValue: payload[0])
    return true
  }

  /// Sends a request and waits for the answer.
  ///
  /// - Parameter memory: the budget from which memory is reserved until the answer arrives.
  func send(_ request: WorkerRequest, reservingFrom memory: WorkerMemoryBudget) -> RequestOutcome {
    var (watch, holding, memoryRequests) = (ProcessorOrSleepTimeLimit(limits), 0, 0)
    var outgoing = OutgoingData(request, isSetUp: request.setupKey == sentSetupKey, sharedMemory)
    sentSetupKey = request.setupKey
    let started = SystemCalls.real.monotonicNanoseconds()
    defer {
      memory.release(holding)
      totalRequestNanoseconds &+= SystemCalls.real.monotonicNanoseconds() &- started
    }
    while true {
      switch waitForValidEvent(
        &outgoing, &watch, isCanceled: request.stopsWorkerWhenCanceled ? { Task.isCancelled } : nil)
      {
      case .message(.answer, let payload)?:
        answeredRequestCount += 1
        return outgoing.isDone && receivedBytes.isEmpty ? .answered(payload) : .ended(stopForInvalidAnswer())
      case .message(.ready, let payload)? where confinement == nil && payload.count == 1:
        confinement = Confinement(rawValue: payload[0])
        if limits.isCompleteConfinementRequired, let missing = confinement?.missingMechanismsText {
          stop()
          return .unconfined(missingMechanisms: missing)
        }
      case .message(.memoryRequest, let payload)?
      where memoryRequests < WorkerPool.maxMemoryReservationsPerRequest:
        guard let bytes = PipeMessage.parseNumber(payload) else { return .ended(stopForInvalidAnswer()) }
        memoryRequests += 1
        memory.release(holding)
        let waited = SystemCalls.real.monotonicNanoseconds()
        holding = memory.reserveUpToCapacity(bytes)
        watch.excludeTime(since: waited)
        outgoing.add(PipeMessage.header(.memoryGranted, 0))
      case .message?: return .ended(stopForInvalidAnswer())
      case .canceled?:
        stop()
        return .stoppedWhenCanceled
      case .timedOut?: return .ended(WorkerTermination(stop(), limits, confinement, isTooSlow: true))
      case .disconnected?:
        return .ended(
          endsWithinOneSecond() ? WorkerTermination(stop(), limits, confinement) : stopForInvalidAnswer())
      case nil: return .ended(stopForInvalidAnswer())
      }
    }
  }

  /// Stops a process that violates the protocol, because an untrusted file may have taken it over.
  private func stopForInvalidAnswer() -> WorkerTermination {
    stop()
    return .failed(.crashed("an invalid answer"))
  }

  /// Whether the process has ended by itself. If it has only closed its answer pipe, waits briefly for it to
  /// end.
  private func endsWithinOneSecond() -> Bool {
    for _ in 0..<100 {
      if sl_has_ended(process) != 0 { return true }
      sl_sleep(10)
    }
    return false
  }

  private enum Event {
    case message(PipeMessage.Kind, [UInt8])
    case timedOut
    case canceled
    case disconnected
  }

  /// Writes and reads until a message is complete. Returns nil for an invalid message.
  private func waitForValidEvent(
    _ outgoing: inout OutgoingData, _ watch: inout ProcessorOrSleepTimeLimit, isCanceled: (() -> Bool)?
  ) -> Event? {
    while true {
      if isCanceled?() == true { return .canceled }
      guard outgoing.writeWithoutBlockingUnlessClosed(to: requestPipe.writeEnd) else { return .disconnected }
      if receivedBytes.count >= PipeMessage.headerBytes {
        let (kind, count) = PipeMessage.parseHeader(receivedBytes[..<PipeMessage.headerBytes])
        guard let kind, count <= limits.maxAnswerBytes else { return nil }
        let end = PipeMessage.headerBytes + count
        if receivedBytes.count >= end {
          let payload = Array(receivedBytes[PipeMessage.headerBytes..<end])
          receivedBytes.removeFirst(end)
          return .message(kind, payload)
        }
      }
      var ends = [
        pollfd(fd: answerPipe.readEnd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: outgoing.isDone ? -1 : requestPipe.writeEnd, events: Int16(POLLOUT), revents: 0),
      ]
      let ready = unsafe poll(&ends, 2, ProcessorOrSleepTimeLimit.tickMilliseconds)
      if watch.isExceeded(by: process) { return .timedOut }
      guard ready > 0, ends[0].revents != 0 else { continue }
      let count = unsafe read(answerPipe.readEnd, &readBuffer, readBuffer.count)
      if count > 0 { receivedBytes += readBuffer[..<count] }
      if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { return .disconnected }
    }
  }
}

/// The data that remains to be written to a worker process.
private struct OutgoingData {
  private var pieces: [[UInt8]] = []
  private var firstPieceWrittenBytes = 0

  /// Creates an empty value.
  init() {}

  init(_ request: WorkerRequest, isSetUp: Bool, _ memory: SharedMemory?) {
    var front: [UInt8] = []
    if !isSetUp {
      let setup = request.encodeSetup()
      front += PipeMessage.header(.setup, setup.count) + setup
    }
    front += PipeMessage.header(.request, request.encodedRequest.count) + request.encodedRequest
    let isShared = memory?.copyIfSuitable(request.inputData) == true
    if isShared {
      front += PipeMessage.header(.sharedDataSize, 8) + PipeMessage.numberPayload(of: request.inputData.count)
    } else {
      front += PipeMessage.header(.data, request.inputData.count)
    }
    pieces = isShared || request.inputData.isEmpty ? [front] : [front, request.inputData]
  }

  var isDone: Bool { pieces.isEmpty }

  mutating func add(_ piece: [UInt8]) { pieces.append(piece) }

  /// Writes as much as the pipe accepts. Returns false if the reader has closed it.
  mutating func writeWithoutBlockingUnlessClosed(to descriptor: Int32) -> Bool {
    while !pieces.isEmpty {
      // Write all at once, so that the reader wakes up only once.
      let (count, code) = writeUpToTwoPieces(to: descriptor)
      if count < 0 {
        if code == EINTR { continue }
        return code == EAGAIN
      }
      firstPieceWrittenBytes += count
      while let piece = pieces.first, firstPieceWrittenBytes >= piece.count {
        firstPieceWrittenBytes -= piece.count
        pieces.removeFirst()
      }
    }
    return true
  }

  /// - Returns: the number of written bytes; negative for an error, with the system's error code.
  private func writeUpToTwoPieces(to descriptor: Int32) -> (Int, Int32) {
    let next = pieces.count > 1 ? pieces[1] : []
    return unsafe pieces[0].withUnsafeBytes { front in
      unsafe next.withUnsafeBytes { data in
        var parts = unsafe [
          iovec(iov_base: UnsafeMutableRawPointer(mutating: front.baseAddress), iov_len: front.count),
          iovec(iov_base: UnsafeMutableRawPointer(mutating: data.baseAddress), iov_len: data.count),
        ]
        unsafe parts[0].iov_base? += firstPieceWrittenBytes
        unsafe parts[0].iov_len -= firstPieceWrittenBytes
        let count = unsafe writev(descriptor, &parts, 2)
        return (count, errno)
      }
    }
  }
}

/// The time limit for one request.
struct ProcessorOrSleepTimeLimit {
  static let tickMilliseconds: Int32 = 200
  private let limitMilliseconds: Int
  private var startNanoseconds: UInt64
  private var lastCheckNanoseconds: UInt64
  /// The processor time in milliseconds that the process had used at the first check.
  private var initialProcessorMilliseconds: Int?
  /// The number of milliseconds that the process spent waiting for something other than the processor.
  private var processSleepMilliseconds = 0

  /// - Parameter now: the current time in nanoseconds.
  init(_ limits: WorkerLimits, at now: UInt64 = SystemCalls.real.monotonicNanoseconds()) {
    limitMilliseconds = max(1, limits.processorSecondsPerRequest) * 1000
    startNanoseconds = now
    lastCheckNanoseconds = now
  }

  /// Excludes the time during which the worker waited for this process.
  mutating func excludeTime(since: UInt64) {
    startNanoseconds &+= SystemCalls.real.monotonicNanoseconds() &- since
  }

  /// Whether the process has exceeded its time limit.
  mutating func isExceeded(by process: pid_t) -> Bool {
    isExceeded(
      at: SystemCalls.real.monotonicNanoseconds(),
      processorMilliseconds: { sl_processor_milliseconds(process) },
      isAsleep: { sl_is_asleep(process) != 0 })
  }

  /// Checks the time limit once per tick. The limit applies to the processor time, and separately to the time
  /// that the process sleeps. On a busy machine, the process may have to wait for the processor, so the total
  /// time may be five times as long.
  ///
  /// - Parameter time: the current time in nanoseconds.
  /// - Parameter processorMilliseconds: returns the processor time in milliseconds; negative if unknown.
  mutating func isExceeded(at time: UInt64, processorMilliseconds: () -> Int, isAsleep: () -> Bool) -> Bool {
    let passed = time &- lastCheckNanoseconds
    guard passed >= UInt64(Self.tickMilliseconds) * 1_000_000 - 1_000_000 else { return false }
    lastCheckNanoseconds = time
    let waited = Int(Int64(bitPattern: time &- startNanoseconds) / 1_000_000)
    let now = processorMilliseconds()
    guard now >= 0 else { return waited > limitMilliseconds }
    let before = self.initialProcessorMilliseconds ?? now
    self.initialProcessorMilliseconds = before
    // Count at most two ticks. If more time has passed since the last check, the parent process was waiting
    // for memory.
    if isAsleep() { processSleepMilliseconds += min(Int(passed / 1_000_000), 2 * Int(Self.tickMilliseconds)) }
    return now - before > limitMilliseconds || processSleepMilliseconds > limitMilliseconds
      || waited > 5 * limitMilliseconds
  }
}

/// How a worker process ended.
enum WorkerTermination: Hashable {
  /// The process crashed or exceeded a limit while it worked on a request.
  case failed(WorkerFailure)
  /// Another process killed it, for reasons unrelated to the file.
  case killedForUnrelatedReason(String)

  /// The maximum peak memory in bytes that is normal for a worker process.
  static let maxNormalPeakMemoryBytes = 128 << 20

  /// - Parameter isTooSlow: whether the parent process stopped the worker for exceeding the time limit.
  init(
    _ end: ProcessTermination, _ limits: WorkerLimits, _ confinement: Confinement?, isTooSlow: Bool = false
  ) {
    if isTooSlow || end.signal == SIGXCPU {
      self = .failed(.outOfTime(seconds: limits.processorSecondsPerRequest))
    } else if confinement?.contains(.resourceLimits) == true,
      end.hasExitCode(outOfMemoryExitStatus)
        || end.peakMemoryBytes >= limits.maxAdditionalMemoryBytes / 4 * 3
    {
      // The program crashes if it cannot get memory.
      self = .failed(.outOfMemory(bytes: limits.maxAdditionalMemoryBytes))
    } else if end.signal == SIGKILL,
      end.peakMemoryBytes >= max(limits.maxAdditionalMemoryBytes / 4, Self.maxNormalPeakMemoryBytes)
    {
      // If memory runs out, the system kills the process that uses the most memory.
      self = .failed(.outOfMemory(bytes: end.peakMemoryBytes))
    } else if let signal = end.signal {
      let name = signalName(of: signal)
      self =
        [SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGQUIT].contains(signal)
        ? .killedForUnrelatedReason(name) : .failed(.crashed(name))
    } else {
      self = .failed(.crashed("exit code \(end.exitCodeOr128PlusSignal)"))
    }
  }
}

/// The name of a signal, such as `SIGSEGV`.
func signalName(of signal: Int32) -> String {
  let names = [
    SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGHUP: "SIGHUP", SIGILL: "SIGILL",
    SIGINT: "SIGINT", SIGKILL: "SIGKILL", SIGPIPE: "SIGPIPE", SIGQUIT: "SIGQUIT", SIGSEGV: "SIGSEGV",
    SIGSYS: "SIGSYS", SIGTERM: "SIGTERM", SIGTRAP: "SIGTRAP", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
  ]
  return names[signal] ?? "signal \(signal)"
}

/// The messages exchanged between a worker process and its parent. Each consists of a length in four bytes, a
/// kind in one byte, and the payload.
enum PipeMessage {
  enum Kind: UInt8 {
    /// To the worker: the setup for the following requests.
    case setup = 1
    /// To the worker: a request.
    case request = 2
    /// To the worker: the data of the request, which completes it.
    case data = 3
    /// To the worker: the requested memory was granted.
    case memoryGranted = 4
    /// From the worker: the process is confined. The payload is one byte with the active mechanisms as bits.
    case ready = 5
    /// From the worker: the number of bytes of memory that it needs from now on, in eight bytes.
    case memoryRequest = 6
    /// From the worker: the answer to the request.
    case answer = 7
    /// To the worker, instead of data: the size of the data in the shared memory, in eight bytes. This
    /// completes the request.
    case sharedDataSize = 8
  }

  static let headerBytes = 5

  static func header(_ kind: Kind, _ count: Int) -> [UInt8] {
    let length = UInt32(count)
    return (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + [kind.rawValue]
  }

  /// The kind and length in a header. The kind is nil if it is unknown.
  static func parseHeader(_ header: ArraySlice<UInt8>) -> (kind: Kind?, count: Int) {
    let bytes = Array(header)
    let count = (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
    return (Kind(rawValue: bytes[4]), count)
  }

  static func numberPayload(of number: Int) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The number in eight bytes; nil if there are not exactly eight.
  static func parseNumber(_ bytes: [UInt8]) -> Int? {
    bytes.count == 8 ? (0..<8).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) } : nil
  }
}
