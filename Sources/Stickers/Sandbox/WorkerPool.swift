import CSandbox
package import StickerEngine
import StickerImage

/// Something that a worker is to do.
struct WorkerRequest: Sendable {
  /// A digest that tells setups apart.
  let setupKey: PixelDigest
  /// What the request has in common with others; a worker gets it when it does not have it.
  let setup: @Sendable () -> [UInt8]
  /// What the worker is asked.
  let request: [UInt8]
  /// The bytes that the request is about.
  let data: [UInt8]
  /// Whether the worker is ended once nobody wants the answer: the task that asks is canceled.
  var endsWhenCanceled = false

  init(
    setupKey: PixelDigest, setup: @escaping @Sendable () -> [UInt8], request: [UInt8], data: [UInt8]
  ) {
    self.setupKey = setupKey
    self.setup = setup
    self.request = request
    self.data = data
  }
}

/// What came of a request.
package enum WorkerOutcome<Answer: Sendable>: Sendable {
  /// What the worker found out.
  case answered(Answer)
  /// The request ended two workers.
  case lost(WorkerFailure)
  /// No worker could be started, or others ended each of them; why, in a designer's words.
  case unavailable(String)
}

/// Child processes that answer requests, as many as there are jobs. One that crashes, hangs or grows is
/// replaced, and its request is tried once more by a new one.
package final class WorkerPool: Sendable {
  /// Bytes that a worker may hold without asking: sixteen stickers of the largest size.
  static let freeBytes = 24 << 20
  /// How often a worker may ask for memory for one request.
  static let maxMemoryRequests = 8

  private struct State: Sendable {
    /// Workers that have nothing to do; the last one did something most recently.
    var idle: [Worker] = []
    /// How many workers there are.
    var count = 0
    var (isEnded, hasReported) = (false, false)
    /// What confined every worker so far; nil before the first.
    var confinement: Confinement?
  }

  private let arguments: [[UInt8]]
  private let variables: [[UInt8]]
  private let limits: WorkerLimits
  private let memory: MemoryBudget
  private let report: @Sendable (String) -> Void
  private let state = Monitored(State())
  private let threads: ThreadExecutor

  /// Starts nothing yet.
  ///
  /// - Parameter arguments: the program, and what makes it a worker.
  /// - Parameter variables: names of variables of the environment that workers get.
  /// - Parameter count: workers at once, at least 1.
  /// - Parameter memoryBytes: what all of them together may hold, beyond what is free to each.
  /// - Parameter report: given once, for people, what this system cannot confine workers with.
  package init(
    _ arguments: [Path], variables: [String] = [], count: Int, limits: WorkerLimits,
    memoryBytes: Int = 512 << 20,
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.arguments = arguments.map(\.bytes)
    self.limits = limits
    self.report = report
    self.variables = variables.compactMap { name in
      environmentVariable(name).map { Array("\(name)=\($0)".utf8) }
    }
    (memory, threads) = (MemoryBudget(memoryBytes), ThreadExecutor(maxThreads: max(1, count)))
  }

  deinit { end() }

  /// Runs an operation on the threads that wait for workers, so that asking a worker takes no switch of threads.
  func run<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
    // Elsewhere a thread waits that has something else to do.
    guard #available(macOS 15, *) else { return try await body() }
    return try await withTaskExecutorPreference(threads) { try await body() }
  }

  /// Has a request answered by whichever worker is free.
  ///
  /// - Parameter parse: throws for a corrupt answer, which counts as a crash of the worker.
  func answer<Answer: Sendable>(
    _ request: WorkerRequest, parse: @escaping @Sendable ([UInt8]) throws -> Answer
  ) async -> WorkerOutcome<Answer> {
    await run { answered(request, parse) }
  }

  /// Ends all workers once they have done what they were given.
  func end() {
    let idle = state.change(wakingAll: true) { state in
      defer { (state.isEnded, state.idle, state.count) = (true, [], state.count - state.idle.count) }
      return state.idle
    }
    for worker in idle { worker.stop() }
    threads.end()
  }

  private func answered<Answer: Sendable>(
    _ request: WorkerRequest, _ parse: ([UInt8]) throws -> Answer
  ) -> WorkerOutcome<Answer> {
    var (losses, kills) = (0, 0)
    while true {
      let worker: Worker
      do throws(SystemError) { worker = try freeWorker() } catch {
        return .unavailable("no process could be started for it: \(error.words)")
      }
      let isNew = worker.confinement == nil
      let attempt = worker.ask(request, memory)
      if isNew { note(worker.confinement) }
      if case .answered(let bytes) = attempt, let answer = try? parse(bytes) {
        release(worker)
        return .answered(answer)
      }
      state.change(wakingAll: true) { $0.count -= 1 }
      switch attempt {
      case .canceled: return .unavailable("the request was canceled")
      case .unconfined(let missing): return .unavailable("isolation is required: \(missing)")
      case .ended(.killed(let signal)):
        kills += 1
        if kills > Self.maxKills {
          return .unavailable("\(signal) ended \(kills) processes that had it, one after the other")
        }
      case .ended(.lost(let loss)):
        losses += 1
        guard losses > 1 else { continue }
        // A process that ended before it was confined had read nothing of a stranger's.
        if worker.confinement == nil { return .unavailable("no process got ready for it: \(loss.words)") }
        return .lost(loss)
      case .answered:
        worker.stop()
        losses += 1
        if losses > 1 { return .lost(.crashed("an answer that is none")) }
      }
    }
  }

  /// A worker for one request: one that has nothing to do, or a new one.
  ///
  /// - Throws: why none could be started; where the system has none to give, and nobody else comes back with
  ///   one, it is asked again for ten seconds.
  private func freeWorker() throws(SystemError) -> Worker {
    var pauses = 0
    while true {
      let idle = state.change { state -> Worker? in
        if state.idle.isEmpty { state.count += 1 }
        return state.idle.popLast()
      }
      if let idle { return idle }
      do throws(SystemError) { return try Worker(arguments, variables, limits) } catch {
        let others = state.change(wakingAll: true) { state in
          state.count -= 1
          return state.count
        }
        guard error.meansExhausted, pauses < Self.maxStartRetries else { throw error }
        if others > 0, let worker = nextIdle() { return worker }
      }
      pauses += 1
      sl_wait(100)
    }
  }

  /// Waits for a worker that somebody else is done with; nil where nobody has one any more.
  private func nextIdle() -> Worker? {
    state.wait { state -> Worker?? in
      if let worker = state.idle.popLast() { return .some(worker) }
      return state.count == 0 ? .some(nil) : nil
    }
  }

  /// Keeps a worker for the next request.
  private func release(_ worker: Worker) {
    let shouldRetire = worker.shouldRetire
    let isKept = state.change(wakingAll: true) { state in
      let isKept = !shouldRetire && !state.isEnded
      if isKept { state.idle.append(worker) } else { state.count -= 1 }
      return isKept
    }
    if !isKept { worker.stop() }
  }

  /// How often starting a worker is tried again after a pause of 100 ms: ten seconds in all.
  private static let maxStartRetries = 100

  /// How the workers are confined; nil as long as there was none.
  var isolation: Isolation? { state.change { $0.confinement }?.isolation }

  /// Starts a worker before there is anything to do, to see how workers are confined here.
  ///
  /// - Throws: why none can be started.
  package func firstConfinement() throws(UsageError) -> Confinement {
    let worker: Worker
    do throws(SystemError) { worker = try freeWorker() } catch {
      throw UsageError("no process could be started: \(error.words)")
    }
    guard worker.isReady(), let confinement = worker.confinement else {
      state.change(wakingAll: true) { $0.count -= 1 }
      worker.stop()
      throw UsageError("no process got ready")
    }
    note(confinement)
    release(worker)
    return confinement
  }

  private func note(_ confinement: Confinement?) {
    guard let confinement else { return }
    let isFirstReport = state.change { state in
      state.confinement = state.confinement?.intersection(confinement) ?? confinement
      defer { if confinement.missingFeatures != nil { state.hasReported = true } }
      return !state.hasReported
    }
    if isFirstReport, let missing = confinement.missingFeatures { report(missing) }
  }

  /// Somebody ends processes at random: to be met again so often has another reason.
  private static let maxKills = 4
}

/// Memory that workers wait for.
final class MemoryBudget: Sendable {
  private let capacity: Int
  private let free: Monitored<Int>

  init(_ capacity: Int) { (self.capacity, free) = (capacity, Monitored(capacity)) }

  /// Waits until so much is free; more than there is at all waits for everything.
  ///
  /// - Returns: what to give back.
  func take(_ bytes: Int) -> Int {
    let bytes = min(max(0, bytes), capacity)
    return free.wait { free -> Int? in
      guard bytes <= free else { return nil }
      free -= bytes
      return bytes
    }
  }

  func give(_ bytes: Int) {
    guard bytes > 0 else { return }
    free.change(wakingAll: true) { $0 += bytes }
  }
}
