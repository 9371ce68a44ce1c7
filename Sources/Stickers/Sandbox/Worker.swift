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
/// Only one thread at a time may use it.
@safe final class Worker: @unchecked Sendable {
  /// The result of a request.
  enum Attempt {
    case answered([UInt8])
    /// The process ended, or was stopped.
    case ended(WorkerEnd)
    /// The request was canceled, and the process was stopped.
    case canceled
    /// The process was stopped, because it was not confined as completely as the limits require.
    case unconfined(String)
  }

  /// The number of answered requests.
  private(set) var requestCount = 0
  /// The time spent on requests.
  private var busyNanoseconds: UInt64 = 0
  private let process: pid_t
  private let requests: PipeEnds
  private let answers: PipeEnds
  private let shared = SharedMemory()
  private let limits: WorkerLimits
  private let inheritedMemory: Int
  /// Bytes that are not a complete frame yet.
  private var received: [UInt8] = []
  private var piece = [UInt8](repeating: 0, count: 65_536)
  /// The key of the last setup that was sent to the process.
  private var setup: PixelDigest?
  private(set) var confinement: Confinement?

  /// Starts a program.
  ///
  /// - Parameter arguments: the program, followed by its arguments.
  /// - Parameter variables: the whole environment of the process, because a process that reads untrusted
  ///   files must not have secrets.
  init(_ arguments: [[UInt8]], _ variables: [[UInt8]], _ limits: WorkerLimits) throws(SystemError) {
    (requests, answers) = (try PipeEnds(), try PipeEnds())
    (self.limits, inheritedMemory) = (limits, peakMemory())
    process = try start(
      arguments, variables, input: requests.reading, output: answers.writing, errors: nil,
      further: shared?.descriptor)
    shared?.closeDescriptor()
    requests.closeReading()
    answers.closeWriting()
    for end in [requests.writing, answers.reading] {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    sl_widen_pipe(requests.writing, 1 << 20)
  }

  /// Whether the process should be replaced. A single thread cannot use more processor time than the time
  /// that passes.
  var shouldRetire: Bool {
    let most = limits.retirementSeconds * 1000
    return requestCount >= limits.requests
      || busyNanoseconds >= UInt64(most) * 1_000_000 && sl_processor_milliseconds(process) >= most
  }

  /// Stops the process immediately.
  @discardableResult
  func stop() -> ProgramEnd {
    kill(process, SIGKILL)
    return end(of: process, inherited: inheritedMemory)
  }

  /// Waits until a new process is confined. Call it before the first request.
  func isReady() -> Bool {
    var (watch, outgoing) = (WorkerWatch(limits), Outgoing())
    guard case .frame(.ready, let payload)? = advance(&outgoing, &watch, isCanceled: nil), payload.count == 1
    else { return false }
    confinement = Confinement(rawValue: payload[0])
    return true
  }

  /// Sends a request and waits for the answer.
  ///
  /// - Parameter memory: the budget from which memory is reserved until the answer arrives.
  func ask(_ request: WorkerRequest, _ memory: MemoryBudget) -> Attempt {
    var (watch, holding, memoryRequests) = (WorkerWatch(limits), 0, 0)
    var outgoing = Outgoing(request, isSetUp: request.setupKey == setup, shared)
    setup = request.setupKey
    let started = SystemCalls.real.now()
    defer {
      memory.give(holding)
      busyNanoseconds &+= SystemCalls.real.now() &- started
    }
    while true {
      switch advance(&outgoing, &watch, isCanceled: request.endsWhenCanceled ? { Task.isCancelled } : nil) {
      case .frame(.answer, let payload)?:
        requestCount += 1
        return outgoing.isDone && received.isEmpty ? .answered(payload) : .ended(broken())
      case .frame(.ready, let payload)? where confinement == nil && payload.count == 1:
        confinement = Confinement(rawValue: payload[0])
        if limits.isConfinementRequired, let missing = confinement?.missingFeatures {
          stop()
          return .unconfined(missing)
        }
      case .frame(.memoryRequest, let payload)? where memoryRequests < WorkerPool.maxMemoryRequests:
        guard let bytes = WorkerFrame.number(payload) else { return .ended(broken()) }
        memoryRequests += 1
        memory.give(holding)
        let waited = SystemCalls.real.now()
        holding = memory.take(bytes)
        watch.excludeTime(since: waited)
        outgoing.add(WorkerFrame.header(.granted, 0))
      case .frame?: return .ended(broken())
      case .canceled?:
        stop()
        return .canceled
      case .expired?: return .ended(WorkerEnd(stop(), limits, confinement, isTooSlow: true))
      case .gone?: return .ended(hasEnded() ? WorkerEnd(stop(), limits, confinement) : broken())
      case nil: return .ended(broken())
      }
    }
  }

  /// Stops a process that violates the protocol, because an untrusted file may have taken it over.
  private func broken() -> WorkerEnd {
    stop()
    return .lost(.crashed("an invalid answer"))
  }

  /// Whether the process has ended by itself. If it has only closed its answers, waits a moment for that.
  private func hasEnded() -> Bool {
    for _ in 0..<100 {
      if sl_has_ended(process) != 0 { return true }
      sl_wait(10)
    }
    return false
  }

  private enum Event {
    case frame(WorkerFrame.Kind, [UInt8])
    case expired
    case canceled
    case gone
  }

  /// Writes and reads until a frame is complete. Returns nil for an invalid frame.
  private func advance(
    _ outgoing: inout Outgoing, _ watch: inout WorkerWatch, isCanceled: (() -> Bool)?
  ) -> Event? {
    while true {
      if isCanceled?() == true { return .canceled }
      guard outgoing.flush(to: requests.writing) else { return .gone }
      if received.count >= WorkerFrame.headerBytes {
        let (kind, count) = WorkerFrame.parse(received[..<WorkerFrame.headerBytes])
        guard let kind, count <= limits.answerBytes else { return nil }
        let end = WorkerFrame.headerBytes + count
        if received.count >= end {
          let payload = Array(received[WorkerFrame.headerBytes..<end])
          received.removeFirst(end)
          return .frame(kind, payload)
        }
      }
      var ends = [
        pollfd(fd: answers.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: outgoing.isDone ? -1 : requests.writing, events: Int16(POLLOUT), revents: 0),
      ]
      let ready = unsafe poll(&ends, 2, WorkerWatch.tickMilliseconds)
      if watch.isOver(process) { return .expired }
      guard ready > 0, ends[0].revents != 0 else { continue }
      let count = unsafe read(answers.reading, &piece, piece.count)
      if count > 0 { received += piece[..<count] }
      if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { return .gone }
    }
  }
}

/// The data that remains to be written to a worker process.
private struct Outgoing {
  private var pieces: [[UInt8]] = []
  private var written = 0

  /// Creates an empty value.
  init() {}

  init(_ request: WorkerRequest, isSetUp: Bool, _ memory: SharedMemory?) {
    var front: [UInt8] = []
    if !isSetUp {
      let setup = request.setup()
      front += WorkerFrame.header(.setup, setup.count) + setup
    }
    front += WorkerFrame.header(.request, request.request.count) + request.request
    let isShared = memory?.take(request.data) == true
    if isShared {
      front += WorkerFrame.header(.shared, 8) + WorkerFrame.bytes(of: request.data.count)
    } else {
      front += WorkerFrame.header(.data, request.data.count)
    }
    pieces = isShared || request.data.isEmpty ? [front] : [front, request.data]
  }

  var isDone: Bool { pieces.isEmpty }

  mutating func add(_ piece: [UInt8]) { pieces.append(piece) }

  /// Writes as much as the pipe takes. Returns false if the reader has closed it.
  mutating func flush(to descriptor: Int32) -> Bool {
    while !pieces.isEmpty {
      // Write all at once, so that the reader wakes up only once.
      let (count, code) = writeOnce(to: descriptor)
      if count < 0 {
        if code == EINTR { continue }
        return code == EAGAIN
      }
      written += count
      while let piece = pieces.first, written >= piece.count {
        written -= piece.count
        pieces.removeFirst()
      }
    }
    return true
  }

  /// - Returns: the number of written bytes; negative for an error, with the system's error code.
  private func writeOnce(to descriptor: Int32) -> (Int, Int32) {
    let next = pieces.count > 1 ? pieces[1] : []
    return unsafe pieces[0].withUnsafeBytes { front in
      unsafe next.withUnsafeBytes { data in
        var parts = unsafe [
          iovec(iov_base: UnsafeMutableRawPointer(mutating: front.baseAddress), iov_len: front.count),
          iovec(iov_base: UnsafeMutableRawPointer(mutating: data.baseAddress), iov_len: data.count),
        ]
        unsafe parts[0].iov_base? += written
        unsafe parts[0].iov_len -= written
        let count = unsafe writev(descriptor, &parts, 2)
        return (count, errno)
      }
    }
  }
}

/// The time limit of one request.
struct WorkerWatch {
  static let tickMilliseconds: Int32 = 200
  private let milliseconds: Int
  private var started: UInt64
  private var lastCheck: UInt64
  /// The processor time in milliseconds that the process had used at the first check.
  private var used: Int?
  /// The milliseconds in which the process waited for something other than the processor.
  private var asleep = 0

  /// - Parameter now: the current time in nanoseconds.
  init(_ limits: WorkerLimits, at now: UInt64 = SystemCalls.real.now()) {
    milliseconds = max(1, limits.seconds) * 1000
    started = now
    lastCheck = now
  }

  /// Excludes time in which the process waited for this process.
  mutating func excludeTime(since: UInt64) { started &+= SystemCalls.real.now() &- since }

  /// Whether the process has exceeded its time limit.
  mutating func isOver(_ process: pid_t) -> Bool {
    isOver(
      at: SystemCalls.real.now(), used: { sl_processor_milliseconds(process) },
      isAsleep: { sl_is_asleep(process) != 0 })
  }

  /// Checks the time limit once per tick. The limit applies to processor time, and to time in which the
  /// process sleeps. Waiting for the processor on a busy machine is not the fault of the process, so the
  /// total may be five times as long.
  ///
  /// - Parameter time: the current time in nanoseconds.
  /// - Parameter used: returns the processor time in milliseconds; negative if unknown.
  mutating func isOver(at time: UInt64, used: () -> Int, isAsleep: () -> Bool) -> Bool {
    let passed = time &- lastCheck
    guard passed >= UInt64(Self.tickMilliseconds) * 1_000_000 - 1_000_000 else { return false }
    lastCheck = time
    let waited = Int(Int64(bitPattern: time &- started) / 1_000_000)
    let now = used()
    guard now >= 0 else { return waited > milliseconds }
    let before = self.used ?? now
    self.used = before
    // After a longer pause, this process itself waited for memory.
    if isAsleep() { asleep += min(Int(passed / 1_000_000), 2 * Int(Self.tickMilliseconds)) }
    return now - before > milliseconds || asleep > milliseconds || waited > 5 * milliseconds
  }
}

/// How a worker process ended.
enum WorkerEnd: Hashable {
  /// Its own work ended the process.
  case lost(WorkerFailure)
  /// Another process ended it, for reasons unrelated to the file.
  case killed(String)

  /// The peak memory in bytes that is not unusual for a worker process.
  static let ordinaryBytes = 128 << 20

  /// - Parameter isTooSlow: whether the parent process stopped it.
  init(_ end: ProgramEnd, _ limits: WorkerLimits, _ confinement: Confinement?, isTooSlow: Bool = false) {
    if isTooSlow || end.signal == SIGXCPU {
      self = .lost(.outOfTime(seconds: limits.seconds))
    } else if confinement?.contains(.limits) == true,
      end.hasStatus(outOfMemoryStatus) || end.peakMemory >= limits.memoryBytes / 4 * 3
    {
      // The program crashes if it cannot get memory.
      self = .lost(.outOfMemory(bytes: limits.memoryBytes))
    } else if end.signal == SIGKILL, end.peakMemory >= max(limits.memoryBytes / 4, Self.ordinaryBytes) {
      // If memory runs out, the system ends the process that uses most of it.
      self = .lost(.outOfMemory(bytes: end.peakMemory))
    } else if let signal = end.signal {
      let name = name(of: signal)
      self =
        [SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGQUIT].contains(signal) ? .killed(name) : .lost(.crashed(name))
    } else {
      self = .lost(.crashed("exit code \(end.status)"))
    }
  }
}

/// The name of a signal: `SIGSEGV`.
func name(of signal: Int32) -> String {
  let names = [
    SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGHUP: "SIGHUP", SIGILL: "SIGILL",
    SIGINT: "SIGINT", SIGKILL: "SIGKILL", SIGPIPE: "SIGPIPE", SIGQUIT: "SIGQUIT", SIGSEGV: "SIGSEGV",
    SIGSYS: "SIGSYS", SIGTERM: "SIGTERM", SIGTRAP: "SIGTRAP", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
  ]
  return names[signal] ?? "signal \(signal)"
}

/// The frames between a worker process and its parent: a length in four bytes, a kind in one byte, and the
/// payload.
enum WorkerFrame {
  enum Kind: UInt8 {
    /// To the worker: the setup for the following requests.
    case setup = 1
    /// To the worker: a request.
    case request = 2
    /// To the worker: the data of the request, which completes it.
    case data = 3
    /// To the worker: the requested memory was granted.
    case granted = 4
    /// From the worker: it is confined, with the mechanisms in one byte.
    case ready = 5
    /// From the worker: the number of bytes of memory that it needs from now on, in eight bytes.
    case memoryRequest = 6
    /// From the worker: the answer to the request.
    case answer = 7
    /// To the worker, instead of data: the size of the data in the shared memory, in eight bytes. This
    /// completes the request.
    case shared = 8
  }

  static let headerBytes = 5

  static func header(_ kind: Kind, _ count: Int) -> [UInt8] {
    let length = UInt32(count)
    return (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + [kind.rawValue]
  }

  /// The kind and length in a header. The kind is nil if it is unknown.
  static func parse(_ header: ArraySlice<UInt8>) -> (kind: Kind?, count: Int) {
    let bytes = Array(header)
    let count = (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
    return (Kind(rawValue: bytes[4]), count)
  }

  static func bytes(of number: Int) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The number in eight bytes; nil if there are not exactly eight.
  static func number(_ bytes: [UInt8]) -> Int? {
    bytes.count == 8 ? (0..<8).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) } : nil
  }
}
