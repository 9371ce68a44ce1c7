import StickerImage

extension Rule {
  /// Reports videos with a duration in the header that differs from the duration of their frames.
  static let videoDuration = Rule(
    id: RuleID.videoDuration,
    severity: .hint,
    summary: "The duration in a WebM's header matches the duration of its frames.",
    reason: """
      A WebM states its duration in its header, but the timestamps of its frames also determine a duration.
      Players use one or the other. Some tools write a false duration to get long videos past Telegram's
      check. stickerlint uses the timestamps. A difference of up to one frame is normal.
      """,
    advice: "Export the video again, or rewrite its header.",
    references: [.telegramVideo],
    checkedAspect: .storage,
    examples: [
      .passes("the same duration", .webM()).withOptions([.acceptsWebM: .word("yes")]),
      .passes("a difference of one frame", .webM(headerMilliseconds: 100)).withOptions([
        .acceptsWebM: .word("yes")
      ]),
      .fires(
        "a header that states 1 ms", .webM(headerMilliseconds: 1),
        message: "the header states a duration of 1 ms, but the frames last 200 ms"
      ).withOptions([.acceptsWebM: .word("yes")]),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard options.messengerLimits.acceptsWebM, let header = asset.container?.webM?.headerDurationMilliseconds,
    let animation = asset.animation, let duration = animation.storedDuration?.millisecondsRoundedToTenths
  else { return [] }
  let frame = animation.frames.lazy.map(\.delay.millisecondsRoundedToTenths).max() ?? 0
  guard abs(header - duration) > frame + 1 else { return [] }
  return [
    Evidence(
      """
      the header states a duration of \(wholeMillisecondsNumberText(header)) ms, but the frames last \
      \(wholeMillisecondsNumberText(duration)) ms
      """)
  ]
}

/// Whole milliseconds with digit groups. The header may state any number.
private func wholeMillisecondsNumberText(_ number: Double) -> String {
  numberText(Int(min(number, 1e15).rounded()))
}
