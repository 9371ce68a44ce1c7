import StickerImage

extension Rule {
  /// A loop closes.
  static let loopJump = Rule(
    id: "loop-jump",
    severity: .hint,
    summary: "The last picture of a loop leads back to the first.",
    reason: """
      A sticker plays over and over. Where the way from the last picture to the first is much longer than
      every other step, the eye sees a jerk each time.

      Steps are compared by how much of the picture changes. Animations that come from nothing or end in
      nothing, as typed text does, begin anew on purpose, and so do those that play a few times only; fewer
      than five pictures are poses. All of these pass.
      """,
    advice: "Add pictures that lead back to the first, or play the animation forward and backward.",
    parameters: [maxJump, minPictures],
    view: .whole, subject: .sight, needs: .loopSteps,
    cannotCheck: { $0.animation?.plays != 0 },
    examples: [
      .passes("a ball that comes back", .bouncing()),
      .passes("four poses", .bouncing([0, 1, 2, 4])),
      .passes("it plays once", .bouncing([0, 1, 2, 3, 4, 5], plays: 1)),
      .passes("it comes from next to nothing", .growing([10, 30, 50, 70, 90, 100])),
      .fires(
        "a ball that rises, and is below again", .bouncing([0, 1, 2, 3, 4, 5]),
        message: """
          from frame 6 back to frame 1 the picture changes 4.4 times as much as at any other step; at most 3 \
          times are smooth
          """),
    ],
    check: .asset(evaluate),
    marks: { asset, settings in
      guard jump(asset, settings) != nil, let frames = asset.measurements?.frameCount else { return [] }
      return [.frames([0, frames - 1])]
    })
}

private let maxJump = Parameter(
  "max-jump", 3, .number, in: 1...100, source: .measured,
  "how many times the largest other step the one from the last picture to the first may be")
private let minPictures = Parameter(
  "min-pictures", 5, .number, in: 2...1000, source: .measured,
  "an animation with fewer different pictures is taken for a series of poses and passes")

/// An end that shows less of the art than this came from nothing, or goes there.
private let minEndShare = 0.2
/// A jump of less of the art than this is seen by nobody.
private let minVisibleShare = 0.05

/// How many times the largest other step the jump is; nil where that is no fault.
private func jump(_ asset: Asset, _ settings: Settings) -> Double? {
  guard asset.animation?.plays == 0, let steps = asset.measurements?.loopSteps, steps.largest > 0,
    steps.pictures >= settings[minPictures], steps.emptierEnd >= minEndShare,
    steps.jumpShare >= minVisibleShare
  else { return nil }
  let times = Double(steps.jump) / Double(steps.largest)
  return times > Double(settings[maxJump]) ? times : nil
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let times = jump(asset, settings), let frames = asset.measurements?.frameCount else { return [] }
  let (shown, limit) = ((times * 10).rounded(.up) / 10, settings[maxJump])
  return [
    Evidence(
      """
      from frame \(frames) back to frame 1 the picture changes \(tenths(shown)) times as much as at any \
      other step; at most \(limit) times are smooth
      """, MeasuredValue(shown, limit: Double(limit), unit: .number), at: .frame(frames - 1))
  ]
}
