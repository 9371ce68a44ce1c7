/// A time in seconds as an exact fraction, as the file stores it. The fraction isn't necessarily reduced,
/// so `==` can be false for equal times. Compare times with `isSameTime(as:)`.
public struct ExactSeconds: Hashable, Sendable {
  /// The numerator of the fraction, at least 0. The fraction isn't necessarily reduced.
  public let numerator: Int
  /// The denominator of the fraction, at least 1. The fraction isn't necessarily reduced.
  public let denominator: Int

  /// Creates a time of `numerator / denominator` seconds. The fraction isn't reduced.
  ///
  /// - Precondition: `numerator` is at least 0, and `denominator` is at least 1.
  public init(_ numerator: Int, _ denominator: Int) {
    precondition(numerator >= 0 && denominator >= 1)
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Zero seconds.
  public static let zero = ExactSeconds(0, 1)

  /// The same time as a reduced fraction.
  public var reduced: ExactSeconds {
    let divisor = max(1, greatestCommonDivisor(numerator, denominator))
    return ExactSeconds(numerator / divisor, denominator / divisor)
  }

  /// The exact sum as a reduced fraction, or nil on overflow.
  public func adding(_ other: ExactSeconds) -> ExactSeconds? {
    let (a, b) = (reduced, other.reduced)
    let shared = greatestCommonDivisor(a.denominator, b.denominator)
    let (left, leftOverflows) = a.numerator.multipliedReportingOverflow(by: b.denominator / shared)
    let (right, rightOverflows) = b.numerator.multipliedReportingOverflow(by: a.denominator / shared)
    let (top, topOverflows) = left.addingReportingOverflow(right)
    let (bottom, bottomOverflows) = a.denominator.multipliedReportingOverflow(by: b.denominator / shared)
    let overflows = leftOverflows || rightOverflows || topOverflows || bottomOverflows
    return overflows ? nil : ExactSeconds(top, bottom).reduced
  }

  /// Whether the time is less than `milliseconds`, compared without rounding.
  public func isShorter(thanMilliseconds milliseconds: Int) -> Bool {
    let (left, leftOverflows) = numerator.multipliedReportingOverflow(by: 1000)
    let (right, rightOverflows) = denominator.multipliedReportingOverflow(by: milliseconds)
    return rightOverflows || (!leftOverflows && left < right)
  }

  /// Whether the time is less than another time, compared without rounding.
  public func isShorter(than other: ExactSeconds) -> Bool {
    let (left, right) = (
      numerator.multipliedFullWidth(by: other.denominator),
      other.numerator.multipliedFullWidth(by: denominator)
    )
    return (left.high, left.low) < (right.high, right.low)
  }

  /// The time in milliseconds, rounded to the nearest tenth.
  public var millisecondsRoundedToTenths: Double {
    (Double(numerator) * 10_000 / Double(denominator)).rounded() / 10
  }

  /// The time in units of `1 / parts` seconds, rounded half up, or nil on overflow.
  func rounded(toUnitsPerSecond parts: Int) -> Int? {
    let (top, topOverflows) = numerator.multipliedReportingOverflow(by: 2 * parts)
    let (sum, sumOverflows) = top.addingReportingOverflow(denominator)
    let (bottom, bottomOverflows) = denominator.multipliedReportingOverflow(by: 2)
    return topOverflows || sumOverflows || bottomOverflows ? nil : sum / bottom
  }

  /// Whether both times are equal, regardless of their denominators.
  public func isSameTime(as other: ExactSeconds) -> Bool { reduced == other.reduced }
}

extension Sequence<ExactSeconds> {
  /// The exact sum, or nil on overflow.
  public func total() -> ExactSeconds? {
    var sum = ExactSeconds.zero
    for time in self {
      guard let next = sum.adding(time) else { return nil }
      sum = next
    }
    return sum
  }
}

func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
