import StickerImage

extension ExceededLimit {
  /// The measured value and the limit: `side-pixels: 9000 px (limit: 8192 px)`.
  var figures: String { "\(name): \(numberText(measured)) \(unit) (limit: \(numberText(limit)) \(unit))" }

  /// The measured value, the limit and how to raise it: `side-pixels: 9000 px (limit: 8192 px). Raise it with
  /// --limit side-pixels=NUMBER.`
  package var messageWithAdvice: String {
    if isExcludedFormat { return "the policy of this machine does not allow \(unit) files" }
    guard let known = ResourceLimit(named: name) else { return figures }
    return measured <= known.maxValue
      ? "\(figures). Raise it with --limit \(name)=NUMBER."
      : "\(figures). It cannot be raised above \(numberText(known.maxValue)) \(unit)."
  }
}

extension ImageContainer {
  /// The reason why an image has too many pixels to re-encode.
  package var tooLargeToReencodeReason: String {
    let frames = max(frameCount, 1)
    guard frames > 1 else {
      return "at \(canvas), it is too large to re-encode. Export a smaller size"
    }
    let (pixels, isWide) = canvas.area.multipliedReportingOverflow(by: frames)
    return """
      its \(numberText(frames)) frames have \(isWide ? "too many" : numberText(pixels)) px in total (limit: \
      \(numberText(maxInMemoryAnimationPixels)) px). Export fewer frames or a smaller size
      """
  }

  /// The reason why an image is too large to optimize.
  var tooLargeToOptimizeReason: String {
    """
    its uncompressed size is \(numberText(uncompressedSampleBytes)) bytes (limit: \
    \(numberText(maxOptimizableUncompressedBytes)) bytes). Export a smaller size, or use 8 bits per channel
    """
  }
}

extension DecodingBudget {
  /// Sets a limit by its name.
  ///
  /// - Parameter value: decimal digits, from 1 to the limit's maximum value.
  /// - Throws: one line about an unknown name or an invalid value.
  package mutating func set(_ name: String, to value: String) throws(CommandError) {
    guard let limit = ResourceLimit(named: name) else {
      throw CommandError(UserMessage(unknownLimitMessage(name)))
    }
    let given = "not \"\(UntrustedText(value).displayText)\""
    guard !value.isEmpty, value.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw CommandError(
        "the limit \(name) must be a whole number, \(given). Example: \(name)=\(limit.defaultValue)")
    }
    // A number that does not fit in an `Int` is too large.
    guard let number = Int(value), number <= limit.maxValue else {
      throw CommandError(
        "the limit \(name) must be at most \(numberText(limit.maxValue)) \(limit.unit), \(given)")
    }
    guard number > 0 else { throw CommandError("the limit \(name) must be at least 1, \(given)") }
    self[limit] = number
  }
}

/// Returns an error message that suggests limits with similar names, or lists all limits.
private func unknownLimitMessage(_ name: String) -> String {
  let names = ResourceLimit.all.map(\.name)
  let near = nearestSimilarNames(to: name, in: names)
  let hint =
    near.isEmpty
    ? "Choose one of \(names.joined(separator: ", "))." : "Did you mean \(near.joined(separator: " or "))?"
  return "unknown limit \"\(UntrustedText(name).displayText)\". \(hint)"
}
