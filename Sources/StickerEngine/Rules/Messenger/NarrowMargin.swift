import StickerImage

extension Rule {
  /// The art keeps the margin that the messenger asks for.
  static let narrowMargin = Rule(
    id: RuleID.narrowMargin,
    severity: .warning,
    summary: "The art keeps as much space to the edge as the messenger asks for.",
    reason: """
      Some messengers ask for empty space around the art, so that stickers do not touch each other in a
      conversation, and turn down what leaves none. Messages asks for none.
      """,
    advice: "Make the art a little smaller on the same canvas, or the canvas larger within the limits.",
    fixes: [.padToMargin, .scaleToMargin],
    parameters: [minMargin],
    view: .whole, subject: .sight, needs: .bounds,
    examples: [
      .passes("nothing is asked for", .disc(300, 300)),
      .fires(
        "closer than 40 px to the edge", .disc(300, 300),
        message: "the art comes within 21 px of the edge; at least 40 px should stay empty"
      ).under([minMargin: .whole(40)]),
      .fires(
        "where the canvas cannot be larger", .disc(618, 618),
        message: "the art comes within 43 px of the edge; at least 60 px should stay empty"
      ).under([minMargin: .whole(60)]),
      .fires(
        "on the canvas that it has to be scaled to", .disc(824, 824),
        message: "at 618 × 618 px the art comes within 42 px of the edge; at least 60 px should stay empty"
      ).under([minMargin: .whole(60)]),
    ],
    check: .asset(evaluate))
}

private let minMargin = Parameter(
  "min-margin", 0, .pixels, in: 0...1000, source: .messengers,
  "how much space must stay empty on each side")

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  let least = settings[minMargin]
  guard least > 0, let canvas = asset.measurableCanvas, let art = asset.measurements?.bounds?.visible else {
    return []
  }
  let limits = settings.limits
  let margin = limits.margin(of: art, on: canvas, isAnimated: asset.isAnimated)
  guard margin < least else { return [] }
  let isTaken = limits.allow(canvas, isAnimated: asset.isAnimated)
  let fit = isTaken ? nil : limits.fit(canvas, isAnimated: asset.isAnimated)
  let subject = fit.map { "at \($0.canvas) the art" } ?? "the art"
  let fix = limits.fit(art.size, margin: least, on: canvas, isAnimated: asset.isAnimated).map {
    Fix($0.scalesArt ? .scaleToMargin : .padToMargin, $0.canvas.width, $0.canvas.height, least)
  }
  return [
    Evidence(
      "\(subject) comes within \(margin) px of the edge; at least \(least) px should stay empty",
      MeasuredValue(margin, limit: least, unit: .pixels), at: .region(art, frame: nil), fix: fix)
  ]
}
