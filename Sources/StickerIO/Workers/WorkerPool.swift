import CSystemCalls
public import StickerImage
public import StickerModel

/// Something that a worker is to do.
public struct WorkerRequest: Sendable {
  /// Tells setups apart.
  public let setupKey: PixelDigest
  /// What the request has in common with others; a worker gets it when it does not have it.
  public let setup: @Sendable () -> [UInt8]
  /// What is asked.
  public let request: [UInt8]
  /// The bytes that it is about.
  public let data: [UInt8]

  /// A request.
  public init(
    setupKey: PixelDigest, setup: @escaping @Sendable () -> [UInt8], request: [UInt8], data: [UInt8]
  ) {
    (self.setupKey, self.setup, self.request, self.data) = (setupKey, setup, request, data)
  }
}

/// What came of a request.
public enum WorkerOutcome<Answer: Sendable>: Sendable {
  /// What the worker found out.
  case answered(Answer)
  /// It ended two workers.
  case lost(WorkerLoss)
  /// No worker could be started, or others ended each of them; why, in a designer's words.
  case unavailable(String)
}

/// Child processes that answer requests, as many as there are jobs. One that crashes, hangs or grows is
/// replaced, and its request is tried once more by a new one.
public final class WorkerPool: Sendable {
  /// Bytes that a worker may hold without asking: sixteen stickers of the largest size.
  static let freeBytes = 24 << 20
  /// How often a worker may ask for memory for one request: its time begins anew each time.
  static let mostHolds = 8

  private struct Job: Sendable {
    let request: WorkerRequest
    let accepts: @Sendable ([UInt8]) -> Bool
    let finish: @Sendable (Failure?) -> Void
  }

  private enum Failure: Sendable {
    case lost(WorkerLoss)
    case unavailable(String)
  }

  private struct State: Sendable {
    var jobs: [Job] = []
    var (idle, threads): (Int, Int) = (0, 0)
    /// Keepers at once; fewer where the system does not give so many processes.
    var most = 1
    var (isEnded, hasTold) = (false, false)
  }

  private let arguments: [[UInt8]]
  private let limits: WorkerLimits
  private let memory: HeldMemory
  private let tell: @Sendable (String) -> Void
  private let state: Monitored<State>

  /// Starts nothing yet.
  ///
  /// - Parameter arguments: the program, and what makes it a worker.
  /// - Parameter count: workers at once, at least 1.
  /// - Parameter memoryBytes: what all of them together may hold, beyond what is free to each.
  /// - Parameter tell: given once, for people, what this system cannot confine workers with.
  public init(
    _ arguments: [Path], count: Int, limits: WorkerLimits, memoryBytes: Int = 512 << 20,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.arguments, self.limits) = (arguments.map(\.bytes), limits)
    var state = State()
    state.most = max(1, count)
    self.state = Monitored(state)
    memory = HeldMemory(memoryBytes)
    self.tell = tell
  }

  /// Has a request answered by whichever worker is free.
  ///
  /// - Parameter parse: nil for what is no answer, as if the worker had crashed.
  public func answer<Answer: Sendable>(
    _ request: WorkerRequest, parse: @escaping @Sendable ([UInt8]) -> Answer?
  ) async -> WorkerOutcome<Answer> {
    await withCheckedContinuation { continuation in
      let answer = Guarded<Answer?>(nil)
      let job = Job(request: request) { bytes in
        answer.withLock { answer in
          answer = parse(bytes)
          return answer != nil
        }
      } finish: { failure in
        switch failure {
        case .lost(let loss): continuation.resume(returning: .lost(loss))
        case .unavailable(let reason): continuation.resume(returning: .unavailable(reason))
        case nil:
          guard let answer = answer.withLock({ $0 }) else { return }  // a job without a failure has one
          continuation.resume(returning: .answered(answer))
        }
      }
      take(job)
    }
  }

  /// Ends all workers once they have done what they were given.
  public func end() { state.change(wakingAll: true) { $0.isEnded = true } }

  private func take(_ job: Job) {
    let (needsThread, others) = state.change { state in
      state.jobs.append(job)
      let needs = state.idle < state.jobs.count && state.threads < state.most
      if needs { state.threads += 1 }
      return (needs, state.threads - 1)
    }
    guard needsThread, !startThread({ self.keep() }) else { return }
    let left = state.change { state -> [Job] in
      state.threads -= 1
      guard others == 0 else { return [] }
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in left { job.finish(.unavailable("the system gives no thread")) }
  }

  /// What a keeper does: one thread, and one worker after the other.
  private func keep() {
    var worker: Worker?
    defer { worker?.stop() }
    while let job = next() {
      switch attempt(job, &worker) {
      case .done: job.finish(nil)
      case .failed(let failure): job.finish(failure)
      // The others have workers: from now on they are all there are.
      case .notStarted: return
      }
      if worker?.isToRetire == true {
        worker?.stop()
        worker = nil
      }
    }
  }

  /// Waits for a job; nil where no more come.
  private func next() -> Job? {
    state.change { $0.idle += 1 }
    return state.wait { state -> Job?? in
      guard !state.jobs.isEmpty || state.isEnded else { return nil }
      state.idle -= 1
      return .some(state.jobs.isEmpty ? nil : state.jobs.removeFirst())
    }
  }

  private enum Attempt {
    case done
    case failed(Failure)
    /// The system gives no more processes; the job waits for another keeper.
    case notStarted
  }

  private func attempt(_ job: Job, _ worker: inout Worker?) -> Attempt {
    var (losses, kills) = (0, 0)
    while true {
      let isNew = worker == nil
      if isNew {
        do throws(SystemError) { worker = try startedWorker() } catch {
          if isLeftToOthers(job) { return .notStarted }
          return .failed(.unavailable("no process could be started for it: \(error.words)"))
        }
      }
      guard let current = worker else { continue }
      let attempt = current.ask(job.request, memory)
      if isNew, let lack = current.confinement?.lack { tellOnce(lack) }
      if case .answered(let bytes) = attempt, job.accepts(bytes) { return .done }
      worker = nil
      switch attempt {
      case .ended(.killed(let signal)):
        kills += 1
        if kills > Self.mostKills {
          return .failed(.unavailable("\(signal) ended each process that read it"))
        }
      case .ended(.lost(let loss)):
        losses += 1
        if losses > 1 { return .failed(.lost(loss)) }
      case .answered:
        current.stop()
        losses += 1
        if losses > 1 { return .failed(.lost(.crashed("an answer that is none"))) }
      }
    }
  }

  /// Starts a worker; where the system has none to give, and nobody else has one, it may have later.
  private func startedWorker() throws(SystemError) -> Worker {
    var pauses = 0
    while true {
      do throws(SystemError) { return try Worker(arguments, limits) } catch {
        let isOnlyKeeper = state.change { $0.threads == 1 }
        guard error.meansExhausted, isOnlyKeeper, pauses < Self.mostPauses else { throw error }
      }
      pauses += 1
      sl_wait(100)
    }
  }

  /// Leaves a job to the other keepers, if there are any.
  private func isLeftToOthers(_ job: Job) -> Bool {
    state.change { state in
      guard state.threads > 1 else { return false }
      state.threads -= 1
      state.most = min(state.most, state.threads)
      state.jobs.insert(job, at: 0)
      return true
    }
  }

  /// Ten seconds.
  private static let mostPauses = 100

  private func tellOnce(_ lack: String) {
    let isFirst = state.change { state in
      defer { state.hasTold = true }
      return !state.hasTold
    }
    if isFirst { tell(lack) }
  }

  /// Somebody ends processes at random: to be met again so often has another reason.
  private static let mostKills = 4
}

/// Memory that workers wait for.
final class HeldMemory: Sendable {
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
