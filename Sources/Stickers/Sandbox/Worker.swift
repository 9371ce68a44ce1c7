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

/// A child process that answers requests, as its keeper sees it: nothing that it says is trusted. One
/// thread at a time has it.
@safe final class Worker: @unchecked Sendable {
  /// What came of a request.
  enum Attempt {
    case answered([UInt8])
    /// The worker came to its end, or was brought to it.
    case ended(WorkerEnd)
    /// Nobody wanted the answer any more: the worker is gone.
    case canceled
    /// The worker was not confined completely, as the limits require: it is gone.
    case unconfined(String)
  }

  /// Requests that were answered.
  private(set) var requestCount = 0
  /// Time in which it was asked something.
  private var busyNanoseconds: UInt64 = 0
  private let process: pid_t
  private let requests: PipeEnds
  private let answers: PipeEnds
  private let shared = SharedMemory()
  private let limits: WorkerLimits
  private let inheritedMemory: Int
  /// What was heard and is no whole frame yet.
  private var received: [UInt8] = []
  private var piece = [UInt8](repeating: 0, count: 65_536)
  /// The key of the last setup that the worker got.
  private var setup: PixelDigest?
  private(set) var confinement: Confinement?

  /// Starts a program of ours.
  ///
  /// - Parameter arguments: the program first. Of the environment it gets `variables` only: a process that reads
  ///   untrusted files gets no secrets.
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

  /// Whether another one is to take its place. One thread uses no more of the processor than time passes.
  var shouldRetire: Bool {
    let most = limits.retirementSeconds * 1000
    return requestCount >= limits.requests
      || busyNanoseconds >= UInt64(most) * 1_000_000 && sl_processor_milliseconds(process) >= most
  }

  /// Ends the process, whatever it does.
  @discardableResult
  func stop() -> ProgramEnd {
    kill(process, SIGKILL)
    return end(of: process, inherited: inheritedMemory)
  }

  /// Waits until a worker that has been asked nothing yet is confined.
  func isReady() -> Bool {
    var (watch, outgoing) = (WorkerWatch(limits), Outgoing())
    guard case .frame(.ready, let payload)? = advance(&outgoing, &watch, isCanceled: nil), payload.count == 1
    else { return false }
    confinement = Confinement(rawValue: payload[0])
    return true
  }

  /// Hands over a request and waits for the answer.
  ///
  /// - Parameter memory: held for the worker until the answer is there.
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

  /// A worker that breaks its word has been taken over, or has lost its mind.
  private func broken() -> WorkerEnd {
    stop()
    return .lost(.crashed("an answer that is none"))
  }

  /// Whether the process has come to its end by itself; one that closed its answers may be about to.
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

  /// Writes and reads until a frame is there; nil for what is no frame.
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

/// What is still to be written to a worker.
private struct Outgoing {
  private var pieces: [[UInt8]] = []
  private var written = 0

  /// Nothing.
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

  /// Writes what the pipe takes; false where nobody reads it any more.
  mutating func flush(to descriptor: Int32) -> Bool {
    while !pieces.isEmpty {
      // All at once: whoever waits for it wakes up once.
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

  /// - Returns: bytes that were written; below 0 with the system's error.
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
  /// Milliseconds of processor time that the worker had used at the first look.
  private var used: Int?
  /// Milliseconds in which the worker waited for something other than the processor.
  private var asleep = 0

  /// - Parameter now: nanoseconds.
  init(_ limits: WorkerLimits, at now: UInt64 = SystemCalls.real.now()) {
    milliseconds = max(1, limits.seconds) * 1000
    started = now
    lastCheck = now
  }

  /// Time in which the worker waited for its keeper does not count.
  mutating func excludeTime(since: UInt64) { started &+= SystemCalls.real.now() &- since }

  /// Whether the time of a worker is over.
  mutating func isOver(_ process: pid_t) -> Bool {
    isOver(
      at: SystemCalls.real.now(), used: { sl_processor_milliseconds(process) },
      isAsleep: { sl_is_asleep(process) != 0 })
  }

  /// Looks once in a tick. The limit holds for processor time, and for time in which the worker sleeps. On a
  /// busy machine a worker waits for the processor, which is not its fault: that may take five times as long.
  ///
  /// - Parameter time: nanoseconds.
  /// - Parameter used: milliseconds of processor time; negative if unknown.
  mutating func isOver(at time: UInt64, used: () -> Int, isAsleep: () -> Bool) -> Bool {
    let passed = time &- lastCheck
    guard passed >= UInt64(Self.tickMilliseconds) * 1_000_000 - 1_000_000 else { return false }
    lastCheck = time
    let waited = Int(Int64(bitPattern: time &- started) / 1_000_000)
    let now = used()
    guard now >= 0 else { return waited > milliseconds }
    let before = self.used ?? now
    self.used = before
    // In a longer pause, this process itself waited for memory.
    if isAsleep() { asleep += min(Int(passed / 1_000_000), 2 * Int(Self.tickMilliseconds)) }
    return now - before > milliseconds || asleep > milliseconds || waited > 5 * milliseconds
  }
}

/// How a worker came to its end.
enum WorkerEnd: Hashable {
  /// The worker was lost by what it did.
  case lost(WorkerFailure)
  /// Somebody else ended it; the file has nothing to do with it.
  case killed(String)

  /// What a worker may have with nothing out of the ordinary.
  static let ordinaryBytes = 128 << 20

  /// - Parameter isTooSlow: whether its keeper ended it.
  init(_ end: ProgramEnd, _ limits: WorkerLimits, _ confinement: Confinement?, isTooSlow: Bool = false) {
    if isTooSlow || end.signal == SIGXCPU {
      self = .lost(.outOfTime(seconds: limits.seconds))
    } else if confinement?.contains(.limits) == true,
      end.hasStatus(outOfMemoryStatus) || end.peakMemory >= limits.memoryBytes / 4 * 3
    {
      // What cannot be had is asked for at the end: the program crashes.
      self = .lost(.outOfMemory(bytes: limits.memoryBytes))
    } else if end.signal == SIGKILL, end.peakMemory >= max(limits.memoryBytes / 4, Self.ordinaryBytes) {
      // A system that has no more memory ends who holds most of it.
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

/// What passes between a worker and its keeper: a length of four bytes, a kind of one, and so many bytes.
enum WorkerFrame {
  enum Kind: UInt8 {
    /// To the worker: what the requests after it have in common.
    case setup = 1
    /// To the worker: what is asked.
    case request = 2
    /// To the worker: bytes that belong to the request; they end it.
    case data = 3
    /// To the worker: there is memory for what it wanted to hold.
    case granted = 4
    /// From the worker: it is confined, in one byte by what.
    case ready = 5
    /// From the worker: so many bytes of memory it needs from now on, in eight bytes.
    case memoryRequest = 6
    /// From the worker: what came of the request.
    case answer = 7
    /// To the worker, instead of data: in eight bytes, how many bytes of the memory that its keeper shares
    /// belong to the request; they end it.
    case shared = 8
  }

  static let headerBytes = 5

  static func header(_ kind: Kind, _ count: Int) -> [UInt8] {
    let length = UInt32(count)
    return (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + [kind.rawValue]
  }

  /// Kind and length that a header says; no kind where it is none of ours.
  static func parse(_ header: ArraySlice<UInt8>) -> (kind: Kind?, count: Int) {
    let bytes = Array(header)
    let count = (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
    return (Kind(rawValue: bytes[4]), count)
  }

  static func bytes(of number: Int) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The number in eight bytes; nil where there are not eight.
  static func number(_ bytes: [UInt8]) -> Int? {
    bytes.count == 8 ? (0..<8).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) } : nil
  }
}
