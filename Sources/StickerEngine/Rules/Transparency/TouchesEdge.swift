import StickerImage

extension Rule {
  static let touchesEdge = Rule(
    id: "touches-edge",
    severity: .warning,
    summary: "The art is not cut off at the edge of the canvas.",
    reason: """
      Art that runs past the edge of the canvas ends there in a straight line. In a drawing program, the
      canvas hides that. On a bubble, it looks like a mistake.

      A curve that only touches the edge passes, and so does a straight side that has an outline along it. A
      figure that stands on the edge, with a flat base in the middle of one side, is usually intentional, so
      it is reported only as a hint.
      """,
    advice: "Move or scale the art until it fits inside the canvas, or draw the part that was cut off.",
    options: [maxCutPercent, minStraightnessPercent],
    roles: .stickerAndFrameRoles,
    exampleView: .whole, checkedAspect: .appearance,
    requiredMeasurements: [.coverage, .border, .bounds, .edgeCuts, .outlinePixelGrid],
    cannotCheck: { $0.measurements?.hasSolidBackground ?? false },
    examples: [
      .passes("a curve that touches the bottom", .discMovedByPixels(down: 21)),
      .passes("an antenna 9 px wide", .discWithArmToTop(width: 9)),
      .passes("a rectangle with an outline along its edges", .outlinedFullHeightRectangle()),
      .fires(
        "a disc that was moved 40 px down, over the edge", .discMovedByPixels(down: 40),
        message: """
          the art is cut off at the bottom: it ends in a straight line of 136 px, 45.4% of that side (limit: \
          5%)
          """),
      .fires(
        "an arm that continues outside the canvas", .discWithArmToTop(width: 30),
        message: """
          the art is cut off at the top: it ends in a straight line of 30 px, 10% of that side (limit: 5%)
          """),
      .fires(
        "a figure that stands on the edge", .figureOnBottomEdge(bodyWidth: 120),
        message: "the art rests on the edge: its base covers 120 px at the bottom, 40% of that side"),
      .fires(
        "the same figure, off center", .figureOnBottomEdge(bodyWidth: 120, shift: 60),
        message: """
          the art is cut off at the bottom: it ends in a straight line of 120 px, 40% of that side (limit: 5%)
          """),
    ],
    check: .asset(evaluate), markedAreasOverride: reportedCutAreas)
}

private let maxCutPercent = RuleOption(
  "max-cut", 5, .percent, in: 1...100, source: .ownMeasurements,
  "maximum share of a canvas side along which the art may be cut off in a straight line")
private let minStraightnessPercent = RuleOption(
  "min-straightness", 80, .percent, in: 50...100, source: .ownMeasurements,
  "minimum length of a cut on the edge, relative to its length 3 px farther in; shorter cuts count as curves")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let canvas = asset.canvas, let measurements = asset.measurements,
    let cuts = measurements.edgeCuts?.longestCutsByStraightness,
    !measurements.hasSolidBackground
  else { return [] }
  let limit = options[maxCutPercent]
  let straight = cuts.filter { $0.isStraightAndTooLong(options) }
  guard let longest = straight.max(by: { $0.length * $1.sideLength < $1.length * $0.sideLength }) else {
    return []
  }
  let sides = EdgeCuts.Side.allCases.filter { side in straight.contains { $0.side == side } }
  let share = percentageRoundedToTenths(longest.length, of: longest.sideLength, rounding: .up)
  let cutSide = sides.count > 1 ? "the \(longest.side.rawValue) side" : "that side"
  let frame = measurements.frameCount > 1 ? " in frame \(longest.frame + 1)" : ""
  let figure = MeasuredValueAndLimit(share, limit: Double(limit), unit: .percent)
  let location = FindingLocation.region(longest.rect(on: canvas), frame: longest.frame)
  if sides.count == 1, straight.allSatisfy({ $0.isFigureBase(of: measurements.bounds?.visibleBox) }) {
    let words =
      "the art rests on the edge: its base covers \(longest.length) px \(sideLocationsText(sides))\(frame)"
      + ", \(wholeOrDecimalText(share))% of that side"
    return [Evidence(words, figure, at: location, severity: .hint)]
  }
  return [
    Evidence(
      """
      the art is cut off \(sideLocationsText(sides)): it ends in a straight line of \(longest.length) px\(frame), \
      \(wholeOrDecimalText(share))% of \(cutSide) (limit: \(limit)%)
      """, figure, at: location)
  ]
}

/// Every cut that exceeds the limits. The cuts that the evidence is about are added, because `distinctCuts`
/// is limited in number.
private func reportedCutAreas(_ asset: Asset, _ options: OptionValues) -> [FindingMark.Area] {
  guard let canvas = asset.canvas, let cuts = asset.measurements?.edgeCuts else { return [] }
  let added = cuts.longestCutsByStraightness.filter { !cuts.distinctCuts.contains($0) }
  return (cuts.distinctCuts + added).filter { $0.isStraightAndTooLong(options) }.map {
    .rectangle($0.rect(on: canvas), frame: $0.frame)
  }
}

/// Lists sides: `at the top, on the right and on the left`.
private func sideLocationsText(_ sides: [EdgeCuts.Side]) -> String {
  listText(sides.map { $0 == .left || $0 == .right ? "on the \($0.rawValue)" : "at the \($0.rawValue)" })
}

extension EdgeCuts.Cut {
  fileprivate func isStraightAndTooLong(_ options: OptionValues) -> Bool {
    straightnessPercent >= options[minStraightnessPercent]
      && length * 100 > sideLength * options[maxCutPercent]
  }

  /// Whether the cut is the base of a standing figure: near the middle of its side, at least half as wide as
  /// the art, and not narrower than the art next to it, farther in.
  ///
  /// - Parameter art: the bounds of the visible art.
  fileprivate func isFigureBase(of art: PixelRect?) -> Bool {
    guard standsOnSide, let art else { return false }
    let width = side == .top || side == .bottom ? art.width : art.height
    let offset = abs(start * 2 + length - sideLength)  // twice the distance between the two centers
    return length * 2 >= width && offset * 10 <= sideLength * 3
  }

  fileprivate func rect(on canvas: PixelSize) -> PixelRect {
    switch side {
    case .top: PixelRect(x: start, y: 0, width: length, height: 1)
    case .bottom: PixelRect(x: start, y: canvas.height - 1, width: length, height: 1)
    case .left: PixelRect(x: 0, y: start, width: 1, height: length)
    case .right: PixelRect(x: canvas.width - 1, y: start, width: 1, height: length)
    }
  }
}
