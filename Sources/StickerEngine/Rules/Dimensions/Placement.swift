import StickerImage

extension Rule {
  static let placement = Rule(
    id: RuleID.placement,
    severity: .hint,
    summary: "The art is near the center of its canvas and covers at least half of the canvas's longer side.",
    reason: """
      Messages positions and scales the canvas, not the art. Art that is far from the center looks misplaced
      next to its neighbors in the drawer, and does not land where a finger drops it. Art with wide empty
      margins looks small. If several stickers in a pack are misplaced, they are reported together.

      The rule measures the center of the art in two ways: by its outermost pixels, and by its center of mass.
      A tail or an antenna moves the first, and a heavy foot moves the second. Art is reported only if both
      are off center, and the finding gives the smaller of the two distances. Art that touches the left or
      right side of the canvas may be off center horizontally, and art that touches the top or bottom may be
      off center vertically, because it is assumed to touch the edge on purpose.

      All frames of an animation are measured together, because art that moves around needs the room.
      """,
    advice: "Move the art to the center of its canvas, and enlarge it until it fills most of the canvas.",
    fixes: [.trim],
    options: [maxShiftPercent, minArtSidePercent],
    exampleView: .whole, checkedAspect: .appearance,
    groupingOverride: Rule.Grouping(pairs: true, splitsAtLimit: false, message: groupMessageWithoutSubject),
    requiredMeasurements: [.bounds, .centerOfMass],
    cannotCheck: { $0.measurements?.hasSolidBackground ?? false },
    examples: [
      .passes("a disc 35 px off center on a 300 px canvas", .smallDiscMovedByPixels(right: 35)),
      .passes(
        "a figure with one arm, whose center of mass is in the center", .smallDiscMovedByPixels(armLength: 40)
      ),
      .passes("a disc that touches the bottom edge", .smallDiscMovedByPixels(down: 47)),
      .passes("a small ball that bounces high", .bouncingBall()),
      .fires(
        "a disc 45 px below the center", .smallDiscMovedByPixels(down: 45),
        message: "the art is off center: 15% too low (limit: 12%)"),
      .fires(
        "a disc that is too far left and too high", .smallDiscMovedByPixels(right: -45, down: -39),
        message: "the art is off center: 15% too far left and 13% too high (limit: 12%)"),
      .fires(
        "a small disc in the center", .disc(percentOfDefaultDiameter: 50),
        message: "the longer side of the art spans 43.3% of the canvas, 130 of 300 px (minimum: 50%)"),
      .fires(
        "a disc on a canvas that could be smaller", .disc(percentOfDefaultDiameter: 55, canvasSide: 618),
        message: "the longer side of the art spans 47.5% of the canvas, 294 of 618 px (minimum: 50%)"),
    ],
    check: .asset(evaluate))
}

private let maxShiftPercent = RuleOption(
  "max-shift", 12, .percent, in: 1...50, source: .ownMeasurements,
  "maximum distance between the centers of the art and the canvas, relative to the side of the canvas")
private let minArtSidePercent = RuleOption(
  "min-extent", 50, .percent, in: 1...100, source: .ownMeasurements,
  "minimum length of the art's longer side, relative to the canvas's longer side")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let canvas = asset.canvas, let measurements = asset.measurements,
    let art = measurements.bounds?.visibleBox
  else { return [] }
  let size = smallArtProblem(art, canvas, options)
  let shift = measurements.centerOfMass?.center.flatMap { offCenterProblem(art, $0, canvas, options) }
  let messages = [size?.message, shift?.message].compactMap { $0 }
  guard !messages.isEmpty else { return [] }
  return [
    Evidence(
      messages.joined(separator: ", and "), size?.figure ?? shift?.figure, at: .region(art, frame: nil),
      fix: size?.fix)
  ]
}

private func groupMessageWithoutSubject(_ shared: SharedFinding, _ options: OptionValues) -> String {
  let worst =
    shared.farthestFromLimitOrFirst.map { " (worst: \($0.path.name.displayText): \($0.message))" } ?? ""
  return "are far from the center of the canvas or much smaller than the canvas\(worst)"
}

/// The problem with art that is too small for its canvas; nil if it is large enough.
private func smallArtProblem(
  _ art: PixelRect, _ canvas: PixelSize, _ options: OptionValues
) -> (message: String, figure: MeasuredValueAndLimit, fix: Fix?)? {
  let limit = options[minArtSidePercent]
  let (used, whole) = (art.size.longerSide, canvas.longerSide)
  guard used * 100 < whole * limit else { return nil }
  let share = percentageRoundedToTenths(used, of: whole)
  // The fix trims the canvas and never enlarges art, so it does not help if even the smallest canvas that
  // the limits allow is too large.
  let minSide = options.messengerLimits.sidePixels.lowerBound
  let smallest = max(PixelSize.roundedUpToWholePoints(side: used + used / 25 + 2), minSide)
  let isFixable = smallest < whole && used * 100 >= smallest * limit
  let covers =
    "the longer side of the art spans \(wholeOrDecimalText(share))% of the canvas, \(used) of \(whole) px"
  return (
    "\(covers) (minimum: \(limit)%)", MeasuredValueAndLimit(share, limit: Double(limit), unit: .percent),
    isFixable ? Fix(.trim, minSide) : nil
  )
}

/// The problem with art that is off center horizontally or vertically; nil if it is not.
private func offCenterProblem(
  _ art: PixelRect, _ massCenter: (x: Double, y: Double), _ canvas: PixelSize, _ options: OptionValues
) -> (message: String, figure: MeasuredValueAndLimit)? {
  let limit = options[maxShiftPercent]
  let right = smallerOffsetFromCenterPercent(
    start: art.x, length: art.width, massCenter: massCenter.x, sideLength: canvas.width)
  let down = smallerOffsetFromCenterPercent(
    start: art.y, length: art.height, massCenter: massCenter.y, sideLength: canvas.height)
  let words = [
    (right, right < 0 ? "too far left" : "too far right"), (down, down < 0 ? "too high" : "too low"),
  ].filter { $0.0.magnitude > Double(limit) }.map { "\(wholeOrDecimalText($0.0.magnitude))% \($0.1)" }
  guard !words.isEmpty else { return nil }
  return (
    "the art is off center: \(listText(words)) (limit: \(limit)%)",
    MeasuredValueAndLimit(max(right.magnitude, down.magnitude), limit: Double(limit), unit: .percent)
  )
}

/// The distance of the art from the middle of a side, as a percentage of the side with one decimal place;
/// negative toward the start of the side. It is the smaller of the distances of the art's bounds and its
/// center of mass. It is 0 if these are off center in different directions, or if the art touches either end
/// of the side.
private func smallerOffsetFromCenterPercent(start: Int, length: Int, massCenter: Double, sideLength side: Int)
  -> Double
{
  if start == 0 || start + length == side { return 0 }
  let (box, balance) = (Double(2 * start + length - side) / 2, massCenter - Double(side) / 2)
  guard box * balance > 0 else { return 0 }
  let least = min(box.magnitude, balance.magnitude) * 1000 / Double(side)
  // Ignores rounding errors in floating-point sums.
  let tenths = (least - 1e-6).rounded(.up) / 10
  return box < 0 ? -tenths : tenths
}
