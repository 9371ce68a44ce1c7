import StickerImage

extension Rule {
  static let singleFrameAnimation = Rule(
    id: RuleID.singleFrameAnimation,
    severity: .warning,
    summary: "An animation has more than one frame.",
    reason: """
      An animation with one frame never moves. Usually, an export went wrong or layers were merged. If the
      sticker should not move, a still PNG is better, because every program shows it the same way.

      A PNG can also contain frames that no program plays, because the animation control chunk (acTL) is
      missing or comes after the image data.
      """,
    advice: "Export all frames, or save the sticker as a still PNG.",
    messengerAdvice: {
      guard let still = $0.messengerLimits.bestStillFormat else { return "Export all frames." }
      let frames = $0.messengerLimits.bestAnimationFormat == nil ? "Save" : "Export all frames, or save"
      return "\(frames) the sticker as a still \(still)."
    },
    fixes: [.writeMissingAnimationControl, .storeUnchangingAnimationAsStill],
    checkedAspect: .storage,
    examples: [
      .passes("two frames", .bouncingBall([0, 2])),
      .passes("a still PNG", .disc(300, 300)),
      .passes("a still GIF", .singleFrameGIF()),
      .fires(
        "frames without an animation control chunk", .bouncingBall().withoutAnimationControl(),
        message: """
          5 frames never play and viewers show a still, because no acTL chunk precedes the image data
          """),
      .fires(
        "an APNG with one frame", .bouncingBall([0]),
        message: "the animation has 1 frame (minimum: 2)"),
      .fires(
        "a looping GIF with one frame", .singleFrameGIF(loops: true),
        message: "the animation has 1 frame (minimum: 2)"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  if let container = asset.container, container.ignoredFdATFrameCount > 0 {
    let count = container.ignoredFdATFrameCount
    return [
      Evidence(
        """
        \(countText(count, "frame")) never \(count == 1 ? "plays" : "play") and viewers show a still, \
        because no acTL chunk precedes the image data
        """,
        MeasuredValueAndLimit(count, limit: 0, unit: .frames), fix: Fix(.writeMissingAnimationControl))
    ]
  }
  guard asset.animation?.frames.count == 1 else { return [] }
  return [
    Evidence(
      "the animation has 1 frame (minimum: 2)", MeasuredValueAndLimit(1, limit: 2, unit: .frames),
      fix: Fix(.storeUnchangingAnimationAsStill))
  ]
}
