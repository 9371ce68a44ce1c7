import StickerImage

extension Rule {
  /// Reports traces of JPEG compression in other formats.
  static let compressionBlocks = Rule(
    id: "compression-blocks",
    severity: .hint,
    summary: "A PNG or GIF has no visible JPEG blocks.",
    reason: """
      JPEG compresses an image in blocks of 8 × 8 px and leaves artifacts around edges. These artifacts stop
      at block borders. An image that was once saved as a JPEG keeps them when it is saved as a PNG, where
      they take up many bytes.

      The rule counts faint steps in areas of otherwise even color, by their position on an 8 px grid. In art
      that was never saved as a JPEG, each of the eight positions has about an eighth of the steps. In art
      that was saved as a JPEG, most steps are at one position.
      """,
    advice: "Export from the original, not from a JPEG copy.",
    options: [maxBlockBorderStepPercent],
    roles: .stickerAndFrameRoles,
    exampleView: .enlargedOutline, checkedAspect: .storage, requiredMeasurements: .jpegBlockTraces,
    cannotCheck: { $0.container?.format == .jpeg || $0.measurements?.hasSolidBackground ?? false },
    examples: [
      .passes("flat color", .face(smiling: true)),
      .passes("pixel art made of 8 px squares", .jaggedDisc(squareSide: 8)),
      .fires(
        "a face that was once saved as a JPEG", .jpegDamagedFace(),
        message: """
          JPEG blocks of 8 × 8 px are visible: 68.1% of the faint color steps fall on block borders \
          (limit: 35%)
          """),
    ],
    check: .asset(evaluate))
}

private let maxBlockBorderStepPercent = RuleOption(
  "max-share", 35, .percent, in: 13...100, source: .ownMeasurements,
  "maximum share of faint steps at any one of the eight positions")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let container = asset.container, container.format != .jpeg,
    let share = asset.measurements?.jpegBlockTraces?.mostFrequentPositionShare
  else { return [] }
  let limit = options[maxBlockBorderStepPercent]
  let percents = (share * 1000).rounded(.up) / 10
  guard share * 100 > Double(limit) else { return [] }
  return [
    Evidence(
      """
      JPEG blocks of 8 × 8 px are visible: \(wholeOrDecimalText(percents))% of the faint color steps fall on \
      block borders (limit: \(limit)%)
      """, MeasuredValueAndLimit(percents, limit: Double(limit), unit: .percent), at: .canvas)
  ]
}
