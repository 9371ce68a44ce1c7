import StickerEngine
import StickerImage

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

/// What the properties of a `.stickersequence` say of its timing, with what is to be told of it. A number of
/// repetitions that is missing is 0, for ever, as in a description.
func timing(
  in properties: [String: JSON], _ frames: [Path]
) -> Result<(FrameSequence, notes: [String]), Diagnostic> {
  var notes: [String] = []
  do throws(Diagnostic) {
    let timing = try cycle(in: properties, frames.count, &notes)
    let repetitions = try repetitions(in: properties, &notes)
    return .success((FrameSequence(frames: frames, timing: timing, repetitions: repetitions), notes))
  } catch { return .failure(error) }
}

private func fault(_ reason: String) -> Diagnostic {
  Diagnostic("\(reason)", rule: RuleID.sequenceFrames)
}

private func cycle(
  in properties: [String: JSON], _ count: Int, _ notes: inout [String]
) throws(Diagnostic) -> FrameSequence.Timing {
  let kinds = "fixed (seconds of a cycle) or fps (frames a second)"
  guard let kind = properties["duration-type"] else { throw fault("duration-type is missing: \(kinds)") }
  guard case .string(let word) = kind, word == "fps" || word == "fixed" else {
    throw fault("duration-type must be \(kinds)")
  }
  let figure: Double
  switch properties["duration"] {
  case nil: throw fault("duration is missing")
  case .integer(let whole)?: figure = Double(whole)
  case .number(let number)?: figure = number
  case let other?: throw fault("duration is \(other.kind), and must be a number")
  }
  if let complaint = SequenceLimits.complaint(ofDuration: figure) { throw fault(complaint) }
  guard let timing = FrameSequence.Timing(word: word, figure: figure, frames: count) else {
    throw fault("duration is \(SequenceLimits.written(figure)): no animation holds such times")
  }
  if timing.figure != figure {
    let (requested, taken) = (SequenceLimits.written(figure), SequenceLimits.written(timing.figure))
    notes.append("duration \(requested) is taken as \(taken), which an animation can hold")
  }
  return timing
}

private func repetitions(
  in properties: [String: JSON], _ notes: inout [String]
) throws(Diagnostic) -> Int {
  switch properties["repetitions"] {
  case nil:
    notes.append("repetitions is missing: 0 is taken, for ever")
    return 0
  case .integer(let number)?:
    if let complaint = SequenceLimits.complaint(ofRepetitions: Double(number)) { throw fault(complaint) }
    return number
  case .number(let number)?:
    throw fault(
      SequenceLimits.complaint(ofRepetitions: number)
        ?? "repetitions is \(number), and must be a whole number")
  case let other?: throw fault("repetitions is \(other.kind), and must be a whole number")
  }
}
