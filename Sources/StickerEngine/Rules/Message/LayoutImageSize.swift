import StickerImage

extension Rule {
  /// Reports message images that are too small or too large.
  static let layoutImageSize = Rule(
    id: "layout-image-size",
    severity: .warning,
    summary: "The longer side of an interactive message's image is 600 to 1200 px, ideally 900 px.",
    reason: """
      An interactive message is a bubble that an iMessage app sends, with an image or a video at the top. This
      rule checks images that a `message.yml` refers to, and images with `role: message-image` in the
      configuration.

      Apple recommends 300 points for the image, which is 900 px at @3x. Messages enlarges a smaller image. When
      sending the message, it scales down and recompresses a larger image.
      """,
    advice: "Export the image at 900 px on the longer side.",
    options: [minLayoutImageLongerSide, maxLayoutImageLongerSide], references: [.appleMessageLayout],
    roles: [.messageImage],
    checkedAspect: .storage,
    examples: [
      .passes("300 points at @3x", .disc(900, 900)),
      .passes("exactly the minimum size", .disc(600, 400)),
      .fires(
        "exported at @1x", .disc(300, 300),
        message: "300 × 300 px is too small (longer side: at least 600 px, ideally 900 px)"),
      .fires(
        "a poster", .disc(1500, 900),
        message: "1500 × 900 px is too large (longer side: at most 1200 px, ideally 900 px)"),
    ],
    check: .asset(evaluate))
}

private let minLayoutImageLongerSide = RuleOption(
  "min-pixels", 600, .pixels, in: 1...65_535, source: .appleMessageLayout,
  "minimum length of the longer side")
private let maxLayoutImageLongerSide = RuleOption(
  "max-pixels", 1200, .pixels, in: 1...65_535, source: .appleMessageLayout,
  "maximum length of the longer side")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let canvas = asset.canvasWithinResourceLimits else { return [] }
  let (least, most, side) = (
    options[minLayoutImageLongerSide], options[maxLayoutImageLongerSide], canvas.longerSide
  )
  let (word, limit): (String, Int)
  if side < least { (word, limit) = ("at least", least) } else { (word, limit) = ("at most", most) }
  guard side < least || side > most else { return [] }
  let best = least...max(least, most) ~= 900 ? ", ideally 900 px" : ""
  let size = side < least ? "too small" : "too large"
  return [
    Evidence(
      "\(canvas) is \(size) (longer side: \(word) \(limit) px\(best))",
      MeasuredValueAndLimit(side, limit: limit, unit: .pixels), at: .canvas)
  ]
}
