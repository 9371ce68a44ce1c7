extension [ExactSeconds] {
  /// The times in whole milliseconds, as a WebP stores them: each frame ends within half of one of when it
  /// should. The error is carried over, and the sum is rounded once. A delay above 10 ms stays above.
  ///
  /// - Parameter least: how long a frame lasts at least. Where one is shorter, it ends later, and those
  ///   behind it are shorter until the time is made up for.
  /// - Throws: `EncodingDefect` where a frame lasts longer than a WebP can say: four and a half hours.
  func wholeMilliseconds(least: Int) throws(EncodingDefect) -> [Int] {
    var (time, begin) = (ElapsedTime(), 0)
    var times: [Int] = []
    for delay in self {
      time.add(delay)
      // Viewers would show 10 ms for 100 ms.
      let least = Swift.max(least, delay.isShownAsWritten ? leastShownAsWritten : 0)
      let end = Swift.max(time.milliseconds, begin + least)
      guard end - begin <= mostMilliseconds else {
        throw EncodingDefect("a frame of \(end - begin) ms does not fit a WebP")
      }
      times.append(end - begin)
      begin = end
    }
    return times
  }
}

/// A sum of times: exact, as long as its denominator fits, and to a billionth of a second beyond.
private struct ElapsedTime {
  private var exact: ExactSeconds? = .zero
  private var seconds = 0.0

  mutating func add(_ delay: ExactSeconds) {
    exact = exact?.adding(delay)
    seconds += Double(delay.numerator) / Double(delay.denominator)
  }

  /// Rounded, half up.
  var milliseconds: Int {
    guard let exact, let whole = exact.rounded(to: 1000) else { return Int((seconds * 1000).rounded()) }
    return whole
  }
}

/// What 24 bits hold.
///
/// - Source: RFC 9649, section 2.7.1.1.
private let mostMilliseconds = 0xFF_FFFF

/// The shortest delay in milliseconds that viewers respect.
private let leastShownAsWritten = 11
