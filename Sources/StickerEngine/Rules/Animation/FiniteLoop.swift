import StickerImage

extension Rule {
  /// An animation loops without end.
  static let finiteLoop = Rule(
    id: "finite-loop",
    severity: .warning,
    summary: "An animation loops without end.",
    reason: """
      People who scroll back to a sticker that plays three times find it standing still on its last frame.
      Every shipped animated sticker that we have seen loops forever.
      """,
    advice: "Export with endless looping (often called \"forever\" or 0 plays).",
    fixes: [.playForever],
    subject: .timing,
    examples: [
      .passes("endless", .bouncing(plays: 0)),
      .passes("one frame has nothing to repeat", .bouncing([0], plays: 1)),
      .fires(
        "three times", .bouncing(plays: 3), message: "plays 3 times and stops; it should loop without end"),
      .fires("once", .bouncing(plays: 1), message: "plays once and stops; it should loop without end"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let animation = asset.animation, animation.frames.count > 1, animation.plays > 0 else { return [] }
  let often = animation.plays == 1 ? "once" : "\(numberText(animation.plays)) times"
  return [
    Evidence(
      "plays \(often) and stops; it should loop without end",
      MeasuredValue(animation.plays, limit: nil, unit: .plays), fix: Fix(.playForever))
  ]
}
