import StickerModel

/// What the properties of a `.stickersequence` say of its timing, with what is to be told of it. A number of
/// repetitions that is missing is 0, for ever, as in a description.
func timing(
  in properties: [String: JSON], _ frames: [Path]
) -> Result<(FrameSequence, notes: [String]), CatalogFault> {
  var notes: [String] = []
  do throws(CatalogFault) {
    let timing = try cycle(in: properties, frames.count, &notes)
    let repetitions = try repetitions(in: properties, &notes)
    return .success((FrameSequence(frames: frames, timing: timing, repetitions: repetitions), notes))
  } catch { return .failure(error) }
}

private func fault(_ reason: String) -> CatalogFault {
  CatalogFault(reason: reason, rule: RuleID.sequenceFrames)
}

private func cycle(
  in properties: [String: JSON], _ count: Int, _ notes: inout [String]
) throws(CatalogFault) -> FrameSequence.Timing {
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
    let (said, taken) = (SequenceLimits.written(figure), SequenceLimits.written(timing.figure))
    notes.append("duration \(said) is taken as \(taken), which an animation can hold")
  }
  return timing
}

private func repetitions(
  in properties: [String: JSON], _ notes: inout [String]
) throws(CatalogFault) -> Int {
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
