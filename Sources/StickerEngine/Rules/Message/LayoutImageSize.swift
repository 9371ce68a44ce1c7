import StickerImage

extension Rule {
  /// A message's picture is as large as it is shown.
  static let layoutImageSize = Rule(
    id: "layout-image-size",
    severity: .warning,
    summary: "The longer side of an interactive message's picture is 600 to 1200 px; 900 px is best.",
    reason: """
      An interactive message is a bubble that an iMessage app sends, with a picture or a video at its top. A
      file is checked as such a picture where a `message.yml` names it, or where the configuration gives it
      `role: message-image`.

      Apple recommends 300 points for the picture, 900 px at @3x. A smaller one is enlarged; a larger one is
      scaled down and compressed again on its way to the other phone.
      """,
    advice: "Export the picture with 900 px on its longer side.",
    parameters: [minSide, maxSide], references: [.appleMessageLayout],
    roles: [.messageImage],
    subject: .storage,
    examples: [
      .passes("300 points at @3x", .disc(900, 900)),
      .passes("exactly the smallest size", .disc(600, 400)),
      .fires(
        "exported at @1x", .disc(300, 300),
        message: "300 × 300 px: the longer side must be at least 600 px; 900 px is best"),
      .fires(
        "a poster", .disc(1500, 900),
        message: "1500 × 900 px: the longer side must be at most 1200 px; 900 px is best"),
    ],
    check: .asset(evaluate))
}

private let minSide = Parameter(
  "min-pixels", 600, .pixels, in: 1...65_535, source: .appleMessageLayout,
  "the least that the longer side may measure")
private let maxSide = Parameter(
  "max-pixels", 1200, .pixels, in: 1...65_535, source: .appleMessageLayout,
  "the most that the longer side may measure")

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let canvas = asset.measurableCanvas else { return [] }
  let (least, most, side) = (settings[minSide], settings[maxSide], canvas.longerSide)
  let (word, limit): (String, Int)
  if side < least { (word, limit) = ("at least", least) } else { (word, limit) = ("at most", most) }
  guard side < least || side > most else { return [] }
  let best = least...max(least, most) ~= 900 ? "; 900 px is best" : ""
  return [
    Evidence(
      "\(canvas): the longer side must be \(word) \(limit) px\(best)",
      MeasuredValue(side, limit: limit, unit: .pixels), at: .canvas)
  ]
}
