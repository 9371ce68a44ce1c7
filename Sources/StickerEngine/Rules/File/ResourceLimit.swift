import StickerImage

extension Rule {
  /// Reports files that need more memory or time than any sticker does.
  static let resourceLimit = Rule(
    id: RuleID.resourceLimit,
    severity: .error,
    summary: "A file is small enough to open safely.",
    reason: """
      A small file can claim to contain an image of a billion pixels, and opening it would use up the
      machine's memory and time. Files that exceed one of the limits below are not decoded. All other files
      are still checked. Every limit is far above what a sticker needs.

      The policy of a machine can set limits that cannot be raised, and can restrict the formats that are
      decoded.

      If files are decoded in worker processes, stickerlint stops a worker process that takes
      too much time or memory. It tries the file once more, on its own, and reports it here if that fails,
      too.

      The limits: \(ResourceLimit.all.map(defaultLimitText).joined(separator: "; ")).
      """,
    advice:
      "Export the sticker at its actual size (for iMessage, at most 618 px per side and less than 500 KB).",
    messengerAdvice: {
      let (limits, apple) = ($0.messengerLimits, MessengerLimits.apple)
      if limits.sidePixels == apple.sidePixels, limits.acceptedFormatNames == apple.acceptedFormatNames,
        !limits.restrictsCanvasBeyondSideRange
      {
        return nil
      }
      return "Export the sticker at its actual size."
    },
    roles: .allRoles,
    checkedAspect: .storage,
    examples: [
      .passes("the largest sticker", .disc(618, 618)),
      .fires(
        "a header that claims a width of 9000 px",
        .disc(300, 300).withPNGHeaderDimensions(width: 9000, height: 300),
        message: "side-pixels: 9000 px (limit: 8192 px)"),
      .fires(
        "a 40 MiB file", .tooLarge(byteCount: 41_943_040),
        message: "file-bytes: 41,943,040 bytes (limit: 33,554,432 bytes)"),
    ],
    check: .asset(evaluate))
}

/// A limit in words: `frames: 4096 frames of an animation`.
private func defaultLimitText(_ limit: ResourceLimit) -> String {
  "\(limit.name): \(numberText(limit.defaultValue)) \(limit.unit) \(limit.scopeText)"
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  var exceeded = asset.container?.exceededLimits ?? []
  if case .fileTooLarge(let limit) = asset.content { exceeded.append(limit) }
  // `corrupt-image` reports crashes.
  if case .workerFailed(let failure) = asset.content {
    return failure.didExceedLimit ? [Evidence(failure.unreadableFileMessage.text)] : []
  }
  return exceeded.map {
    $0.isExcludedFormat ? Evidence($0.messageWithAdvice) : Evidence($0.figures, MeasuredValueAndLimit($0))
  }
}
