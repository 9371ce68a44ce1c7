import StickerImage

extension Rule {
  /// Nothing is cut off.
  static let touchesEdge = Rule(
    id: "touches-edge",
    severity: .warning,
    summary: "The art is not cut off at the edge of the canvas.",
    reason: """
      Art that runs over the canvas's edge ends there in a straight line. In a drawing program the canvas
      hides that; on a bubble it looks like a mistake. A curve that only touches the edge is fine, and so is a
      straight side that has an outline along it. A figure that stands on the edge, with a flat base in the
      middle of one side, is mostly meant so: that is a hint.
      """,
    advice: "Move or scale the art until it lies inside the canvas, or draw what was cut away.",
    parameters: [maxCut, minStraightness],
    roles: .sent,
    view: .whole, subject: .sight, needs: [.coverage, .border, .bounds, .edgeCuts, .steps],
    cannotCheck: { $0.measurements?.hasSolidBackground ?? false },
    examples: [
      .passes("a curve that touches the bottom", .moved(down: 21)),
      .passes("an antenna 9 px wide", .tipped(width: 9)),
      .passes("a sheet with an outline of its own", .outlinedSheet()),
      .fires(
        "moved 40 px over the bottom", .moved(down: 40),
        message: """
          the art is cut off at the bottom: it runs straight along 136 px of that side (45.4%), at most 5% \
          may be cut
          """),
      .fires(
        "an arm that goes on outside", .tipped(width: 30),
        message: """
          the art is cut off at the top: it runs straight along 30 px of that side (10%), at most 5% may \
          be cut
          """),
      .fires(
        "a figure that stands on the edge", .standing(width: 120),
        message: "the art stands on the edge: its base runs along 120 px at the bottom (40%)"),
      .fires(
        "the same, out of the middle", .standing(width: 120, shift: 60),
        message: """
          the art is cut off at the bottom: it runs straight along 120 px of that side (40%), at most 5% \
          may be cut
          """),
    ],
    check: .asset(evaluate), marks: allCuts)
}

private let maxCut = Parameter(
  "max-cut", 5, .percent, in: 1...100, source: .measured,
  "how much of a side of the canvas may be cut straight")
private let minStraightness = Parameter(
  "min-straightness", 80, .percent, in: 50...100, source: .measured,
  "from which length on the edge, in percent of that 3 px further in, it is a cut and not a curve")

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let canvas = asset.canvas, let measurements = asset.measurements,
    let cuts = measurements.edgeCuts?.cuts,
    !measurements.hasSolidBackground
  else { return [] }
  let limit = settings[maxCut]
  let straight = cuts.filter { $0.counts(settings) }
  guard let longest = straight.max(by: { $0.length * $1.sideLength < $1.length * $0.sideLength }) else {
    return []
  }
  let sides = EdgeCuts.Side.allCases.filter { side in straight.contains { $0.side == side } }
  let share = percent(longest.length, of: longest.sideLength, rounding: .up)
  let along = sides.count > 1 ? "the \(longest.side.rawValue) side" : "that side"
  let frame = measurements.frameCount > 1 ? " in frame \(longest.frame + 1)" : ""
  let figure = MeasuredValue(share, limit: Double(limit), unit: .percent)
  let location = FindingLocation.region(longest.place(on: canvas), frame: longest.frame)
  if sides.count == 1, straight.allSatisfy({ $0.isStand(of: measurements.bounds?.visible) }) {
    let words =
      "the art stands on the edge: its base runs along \(longest.length) px \(named(sides))\(frame) "
      + "(\(tenths(share))%)"
    return [Evidence(words, figure, at: location, severity: .hint)]
  }
  return [
    Evidence(
      """
      the art is cut off \(named(sides)): it runs straight along \(longest.length) px of \(along)\(frame) \
      (\(tenths(share))%), at most \(limit)% may be cut
      """, figure, at: location)
  ]
}

/// The cuts that the evidence tells are among those of all places, unless there are very many.
private func allCuts(_ asset: Asset, _ settings: Settings) -> [Mark.Area] {
  guard let canvas = asset.canvas, let cuts = asset.measurements?.edgeCuts else { return [] }
  let added = cuts.cuts.filter { !cuts.places.contains($0) }
  return (cuts.places + added).filter { $0.counts(settings) }.map {
    .rectangle($0.place(on: canvas), frame: $0.frame)
  }
}

/// `at the top, on the right and on the left`.
private func named(_ sides: [EdgeCuts.Side]) -> String {
  listText(sides.map { $0 == .left || $0 == .right ? "on the \($0.rawValue)" : "at the \($0.rawValue)" })
}

extension EdgeCuts.Cut {
  fileprivate func counts(_ settings: Settings) -> Bool {
    straightness >= settings[minStraightness] && length * 100 > sideLength * settings[maxCut]
  }

  /// Whether it is the base of something that stands there: in the middle of its side, as wide as half of the
  /// art at least, and no narrower than the art just inside.
  ///
  /// - Parameter art: the rectangle of what is visible.
  fileprivate func isStand(of art: PixelRect?) -> Bool {
    guard isBase, let art else { return false }
    let width = side == .top || side == .bottom ? art.width : art.height
    let offset = abs(start * 2 + length - sideLength)  // twice as far as its middle lies from the side's
    return length * 2 >= width && offset * 10 <= sideLength * 3
  }

  fileprivate func place(on canvas: PixelSize) -> PixelRect {
    switch side {
    case .top: PixelRect(x: start, y: 0, width: length, height: 1)
    case .bottom: PixelRect(x: start, y: canvas.height - 1, width: length, height: 1)
    case .left: PixelRect(x: 0, y: start, width: 1, height: length)
    case .right: PixelRect(x: canvas.width - 1, y: start, width: 1, height: length)
    }
  }
}
