/// Decides how soon the pack may be evaluated again. An evaluation visits every file. Files that come one by one
/// must not cause one each, so the next waits several times as long as the last one took.
struct EvaluationPacing {
  /// How many times the duration of an evaluation the next one waits.
  static let restMultiplier = 3
  /// The longest wait, in milliseconds.
  static let maxRest = 5000
  private var earliestStart = 0

  /// Notes that an evaluation has ended, whatever came of it. Times are milliseconds of one clock.
  mutating func evaluated(from start: Int, to end: Int) {
    earliestStart = end + min(Self.restMultiplier * max(0, end - start), Self.maxRest)
  }

  /// How many milliseconds the next evaluation must wait.
  func wait(at now: Int) -> Int { max(0, earliestStart - now) }
}
