import StickerImage

extension LimitExceeded {
  /// `side-pixels: 9000 px, at most 8192 px are allowed; --limit side-pixels=NUMBER raises that`.
  package var sentence: String {
    if isFormat { return "the policy of this machine does not allow files of the format \(unit) to be read" }
    let figures = "\(name): \(numberText(measured)) \(unit), at most \(numberText(limit)) \(unit) are allowed"
    guard let known = Limit(named: name) else { return figures }
    return measured <= known.largest
      ? "\(figures); --limit \(name)=NUMBER raises that"
      : "\(figures), and never more than \(numberText(known.largest))"
  }
}

extension Container {
  /// Why a picture is not encoded again: it has more pixels than are held at once.
  package var tooManyPixels: String {
    let frames = max(frameCount, 1)
    guard frames > 1 else {
      return "at \(canvas) px it is too large to be encoded again. Export a smaller size"
    }
    let (pixels, isWide) = canvas.area.multipliedReportingOverflow(by: frames)
    return """
      its \(numberText(frames)) frames have \(isWide ? "too many" : numberText(pixels)) px in total (limit: \
      \(numberText(maxAnimationPixels)) px). Export fewer frames or a smaller size
      """
  }

  /// Why fewer bytes are not searched for.
  var tooManySamples: String {
    """
    its samples take \(numberText(sampleBytes)) bytes before compression (limit: \(numberText(maxSampleBytes)) \
    bytes). Export a smaller size, or 8 bits per channel
    """
  }
}

extension Budget {
  /// Sets a limit by its name.
  ///
  /// - Parameter value: digits; 1 to the largest value that the limit may have.
  /// - Throws: what is wrong with the name or the value, and what is right, in one line.
  package mutating func set(_ name: String, to value: String) throws(UsageError) {
    guard let limit = Limit(named: name) else { throw UsageError(UserMessage(unknownLimit(name))) }
    let setting = "the limit \(name) cannot be \(Untrusted(value).displayText)"
    guard !value.isEmpty, value.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw UsageError("\(setting): it is a whole number, as in \(name)=\(limit.standard)")
    }
    // Digits that are no Int are too many of them.
    guard let number = Int(value), number <= limit.largest else {
      throw UsageError("\(setting): at most \(numberText(limit.largest)) \(limit.unit) can be handled")
    }
    guard number > 0 else { throw UsageError("\(setting): it is at least 1") }
    self[limit] = number
  }
}

/// One line that names the nearest limits, or all of them.
private func unknownLimit(_ name: String) -> String {
  let names = Limit.all.map(\.name)
  let near = nearestNames(to: name, in: names)
  let hint =
    near.isEmpty
    ? "choose one of \(names.joined(separator: ", "))" : "did you mean \(near.joined(separator: " or "))?"
  return "there is no limit \"\(Untrusted(name).displayText)\": \(hint)"
}
