/// Decides how soon the pack may be evaluated again. An evaluation visits every file, so files that arrive
/// one at a time must not each trigger an evaluation. The next evaluation waits several times as long as the
/// last one took.
struct PackEvaluationThrottle {
  /// The wait, as a multiple of the duration of the last evaluation.
  static let waitMultiplier = 3
  /// The longest wait, in milliseconds.
  static let maxWaitMilliseconds = 5000
  private var earliestStartMilliseconds = 0

  /// Records an evaluation, regardless of its result. Both times are in milliseconds on the same clock.
  mutating func recordEvaluation(fromMilliseconds start: Int, toMilliseconds end: Int) {
    earliestStartMilliseconds = end + min(Self.waitMultiplier * max(0, end - start), Self.maxWaitMilliseconds)
  }

  /// Returns how many milliseconds the next evaluation must wait.
  func waitMilliseconds(at now: Int) -> Int { max(0, earliestStartMilliseconds - now) }
}
