/// What a catalog may say of a sequence's timing, for the rules and for the packer alike.
package enum SequenceLimits {
  /// `duration`: seconds, or frames a second. Within it, a frame's time fits the fields of an APNG.
  static let duration = 0.001...1000.0
  /// `repetitions`.
  ///
  /// - Source: APNG: acTL's num_plays is below 2³¹, and counts the first time too.
  package static let repetitions = 0...Int(Int32.max) - 1

  /// What is wrong with a `duration`; nil for one that can be taken.
  package static func complaint(ofDuration figure: Double) -> String? {
    if figure <= 0 { return "duration is \(written(figure)), and must be more than 0" }
    if figure < duration.lowerBound {
      return "duration is \(written(figure)), and must be at least \(written(duration.lowerBound))"
    }
    guard figure > duration.upperBound else { return nil }
    return "duration is \(written(figure)), and must be at most \(written(duration.upperBound))"
  }

  /// What is wrong with a `repetitions`; nil for one that can be taken.
  package static func complaint(ofRepetitions figure: Double) -> String? {
    if figure < 0 {
      return "repetitions is \(written(figure)), and must be at least 0, which is for ever"
    }
    guard figure > Double(repetitions.upperBound) else { return nil }
    let most = numberText(repetitions.upperBound)
    return "repetitions is \(written(figure)), and must be at most \(most); 0 is for ever"
  }

  /// A figure of a document: `1000.5`.
  package static func written(_ figure: Double) -> String {
    Int(exactly: figure).map(numberText) ?? "\(figure)"
  }
}
