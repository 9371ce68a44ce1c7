import StickerImage

extension Rule {
  /// The art fills its canvas.
  static let excessMargin = Rule(
    id: "excess-margin",
    severity: .hint,
    summary: "The art takes at least 60% of the canvas's longer side.",
    reason: """
      Messages scales the canvas, not the art: with wide empty margins the sticker looks small in the drawer
      and in the conversation. All frames of an animation count together, since art that moves around needs
      the room.
      """,
    advice: "Keep the canvas as large as it is and enlarge the art until it fills most of it.",
    fixes: [.trim],
    parameters: [minExtent],
    view: .whole, subject: .sight, needs: .bounds,
    cannotCheck: { $0.measurements?.hasSolidBackground ?? false },
    examples: [
      .passes("art on most of the canvas", .disc(300, 300)),
      .passes("a small ball that bounces high", .bouncing()),
      .fires(
        "a small disc in the middle", .disc(percent: 50),
        message: """
          the longer side of the art takes 130 of the canvas's 300 px (43.3%); at least 60% should be used
          """),
      .fires(
        "a disc on a canvas that could be smaller", .disc(percent: 60, of: 618),
        message: """
          the longer side of the art takes 320 of the canvas's 618 px (51.7%); at least 60% should be used
          """),
    ],
    check: .asset(evaluate))
}

private let minExtent = Parameter(
  "min-extent", 60, .percent, in: 1...100, source: .measured,
  "how long the art's longer side must be, of the canvas's longer side")

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let canvas = asset.canvas, let art = asset.measurements?.bounds?.visible else { return [] }
  let limit = settings[minExtent]
  let (used, whole) = (art.size.longerSide, canvas.longerSide)
  guard used * 100 < whole * limit else { return [] }
  let share = percent(used, of: whole)
  // Nothing enlarges art: where the smallest canvas is still too large, only its maker can.
  let smallest = max(PixelSize.wholePoints(from: used + used / 25 + 2), settings.limits.sides.lowerBound)
  let isCured = smallest < whole && used * 100 >= smallest * limit
  let takes = "the longer side of the art takes \(used) of the canvas's \(whole) px (\(tenths(share))%)"
  return [
    Evidence(
      "\(takes); at least \(limit)% should be used",
      MeasuredValue(share, limit: Double(limit), unit: .percent),
      at: .region(art, frame: nil), fix: isCured ? Fix(.trim, settings.limits.sides.lowerBound) : nil)
  ]
}
