import StickerImage
public import StickerModel

extension Rule {
  /// Nothing is cut off.
  public static let touchesEdge = Rule(
    id: "touches-edge",
    severity: .warning,
    summary: "The art is not cut off at the canvas.",
    reason: """
      Art that runs over the canvas ends in a straight line. On an artboard that looks like a frame; on a
      bubble it looks like a mistake. A curve that only touches the edge is fine, and so is a straight
      side with an outline of its own along it.
      """,
    advice: "Move or scale the art until it lies inside the canvas, or draw what was cut away.",
    parameters: [maxCut, minStraightness],
    roles: .sent,
    view: .whole, needs: [.coverage, .border, .edgeCuts],
    examples: [
      .passes("a curve that touches the bottom", .moved(down: 21)),
      .passes("an antenna 9 px wide", .tipped(width: 9)),
      .passes("a sheet with an outline of its own", .outlinedSheet()),
      .fires(
        "moved 40 px over the bottom", .moved(down: 40),
        message: """
          the art is cut off at the bottom: it runs straight along 136 px of that side (45.3 %), at most 5 % \
          may be cut
          """),
      .fires(
        "an arm that goes on outside", .tipped(width: 30),
        message: """
          the art is cut off at the top: it runs straight along 30 px of that side (10 %), at most 5 % may \
          be cut
          """),
    ],
    check: .asset(judge))
}

private let maxCut = Parameter(
  "max-cut", 5, .percent, in: 1...100, source: .measured,
  "how much of a side may be cut straight")
private let minStraightness = Parameter(
  "min-straightness", 80, .percent, in: 50...100, source: .measured,
  "how long a cut is on the border, at least, of its length 3 px further in")

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let canvas = asset.canvas, let survey = asset.survey, let cuts = survey.edgeCuts?.cuts,
    !survey.hasSolidBackground
  else { return [] }
  let limit = settings[maxCut]
  let straight = cuts.filter {
    $0.straightness >= settings[minStraightness] && $0.length * 100 > $0.sideLength * limit
  }
  return EdgeCuts.Side.allCases.compactMap { side in
    let longest = straight.filter { $0.side == side }.max { $0.length < $1.length }
    guard let longest else { return nil }
    let share = percent(longest.length, of: longest.sideLength)
    let place = side == .left || side == .right ? "on the \(side.rawValue)" : "at the \(side.rawValue)"
    return Evidence(
      """
      the art is cut off \(place): it runs straight along \(longest.length) px of that side \
      (\(tenths(share)) %), at most \(limit) % may be cut
      """, Figure(share, limit: Double(limit), unit: .percent),
      at: .region(longest.place(on: canvas), frame: longest.frame))
  }
}

extension EdgeCuts.Cut {
  fileprivate func place(on canvas: PixelSize) -> PixelRect {
    switch side {
    case .top: PixelRect(x: start, y: 0, width: length, height: 1)
    case .bottom: PixelRect(x: start, y: canvas.height - 1, width: length, height: 1)
    case .left: PixelRect(x: 0, y: start, width: 1, height: length)
    case .right: PixelRect(x: canvas.width - 1, y: start, width: 1, height: length)
    }
  }
}
