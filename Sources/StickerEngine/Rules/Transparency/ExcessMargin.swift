import StickerImage

extension Rule {
  static let excessMargin = Rule(
    id: "excess-margin",
    severity: .hint,
    summary: "The art covers at least 60% of the canvas's longer side.",
    reason: """
      Messages scales the canvas, not the art. With wide empty margins, the sticker looks small in the drawer
      and in the conversation. All frames of an animation are measured together, because art that moves around
      needs the room.
      """,
    advice: "Keep the canvas size, and enlarge the art until it fills most of the canvas.",
    fixes: [.trim],
    options: [minExtent],
    exampleView: .whole, subject: .appearance, needs: .bounds,
    cannotCheck: { $0.measurements?.hasSolidBackground ?? false },
    examples: [
      .passes("art on most of the canvas", .disc(300, 300)),
      .passes("a small ball that bounces high", .bouncing()),
      .fires(
        "a small disc in the center", .disc(percent: 50),
        message: "the longer side of the art covers 43.3% of the canvas, 130 of 300 px (minimum: 60%)"),
      .fires(
        "a disc on a canvas that could be smaller", .disc(percent: 60, of: 618),
        message: "the longer side of the art covers 51.7% of the canvas, 320 of 618 px (minimum: 60%)"),
    ],
    check: .asset(evaluate))
}

private let minExtent = RuleOption(
  "min-extent", 60, .percent, in: 1...100, source: .ownMeasurements,
  "minimum length of the art's longer side, relative to the canvas's longer side")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let canvas = asset.canvas, let art = asset.measurements?.bounds?.visibleBox else { return [] }
  let limit = options[minExtent]
  let (used, whole) = (art.size.longerSide, canvas.longerSide)
  guard used * 100 < whole * limit else { return [] }
  let share = percent(used, of: whole)
  // The fix trims the canvas and never enlarges art, so it does not help if even the smallest canvas that
  // the limits allow is too large.
  let smallest = max(
    PixelSize.wholePoints(from: used + used / 25 + 2), options.messengerLimits.sidePixels.lowerBound)
  let isFixable = smallest < whole && used * 100 >= smallest * limit
  let covers =
    "the longer side of the art covers \(decimalText(share))% of the canvas, \(used) of \(whole) px"
  return [
    Evidence(
      "\(covers) (minimum: \(limit)%)",
      MeasuredValue(share, limit: Double(limit), unit: .percent),
      at: .region(art, frame: nil),
      fix: isFixable ? Fix(.trim, options.messengerLimits.sidePixels.lowerBound) : nil)
  ]
}
