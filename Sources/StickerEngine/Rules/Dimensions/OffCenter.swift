import StickerImage

extension Rule {
  static let offCenter = Rule(
    id: "off-center",
    severity: .hint,
    summary: "The art is in the center of its canvas.",
    reason: """
      Messages positions the canvas, not the art. Off-center art looks misplaced next to its neighbors in the
      drawer, and lands beside the spot where a finger drops it.

      The rule measures the center of the art in two ways: by its outermost pixels, and by its center of mass.
      A tail or an antenna moves the first, and a heavy foot moves the second. Art is reported only if both
      are off center, and the finding gives the smaller of the two distances. Art that touches a side of the
      canvas is assumed to be there on purpose and passes.
      """,
    advice: "Move the art until its left and right margins are equal, and so are its top and bottom margins.",
    options: [maxShift],
    exampleView: .whole, subject: .appearance, needs: [.bounds, .centerOfMass],
    cannotCheck: { $0.measurements?.hasSolidBackground ?? false },
    examples: [
      .passes("a disc 14 px off center on a 300 px canvas", .offCenterDisc(right: 14)),
      .passes("a figure with one arm, whose center of mass is in the center", .offCenterDisc(arm: 40)),
      .passes("a disc that stands on the bottom edge", .offCenterDisc(down: 47)),
      .fires(
        "a disc 30 px below the center", .offCenterDisc(down: 30),
        message: "the art is off center: 10% too low (limit: 5%)"),
      .fires(
        "a disc that is too far left and too high", .offCenterDisc(right: -30, down: -21),
        message: "the art is off center: 10% too far left and 7% too high (limit: 5%)"),
    ],
    check: .asset(evaluate))
}

private let maxShift = RuleOption(
  "max-shift", 5, .percent, in: 1...50, source: .ownMeasurements,
  "maximum distance between the centers of the art and the canvas, relative to the side of the canvas")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let canvas = asset.canvas, let measurements = asset.measurements,
    let art = measurements.bounds?.visibleBox,
    let middle = measurements.centerOfMass?.center, !art.touchesSide(of: canvas)
  else { return [] }
  let limit = options[maxShift]
  let right = shiftPercent(art.x, art.width, middle.x, of: canvas.width)
  let down = shiftPercent(art.y, art.height, middle.y, of: canvas.height)
  let words = [
    (right, right < 0 ? "too far left" : "too far right"), (down, down < 0 ? "too high" : "too low"),
  ].filter { $0.0.magnitude > Double(limit) }.map { "\(decimalText($0.0.magnitude))% \($0.1)" }
  guard !words.isEmpty else { return [] }
  return [
    Evidence(
      "the art is off center: \(listText(words)) (limit: \(limit)%)",
      MeasuredValue(max(right.magnitude, down.magnitude), limit: Double(limit), unit: .percent),
      at: .region(art, frame: nil))
  ]
}

/// The distance of the art from the middle of a side, as a percentage of the side with one decimal place. It
/// is the smaller of the distances of the art's bounds and its center of mass, or 0 if these are off center
/// in different directions.
private func shiftPercent(_ start: Int, _ length: Int, _ massCenter: Double, of side: Int) -> Double {
  let (box, balance) = (Double(2 * start + length - side) / 2, massCenter - Double(side) / 2)
  guard box * balance > 0 else { return 0 }
  let least = min(box.magnitude, balance.magnitude) * 1000 / Double(side)
  // Ignores rounding errors in floating-point sums.
  let tenths = (least - 1e-6).rounded(.up) / 10
  return box < 0 ? -tenths : tenths
}

extension PixelRect {
  fileprivate func touchesSide(of canvas: PixelSize) -> Bool {
    x == 0 || y == 0 || x + width == canvas.width || y + height == canvas.height
  }
}
