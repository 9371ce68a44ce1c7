import CSandbox

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Cleans up when a signal ends the process.
///
/// The steps of a `FileWriter` are never interrupted. A signal that arrives during a step takes effect when
/// the step ends. Between steps, no files are changing, so it is safe to clean up.
final class SignalCleanup: Sendable {
  /// This process's instance.
  static let shared = SignalCleanup { _exit($0) }

  private let state = LockedValue(State())
  private let exitProcess: @Sendable (Int32) -> Void

  /// - Parameter exitProcess: ends the process with an exit code.
  init(exitProcess: @escaping @Sendable (Int32) -> Void) { self.exitProcess = exitProcess }

  /// Runs an operation that must not be interrupted.
  func runUninterrupted<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    state.withLock { state in
      exitIfSignaled(&state)
      state.activeUninterruptedOperationCount += 1
    }
    defer {
      state.withLock { state in
        state.activeUninterruptedOperationCount -= 1
        exitIfSignaled(&state)
      }
    }
    return try body()
  }

  /// Registers `cleanUp` to run if the process is interrupted before `removeCleanUp` is called. The closure
  /// must not use this instance.
  func addCleanUp(_ cleanUp: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastToken += 1
      state.cleanUps[state.lastToken] = cleanUp
      return state.lastToken
    }
  }

  /// Removes a registration.
  func removeCleanUp(_ token: Int) { _ = state.withLock { $0.cleanUps.removeValue(forKey: token) } }

  /// Handles a signal. Call this from an ordinary thread, not from a signal handler.
  func handleSignal(_ signal: Int32) {
    state.withLock { state in
      state.signal = signal
      exitIfSignaled(&state)
    }
  }

  /// Ends the process if a signal has arrived and no step is running. The caller holds the lock, so that no
  /// new step begins.
  private func exitIfSignaled(_ state: inout State) {
    guard let signal = state.signal, state.activeUninterruptedOperationCount == 0 else { return }
    for token in state.cleanUps.keys.sorted(by: >) { state.cleanUps[token]?() }
    state.cleanUps = [:]
    exitProcess(128 + signal)
  }

  private struct State: Sendable {
    var activeUninterruptedOperationCount = 0
    var signal: Int32?
    var cleanUps: [Int: @Sendable () -> Void] = [:]
    var lastToken = 0
  }
}

/// Installs handlers for SIGINT, SIGTERM and SIGHUP, which remove unfinished files and end the process with
/// exit code 130, 143 or 129. A second signal ends it immediately. Signals that the parent process ignores
/// stay ignored.
package func installInterruptHandlers() {
  var ends: [Int32] = [-1, -1]
  guard unsafe pipe(&ends) == 0 else { return }  // without the pipe, signals end the process by default
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  unsafe signalPipe = (ends[0], ends[1])
  guard startSignalThread() else { return }
  for number in handledSignals {
    let former = signal(number, writeSignalToPipe)
    if unsafe unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      _ = signal(number, SIG_IGN)
    }
  }
  unblockSignals(handledSignals)  // last, because a pending signal arrives immediately
}

private let handledSignals = [SIGINT, SIGTERM, SIGHUP]

/// Unblocks signals. A parent may have started this process from a thread that blocks signals, and blocked
/// signals are inherited.
private func unblockSignals(_ numbers: [Int32]) {
  var set = sigset_t()
  unsafe sigemptyset(&set)
  for number in numbers { unsafe sigaddset(&set, number) }
  unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
}

/// The pipe to the thread that handles signals. A signal handler must do as little as possible, so it only
/// writes the signal number, as one byte.
nonisolated(unsafe) private var signalPipe: (reading: Int32, writing: Int32) = (-1, -1)

private func writeSignalToPipe(_ number: Int32) {
  let before = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = unsafe write(signalPipe.writing, &byte, 1)
  errno = before
}

private func startSignalThread() -> Bool {
  startThread {
    var number: UInt8 = 0
    while true {
      let count = unsafe read(signalPipe.reading, &number, 1)
      if count == 1 { break }
      if count == 0 || errno != EINTR { return }
    }
    for other in handledSignals { _ = signal(other, SIG_DFL) }
    SignalCleanup.shared.handleSignal(Int32(number))
  }
}
