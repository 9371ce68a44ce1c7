/// Does something asynchronous, and everything that comes of it, on the thread that calls, and returns when it
/// is done: no thread is started, and the library that usually gives them out is left alone. That one looks
/// into `/proc` once a second, and traps where it may not.
@available(macOS 15, *)
public func runHere(_ operation: @escaping @Sendable () async -> Void) {
  let thread = ThisThread()
  Task(executorPreference: thread) {
    await operation()
    thread.end()
  }
  thread.run()
}

@available(macOS 15, *)
private final class ThisThread: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isEnded = false
  }
  private let state = Monitored(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.change { $0.jobs.append(job) }
  }

  func end() { state.change { $0.isEnded = true } }

  /// Runs what comes, until the end.
  func run() {
    while let job = next() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    state.wait { state -> UnownedJob?? in
      if state.isEnded { return .some(nil) }
      return state.jobs.isEmpty ? nil : .some(state.jobs.removeFirst())
    }
  }
}
