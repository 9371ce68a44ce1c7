/// The limits for the timing of a sequence, which rules and the packer use.
package enum SequenceTimingLimits {
  /// `duration`, in seconds or frames per second. Within these limits, frame delays fit the fields of an
  /// APNG.
  static let durationOrFrameRateRange = 0.001...1000.0
  /// `repetitions`.
  ///
  /// - Source: APNG specification: num_plays in acTL is less than 2³¹ and includes the first play.
  package static let repetitionRange = 0...Int(Int32.max) - 1

  /// The fault in a `duration`; nil if it is valid.
  package static func rangeFault(ofDuration figure: Double) -> String? {
    if figure <= 0 { return "duration is \(formattedNumber(figure)) (must be more than 0)" }
    if figure < durationOrFrameRateRange.lowerBound {
      return
        "duration is \(formattedNumber(figure)) (must be at least \(formattedNumber(durationOrFrameRateRange.lowerBound)))"
    }
    guard figure > durationOrFrameRateRange.upperBound else { return nil }
    return
      "duration is \(formattedNumber(figure)) (must be at most \(formattedNumber(durationOrFrameRateRange.upperBound)))"
  }

  /// The fault in `repetitions`; nil if the value is valid.
  package static func rangeFault(ofRepetitions figure: Double) -> String? {
    if figure < 0 {
      return "repetitions is \(formattedNumber(figure)) (must be at least 0; 0 plays forever)"
    }
    guard figure > Double(repetitionRange.upperBound) else { return nil }
    let most = numberText(repetitionRange.upperBound)
    return "repetitions is \(formattedNumber(figure)) (must be at most \(most); 0 plays forever)"
  }

  /// A number as messages show it: `1000.5`.
  package static func formattedNumber(_ figure: Double) -> String {
    Int(exactly: figure).map(numberText) ?? "\(figure)"
  }
}
