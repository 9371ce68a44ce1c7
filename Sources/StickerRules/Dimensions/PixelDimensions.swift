import StickerImage
package import StickerModel

extension Rule {
  /// Both sides lie within Apple's limits.
  package static let pixelDimensions = Rule(
    id: RuleID.pixelDimensions,
    severity: .error,
    summary: "Both sides of a sticker lie between 300 and 618 px.",
    reason: """
      Apple asks for 100 to 206 points a side. A point is Apple's unit of size on the screen: 3 px of a
      sticker, which is always drawn for the sharpest screens (@3x), so that is 300 to 618 px. Smaller art
      looks soft beside its neighbors; larger art spends bytes on pixels that nobody sees.
      """,
    advice: """
      Export the art on a square canvas, for iMessage of 300, 408 or 618 px, with transparent space around it.
      """,
    fixes: [.downscale],
    parameters: [.leastPixels, .mostPixels],
    references: [.appleStickerSizes],
    roles: .sent,
    view: .whole,
    judges: .sight,
    examples: [
      .passes("the large grid size", .disc(618, 618)),
      .passes("exactly the smallest size", .disc(300, 300)),
      .fires(
        "one side is a pixel too short", .disc(617, 299),
        message: "617 × 299 px: the shorter side must be at least 300 px"),
      .fires(
        "exported at @4x", .disc(824, 824), message: "824 × 824 px: the longer side must be at most 618 px"),
      .fires(
        "a banner", .disc(900, 150),
        message: "900 × 150 px: the longer side must be at most 618 px, the shorter at least 300 px"),
    ],
    check: .asset(judge))
}

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let canvas = asset.measurableCanvas else { return [] }
  let (least, most) = (settings[.leastPixels], settings[.mostPixels])
  let (isLong, isShort) = (canvas.longerSide > most, canvas.shorterSide < least)
  let message: String
  switch (isLong, isShort) {
  case (false, false): return []
  case (true, false): message = "the longer side must be at most \(most) px"
  case (false, true): message = "the shorter side must be at least \(least) px"
  case (true, true): message = "the longer side must be at most \(most) px, the shorter at least \(least) px"
  }
  let figure =
    isLong
    ? Figure(canvas.longerSide, limit: most, unit: .pixels)
    : Figure(canvas.shorterSide, limit: least, unit: .pixels)
  // Scaling a long, thin sticker down would push its shorter side below the other limit.
  let isCured = isLong && canvas.shorterSide * most >= least * canvas.longerSide
  let fix = isCured ? Fix(.downscale, most) : nil
  return [Evidence("\(canvas): \(message)", figure, at: .canvas, fix: fix)]
}
