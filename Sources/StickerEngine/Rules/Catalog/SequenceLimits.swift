/// The limits for the timing of a sequence, which rules and the packer use.
package enum SequenceLimits {
  /// `duration`, in seconds or frames per second. Within these limits, frame delays fit the fields of an
  /// APNG.
  static let durationOrFrameRate = 0.001...1000.0
  /// `repetitions`.
  ///
  /// - Source: APNG specification: num_plays in acTL is less than 2³¹ and includes the first play.
  package static let repetitions = 0...Int(Int32.max) - 1

  /// The fault in a `duration`; nil if it is valid.
  package static func fault(ofDuration figure: Double) -> String? {
    if figure <= 0 { return "duration is \(figureText(figure)) (must be more than 0)" }
    if figure < durationOrFrameRate.lowerBound {
      return
        "duration is \(figureText(figure)) (must be at least \(figureText(durationOrFrameRate.lowerBound)))"
    }
    guard figure > durationOrFrameRate.upperBound else { return nil }
    return "duration is \(figureText(figure)) (must be at most \(figureText(durationOrFrameRate.upperBound)))"
  }

  /// The fault in `repetitions`; nil if the value is valid.
  package static func fault(ofRepetitions figure: Double) -> String? {
    if figure < 0 {
      return "repetitions is \(figureText(figure)) (must be at least 0; 0 plays forever)"
    }
    guard figure > Double(repetitions.upperBound) else { return nil }
    let most = numberText(repetitions.upperBound)
    return "repetitions is \(figureText(figure)) (must be at most \(most); 0 plays forever)"
  }

  /// A number as messages show it: `1000.5`.
  package static func figureText(_ figure: Double) -> String {
    Int(exactly: figure).map(numberText) ?? "\(figure)"
  }
}
