extension [ExactSeconds] {
  /// The times in whole milliseconds, as a WebP stores them: each frame ends within half of one of when it
  /// should. The error is carried on, and the sum is rounded once.
  ///
  /// - Parameter least: how long a frame lasts at least. Where one is shorter, it ends later, and those
  ///   behind it are shorter until the time is made up for.
  /// - Throws: `EncodingDefect` where a frame lasts longer than a WebP can say: four and a half hours.
  func wholeMilliseconds(least: Int) throws(EncodingDefect) -> [Int] {
    var (time, begin) = (ElapsedTime(), 0)
    var times: [Int] = []
    for delay in self {
      time.add(delay)
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

extension ExactSeconds {
  /// The nearest number of parts of a second, half up; nil where it does not fit.
  fileprivate func rounded(to parts: Int) -> Int? {
    let (product, isWide) = numerator.multipliedReportingOverflow(by: 2 * parts)
    let (sum, isFull) = product.addingReportingOverflow(denominator)
    let (double, isLarge) = denominator.multipliedReportingOverflow(by: 2)
    return isWide || isFull || isLarge ? nil : sum / double
  }
}

/// What 24 bits hold.
///
/// - Source: RFC 9649, section 2.7.1.1.
private let mostMilliseconds = 0xFF_FFFF
