/// Threads of which each may wait for something outside, as many as there are to be: the threads that tasks
/// usually share are as many as there are processors, and one that waits does nobody else's work.
final class WaitingThreads: Executor {
  private struct State {
    var jobs: [UnownedJob] = []
    var (idle, threads) = (0, 0)
    var isEnded = false
  }
  private let state = Monitored(State())
  private let most: Int

  /// - Parameter most: threads at once that are started when they are needed; where it is 0, everything waits
  ///   for threads that join.
  init(_ most: Int) { self.most = most }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.change { state in
      state.jobs.append(job)
      let needsThread = state.idle < state.jobs.count && state.threads < most
      if needsThread { state.threads += 1 }
      return needsThread
    }
    guard needsThread, #available(macOS 15, *) else { return }
    guard !startThread({ self.keepOn() }) else { return }
    let left = state.change { state in
      state.threads -= 1
      defer { if state.threads == 0 { state.jobs = [] } }
      return state.threads == 0 ? state.jobs : []
    }
    for job in left { globalConcurrentExecutor.enqueue(job) }
  }

  /// No thread waits for more once everything is done.
  func end() { state.change(wakingAll: true) { $0.isEnded = true } }

  /// Has the calling thread do its part, until the end.
  @available(macOS 15, *)
  func join() {
    state.change { $0.threads += 1 }
    keepOn()
  }

  @available(macOS 15, *)
  private func keepOn() {
    while let job = next() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    state.change { $0.idle += 1 }
    return state.wait { state -> UnownedJob?? in
      guard !state.jobs.isEmpty || state.isEnded else { return nil }
      state.idle -= 1
      if state.jobs.isEmpty { state.threads -= 1 }
      return .some(state.jobs.isEmpty ? nil : state.jobs.removeFirst())
    }
  }
}

@available(macOS 15, *)
extension WaitingThreads: TaskExecutor {}
