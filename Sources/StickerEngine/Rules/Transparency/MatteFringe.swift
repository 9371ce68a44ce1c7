import StickerImage

extension Rule {
  /// No halo of the color the art once lay on.
  static let matteFringe = Rule(
    id: "matte-fringe",
    severity: .warning,
    summary: "The soft edge has the color of the art, not of a background.",
    reason: """
      Art that was cut out of a white or black background keeps some of that color in its soft edge: a light
      halo on dark bubbles, a dark rim on light ones.

      To tell that, each half-transparent pixel of the edge is compared with the solid art next to it. A clean
      edge has the color of the art; a fringe is mixed with white or black, the more so the more transparent
      the pixel is. A white or black outline that was drawn is no fringe: there the solid pixels are white or
      black as well. An edge of one even color is not a fringe either: it was drawn, like a metal phone bezel.
      The color of a fringe varies.
      """,
    advice: """
      Export from the layered original with a transparent background, or remove the matte ("Defringe", \
      "Remove White Matte").
      """,
    fixes: [.unmatte],
    parameters: [maxShare, minEdge],
    references: [.blueScreenMatting],
    roles: .sent,
    view: .outline, subject: .sight, needs: .fringe,
    examples: [
      .passes("a soft edge in the color of the art", .disc(300, 300)),
      .passes("art that is white itself", .disc(300, 300, .white)),
      .passes("a phone with a bright metal bezel", .phone()),
      .passes("a soft shadow of 25%", .shadowed(percent: 25)),
      .passes("a soft shadow of 35%", .shadowed(percent: 35)),
      .passes("a soft shadow of 50%", .shadowed(percent: 50)),
      .fires(
        "cut from white", .matted(.white),
        message: """
          a white fringe: 100% of the soft edge is mixed with white, and the art beside it is not white; \
          at most 50% may be
          """),
      .fires(
        "cut from black", .matted(.black),
        message: """
          a black fringe: 100% of the soft edge is mixed with black, and the art beside it is not black; \
          at most 50% may be
          """),
    ],
    check: .asset(evaluate), marks: sampledPixels)
}

private let maxShare = Parameter(
  "max-share", 50, .percent, in: 0...100, source: .measured,
  "how much of the soft edge may be mixed with white or black")
private let minEdge = Parameter(
  "min-edge", 16, .pixels, in: 1...1000, source: .measured,
  "how many pixels a soft edge must have to be judged")

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let fringe = asset.measurements?.fringe, fringe.edgePixels >= settings[minEdge] else { return [] }
  let limit = settings[maxShare]
  return [("white", fringe.white), ("black", fringe.black)].compactMap { name, matte in
    guard fringe.shows(matte, settings) else { return nil }
    let share = percent(matte.pixels, of: fringe.edgePixels, rounding: .up)
    let mixed = "\(tenths(share))% of the soft edge is mixed with \(name)"
    return Evidence(
      "a \(name) fringe: \(mixed), and the art beside it is not \(name); at most \(limit)% may be",
      MeasuredValue(share, limit: Double(limit), unit: .percent), at: .canvas,
      fix: Fix(.unmatte, name == "white" ? 255 : 0))
  }
}

private func sampledPixels(_ asset: Asset, _ settings: Settings) -> [Mark.Area] {
  guard let fringe = asset.measurements?.fringe else { return [] }
  return [fringe.white, fringe.black].filter { fringe.shows($0, settings) }.compactMap { matte in
    matte.frame.map { .points(matte.places, frame: $0) }
  }
}

extension Fringe {
  fileprivate func shows(_ matte: Matte, _ settings: Settings) -> Bool {
    matte.pixels * 100 > edgePixels * settings[maxShare] && matte.unevenness >= minUnevenness
  }
}

/// The standard deviation below which the color of an edge is even. The eight fringes of the corpus have 15.6
/// and more, drawn bezels 0.2.
private let minUnevenness = 10.0
