import StickerImage
public import StickerModel

extension Rule {
  /// No halo of the color the art once lay on.
  public static let matteFringe = Rule(
    id: "matte-fringe",
    severity: .warning,
    summary: "The soft edge has the color of the art, not of a background.",
    reason: """
      Art that was cut from a white or black background keeps some of it in its soft edge: a light halo on
      dark bubbles, a dark rim on light ones. By the matting equation (Smith and Blinn, Blue Screen
      Matting, 1996) such an edge is the art's color and the background's in the shares of its own alpha;
      the solid art next to it tells the art's color. A white or black outline that is drawn is no fringe:
      there the solid pixels are white or black as well.
      """,
    advice: """
      Export from the layered original with a transparent background, or remove the matte ("Defringe", \
      "Remove White Matte").
      """,
    parameters: [maxShare, minEdge],
    references: [.blueScreenMatting],
    roles: .sent,
    view: .outline, needs: .fringe,
    examples: [
      .passes("a soft edge in the color of the art", .disc(300, 300)),
      .passes("art that is white itself", .disc(300, 300, .white)),
      .fires(
        "cut from white", .matted(.white),
        message: """
          100 % of the soft edge blends into white, which the art beside it is not; at most 50 % \
          may
          """),
      .fires(
        "cut from black", .matted(.black),
        message: """
          100 % of the soft edge blends into black, which the art beside it is not; at most 50 % \
          may
          """),
    ],
    check: .asset(judge))
}

private let maxShare = Parameter(
  "max-share", 50, .percent, in: 0...100, source: .measured,
  "how much of the soft edge may blend into white or black")
private let minEdge = Parameter(
  "min-edge", 16, .pixels, in: 1...1000, source: .measured,
  "how many pixels of a soft edge are needed to tell")

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let fringe = asset.survey?.fringe, fringe.edgePixels >= settings[minEdge] else { return [] }
  let limit = settings[maxShare]
  return [("white", fringe.white), ("black", fringe.black)].compactMap { name, matte in
    guard matte.pixels * 100 > fringe.edgePixels * limit else { return nil }
    let share = percent(matte.pixels, of: fringe.edgePixels, rounding: .up)
    let blends = "\(tenths(share)) % of the soft edge blends into \(name)"
    return Evidence(
      "\(blends), which the art beside it is not; at most \(limit) % may",
      Figure(share, limit: Double(limit), unit: .percent), at: .canvas)
  }
}
