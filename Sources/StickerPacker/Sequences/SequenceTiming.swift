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

  /// The figure `duration` of a catalog: frames a second, or seconds.
  var figure: Double {
    switch self {
    case .framesPerSecond(let frames, let seconds): Double(frames) / Double(seconds)
    case .cycle(let time): Double(time.numerator) / Double(time.denominator)
    }
  }

  /// What a catalog says: its decimal exactly where an animation of so many frames can hold that, else the
  /// nearest with fewer digits; nil for another word, or a figure out of `SequenceLimits`.
  init?(word: String, figure: Double, frames count: Int) {
    guard SequenceLimits.complaint(ofDuration: figure) == nil, let timing = Self.forms[word] else {
      return nil
    }
    func rounded(to digits: Int) -> Self? {
      let unit = (0..<digits).reduce(1) { unit, _ in unit * 10 }
      let units = Int((figure * Double(unit)).rounded())
      return units > 0 ? timing(ExactSeconds(units, unit).reduced) : nil
    }
    let exact = (3...6).compactMap(rounded).first { $0.figure == figure && $0.isHeld(for: count) }
    guard let timing = exact ?? [3, 2, 1, 0].compactMap(rounded).first(where: { $0.isHeld(for: count) })
    else { return nil }
    self = timing
  }

  private static let forms: [String: @Sendable (ExactSeconds) -> Self] = [
    "fps": { .framesPerSecond(frames: $0.numerator, seconds: $0.denominator) }, "fixed": { .cycle($0) },
  ]

  /// Whether an APNG of so many frames takes as long: milliseconds part a cycle of milliseconds only.
  private func isHeld(for count: Int) -> Bool {
    let paths = [Path](repeating: Path("."), count: count)
    let delays = FrameSequence(frames: paths, timing: self, repetitions: 0).delays
    guard delays.allSatisfy(fitsField) else { return false }
    guard case .cycle(let time) = self else { return true }
    return 1000 % time.denominator == 0 || delays[0].isSameTime(as: delays[count - 1])
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
  var fitsAnimation: Bool { delays.allSatisfy(fitsField) && SequenceLimits.repetitions ~= repetitions }
}

/// - Source: APNG: fcTL holds a delay as two numbers of 16 bits.
private func fitsField(_ delay: ExactSeconds) -> Bool {
  delay.numerator <= 0xFFFF && delay.denominator <= 0xFFFF
}
