import StickerImage

extension Rule {
  static let loopJump = Rule(
    id: "loop-jump",
    severity: .hint,
    summary: "The last frame of a loop leads back to the first.",
    reason: """
      A sticker plays over and over. If the step from the last image back to the first is much larger than
      every other step, people see a jump in each cycle. The size of a step is how much of the image changes.

      Some animations restart on purpose, and these pass: animations that start or end almost blank, such as
      text that appears letter by letter, and animations that play only a few times. Animations with fewer
      than five different images count as a series of poses and pass, too.

      Whether a restart looks wrong is a matter of taste. People saw jumps in video clips that the rule does
      not report, and accepted restarts that it does report. Therefore, the rule runs only if you select it.
      """,
    advice: "Add frames that lead back to the first one, or play the animation forward and backward.",
    options: [maxLoopJumpRatio, minDistinctImageCount],
    isOptIn: true,
    exampleView: .whole, checkedAspect: .appearance, requiredMeasurements: .frameDifferences,
    cannotCheck: { $0.animation?.plays != 0 },
    examples: [
      .passes("a ball that comes back", .bouncingBall()),
      .passes("four poses", .bouncingBall([0, 1, 2, 4])),
      .passes("an animation that plays once", .bouncingBall([0, 1, 2, 3, 4, 5], plays: 1)),
      .passes("a disc that grows from a dot", .resizingDisc([10, 30, 50, 70, 90, 100])),
      .fires(
        "a ball that rises and jumps back down", .bouncingBall([0, 1, 2, 3, 4, 5]),
        message: """
          from frame 6 back to frame 1, the image changes 4.4 times as much as in any other step (limit: 3 \
          times)
          """),
    ],
    check: .asset(evaluate),
    markedAreasOverride: { asset, options in
      guard excessiveJumpRatio(asset, options) != nil, let frames = asset.measurements?.frameCount else {
        return []
      }
      return [.frames([0, frames - 1])]
    })
}

private let maxLoopJumpRatio = RuleOption(
  "max-jump", 3, .unitless, in: 1...100, source: .ownMeasurements,
  "maximum step from the last image to the first, as a multiple of the largest other step")
private let minDistinctImageCount = RuleOption(
  "min-pictures", 5, .unitless, in: 2...1000, source: .ownMeasurements,
  "minimum number of different images; an animation with fewer counts as a series of poses and passes")

/// If the first or last image has less than this share of the visible points of the fullest frame, the art is
/// assumed to appear or disappear on purpose.
private let minEndShareOfFullest = 0.2
/// A jump is visible if it changes at least this share of the visible points of the fullest frame.
private let minVisibleJumpShare = 0.05

/// The jump as a multiple of the largest other step; nil if the loop passes.
private func excessiveJumpRatio(_ asset: Asset, _ options: OptionValues) -> Double? {
  guard asset.animation?.plays == 0, let steps = asset.measurements?.frameDifferences, steps.largestStep > 0,
    steps.consecutiveDistinctImageCount >= options[minDistinctImageCount],
    steps.emptierEndVisibleShare >= minEndShareOfFullest,
    steps.seamStepShareOfVisible >= minVisibleJumpShare
  else { return nil }
  let times = Double(steps.seamStep) / Double(steps.largestStep)
  return times > Double(options[maxLoopJumpRatio]) ? times : nil
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let times = excessiveJumpRatio(asset, options), let frames = asset.measurements?.frameCount else {
    return []
  }
  let (shown, limit) = ((times * 10).rounded(.up) / 10, options[maxLoopJumpRatio])
  return [
    Evidence(
      """
      from frame \(frames) back to frame 1, the image changes \(wholeOrDecimalText(shown)) times as much as in any \
      other step (limit: \(limit) times)
      """, MeasuredValueAndLimit(shown, limit: Double(limit), unit: .unitless), at: .frame(frames - 1))
  ]
}
