import StickerImage

extension Rule {
  /// Reports video stickers with sound.
  static let videoAudio = Rule(
    id: RuleID.videoAudio,
    severity: .error,
    summary: "A video sticker has no audio track.",
    reason: """
      Telegram rejects a video sticker that has an audio track, even a silent one. Screen recorders and video
      editors add such a track by default. The rule checks a WebM only if the messenger accepts WebM.
      """,
    advice: "Export the video again without audio.",
    references: [.telegramVideo],
    checkedAspect: .storage,
    examples: [
      .passes("a WebM with only a video track", .webM()).withOptions([.acceptsWebM: .word("yes")]),
      .fires(
        "a WebM with an audio track", .webM(hasAudio: true),
        message: "the video has 1 audio track (limit: 0)"
      ).withOptions([.acceptsWebM: .word("yes")]),
      .passes("a WebM that the messenger does not accept anyway", .webM(hasAudio: true)),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard options.messengerLimits.acceptsWebM, let count = asset.container?.webM?.audioTrackCount, count > 0
  else {
    return []
  }
  return [
    Evidence(
      "the video has \(countText(count, "audio track")) (limit: 0)",
      MeasuredValueAndLimit(count, limit: 0, unit: .unitless))
  ]
}
