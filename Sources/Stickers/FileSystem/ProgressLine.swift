#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A progress line on standard error. It is shown only on a terminal, after half a second, and erased at the
/// end.
package struct ProgressLine {
  private let verb: String
  private let stream: StandardStream
  private let monotonicNanoseconds: @Sendable () -> UInt64
  private let signalCleanup: SignalCleanup
  private let isEnabled: Bool
  private let startNanoseconds: UInt64
  private var lastShownNanoseconds: UInt64?
  private var token: Int?

  /// - Parameter verb: the word before the figures, as in `checked 12 of 300`.
  package init(_ verb: String) {
    self.init(
      verb, stream: standardError, isEnabled: !isDumbTerminal(),
      monotonicNanoseconds: SystemCalls.real.monotonicNanoseconds,
      signalCleanup: .shared)
  }

  init(
    _ verb: String, stream: StandardStream, isEnabled: Bool,
    monotonicNanoseconds: @escaping @Sendable () -> UInt64,
    signalCleanup: SignalCleanup
  ) {
    self.verb = verb
    self.stream = stream
    self.monotonicNanoseconds = monotonicNanoseconds
    self.signalCleanup = signalCleanup
    self.isEnabled = isEnabled && stream.isTerminal
    startNanoseconds = monotonicNanoseconds()
  }

  /// Updates the figures, at most ten times per second.
  package mutating func advance(to count: Int, of total: Int) {
    guard isEnabled else { return }
    let time = monotonicNanoseconds()
    guard time &- startNanoseconds >= halfASecondNanoseconds,
      time &- (lastShownNanoseconds ?? 0) >= tenthOfASecondNanoseconds
    else { return }
    if token == nil { token = signalCleanup.addCleanUp { [stream] in try? stream.write(eraseLine) } }
    lastShownNanoseconds = time
    try? stream.write("\(eraseLine)\(verb) \(count) of \(total)")
  }

  /// Erases the line. Call it before writing anything else to standard error.
  package mutating func finish() {
    guard let token else { return }
    signalCleanup.removeCleanUp(token)
    self.token = nil
    lastShownNanoseconds = nil
    try? stream.write(eraseLine)
  }
}

private let halfASecondNanoseconds: UInt64 = 500_000_000
private let tenthOfASecondNanoseconds: UInt64 = 100_000_000
/// Moves to the first column and clears to the end of the line (ECMA-48: EL).
private let eraseLine = "\r\u{1B}[K"

private func isDumbTerminal() -> Bool {
  guard let terminal = unsafe getenv("TERM") else { return true }
  return unsafe String(cString: terminal) == "dumb"
}
