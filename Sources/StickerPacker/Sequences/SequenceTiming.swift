import StickerEngine
import StickerImage

extension FrameSequence.UniformTiming {
  /// The value of `duration-type` in a catalog.
  ///
  /// - Source: Apple, Asset Catalog Format Reference, sticker sequence: `duration-type`.
  var catalogDurationType: String {
    switch self {
    case .framesPerSecond: "fps"
    case .totalDuration: "fixed"
    }
  }

  /// The value of `duration` in a catalog: frames per second, or seconds.
  var catalogFPSOrCycleSeconds: Double {
    switch self {
    case .framesPerSecond(let frames, let seconds): Double(frames) / Double(seconds)
    case .totalDuration(let time): Double(time.numerator) / Double(time.denominator)
    }
  }

  /// Creates the timing from the values in a catalog. Uses the exact decimal if an animation with this number
  /// of frames can store it, and otherwise the nearest decimal with fewer digits. Returns nil for an unknown
  /// type, or for a value outside `SequenceTimingLimits`.
  init?(
    catalogDurationType durationType: String, catalogFPSOrCycleSeconds durationValue: Double,
    frameCount count: Int
  ) {
    guard SequenceTimingLimits.rangeFault(ofDuration: durationValue) == nil,
      let timing = Self.timingsByDurationType[durationType]
    else {
      return nil
    }
    func rounded(to digits: Int) -> Self? {
      let unit = (0..<digits).reduce(1) { unit, _ in unit * 10 }
      let units = Int((durationValue * Double(unit)).rounded())
      return units > 0 ? timing(ExactSeconds(units, unit).reduced) : nil
    }
    let exact = (3...6).compactMap(rounded).first {
      $0.catalogFPSOrCycleSeconds == durationValue && $0.isStorableInAPNG(frameCount: count)
    }
    guard
      let timing = exact
        ?? [3, 2, 1, 0].compactMap(rounded).first(where: { $0.isStorableInAPNG(frameCount: count) })
    else { return nil }
    self = timing
  }

  private static let timingsByDurationType: [String: @Sendable (ExactSeconds) -> Self] = [
    "fps": { .framesPerSecond(frames: $0.numerator, seconds: $0.denominator) },
    "fixed": { .totalDuration($0) },
  ]

  /// Whether an APNG with this number of frames can have exactly this timing. If the frames of a cycle have
  /// different delays, the cycle must be a whole number of milliseconds.
  private func isStorableInAPNG(frameCount count: Int) -> Bool {
    let paths = [Path](repeating: Path("."), count: count)
    let delays = FrameSequence(frames: paths, timing: self, repetitions: 0).delays
    guard delays.allSatisfy(fitsAPNGDelayFields) else { return false }
    guard case .totalDuration(let time) = self else { return true }
    return 1000 % time.denominator == 0 || delays[0].isSameTime(as: delays[count - 1])
  }
}

extension FrameSequence {
  /// The delay of each frame. If a cycle cannot be divided into equal delays that a file can store, it is
  /// divided into whole milliseconds as evenly as possible.
  var delays: [ExactSeconds] {
    let count = frames.count
    switch uniformTiming {
    case .framesPerSecond(let frames, let seconds):
      return [ExactSeconds](repeating: ExactSeconds(seconds, frames).reduced, count: count)
    case .totalDuration(let time):
      let (denominator, overflows) = time.denominator.multipliedReportingOverflow(by: count)
      let even = overflows ? nil : ExactSeconds(time.numerator, denominator).reduced
      if let even, fitsAPNGDelayFields(even) { return [ExactSeconds](repeating: even, count: count) }
      let milliseconds = time.numerator * 1000 / time.denominator
      return (1...count).map { number in
        ExactSeconds(milliseconds * number / count - milliseconds * (number - 1) / count, 1000)
      }
    }
  }

  /// How many times the animation plays in total; 0 means forever.
  var plays: Int { extraPlaysOrZeroForever == 0 ? 0 : extraPlaysOrZeroForever + 1 }

  /// Whether an APNG can store the timing.
  var isStorableInAPNG: Bool {
    delays.allSatisfy(fitsAPNGDelayFields) && SequenceTimingLimits.repetitionRange ~= extraPlaysOrZeroForever
  }
}

/// - Source: APNG: fcTL stores a delay as two 16-bit numbers.
private func fitsAPNGDelayFields(_ delay: ExactSeconds) -> Bool {
  delay.numerator <= 0xFFFF && delay.denominator <= 0xFFFF
}

/// Reads the timing of a `.stickersequence` from its properties, with notes. If the number of repetitions is
/// missing, it is 0 (endless), as in a pack file.
func parsedFrameSequence(
  in properties: [String: JSON], _ frames: [Path]
) -> Result<(FrameSequence, notes: [String]), Diagnostic> {
  var notes: [String] = []
  do throws(Diagnostic) {
    let timing = try parsedStorableTiming(in: properties, frames.count, &notes)
    let repetitions = try parsedRepetitionsOrZeroForever(in: properties, &notes)
    return .success((FrameSequence(frames: frames, timing: timing, repetitions: repetitions), notes))
  } catch { return .failure(error) }
}

private func fault(_ reason: String) -> Diagnostic {
  Diagnostic("\(reason)", rule: RuleID.sequenceFrames)
}

private func parsedStorableTiming(
  in properties: [String: JSON], _ count: Int, _ notes: inout [String]
) throws(Diagnostic) -> FrameSequence.UniformTiming {
  let kinds = "fixed (seconds per cycle) or fps (frames per second)"
  guard let kind = properties["duration-type"] else {
    throw fault("duration-type is missing. It must be \(kinds).")
  }
  guard case .string(let word) = kind, word == "fps" || word == "fixed" else {
    throw fault("duration-type must be \(kinds)")
  }
  let figure: Double
  switch properties["duration"] {
  case nil: throw fault("duration is missing")
  case .integer(let whole)?: figure = Double(whole)
  case .number(let number)?: figure = number
  case let other?: throw fault("duration must be a number, not \(other.typeDescription)")
  }
  if let complaint = SequenceTimingLimits.rangeFault(ofDuration: figure) { throw fault(complaint) }
  guard
    let timing = FrameSequence.UniformTiming(
      catalogDurationType: word, catalogFPSOrCycleSeconds: figure, frameCount: count)
  else {
    throw fault(
      "duration is \(SequenceTimingLimits.formattedNumber(figure)), which an animation cannot store")
  }
  if timing.catalogFPSOrCycleSeconds != figure {
    let (requested, taken) = (
      SequenceTimingLimits.formattedNumber(figure),
      SequenceTimingLimits.formattedNumber(timing.catalogFPSOrCycleSeconds)
    )
    notes.append("duration \(requested) was changed to \(taken), which an animation can store")
  }
  return timing
}

private func parsedRepetitionsOrZeroForever(
  in properties: [String: JSON], _ notes: inout [String]
) throws(Diagnostic) -> Int {
  switch properties["repetitions"] {
  case nil:
    notes.append("repetitions is missing (default: 0, endless)")
    return 0
  case .integer(let number)?:
    if let complaint = SequenceTimingLimits.rangeFault(ofRepetitions: Double(number)) {
      throw fault(complaint)
    }
    return number
  case .number(let number)?:
    throw fault(
      SequenceTimingLimits.rangeFault(ofRepetitions: number)
        ?? "repetitions must be a whole number, not \(number)")
  case let other?: throw fault("repetitions must be a whole number, not \(other.typeDescription)")
  }
}
