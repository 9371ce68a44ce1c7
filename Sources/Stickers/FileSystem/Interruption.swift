#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What has to be put away when a signal ends the process.
///
/// Steps of the writer are never cut in the middle: a signal that comes during one is acted upon at its end.
/// Between steps nothing of ours is changing, so whoever was told of the signal can clean up.
final class Interruption: Sendable {
  /// The one of this process.
  static let shared = Interruption { _exit($0) }

  private let state = Guarded(State())
  private let leave: @Sendable (Int32) -> Void

  /// - Parameter leave: ends the process with an exit code.
  init(leave: @escaping @Sendable (Int32) -> Void) { self.leave = leave }

  /// Runs something that must be complete or not begun.
  func step<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    state.withLock { state in
      leaveIfDue(&state)
      state.stepsRunning += 1
    }
    defer {
      state.withLock { state in
        state.stepsRunning -= 1
        leaveIfDue(&state)
      }
    }
    return try body()
  }

  /// Has `cleanUp` run if the process is interrupted before `forget`; it must not use this value.
  func remember(_ cleanUp: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastToken += 1
      state.cleanUps[state.lastToken] = cleanUp
      return state.lastToken
    }
  }

  /// Takes back what `remember` was told.
  func forget(_ token: Int) { _ = state.withLock { $0.cleanUps.removeValue(forKey: token) } }

  /// A signal arrived; called from an ordinary thread.
  func arrived(_ signal: Int32) {
    state.withLock { state in
      state.signal = signal
      leaveIfDue(&state)
    }
  }

  /// The lock stays taken meanwhile, so that no new step begins.
  private func leaveIfDue(_ state: inout State) {
    guard let signal = state.signal, state.stepsRunning == 0 else { return }
    for token in state.cleanUps.keys.sorted(by: >) { state.cleanUps[token]?() }
    state.cleanUps = [:]
    leave(128 + signal)
  }

  private struct State: Sendable {
    var stepsRunning = 0
    var signal: Int32?
    var cleanUps: [Int: @Sendable () -> Void] = [:]
    var lastToken = 0
  }
}

/// From now on SIGINT, SIGTERM and SIGHUP remove what is half written and end the process with 130, 143 or
/// 129; a second one ends it at once. What the parent had ignored stays ignored.
package func installInterruptHandlers() {
  var ends: [Int32] = [-1, -1]
  guard unsafe pipe(&ends) == 0 else { return }  // without it the signals end the process as they always did
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  unsafe signalPipe = (ends[0], ends[1])
  guard startListening() else { return }
  for number in interruptions {
    let former = signal(number, noteSignal)
    if unsafe unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      _ = signal(number, SIG_IGN)
    }
  }
  unblock(interruptions)  // last: one that is waiting arrives at once
}

private let interruptions = [SIGINT, SIGTERM, SIGHUP]

/// A parent that starts us on a thread which blocks signals hands that down: then none would ever arrive.
private func unblock(_ numbers: [Int32]) {
  var set = sigset_t()
  unsafe sigemptyset(&set)
  for number in numbers { unsafe sigaddset(&set, number) }
  unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
}

/// A handler may do next to nothing, so it only wakes a thread: one byte, the signal's number.
nonisolated(unsafe) private var signalPipe: (reading: Int32, writing: Int32) = (-1, -1)

private func noteSignal(_ number: Int32) {
  let before = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = unsafe write(signalPipe.writing, &byte, 1)
  errno = before
}

private func startListening() -> Bool {
  startThread {
    var number: UInt8 = 0
    while true {
      let count = unsafe read(signalPipe.reading, &number, 1)
      if count == 1 { break }
      if count == 0 || errno != EINTR { return }
    }
    for other in interruptions { _ = signal(other, SIG_DFL) }
    Interruption.shared.arrived(Int32(number))
  }
}
