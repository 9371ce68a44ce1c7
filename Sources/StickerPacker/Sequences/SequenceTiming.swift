import StickerImage
import StickerModel

extension FrameSequence.Timing {
  /// As a catalog says it.
  ///
  /// - Source: Apple, Asset Catalog Format Reference, sticker sequence: `duration-type`.
  var word: String {
    switch self {
    case .framesPerSecond: "fps"
    case .cycle: "fixed"
    }
  }

  /// `duration`: frames a second, or seconds.
  var figure: Double {
    switch self {
    case .framesPerSecond(let frames, let seconds): Double(frames) / Double(seconds)
    case .cycle(let time): Double(time.numerator) / Double(time.denominator)
    }
  }

  /// What a catalog says, to a thousandth; nil where it is no time that a sequence can have.
  init?(word: String, figure: Double) {
    guard figure > 0, figure <= 1000 else { return nil }
    let thousandths = ExactSeconds(Int((figure * 1000).rounded()), 1000).reduced
    guard thousandths.numerator > 0 else { return nil }
    switch word {
    case "fps": self = .framesPerSecond(frames: thousandths.numerator, seconds: thousandths.denominator)
    case "fixed": self = .cycle(thousandths)
    default: return nil
    }
  }
}

extension FrameSequence {
  /// How long each frame is shown. A cycle that does not part evenly into fractions that a file can hold is
  /// parted into milliseconds, as evenly as they go.
  var delays: [ExactSeconds] {
    let count = frames.count
    switch timing {
    case .framesPerSecond(let frames, let seconds):
      return [ExactSeconds](repeating: ExactSeconds(seconds, frames).reduced, count: count)
    case .cycle(let time):
      let (denominator, isWide) = time.denominator.multipliedReportingOverflow(by: count)
      let even = isWide ? nil : ExactSeconds(time.numerator, denominator).reduced
      if let even, fitsField(even) { return [ExactSeconds](repeating: even, count: count) }
      let milliseconds = time.numerator * 1000 / time.denominator
      return (1...count).map { number in
        ExactSeconds(milliseconds * number / count - milliseconds * (number - 1) / count, 1000)
      }
    }
  }

  /// How often it plays in all; 0 is endless.
  var plays: Int { repetitions == 0 ? 0 : repetitions + 1 }

  /// Whether an APNG can say its timing.
  var fitsAnimation: Bool { delays.allSatisfy(fitsField) && 0..<Int(Int32.max) ~= repetitions }
}

/// - Source: APNG: fcTL holds a delay as two numbers of 16 bits.
private func fitsField(_ delay: ExactSeconds) -> Bool {
  delay.numerator <= 0xFFFF && delay.denominator <= 0xFFFF
}
