import StickerImage

extension Rule {
  static let finiteLoop = Rule(
    id: "finite-loop",
    severity: .warning,
    summary: "An animation loops forever.",
    reason: """
      A sticker that plays only a few times is frozen on its last frame when people scroll back to it. Every
      published animated sticker that we have seen loops forever.
      """,
    advice: "Export with endless looping (often called \"forever\" or \"0 plays\").",
    fixes: [.playForever],
    checkedAspect: .timing,
    examples: [
      .passes("loops forever", .bouncingBall(plays: 0)),
      .passes("a single frame, which cannot loop", .bouncingBall([0], plays: 1)),
      .fires(
        "plays three times", .bouncingBall(plays: 3), message: "plays 3 times and stops (should loop forever)"
      ),
      .fires("plays once", .bouncingBall(plays: 1), message: "plays once and stops (should loop forever)"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let animation = asset.animation, animation.frames.count > 1, animation.plays > 0 else { return [] }
  let often = animation.plays == 1 ? "once" : "\(numberText(animation.plays)) times"
  return [
    Evidence(
      "plays \(often) and stops (should loop forever)",
      MeasuredValueAndLimit(animation.plays, limit: nil, unit: .plays), fix: Fix(.playForever))
  ]
}
