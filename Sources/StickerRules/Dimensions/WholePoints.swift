import StickerImage
public import StickerModel

extension Rule {
  /// Both sides are whole points.
  public static let wholePoints = Rule(
    id: "whole-points",
    severity: .warning,
    summary: "Width and height are multiples of 3 px.",
    reason: """
      A sticker is @3x art: 3 px are one point. A side that is no multiple of 3 gives a fraction of a point,
      and the smaller sizes that the system makes of it get a soft last row or column.
      """,
    advice: "Enlarge the canvas to the next multiple of 3 with transparent pixels; leave the art as it is.",
    roles: .sent,
    examples: [
      .passes("135 points", .disc(405, 405)),
      .fires(
        "a round number that is none", .disc(400, 400),
        message: "400 × 400 px: width and height must be multiples of 3 px; the next size is 402 × 402 px"),
      .fires(
        "one side only", .disc(408, 400),
        message: "408 × 400 px: the height must be a multiple of 3 px; the next size is 408 × 402 px"),
      .fires(
        "no larger size is allowed", .disc(620, 618),
        message: "620 × 618 px: the width must be a multiple of 3 px; the next size is 618 × 618 px"),
      .fires(
        "far too large", .disc(1024, 1024),
        message: "1024 × 1024 px: width and height must be multiples of 3 px"),
    ],
    check: .asset(judge))
}

/// Apple shows 3 px of art as one point.
private let pixelsAPoint = 3
/// 206 points: above it, the next multiple is the one below.
let mostPixels = 618

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let canvas = asset.measurableCanvas else { return [] }
  let next = PixelSize(wholePoints(near: canvas.width), wholePoints(near: canvas.height))
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
  // Art that is much too large needs another size altogether, which `pixel-dimensions` says.
  let hint = next.longerSide <= mostPixels ? "; the next size is \(next)" : ""
  return [Evidence("\(canvas): \(expected)\(hint)", figure, at: .canvas)]
}

/// The next side, in pixels, that is a whole number of points and not too large for a sticker.
func wholePoints(near side: Int) -> Int {
  let above = (side + pixelsAPoint - 1) / pixelsAPoint * pixelsAPoint
  return above > mostPixels ? side / pixelsAPoint * pixelsAPoint : above
}
