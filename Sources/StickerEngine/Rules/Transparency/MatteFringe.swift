import StickerImage

extension Rule {
  static let matteFringe = Rule(
    id: "matte-fringe",
    severity: .warning,
    summary: "Soft edges have the color of the art, not of a former background.",
    reason: """
      Art that was cut out of a white or black background keeps some of that color in its soft edge, as a
      light halo on dark bubbles or a dark rim on light ones.

      The rule compares each semitransparent pixel of the edge with the solid art next to it. A clean edge
      has the color of the art. A fringe is mixed with white or black, and the more transparent the pixel, the
      stronger the mixture. A white or black outline that was drawn is not a fringe, because its solid pixels
      are white or black as well. An edge of one even color, such as a metal phone bezel, was also drawn,
      because the color of a fringe varies.
      """,
    advice: """
      Export the layered original with a transparent background, or remove the matte ("Defringe", "Remove \
      White Matte").
      """,
    fixes: [.unmatte],
    options: [maxShare, minEdge],
    references: [.blueScreenMatting],
    roles: .sentImages,
    exampleView: .outline, subject: .appearance, needs: .fringe,
    examples: [
      .passes("a soft edge in the color of the art", .disc(300, 300)),
      .passes("art that is white itself", .disc(300, 300, .white)),
      .passes("a phone with a bright metal bezel", .phone()),
      .passes("a soft shadow with 25% opacity", .shadowed(percent: 25)),
      .passes("a soft shadow with 35% opacity", .shadowed(percent: 35)),
      .passes("a soft shadow with 50% opacity", .shadowed(percent: 50)),
      .fires(
        "art cut out of white", .matted(.white),
        message: """
          100% of the soft edge is mixed with white (limit: 50%), and the art beside it is not white
          """),
      .fires(
        "art cut out of black", .matted(.black),
        message: """
          100% of the soft edge is mixed with black (limit: 50%), and the art beside it is not black
          """),
    ],
    check: .asset(evaluate), marks: fringeAreas)
}

private let maxShare = RuleOption(
  "max-share", 50, .percent, in: 0...100, source: .ownMeasurements,
  "maximum share of the soft edge that may be mixed with white or black")
private let minEdge = RuleOption(
  "min-edge", 16, .pixels, in: 1...1000, source: .ownMeasurements,
  "minimum number of pixels in a soft edge for the rule to check it")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let fringe = asset.measurements?.fringe, fringe.checkedEdgePixels >= options[minEdge] else {
    return []
  }
  let limit = options[maxShare]
  return [("white", fringe.white), ("black", fringe.black)].compactMap { name, matte in
    guard fringe.isFringe(matte, options) else { return nil }
    let share = percent(matte.pixelCount, of: fringe.checkedEdgePixels, rounding: .up)
    let mixed = "\(decimalText(share))% of the soft edge is mixed with \(name)"
    return Evidence(
      "\(mixed) (limit: \(limit)%), and the art beside it is not \(name)",
      MeasuredValue(share, limit: Double(limit), unit: .percent), at: .canvas,
      fix: Fix(.unmatte, name == "white" ? 255 : 0))
  }
}

private func fringeAreas(_ asset: Asset, _ options: OptionValues) -> [FindingMark.Area] {
  guard let fringe = asset.measurements?.fringe else { return [] }
  return [fringe.white, fringe.black].filter { fringe.isFringe($0, options) }.compactMap { matte in
    matte.frame.map { .points(matte.positions, frame: $0) }
  }
}

extension Fringe {
  fileprivate func isFringe(_ matte: MattePixels, _ options: OptionValues) -> Bool {
    matte.pixelCount * 100 > checkedEdgePixels * options[maxShare]
      && matte.storedColorDeviation >= minUnevenness
  }
}

/// An edge whose color has a lower standard deviation is even. The standard deviation is at least 15.6 for
/// the eight fringes in the corpus, and 0.2 for drawn bezels.
private let minUnevenness = 10.0
