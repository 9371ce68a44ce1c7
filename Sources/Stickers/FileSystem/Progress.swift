#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A progress line on standard error. It is shown only on a terminal, after half a second, and erased at the
/// end.
package struct Progress {
  private let verb: String
  private let stream: StandardStream
  private let now: @Sendable () -> UInt64
  private let interruption: Interruption
  private let isWanted: Bool
  private let started: UInt64
  private var shown: UInt64?
  private var token: Int?

  /// - Parameter verb: the word before the figures, as in `checked 12 of 300`.
  package init(_ verb: String) {
    self.init(
      verb, stream: standardError, isWanted: !isDumbTerminal(), now: SystemCalls.real.now,
      interruption: .shared)
  }

  init(
    _ verb: String, stream: StandardStream, isWanted: Bool, now: @escaping @Sendable () -> UInt64,
    interruption: Interruption
  ) {
    self.verb = verb
    self.stream = stream
    self.now = now
    self.interruption = interruption
    self.isWanted = isWanted && stream.isTerminal
    started = now()
  }

  /// Updates the figures, at most ten times per second.
  package mutating func advance(to count: Int, of total: Int) {
    guard isWanted else { return }
    let time = now()
    guard time &- started >= halfASecond, time &- (shown ?? 0) >= tenthOfASecond else { return }
    if token == nil { token = interruption.remember { [stream] in try? stream.write(eraseLine) } }
    shown = time
    try? stream.write("\(eraseLine)\(verb) \(count) of \(total)")
  }

  /// Erases the line. Call it before writing anything else to standard error.
  package mutating func finish() {
    guard let token else { return }
    interruption.forget(token)
    self.token = nil
    shown = nil
    try? stream.write(eraseLine)
  }
}

private let halfASecond: UInt64 = 500_000_000
private let tenthOfASecond: UInt64 = 100_000_000
/// Moves to the first column and clears to the end of the line (ECMA-48: EL).
private let eraseLine = "\r\u{1B}[K"

private func isDumbTerminal() -> Bool {
  guard let terminal = unsafe getenv("TERM") else { return true }
  return unsafe String(cString: terminal) == "dumb"
}
