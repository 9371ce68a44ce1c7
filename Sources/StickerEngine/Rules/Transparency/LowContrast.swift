import StickerImage

extension Rule {
  static let lowContrast = Rule(
    id: RuleID.lowContrast,
    severity: .warning,
    summary: "All parts of a sticker are visible in light mode and in dark mode.",
    reason: """
      People put stickers on white and on black. Black shoes, a dark hat and dark lettering next to a bright
      figure disappear in dark mode, and white parts without an outline disappear in light mode.

      The rule places each sticker on black, on white, and on the color of the pack's own sticker browser, at
      the size at which it is shown. It looks for parts that merge with the background: whole figures, and
      parts of figures that are thicker than the figure's own outline. An outline keeps a part visible, even
      if it has gaps. Shadows and glows may disappear.

      Parts that disappear on white are reported as a hint, because people recognize a drawing by its dark
      lines even if the fill is missing.
      """,
    advice: """
      Give the parts that disappear an outline in a second color: light around dark art, dark around light \
      art.
      """,
    fixes: [.addOutline],
    options: [maxLostArtPercent, maxLostLineLengthPercent, minColorDistanceOnDark, minColorDistanceOnLight],
    references: [.wcagContrast, .oklab],
    exampleView: .backgrounds, checkedAspect: .appearance,
    requiredMeasurements: [.displaySizeFrames, .border],
    cannotCheck: { $0.measurements?.hasSolidBackground ?? false },
    examples: [
      .passes("a color that is neither light nor dark", .disc(300, 300, .teal)),
      .passes(
        "a white border, which disappears on white, around art that does not", .outlinedDisc(.teal, .white)),
      .passes("black art with a white border", .outlinedDisc(.black, .white)),
      .fires(
        "a white disc", .disc(300, 300, .white),
        message: "100% of the art disappears on white (limit: 2%)"),
      .fires(
        "black art with a nearly black border", .outlinedDisc(.black, .nearlyBlack),
        message: "100% of the art disappears on black (limit: 2%)"),
    ],
    check: .asset(evaluate), markedAreasOverride: lostAreas)
}

private let maxLostArtPercent = RuleOption(
  "max-lost", 2, .percent, in: 0...100, source: .ownMeasurements,
  "maximum share of the art that may disappear")
private let maxLostLineLengthPercent = RuleOption(
  "max-line", 14, .percent, in: 0...100, source: .ownMeasurements,
  "maximum length of a separate line that may disappear, as a share of the longer side of the canvas")
private let minColorDistanceOnDark = RuleOption(
  "min-dark-distance", 0.09, .unitless, in: 0.01...1, source: .ownMeasurements,
  "minimum visible difference from a dark background, in OKLab; on black, a contrast of 1.5:1 is 0.084"
)
private let minColorDistanceOnLight = RuleOption(
  "min-light-distance", 0.045, .unitless, in: 0.01...1, source: .ownMeasurements,
  "minimum visible difference from other backgrounds, in OKLab")

/// A background and the severity of findings about it; nil for the rule's own severity.
private struct NamedBackground {
  let name: String
  let background: PlainBackground
  var severityOverride: Severity?
}

private func blackWhiteAndPackBackgrounds(_ asset: Asset) -> [NamedBackground] {
  var backgrounds = [
    NamedBackground(name: "black", background: .black),
    NamedBackground(name: "white", background: .white, severityOverride: .hint),
  ]
  if let color = asset.context.packDeclaration?.metadata.browserBackgroundColor {
    let own = PlainBackground(color)
    if !backgrounds.contains(where: { $0.background == own }) {
      backgrounds.append(NamedBackground(name: "the pack's own background", background: own))
    }
  }
  return backgrounds
}

/// The parts of the worst frame that disappear on a background, if they exceed the limits.
private func worstFrameExcessiveLostParts(
  of asset: Asset, on background: PlainBackground, _ options: OptionValues
)
  -> LostParts?
{
  // `opaque-background` reports solid rectangles, and an outline would not help.
  guard let measurements = asset.measurements, !measurements.hasSolidBackground else { return nil }
  let distances = VisibleColorDistances(
    onDark: Float(options.doubleValue(minColorDistanceOnDark)),
    onLight: Float(options.doubleValue(minColorDistanceOnLight)))
  let lost = measurements.displaySizeFrames?.lostParts(on: background, distances) ?? []
  let worst = lost.filter { $0.lostShare * 100 > Double(options[maxLostArtPercent]) }.max {
    $0.lostShare < $1.lostShare
  }
  return worst
    ?? lost.filter { $0.longestLineShare * 100 > Double(options[maxLostLineLengthPercent]) }.max {
      $0.longestLineShare < $1.longestLineShare
    }
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  blackWhiteAndPackBackgrounds(asset).compactMap { candidate in
    guard let lost = worstFrameExcessiveLostParts(of: asset, on: candidate.background, options) else {
      return nil
    }
    let (message, figure) = messageAndMeasuredValue(lost, on: candidate.name, options)
    return Evidence(
      message, figure, at: .canvas, severity: candidate.severityOverride,
      fix: asset.canvas.map { canvas in
        Fix(.addOutline, candidate.background.isDark ? 255 : 0, Fix.outlineWidth(on: canvas))
      })
  }
}

private func messageAndMeasuredValue(
  _ lost: LostParts, on name: String, _ options: OptionValues
) -> (message: String, figure: MeasuredValueAndLimit) {
  func tenths(_ share: Double) -> Double { (share * 1000).rounded(.up) / 10 }
  let share = tenths(lost.lostShare)
  if lost.lostShare * 100 > Double(options[maxLostArtPercent]) {
    return (
      "\(wholeOrDecimalText(share))% of the art disappears on \(name) (limit: \(options[maxLostArtPercent])%)",
      MeasuredValueAndLimit(share, limit: Double(options[maxLostArtPercent]), unit: .percent)
    )
  }
  let length = tenths(lost.longestLineShare)
  return (
    """
    a line that is \(wholeOrDecimalText(length))% as long as the canvas disappears on \(name) (limit: \
    \(options[maxLostLineLengthPercent])%)
    """, MeasuredValueAndLimit(length, limit: Double(options[maxLostLineLengthPercent]), unit: .percent)
  )
}

/// The area of every part that disappears on a background.
private func lostAreas(_ asset: Asset, _ options: OptionValues) -> [FindingMark.Area] {
  var areas: [FindingMark.Area] = []
  for candidate in blackWhiteAndPackBackgrounds(asset) {
    guard let lost = worstFrameExcessiveLostParts(of: asset, on: candidate.background, options) else {
      continue
    }
    for box in lost.boxes {
      let area = FindingMark.Area.rectangle(box, frame: lost.frame)
      if !areas.contains(area) { areas.append(area) }
    }
  }
  return areas
}
