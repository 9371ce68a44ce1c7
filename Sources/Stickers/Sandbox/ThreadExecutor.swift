/// Runs tasks on its own threads, which may block. Swift's shared pool has only as many threads as there are
/// processors, and a blocked thread does no other work.
final class ThreadExecutor: Executor {
  private struct State {
    var jobs: [UnownedJob] = []
    var idleThreadCount: Int
    var runningThreadCount: Int
    var isEndRequested = false
  }
  private let state: LockedValueWithWaiting<State>
  private let maxThreads: Int

  /// - Parameters:
  ///   - maxThreads: the maximum number of threads. Each thread starts when a job needs it.
  ///   - includesCaller: whether the thread that calls `runUntilEnd` is one of them. If so, that method must
  ///     be called.
  init(maxThreads: Int, includesCaller: Bool = false) {
    self.maxThreads = maxThreads
    let callers = includesCaller ? 1 : 0
    state = LockedValueWithWaiting(State(idleThreadCount: callers, runningThreadCount: callers))
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.change { state in
      state.jobs.append(job)
      let needsThread = state.idleThreadCount < state.jobs.count && state.runningThreadCount < maxThreads
      if needsThread { state.runningThreadCount += 1 }
      return needsThread
    }
    guard needsThread, #available(macOS 15, *) else { return }
    let hasStarted = startThread { [self] in
      state.change { $0.idleThreadCount += 1 }
      runJobs()
    }
    guard !hasStarted else { return }
    let orphans = state.change { state in
      state.runningThreadCount -= 1
      defer { if state.runningThreadCount == 0 { state.jobs = [] } }
      return state.runningThreadCount == 0 ? state.jobs : []
    }
    for job in orphans { globalConcurrentExecutor.enqueue(job) }
  }

  /// Ends the threads once all jobs are done.
  func endAfterJobs() { state.change(wakingAll: true) { $0.isEndRequested = true } }

  /// Runs jobs on the calling thread until `end` is called. The executor must include the caller.
  @available(macOS 15, *)
  func runUntilEnd() { runJobs() }

  /// Runs jobs on the calling thread until `end` is called. The thread must already be counted as idle.
  @available(macOS 15, *)
  private func runJobs() {
    while let job = waitForNextJob() {
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
      state.change { $0.idleThreadCount += 1 }
    }
  }

  private func waitForNextJob() -> UnownedJob? {
    state.wait { state -> UnownedJob?? in
      guard !state.jobs.isEmpty || state.isEndRequested else { return nil }
      state.idleThreadCount -= 1
      if state.jobs.isEmpty { state.runningThreadCount -= 1 }
      return .some(state.jobs.isEmpty ? nil : state.jobs.removeFirst())
    }
  }
}

@available(macOS 15, *)
extension ThreadExecutor: TaskExecutor {}

/// Runs an operation and its child tasks on the calling thread and up to `threads - 1` other threads, and
/// returns when the operation is done.
///
/// Unlike Swift's shared pool, this starts only threads that the operation needs. Sandboxed processes also
/// require this, because the shared pool reads `/proc` once a second and traps if that is forbidden.
@available(macOS 15, *)
package func runBlocking(threads: Int = 1, _ operation: sending @escaping @isolated(any) () async -> Void) {
  let executor = ThreadExecutor(maxThreads: threads, includesCaller: true)
  Task(executorPreference: executor) {
    await operation()
    executor.endAfterJobs()
  }
  executor.runUntilEnd()
}
