import StickerImage

extension Rule {
  /// Reports files that are too large to send.
  static let fileSize = Rule(
    id: RuleID.fileSize,
    severity: .error,
    summary: "The file size of a sticker is less than 500,000 bytes.",
    reason: """
      Apple requires less than 500 KB, but does not say whether a KB is 1000 or 1024 bytes. The smaller value
      is safe either way. A larger sticker fails when the pack is compiled, or it appears in the sticker
      drawer but cannot be sent.
      """,
    advice: """
      Save with fewer colors (a palette) or on a smaller canvas. In an animation, remove every second \
      frame and show the others for twice as long.
      """,
    messengerAdvice: sizeReductionAdvice,
    fixes: [.reduceFileSize],
    options: RuleOption.fileSizeOptions,
    references: [.appleStickerBytes],
    roles: .stickerAndFrameRoles,
    checkedAspect: .storage,
    examples: [
      .passes("just below the limit", .disc(300, 300).paddedPNG(toBytes: 499_999)),
      .fires(
        "500,000 bytes, which is too large if a KB is 1000 bytes",
        .disc(300, 300).paddedPNG(toBytes: 500_000),
        message: """
          file size is 500,000 bytes (limit: less than 500,000 bytes, because Apple's 500 KB may mean \
          500,000 or 512,000 bytes)
          """),
      .fires(
        "a file that is too large by either definition of a KB", .disc(300, 300).paddedPNG(toBytes: 812_345),
        message: "file size is 812,345 bytes (limit: less than 500,000 bytes)"),
      .fires(
        "an animation above the limit for animations", .bouncingBall().paddedPNG(toBytes: 300_001),
        message: "file size is 300,001 bytes (limit: 300,000 bytes)"
      ).withOptions([.maxAnimatedBytes: .whole(300_000), .maxBytesInclusivity: .word("taken")]),
    ],
    check: .asset(evaluate))
}

// A fixed canvas cannot be made smaller, a palette does not help a WebP, and a still has no frames to remove.
private func sizeReductionAdvice(_ options: OptionValues) -> String? {
  let limits = options.messengerLimits
  let lighter = limits.acceptsOnlyWebP ? "at a lower quality" : "with fewer colors (a palette)"
  let smaller = limits.hasFixedCanvas ? "" : " or on a smaller canvas"
  let frames = " In an animation, remove every second frame and show the others for twice as long."
  return "Save \(lighter)\(smaller).\(limits.bestAnimationFormat == nil ? "" : frames)"
}

/// 500 KB in bytes, if 1 KB is 1024 bytes.
private let bytesOf500KiB = 512_000

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  let limits = options.messengerLimits
  let limit = limits.minRejectedBytes(isAnimated: asset.isAnimated)
  guard let bytes = asset.byteCount, bytes >= limit, isFileSizeChecked(asset.content) else { return [] }
  // The limit applies to the WebM. `unsupported-format` reports an animation that will be converted to it.
  if let format = asset.container?.format, limits.convertsToWebM(format, isAnimated: asset.isAnimated) {
    return []
  }
  let isTaken = limits.maxBytesInclusivity == .inclusive
  let figure = MeasuredValueAndLimit(bytes, limit: isTaken ? limit - 1 : limit, unit: .bytes)
  let safe = numberText(limit)
  let fix = asset.container == nil ? nil : Fix(.reduceFileSize, limit - 1)
  guard limit == AppleLimits.exclusiveMaxStickerBytes, bytes < bytesOf500KiB else {
    let most = isTaken ? numberText(limit - 1) : "less than \(safe)"
    let message = "file size is \(numberText(bytes)) bytes (limit: \(most) bytes)"
    return [Evidence(message, figure, fix: fix)]
  }
  let readings = "\(safe) or \(numberText(bytesOf500KiB)) bytes"
  return [
    Evidence(
      """
      file size is \(numberText(bytes)) bytes (limit: less than \(safe) bytes, because Apple's 500 KB may \
      mean \(readings))
      """, figure, fix: fix)
  ]
}

/// Whether the rule checks files with this content. `unsupported-format` reports other formats, and
/// `tgs-file-size` checks TGS and Lottie animations.
private func isFileSizeChecked(_ content: Asset.Content) -> Bool {
  switch content {
  case .image, .fileTooLarge, .workerFailed: true
  case .unsupportedFormat, .lottie, .fileUnreadable: false
  }
}
