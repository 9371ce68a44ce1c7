import StickerImage

extension Rule {
  static let rim = Rule(
    id: RuleID.rim,
    severity: .warning,
    summary: "The outline has no rim left over from an old background.",
    reason: """
      Art that was cut out of a white background keeps some white along its outline: in the pixels of a soft
      edge, or as a ragged rim of a pixel or two. It shows as a pale line on every bubble except a white one.
      Art cut out of black has a dark rim on light bubbles.

      The rule follows the art inward from each pixel of the outline, and looks for a narrow ridge that is
      lighter than the art behind it and mixed with white. It also compares each semitransparent pixel with
      the solid art next to it: the more transparent the pixel, the stronger the mixture. A rim of one even
      color passes, such as a die-cut border, a bevel or the outline of letters, because what is left of a
      background is uneven.

      On art with many colors, a pale rim is reported as a hint, because shiny art has highlights along its
      edge.
      """,
    advice: """
      Export the layered original with a transparent background, remove the matte ("Defringe", "Remove White \
      Matte"), or select the background, expand the selection by 2 px and feather it, and then delete what is \
      selected.
      """,
    fixes: [.unmatte],
    options: [maxPaleRimPercent, maxMixedEdgePercent, minEdgePixels],
    references: [.blueScreenMatting],
    roles: .stickerAndFrameRoles,
    exampleView: .enlargedOutline, checkedAspect: .appearance, requiredMeasurements: [.paleRim, .fringe],
    examples: [
      .passes("a soft edge in the color of the art", .disc(300, 300)),
      .passes("art that is white itself", .disc(300, 300, .white)),
      .passes("a white border of even width", .discWithWhiteBorder()),
      .passes("a phone with a bright metal bezel", .phoneWithBrightBezel()),
      .passes("a soft shadow with 50% opacity", .shadowedDisc(opacityPercent: 50)),
      .fires(
        "art cut out of white", .mattedDisc(.white),
        message: """
          100% of the soft edge is mixed with white (limit: 50%), and the art next to it is not white
          """),
      .fires(
        "art cut out of black", .mattedDisc(.black),
        message: """
          100% of the soft edge is mixed with black (limit: 50%), and the art next to it is not black
          """),
      .fires(
        "art cut out of a white background with the magic wand tool", .magicWandCutout(),
        message: "a pale rim lines 25% of the outline (limit: 18%)"),
    ],
    check: .asset(evaluate), markedAreasOverride: rimAreas)
}

private let maxPaleRimPercent = RuleOption(
  "max-share", 18, .percent, in: 0...100, source: .ownMeasurements,
  "maximum share of the outline that may have a pale rim")
private let maxMixedEdgePercent = RuleOption(
  "max-mixed", 50, .percent, in: 0...100, source: .ownMeasurements,
  "maximum share of the soft edge that may be mixed with white or black")
private let minEdgePixels = RuleOption(
  "min-edge", 24, .pixels, in: 1...1000, source: .ownMeasurements,
  "minimum number of pixels in an outline or a soft edge for the rule to check it")

/// A rim counts if it has at least this height, takes up at least this share of the whole outline, and has at
/// least this many pixels.
private let (minRidgeHeight, minOutlineShare, minRidgePixels): (Float, Double, Int) = (0.12, 0.05, 8)

/// An edge whose color has a lower standard deviation counts as drawn. The eight fringes in the corpus have
/// standard deviations of at least 15.6, and drawn bezels have 0.2.
private let minFringeColorStandardDeviation = 10.0

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  let fringe = asset.measurements?.fringe
  var evidence: [Evidence] = []
  if let fringe, fringe.hasMixedEdge(fringe.white, options) {
    evidence.append(edgeMixedWithMatteEvidence(matteName: "white", fringe.white, of: fringe, options))
  } else if let rim = asset.excessivePaleRim(options) {
    let share = percentageRoundedToTenths(
      rim.worstFrameRidgePixels, of: rim.worstFrameCheckedPixels, rounding: .up)
    evidence.append(
      Evidence(
        "a pale rim lines \(wholeOrDecimalText(share))% of the outline (limit: \(options[maxPaleRimPercent])%)",
        MeasuredValueAndLimit(share, limit: Double(options[maxPaleRimPercent]), unit: .percent), at: .canvas,
        severity: rim.hasFewMainColors ? nil : .hint,
        fix: rim.pixelArtSquareSide == 1 ? Fix(.unmatte, 255) : nil))
  }
  if let fringe, fringe.hasMixedEdge(fringe.black, options) {
    evidence.append(edgeMixedWithMatteEvidence(matteName: "black", fringe.black, of: fringe, options))
  }
  return evidence
}

private func edgeMixedWithMatteEvidence(
  matteName name: String, _ matte: Fringe.MattePixels, of fringe: Fringe, _ options: OptionValues
) -> Evidence {
  let share = percentageRoundedToTenths(matte.pixelCount, of: fringe.checkedEdgePixels, rounding: .up)
  let limit = options[maxMixedEdgePercent]
  return Evidence(
    """
    \(wholeOrDecimalText(share))% of the soft edge is mixed with \(name) (limit: \(limit)%), and the art next to it \
    is not \(name)
    """, MeasuredValueAndLimit(share, limit: Double(limit), unit: .percent), at: .canvas,
    fix: Fix(.unmatte, name == "white" ? 255 : 0))
}

private func rimAreas(_ asset: Asset, _ options: OptionValues) -> [FindingMark.Area] {
  guard let fringe = asset.measurements?.fringe else { return [] }
  var areas: [FindingMark.Area] = []
  if !fringe.hasMixedEdge(fringe.white, options), let rim = asset.excessivePaleRim(options) {
    areas.append(.pixels(rim.ridgePositions, frame: rim.worstFrameIndex))
  }
  return areas
    + [fringe.white, fringe.black].filter { fringe.hasMixedEdge($0, options) }.compactMap { matte in
      matte.firstFrameIndex.map { .pixels(matte.positions, frame: $0) }
    }
}

extension Asset {
  /// The pale rim, if it exceeds the limits.
  fileprivate func excessivePaleRim(_ options: OptionValues) -> PaleRim? {
    guard let rim = measurements?.paleRim, rim.worstFrameCheckedPixels >= options[minEdgePixels],
      rim.worstFrameRidgePixels >= minRidgePixels, !rim.looksDrawn,
      rim.ridgeHeightAtDisplaySize >= minRidgeHeight,
      rim.ridgeShare * 100 >= Double(options[maxPaleRimPercent]), rim.ridgeShareOfOutline >= minOutlineShare
    else { return nil }
    return rim
  }
}

extension Fringe {
  fileprivate func hasMixedEdge(_ matte: MattePixels, _ options: OptionValues) -> Bool {
    checkedEdgePixels >= options[minEdgePixels]
      && matte.pixelCount * 100 > checkedEdgePixels * options[maxMixedEdgePercent]
      && matte.storedColorStandardDeviation >= minFringeColorStandardDeviation
  }
}
