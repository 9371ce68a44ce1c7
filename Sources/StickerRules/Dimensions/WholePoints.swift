import StickerImage
package import StickerModel

extension Rule {
  /// Both sides are whole points.
  package static let wholePoints = Rule(
    id: "whole-points",
    severity: .warning,
    summary: "Width and height are multiples of 3 px.",
    reason: """
      Screens are measured in points, and 3 px of a sticker are one point. A side that is no multiple of 3
      leaves a fraction of a point, and the smaller sizes that the system makes of it get a soft last row or
      column.
      """,
    advice: """
      Use a canvas of 300, 408 or 618 px for iMessage. For another size, enlarge the canvas with transparent \
      pixels to the next multiple of 3, and leave the art as it is.
      """,
    fixes: [.padToPoints],
    roles: .sent,
    judges: .sight,
    examples: [
      .passes("405 px are 135 points", .disc(405, 405)),
      .fires(
        "400 px, a round number but no multiple of 3", .disc(400, 400),
        message: "400 × 400 px: width and height must be multiples of 3 px; the next size is 402 × 402 px"),
      .fires(
        "one side only", .disc(408, 400),
        message: "408 × 400 px: the height must be a multiple of 3 px; the next size is 408 × 402 px"),
      .fires(
        "far too large", .disc(1024, 1024),
        message: "1024 × 1024 px: width and height must be multiples of 3 px"),
    ],
    check: .asset(judge))
}

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let canvas = asset.measurableCanvas else { return [] }
  let next = canvas.inWholePoints
  let expected: String
  switch (canvas.width == next.width, canvas.height == next.height) {
  case (true, true): return []
  case (false, true): expected = "the width must be a multiple of 3 px"
  case (true, false): expected = "the height must be a multiple of 3 px"
  case (false, false): expected = "width and height must be multiples of 3 px"
  }
  let figure =
    canvas.width != next.width
    ? Figure(canvas.width, limit: next.width, unit: .pixels)
    : Figure(canvas.height, limit: next.height, unit: .pixels)
  // Art outside of them needs another size altogether, which `pixel-dimensions` says.
  let isAllowed = settings.limits.allow(next)
  let hint = isAllowed ? "; the next size is \(next)" : ""
  let fix = isAllowed ? Fix(.padToPoints, next.width, next.height) : nil
  return [Evidence("\(canvas): \(expected)\(hint)", figure, at: .canvas, fix: fix)]
}
