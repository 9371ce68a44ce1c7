import StickerImage

extension Rule {
  static let opaqueBackground = Rule(
    id: "opaque-background",
    severity: .error,
    summary: "The background is transparent.",
    reason: """
      People put stickers on bubbles, on other stickers and on photos. A sticker with a solid background is a
      rectangle that hides them. The rule checks the outermost ring of pixels, along the edge of the canvas,
      because a background is solid there. A rectangle with a margin around it hides just as much, so the rule
      also checks the art's own edges if the art covers at least 60% of the canvas.

      A photo that fills its canvas has no background to remove, so it has to be cut out. A tile with rounded
      corners is probably intentional, so it is reported only as a hint. For messengers that accept opaque
      art, the finding is a warning or a hint.
      """,
    advice: "Export with a transparent background. Check that no background layer or artboard color is on.",
    fixes: [.removeBackground],
    options: [maxOpaqueBorderPercent, opaqueArtPolicyOption],
    references: [.appleHumanInterfaceGuidelines],
    roles: .stickerAndFrameRoles,
    exampleView: .whole, checkedAspect: .appearance, requiredMeasurements: [.coverage, .border],
    examples: [
      .passes("art on a transparent background", .disc(300, 300)),
      .fires(
        "exported without transparency", .discOnBackground(300, 300, .white),
        message: "the background is solid (about #FFFFFF): the PNG has no alpha channel"),
      .fires(
        "a JPEG", .jpeg(300, 300),
        message: "the background is solid (about #FFFFFF): a JPEG has no alpha channel"),
      .fires(
        "a photo", .opaqueGradient(300, 300),
        message: "the image fills the canvas to the edge: the PNG has no alpha channel"),
      .fires(
        "a tile with rounded corners", .roundedSquare(canvasSide: 300, radius: 40),
        message: "the art is a tile with rounded corners: 77.5% of the pixels along the edge are opaque"),
      .passes("a disc that fills its canvas", .disc(percentOfDefaultDiameter: 100)),
      .fires(
        "a solid rectangle with a margin", .roundedSquare(canvasSide: 300, radius: 0, margin: 10),
        message: "the art is a solid rectangle of 280 × 280 px: 100% of the pixels along its edge are opaque"),
      .fires(
        "a hole inside a solid frame", .rectangleWithHole(300, 300, .peach),
        message: """
          the background is solid (about #FFCCAA): 100% of the pixels along the edge are opaque (limit: 95%)
          """),
      .fires(
        "a JPEG for a messenger that accepts opaque art", .jpeg(300, 300),
        message: "the background is solid (about #FFFFFF): a JPEG has no alpha channel"
      ).withOptions([opaqueArtPolicyOption: .word("accepted")]),
    ],
    check: .asset(evaluate),
    markedAreasOverride: { asset, _ in
      let canvas = asset.canvas.map { PixelRect($0) }
      return (asset.measurements?.filledBox?.firstFrameBox ?? canvas).map { [.rectangle($0, frame: nil)] }
        ?? []
    })
}

private let maxOpaqueBorderPercent = RuleOption(
  "max-solid-border", 95, .percent, in: 0...100, source: .ownMeasurements,
  "maximum share of the outermost ring of pixels that may be opaque")

private let opaqueArtPolicyOption = RuleOption(
  "opaque", "refused", of: ["refused", "discouraged", "accepted"], source: .messengerProfiles,
  "whether opaque art is `refused` (error), `discouraged` (warning) or `accepted` (hint)")

/// The severity for the messenger; nil for the rule's severity.
private func opaqueArtSeverityOverride(_ options: OptionValues) -> Severity? {
  switch options.choice(opaqueArtPolicyOption) {
  case "discouraged": .warning
  case "accepted": .hint
  default: nil
  }
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let container = asset.container, let coverage = asset.measurements?.coverage,
    let border = asset.measurements?.canvasBorder
  else { return [] }
  let limit = options[maxOpaqueBorderPercent]
  if coverage.hasTransparency, border.isRoundedTile { return [roundedTileEvidence(border)] }
  let share = percentageRoundedToTenths(border.solidPixels, of: border.ringPixels, rounding: .up)
  let reason: String
  // An animation can leave parts of the canvas empty although no pixel of the file is transparent.
  if !coverage.hasTransparency {
    reason =
      container.canBeTransparent
      ? "it has an alpha channel, but 100% of the pixels are opaque"
      : missingTransparencyText(container.format)
  } else if border.isSolid(beyondPercent: limit) {
    reason = "\(wholeOrDecimalText(share))% of the pixels along the edge are opaque (limit: \(limit)%)"
  } else {
    return filledBoxEvidence(asset, options).map { [$0] } ?? []
  }
  let figure = MeasuredValueAndLimit(share, limit: Double(limit), unit: .percent)
  // The image is a photo or a scene, and has no background to remove.
  guard border.isMostlyOneColor else {
    return [
      Evidence(
        "the image fills the canvas to the edge: \(reason)", figure, at: .canvas,
        severity: opaqueArtSeverityOverride(options))
    ]
  }
  let color = border.mostFrequentSolidColor.map { " (about \(hexColorCode($0)))" } ?? ""
  return [
    Evidence(
      "the background is solid\(color): \(reason)", figure, at: .canvas,
      severity: opaqueArtSeverityOverride(options),
      fix: Fix(.removeBackground))
  ]
}

/// The evidence for a tile, whose transparent corners are probably intentional.
private func roundedTileEvidence(_ border: BorderRing) -> Evidence {
  let share = percentageRoundedToTenths(border.solidPixels, of: border.ringPixels)
  return Evidence(
    "the art is a tile with rounded corners: \(wholeOrDecimalText(share))% of the pixels along the edge are opaque",
    MeasuredValueAndLimit(share, limit: nil, unit: .percent), at: .canvas, severity: .hint)
}

/// The evidence for art that fills its bounding box on a larger canvas.
private func filledBoxEvidence(_ asset: Asset, _ options: OptionValues) -> Evidence? {
  guard let filled = asset.measurements?.filledBox, let box = filled.firstFrameBox else { return nil }
  let ring = filled.ring
  let share = percentageRoundedToTenths(ring.solidPixels, of: ring.ringPixels)
  let figure = MeasuredValueAndLimit(share, limit: nil, unit: .percent)
  let edge = "\(wholeOrDecimalText(share))% of the pixels along its edge are opaque"
  guard ring.isSolid(beyondPercent: options[maxOpaqueBorderPercent]) else {
    return Evidence(
      "the art is a tile of \(box.size) whose corners are not square: \(edge)", figure,
      at: .region(box, frame: nil),
      severity: .hint)
  }
  return Evidence(
    "the art is a solid rectangle of \(box.size): \(edge)", figure, at: .region(box, frame: nil),
    severity: opaqueArtSeverityOverride(options))
}

extension Measurements {
  /// Whether the background is solid according to the default limit, regardless of the configuration. If so,
  /// there is no outline to check, and `opaque-background` reports the sticker. The value is false if the
  /// border was not measured.
  var hasSolidBackground: Bool {
    canvasBorder?.isSolid(beyondPercent: OptionValues()[maxOpaqueBorderPercent]) ?? false
      || filledBox?.firstFrameBox != nil
  }
}

extension BorderRing {
  /// Whether more than the given percentage of the ring is solid.
  fileprivate func isSolid(beyondPercent percent: Int) -> Bool { solidPixels * 100 > ringPixels * percent }
}

private func missingTransparencyText(_ format: ImageFormat) -> String {
  switch format {
  case .png, .apng: "the \(format.name) has no alpha channel"
  case .gif: "the GIF has no transparent color"
  case .jpeg: "a JPEG has no alpha channel"
  case .webp, .webm: "the \(format.name) has no alpha channel"
  }
}

/// Formats 0xRRGGBB as `#FFCCAA`.
private func hexColorCode(_ color: UInt32) -> String {
  let digits = String(color, radix: 16, uppercase: true)
  return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
}
