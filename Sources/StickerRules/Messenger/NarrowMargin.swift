import StickerImage
package import StickerModel

extension Rule {
  /// The art keeps the margin that the messenger asks for.
  package static let narrowMargin = Rule(
    id: "narrow-margin",
    severity: .warning,
    summary: "The art keeps as much space to the edge as the messenger asks for.",
    reason: """
      Some messengers ask for empty space around the art, so that stickers do not touch each other in a
      conversation, and turn down what leaves none. Messages asks for none.
      """,
    advice:
      "Make the art a little smaller on the same canvas, or the canvas larger, as far as that is taken.",
    parameters: [leastMargin],
    view: .whole, judges: .sight, needs: .bounds,
    examples: [
      .passes("nothing is asked for", .disc(300, 300)),
      .fires(
        "closer than 40 px to the edge", .disc(300, 300),
        message: "the art comes within 21 px of the edge; at least 40 px should stay empty"
      ).under([leastMargin: .whole(40)]),
    ],
    check: .asset(judge))
}

private let leastMargin = Parameter(
  "min-margin", 0, .pixels, in: 0...1000, source: .messengers,
  "how much space must stay empty on each side")

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  let least = settings[leastMargin]
  guard least > 0, let canvas = asset.measurableCanvas, let art = asset.survey?.bounds?.visible else {
    return []
  }
  let margin = min(
    min(art.x, art.y), min(canvas.width - art.x - art.width, canvas.height - art.y - art.height))
  guard margin < least else { return [] }
  return [
    Evidence(
      "the art comes within \(margin) px of the edge; at least \(least) px should stay empty",
      Figure(margin, limit: least, unit: .pixels), at: .region(art, frame: nil))
  ]
}
