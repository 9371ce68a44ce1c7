extension Rule {
  /// The file is small enough to be sent.
  static let fileSize = Rule(
    id: RuleID.fileSize,
    severity: .error,
    summary: "A sticker weighs less than 500,000 bytes.",
    reason: """
      Apple asks for less than 500 KB and does not say whether a KB is 1000 or 1024 bytes; the smaller reading
      is safe in both. A heavier sticker fails when the pack is compiled, or it shows in the drawer and cannot
      be sent.
      """,
    advice: """
      Save with fewer colors (a palette) or on a smaller canvas; in an animation, leave out every second \
      frame and show the others twice as long.
      """,
    messengerAdvice: messengerAdvice,
    fixes: [.reduceSize],
    parameters: Parameter.fileSize,
    references: [.appleStickerBytes],
    roles: .sent,
    subject: .storage,
    examples: [
      .passes("just below the limit", .disc(300, 300).padded(toBytes: 499_999)),
      .fires(
        "exactly the limit, safe in one reading only", .disc(300, 300).padded(toBytes: 500_000),
        message: """
          500,000 bytes: Apple's 500 KB may mean 500,000 or 512,000 bytes, and only less than 500,000 is safe
          """),
      .fires(
        "over it in every reading", .disc(300, 300).padded(toBytes: 812_345),
        message: "812,345 bytes: a sticker must weigh less than 500,000 bytes"),
      .fires(
        "an animation over a limit of its own", .bouncing().padded(toBytes: 300_001),
        message: "300,001 bytes: a sticker must weigh at most 300,000 bytes"
      ).under([.maxAnimatedBytes: .whole(300_000), .atLimit: .word("taken")]),
    ],
    check: .asset(evaluate))
}

/// A canvas of one size cannot be smaller, a WebP has no palette that helps, and a still has no frames.
private func messengerAdvice(_ settings: Settings) -> String? {
  let limits = settings.limits
  let lighter = limits.takesOnlyWebP ? "with a lower quality" : "with fewer colors (a palette)"
  let smaller = limits.hasFixedCanvas ? "" : " or on a smaller canvas"
  let frames = "; in an animation, leave out every second frame and show the others twice as long"
  return "Save \(lighter)\(smaller)\(limits.bestAnimation == nil ? "" : frames)."
}

/// Bytes of 500 KB, where a KB is 1024 bytes.
private let bytesInLargerReading = 512_000

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  let limits = settings.limits
  let limit = limits.bytes(isAnimated: asset.isAnimated)
  guard let bytes = asset.byteCount, bytes >= limit, isSized(asset.content) else { return [] }
  let isTaken = limits.atLimit == .taken
  let figure = MeasuredValue(bytes, limit: isTaken ? limit - 1 : limit, unit: .bytes)
  let safe = numberText(limit)
  let fix = asset.container == nil ? nil : Fix(.reduceSize, limit - 1)
  guard limit == AppleLimits.stickerBytes, bytes < bytesInLargerReading else {
    let most = isTaken ? "at most \(numberText(limit - 1))" : "less than \(safe)"
    let message = "\(numberText(bytes)) bytes: a sticker must weigh \(most) bytes"
    return [Evidence(message, figure, fix: fix)]
  }
  let readings = "\(safe) or \(numberText(bytesInLargerReading)) bytes"
  return [
    Evidence(
      "\(numberText(bytes)) bytes: Apple's 500 KB may mean \(readings), and only less than \(safe) is safe",
      figure, fix: fix)
  ]
}

/// A video under a wrong name has no size to bring down: `unsupported-format` speaks.
private func isSized(_ content: Asset.Content) -> Bool {
  switch content {
  case .image, .tooLarge, .workerFailed: true
  case .other, .unreadable: false
  }
}
