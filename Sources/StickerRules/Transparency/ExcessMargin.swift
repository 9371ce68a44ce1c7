import StickerImage
public import StickerModel

extension Rule {
  /// The art fills its canvas.
  public static let excessMargin = Rule(
    id: "excess-margin",
    severity: .hint,
    summary: "The art fills the canvas.",
    reason: """
      Messages scales the canvas, not the art: with wide margins the sticker is small in the drawer and in
      the conversation, and its bytes and pixels show nothing. All frames count together: art that travels
      needs its room.
      """,
    advice: "Trim the canvas to the art and export it again at the pack's size.",
    parameters: [minExtent],
    view: .whole, needs: .bounds,
    examples: [
      .passes("art on most of the canvas", .disc(300, 300)),
      .passes("a small ball that bounces high", .bouncing()),
      .fires(
        "a small disc in the middle", .disc(percent: 50),
        message: "the art takes 130 of 300 px (43.3 %) of the longer side; at least 60 % should be used"),
    ],
    check: .asset(judge))
}

private let minExtent = Parameter(
  "min-extent", 60, .percent, in: 1...100, source: .measured,
  "how much of the longer side the art takes, at least")

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let canvas = asset.canvas, let art = asset.survey?.bounds?.visible else { return [] }
  let limit = settings[minExtent]
  let (used, whole) = (art.size.longerSide, canvas.longerSide)
  guard used * 100 < whole * limit else { return [] }
  let share = percent(used, of: whole)
  let takes = "the art takes \(used) of \(whole) px (\(tenths(share)) %) of the longer side"
  return [
    Evidence(
      "\(takes); at least \(limit) % should be used", Figure(share, limit: Double(limit), unit: .percent),
      at: .region(art, frame: nil))
  ]
}
