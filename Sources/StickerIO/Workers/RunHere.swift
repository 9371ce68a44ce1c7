/// Does something asynchronous, and everything that comes of it, on the thread that calls, and returns when
/// it is done: no thread is started, and the library that usually gives them out is left alone. That one
/// looks into `/proc` once a second, and traps where it may not.
@available(macOS 15, *)
package func runHere(_ operation: @escaping @Sendable () async -> Void) {
  let threads = WaitingThreads(0)
  Task(executorPreference: threads) {
    await operation()
    threads.end()
  }
  threads.join()
}
