import StickerImage

extension Rule {
  /// Reports art without the margin that the messenger requires.
  static let narrowMargin = Rule(
    id: RuleID.narrowMargin,
    severity: .warning,
    summary: "The art has the margin that the messenger requires.",
    reason: """
      Some messengers require empty space around the art, so that stickers do not touch each other in a
      conversation. They reject stickers without it. Messages does not require a margin.
      """,
    advice: "Scale the art down on the same canvas, or enlarge the canvas within the limits.",
    fixes: [.padToMargin, .scaleDownToMargin],
    options: [minMargin],
    exampleView: .whole, checkedAspect: .appearance, requiredMeasurements: .bounds,
    examples: [
      .passes("no margin required", .disc(300, 300)),
      .fires(
        "closer than 40 px to the edge", .disc(300, 300),
        message: "the margin is 21 px (minimum: 40 px)"
      ).withOptions([minMargin: .whole(40)]),
      .fires(
        "a canvas that is already the maximum size", .disc(618, 618),
        message: "the margin is 43 px (minimum: 60 px)"
      ).withOptions([minMargin: .whole(60)]),
      .fires(
        "a canvas that has to be scaled down", .disc(824, 824),
        message: "with the canvas scaled to 618 × 618 px, the margin is 42 px (minimum: 60 px)"
      ).withOptions([minMargin: .whole(60)]),
    ],
    check: .asset(evaluate))
}

private let minMargin = RuleOption(
  "min-margin", 0, .pixels, in: 0...1000, source: .messengerProfiles,
  "minimum empty space on each side")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  let least = options[minMargin]
  guard least > 0, let canvas = asset.canvasWithinResourceLimits,
    let art = asset.measurements?.bounds?.visibleBox
  else {
    return []
  }
  let limits = options.messengerLimits
  let margin = limits.narrowestMarginAfterFitting(of: art, on: canvas, isAnimated: asset.isAnimated)
  guard margin < least else { return [] }
  let isTaken = limits.allowsCanvas(canvas, isAnimated: asset.isAnimated)
  let fit = isTaken ? nil : limits.artAndCanvasWithoutUpscaling(for: canvas, isAnimated: asset.isAnimated)
  let scaled = fit.map { "with the canvas scaled to \($0.canvas), " } ?? ""
  let fix = limits.canvasWithMargin(for: art.size, margin: least, on: canvas, isAnimated: asset.isAnimated)
    .map {
      Fix($0.scalesArtDown ? .scaleDownToMargin : .padToMargin, $0.canvas.width, $0.canvas.height, least)
    }
  return [
    Evidence(
      "\(scaled)the margin is \(margin) px (minimum: \(least) px)",
      MeasuredValueAndLimit(margin, limit: least, unit: .pixels), at: .region(art, frame: nil), fix: fix)
  ]
}
