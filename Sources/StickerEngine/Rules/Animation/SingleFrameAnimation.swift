import StickerImage

extension Rule {
  /// An animation moves.
  static let singleFrameAnimation = Rule(
    id: RuleID.singleFrameAnimation,
    severity: .warning,
    summary: "An animation has more than one frame.",
    reason: """
      An animation of one frame never moves: usually an export went wrong, or layers were merged. If it is
      meant to be still, a still PNG is better: every program shows it alike.

      A PNG can also hold frames that no program plays, because the chunk that announces frames (acTL) is
      missing or comes after the image data. `fix` writes that chunk with `--select single-frame-animation`.
      """,
    advice: "Export all frames, or save the sticker as a still PNG.",
    messengerAdvice: {
      guard let still = $0.limits.bestStill else { return "Export all frames." }
      let frames = $0.limits.bestAnimation == nil ? "Save" : "Export all frames, or save"
      return "\(frames) the sticker as a still \(still)."
    },
    fixes: [.announceFrames, .makeStill],
    subject: .storage,
    examples: [
      .passes("two frames", .bouncing([0, 2])),
      .passes("a still PNG", .disc(300, 300)),
      .passes("a still GIF", .gif()),
      .fires(
        "frames without the chunk that announces them", .bouncing().withoutAnimationControl(),
        message: """
          5 frames are never shown, and viewers show a still: no acTL chunk before the image data announces \
          frames
          """),
      .fires(
        "an APNG with one frame", .bouncing([0]),
        message: "the animation has 1 frame; it takes at least 2 to move"),
      .fires(
        "a looping GIF with one frame", .gif(loops: true),
        message: "the animation has 1 frame; it takes at least 2 to move"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  if let container = asset.container, container.unannouncedFrames > 0 {
    let count = container.unannouncedFrames
    return [
      Evidence(
        """
        \(countText(count, "frame")) \(count == 1 ? "is" : "are") never shown, and viewers show a still: no acTL \
        chunk before the image data announces frames
        """,
        MeasuredValue(count, limit: 0, unit: .frames), fix: Fix(.announceFrames))
    ]
  }
  guard asset.animation?.frames.count == 1 else { return [] }
  return [
    Evidence(
      "the animation has 1 frame; it takes at least 2 to move", MeasuredValue(1, limit: 2, unit: .frames),
      fix: Fix(.makeStill))
  ]
}
