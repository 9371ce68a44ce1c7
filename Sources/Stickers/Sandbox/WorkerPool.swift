import CSandbox
package import StickerEngine
import StickerImage

/// A request to a worker process.
struct WorkerRequest: Sendable {
  /// A digest that identifies the setup.
  let setupKey: XXH3Digest
  /// Returns the data that requests have in common. It is sent only if the worker does not have it.
  let encodeSetup: @Sendable () -> [UInt8]
  /// The encoded request.
  let encodedRequest: [UInt8]
  /// The data to process, such as the bytes of a file.
  let inputData: [UInt8]
  /// Whether to stop the worker if the requesting task is canceled.
  var stopsWorkerWhenCanceled = false

  init(
    setupKey: XXH3Digest, encodeSetup setup: @escaping @Sendable () -> [UInt8], encodedRequest: [UInt8],
    data: [UInt8]
  ) {
    self.setupKey = setupKey
    self.encodeSetup = setup
    self.encodedRequest = encodedRequest
    self.inputData = data
  }
}

/// The result of a request to a worker process.
package enum WorkerOutcome<Answer: Sendable>: Sendable {
  /// The answer.
  case answered(Answer)
  /// Two workers crashed or exceeded a limit while they processed the request.
  case failed(WorkerFailure)
  /// The request was not answered, for a reason unrelated to its data. For example, no worker could be
  /// started. The text is the human-readable reason.
  case unavailable(String)
}

/// A pool of worker processes that answer requests. A process that crashes, hangs or uses too much memory is
/// replaced, and its request is tried once more.
package final class WorkerPool: Sendable {
  /// The memory in bytes that a worker may use without a request: enough for sixteen stickers of the largest
  /// size.
  static let unreservedMemoryBytes = 24 << 20
  /// The number of times that a worker may ask for memory during one request.
  static let maxMemoryReservationsPerRequest = 8

  private struct State: Sendable {
    /// The idle workers, most recently used last.
    var idleWorkers: [Worker] = []
    /// The number of workers.
    var workerCount = 0
    var (isEnded, hasReportedMissingMechanisms) = (false, false)
    /// The mechanisms that have confined every worker so far; nil before the first worker.
    var commonConfinement: Confinement?
  }

  private let programAndArguments: [[UInt8]]
  private let environmentEntries: [[UInt8]]
  private let limits: WorkerLimits
  private let totalMemoryBudget: WorkerMemoryBudget
  private let reportMissingMechanisms: @Sendable (String) -> Void
  private let state = LockedValueWithWaiting(State())
  private let executor: ThreadExecutor

  /// Creates a pool without starting processes.
  ///
  /// - Parameter arguments: the program, and the arguments that make it a worker.
  /// - Parameter inheritedVariables: the names of environment variables that workers inherit.
  /// - Parameter count: the maximum number of workers, at least 1.
  /// - Parameter memoryBytes: the memory that all workers together may use, in addition to what each may use
  ///   without a request.
  /// - Parameter reportMissingMechanisms: called once with a sentence about mechanisms that this system does
  ///   not support.
  package init(
    _ arguments: [Path], inheritedVariables: [String] = [], count: Int, limits: WorkerLimits,
    memoryBytes: Int = 512 << 20,
    reportMissingMechanisms: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.programAndArguments = arguments.map(\.bytes)
    self.limits = limits
    self.reportMissingMechanisms = reportMissingMechanisms
    self.environmentEntries = inheritedVariables.compactMap { name in
      nonemptyEnvironmentVariable(name).map { Array("\(name)=\($0)".utf8) }
    }
    (totalMemoryBudget, executor) = (
      WorkerMemoryBudget(memoryBytes), ThreadExecutor(maxThreads: max(1, count))
    )
  }

  deinit { endAfterRequests() }

  /// Runs an operation on the threads that send requests and wait for answers, so that requests need no
  /// thread switches.
  func runOnRequestThreads<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
    // On older systems, another thread waits for workers.
    guard #available(macOS 15, *) else { return try await body() }
    return try await withTaskExecutorPreference(executor) { try await body() }
  }

  /// Sends a request to an idle worker.
  ///
  /// - Parameter parse: parses an answer. An error means that the answer is corrupt, which counts as a crash
  ///   of the worker.
  func answer<Answer: Sendable>(
    _ request: WorkerRequest, parse: @escaping @Sendable ([UInt8]) throws -> Answer
  ) async -> WorkerOutcome<Answer> {
    await runOnRequestThreads { waitForAnswerRetryingFailures(request, parse) }
  }

  /// Stops all workers after they have finished their requests.
  func endAfterRequests() {
    let idle = state.change(wakingAll: true) { state in
      defer {
        (state.isEnded, state.idleWorkers, state.workerCount) = (
          true, [], state.workerCount - state.idleWorkers.count
        )
      }
      return state.idleWorkers
    }
    for worker in idle { worker.stop() }
    executor.endAfterJobs()
  }

  private func waitForAnswerRetryingFailures<Answer: Sendable>(
    _ request: WorkerRequest, _ parse: ([UInt8]) throws -> Answer
  ) -> WorkerOutcome<Answer> {
    var (failureCount, kills) = (0, 0)
    while true {
      let worker: Worker
      do throws(SystemError) { worker = try takeWorker() } catch {
        return .unavailable("cannot start a worker process: \(error.reason)")
      }
      let isNew = worker.confinement == nil
      let attempt = worker.send(request, reservingFrom: totalMemoryBudget)
      if isNew { recordConfinementAndReportMissing(worker.confinement) }
      if case .answered(let bytes) = attempt, let answer = try? parse(bytes) {
        release(worker)
        return .answered(answer)
      }
      state.change(wakingAll: true) { $0.workerCount -= 1 }
      switch attempt {
      case .stoppedWhenCanceled: return .unavailable("the request was canceled")
      case .unconfined(let missing): return .unavailable("isolation is required, but \(missing)")
      case .ended(.killedForUnrelatedReason(let signal)):
        kills += 1
        if kills > Self.maxUnrelatedKillsPerRequest {
          return .unavailable("\(signal) ended \(kills) worker processes in a row")
        }
      case .ended(.failed(let failure)):
        failureCount += 1
        guard failureCount > 1 else { continue }
        // A process that ended before it was confined has not read any untrusted file.
        if worker.confinement == nil {
          return .unavailable("the worker process did not become ready: \(failure.clause)")
        }
        return .failed(failure)
      case .answered:
        worker.stop()
        failureCount += 1
        if failureCount > 1 { return .failed(.crashed("an invalid answer")) }
      }
    }
  }

  /// Returns a worker for one request: an idle one or a new one.
  ///
  /// - Throws: an error that says why no worker could be started. If the system is out of resources, and no
  ///   other worker becomes idle, starting is retried for ten seconds.
  private func takeWorker() throws(SystemError) -> Worker {
    var pauses = 0
    while true {
      let idle = state.change { state -> Worker? in
        if state.idleWorkers.isEmpty { state.workerCount += 1 }
        return state.idleWorkers.popLast()
      }
      if let idle { return idle }
      do throws(SystemError) { return try Worker(programAndArguments, environmentEntries, limits) } catch {
        let others = state.change(wakingAll: true) { state in
          state.workerCount -= 1
          return state.workerCount
        }
        guard error.meansResourcesExhausted, pauses < Self.maxStartRetries else { throw error }
        if others > 0, let worker = waitForIdleWorker() { return worker }
      }
      pauses += 1
      sl_sleep(100)
    }
  }

  /// Waits for a worker to become idle. Returns nil if there are no workers left.
  private func waitForIdleWorker() -> Worker? {
    state.wait { state -> Worker?? in
      if let worker = state.idleWorkers.popLast() { return .some(worker) }
      return state.workerCount == 0 ? .some(nil) : nil
    }
  }

  /// Keeps a worker for the next request.
  private func release(_ worker: Worker) {
    let shouldRetire = worker.shouldRetire
    let isKept = state.change(wakingAll: true) { state in
      let isKept = !shouldRetire && !state.isEnded
      if isKept { state.idleWorkers.append(worker) } else { state.workerCount -= 1 }
      return isKept
    }
    if !isKept { worker.stop() }
  }

  /// The maximum number of retries when starting a worker, each after a pause of 100 ms: ten seconds in
  /// total.
  private static let maxStartRetries = 100

  /// The confinement of the workers; nil before the first worker.
  var isolation: Isolation? { state.change { $0.commonConfinement }?.isolation }

  /// Starts a worker before the first request, to find out how workers are confined on this system.
  ///
  /// - Throws: an error that says why no worker could be started.
  package func probeConfinement() throws(CommandError) -> Confinement {
    let worker: Worker
    do throws(SystemError) { worker = try takeWorker() } catch {
      throw CommandError("cannot start a worker process: \(error.reason)")
    }
    guard worker.waitUntilReady(), let confinement = worker.confinement else {
      state.change(wakingAll: true) { $0.workerCount -= 1 }
      worker.stop()
      throw CommandError("the worker process did not become ready")
    }
    recordConfinementAndReportMissing(confinement)
    release(worker)
    return confinement
  }

  private func recordConfinementAndReportMissing(_ confinement: Confinement?) {
    guard let confinement else { return }
    let isFirstReport = state.change { state in
      state.commonConfinement = state.commonConfinement?.intersection(confinement) ?? confinement
      defer { if confinement.missingMechanismsText != nil { state.hasReportedMissingMechanisms = true } }
      return !state.hasReportedMissingMechanisms
    }
    if isFirstReport, let missing = confinement.missingMechanismsText { reportMissingMechanisms(missing) }
  }

  /// The maximum number of workers that other processes may end during one request. Any more are unlikely to
  /// be a coincidence.
  private static let maxUnrelatedKillsPerRequest = 4
}

/// The memory budget that the workers of a pool share.
final class WorkerMemoryBudget: Sendable {
  private let capacityBytes: Int
  private let freeBytes: LockedValueWithWaiting<Int>

  init(_ capacity: Int) { (self.capacityBytes, freeBytes) = (capacity, LockedValueWithWaiting(capacity)) }

  /// Waits until a number of bytes is free. If the number exceeds the capacity, waits for the whole capacity.
  ///
  /// - Returns: the number of bytes to release.
  func reserveUpToCapacity(_ bytes: Int) -> Int {
    let bytes = min(max(0, bytes), capacityBytes)
    return freeBytes.wait { free -> Int? in
      guard bytes <= free else { return nil }
      free -= bytes
      return bytes
    }
  }

  func release(_ bytes: Int) {
    guard bytes > 0 else { return }
    freeBytes.change(wakingAll: true) { $0 += bytes }
  }
}
