import StickerModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How a worker came to its end.
enum WorkerEnd: Hashable {
  /// The worker was lost by what it did.
  case lost(WorkerLoss)
  /// Somebody else ended it; the file has nothing to do with it.
  case killed(String)

  /// What a worker may have with nothing out of the ordinary.
  static let ordinaryBytes = 128 << 20

  /// - Parameter isTooSlow: whether its keeper ended it.
  init(_ end: ProgramEnd, _ limits: WorkerLimits, _ confinement: Confinement?, isTooSlow: Bool = false) {
    if isTooSlow || end.signal == SIGXCPU {
      self = .lost(.outOfTime(seconds: limits.seconds))
    } else if confinement?.contains(.limits) == true,
      end.hasStatus(outOfMemoryStatus) || end.mostMemory >= limits.memoryBytes / 4 * 3
    {
      // What cannot be had is asked for at the end: the program crashes.
      self = .lost(.outOfMemory(bytes: limits.memoryBytes))
    } else if end.signal == SIGKILL, end.mostMemory >= max(limits.memoryBytes / 4, Self.ordinaryBytes) {
      // A system that has no more memory ends who holds most of it.
      self = .lost(.outOfMemory(bytes: end.mostMemory))
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
