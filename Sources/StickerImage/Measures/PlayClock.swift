/// When the frames of an animation are shown, as it is played.
///
/// Every frame takes time, so that whoever waits for the clock comes to an end: at least 10 ms, and at most
/// two seconds, since nothing that is measured reaches over more than one.
struct PlayClock: Hashable, Sendable {
  /// When the frame that comes next is shown, in nanoseconds, rounded down.
  private(set) var now: Int64 = 0
  /// Nanoseconds that have passed, without `part`.
  private var whole: Int64 = 0
  /// What has passed beyond `whole`: less than a second, exact.
  private var part = ExactSeconds.zero

  static let second: Int64 = 1_000_000_000

  /// Lets a frame pass.
  mutating func pass(_ delay: ExactSeconds) {
    let played = delay.asPlayed
    if let sum = part.adding(played) {
      part = sum
    } else {  // denominators without end: the nanosecond is exact enough from here on
      whole += part.nanosecondsOfSecond
      part = played
    }
    whole += Int64(part.numerator / part.denominator) * Self.second
    part = ExactSeconds(part.numerator % part.denominator, part.denominator)
    now = whole + part.nanosecondsOfSecond
  }
}

extension ExactSeconds {
  /// The delay that viewers show, capped at two seconds.
  fileprivate var asPlayed: ExactSeconds {
    let shown = asShown
    return shown.numerator / shown.denominator < 2 ? shown : ExactSeconds(2, 1)
  }

  /// What exceeds whole seconds, rounded down.
  fileprivate var nanosecondsOfSecond: Int64 {
    let scaled = (numerator % denominator).multipliedFullWidth(by: Int(PlayClock.second))
    return Int64(denominator.dividingFullWidth(scaled).quotient)
  }
}
