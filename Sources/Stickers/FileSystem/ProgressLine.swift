#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A progress line on standard error. It is shown only on a terminal. It appears after half a second, even if
/// no item has been finished by then, and is erased at the end.
package final class ProgressLine: Sendable {
  private let total: Int?
  private let stream: StandardStream
  private let monotonicNanoseconds: @Sendable () -> UInt64
  private let signalCleanup: SignalCleanup
  private let isEnabled: Bool
  private let startNanoseconds: UInt64
  private let state: LockedValue<State>
  /// A function that receives the number of finished items; nil to show the number on a terminal.
  private let handler: (@Sendable (Int) -> Void)?

  private struct State: Sendable {
    /// The word before the numbers, or a description of the current work.
    var label: String
    /// The number of finished items; nil to show none.
    var count: Int?
    var lastShownNanoseconds: UInt64?
    var cleanUpToken: Int?
    var isFinished = false
  }

  /// - Parameter label: the word before the numbers, as in `checked 12 of 300`; without `total`, a
  ///   description of the work, as in `making icons`.
  /// - Parameter total: the number of items; nil if they are not counted.
  package convenience init(_ label: String, of total: Int? = nil) {
    self.init(
      label, of: total, stream: .error, isEnabled: !isDumbOrUnknownTerminal(),
      monotonicNanoseconds: SystemCalls.real.monotonicNanoseconds, signalCleanup: .shared
    ) { show in
      // Use a thread, because all tasks of this process may be busy with images.
      _ = startThread {
        _ = poll(nil, 0, Int32(halfASecondNanoseconds / 1_000_000))
        show()
      }
    }
  }

  /// - Parameter afterHalfASecond: calls a function after half a second.
  init(
    _ label: String, of total: Int?, stream: StandardStream, isEnabled: Bool,
    monotonicNanoseconds: @escaping @Sendable () -> UInt64, signalCleanup: SignalCleanup,
    afterHalfASecond: (@escaping @Sendable () -> Void) -> Void
  ) {
    self.total = total
    self.stream = stream
    self.monotonicNanoseconds = monotonicNanoseconds
    self.signalCleanup = signalCleanup
    self.isEnabled = isEnabled && stream.isTerminal
    handler = nil
    startNanoseconds = monotonicNanoseconds()
    state = LockedValue(State(label: label, count: total.map { _ in 0 }))
    if self.isEnabled { afterHalfASecond { [weak self] in self?.showIfNotYetShown() } }
  }

  /// Creates a progress line that reports to a program instead of a terminal.
  ///
  /// - Parameter handler: receives the number of finished items.
  init(handler: @escaping @Sendable (Int) -> Void) {
    total = nil
    stream = .error
    monotonicNanoseconds = { 0 }
    signalCleanup = .shared
    isEnabled = false
    startNanoseconds = 0
    state = LockedValue(State(label: "", count: nil))
    self.handler = handler
  }

  deinit { finish() }

  /// Updates the number of finished items. The line changes at most ten times per second.
  package func advance(to count: Int) {
    handler?(count)
    guard isEnabled else { return }
    state.withLock { state in
      state.count = count
      let time = monotonicNanoseconds()
      guard time &- startNanoseconds >= halfASecondNanoseconds,
        time &- (state.lastShownNanoseconds ?? 0) >= tenthOfASecondNanoseconds
      else { return }
      show(&state, at: time)
    }
  }

  /// Replaces the numbers with a description of the current work.
  package func showActivity(_ activity: String) {
    guard isEnabled else { return }
    state.withLock { state in
      state.label = activity
      state.count = nil
      let time = monotonicNanoseconds()
      if time &- startNanoseconds >= halfASecondNanoseconds { show(&state, at: time) }
    }
  }

  /// Erases the line. Call this before writing anything else to standard error.
  package func finish() {
    state.withLock { state in
      state.isFinished = true
      guard let token = state.cleanUpToken else { return }
      signalCleanup.removeCleanUp(token)
      state.cleanUpToken = nil
      try? stream.write(eraseLineSequence)
    }
  }

  /// Shows the line if it has not been shown yet.
  private func showIfNotYetShown() {
    state.withLock { state in
      if state.lastShownNanoseconds == nil { show(&state, at: monotonicNanoseconds()) }
    }
  }

  private func show(_ state: inout State, at time: UInt64) {
    guard !state.isFinished else { return }
    if state.cleanUpToken == nil {
      state.cleanUpToken = signalCleanup.addCleanUp { [stream] in try? stream.write(eraseLineSequence) }
    }
    state.lastShownNanoseconds = time
    var text = state.label
    if let count = state.count, let total { text += " \(count) of \(total)" }
    try? stream.write("\(eraseLineSequence)\(text)")
  }
}

private let halfASecondNanoseconds: UInt64 = 500_000_000
private let tenthOfASecondNanoseconds: UInt64 = 100_000_000
/// Moves to the first column and clears to the end of the line (ECMA-48: EL).
private let eraseLineSequence = "\r\u{1B}[K"

private func isDumbOrUnknownTerminal() -> Bool {
  guard let terminal = unsafe getenv("TERM") else { return true }
  return unsafe String(cString: terminal) == "dumb"
}
