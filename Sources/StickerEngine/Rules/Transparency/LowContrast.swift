import StickerImage

extension Rule {
  static let lowContrast = Rule(
    id: "low-contrast",
    severity: .warning,
    summary: "A sticker is visible on every background.",
    reason: """
      People put stickers on white and dark conversations, colored bubbles, wallpapers and photos. Art of one
      color disappears on a background of that color. A part of the art can also disappear. For example, dark
      writing next to a bright figure is invisible in dark mode.

      The rule places each sticker on white, black, red, yellow, and the color of the pack's own sticker
      browser. It divides the solid pixels into connected parts. Letters next to each other are one part. A
      part is visible if some of it is clearly lighter or darker than the background, or has a different hue.
      An outline or a border is enough, and so is a detail inside the part. The rule compares lightness in the
      same way as the Web Content Accessibility Guidelines (WCAG).

      Parts that disappear only on red or yellow are reported as a hint, because few conversations have these
      colors. The rule also places the sticker on an image of all hues and on a photo. No part disappears
      everywhere on these backgrounds, so a share of all pixels has to stand out.
      """,
    advice: """
      Give the parts that disappear a border in a second color: dark around light art, light around dark \
      art. A tenth of each part has to differ from the background.
      """,
    options: [minVisibleShare, minPartShare, minMulticolorShare, minContrast, minHueDistance],
    references: [.wcagContrast, .oklab],
    exampleView: .backgrounds, subject: .appearance, needs: [.colorSamples, .artPoints, .border],
    cannotCheck: { $0.measurements?.hasSolidBackground ?? false },
    examples: [
      .passes("a color that is neither light nor dark", .disc(300, 300, .teal)),
      .passes(
        "a white border, which disappears on white, around art that does not", .outlinedDisc(.teal, .white)),
      .fires(
        "a white disc", .disc(300, 300, .white),
        message: "100% of the art disappears on white (limit: 2%)"),
      .fires(
        "black art with a nearly black border", .outlinedDisc(.black, .nearlyBlack),
        message: "100% of the art disappears on black (limit: 2%)"),
    ],
    check: .asset(evaluate), marks: invisiblePartAreas)
}

private let minVisibleShare = RuleOption(
  "min-seen", 10, .percent, in: 0...100, source: .ownMeasurements,
  "minimum share of a part that has to stand out for the part to be visible")
private let minPartShare = RuleOption(
  "min-part", 2, .percent, in: 1...100, source: .ownMeasurements,
  "minimum size of a part that must not disappear, as a share of the art")
private let minMulticolorShare = RuleOption(
  "min-share", 25, .percent, in: 0...100, source: .ownMeasurements,
  "minimum share of all visible pixels that has to stand out on the multicolor and photo backgrounds")
private let minContrast = RuleOption(
  "min-contrast", 1.5, .contrastRatio, in: 1...21, source: .ownMeasurements,
  "minimum contrast with the background for a pixel to stand out, from 1 (none) to 21 (black on white)")
private let minHueDistance = RuleOption(
  "min-distance", 0.1, .unitless, in: 0...1, source: .ownMeasurements,
  "minimum difference in hue for a pixel to stand out, in OKLab without lightness; 0 means no difference")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  // `opaque-background` reports solid rectangles, and an outline would not help them.
  guard let measurements = asset.measurements, !measurements.hasSolidBackground else { return [] }
  let words = [
    flatBackgroundPart(hidingBackgrounds(asset, options), options), patternedBackgroundPart(asset, options),
  ].compactMap(\.self)
  guard let first = words.first else { return [] }
  return [
    Evidence(
      words.map(\.text).joined(separator: ", and "), first.figure, at: .canvas,
      severity: words.contains { !$0.hasOnlyRareBackgrounds } ? nil : .hint)
  ]
}

/// Strong colors, which few conversations have as a background.
private let rareBackgroundNames = [TestBackground.red.name, TestBackground.yellow.name]

/// The part of the message about one kind of background.
private struct MessagePart {
  /// Whether few conversations have these backgrounds.
  let hasOnlyRareBackgrounds: Bool
  let text: String
  let figure: MeasuredValue
}

/// A background on which parts of the art disappear.
private struct HidingBackground {
  let name: String
  let frames: [FrameInvisibleParts]
}

/// The backgrounds on which parts of the art disappear for at least half of the time.
private func hidingBackgrounds(_ asset: Asset, _ options: OptionValues) -> [HidingBackground] {
  guard let points = asset.measurements?.artPoints else { return [] }
  let limits = InvisiblePartLimits(
    contrastLimits(options), minVisibleShare: Double(options[minVisibleShare]) / 100,
    minPartShare: Double(options[minPartShare]) / 100)
  var backgrounds = TestBackground.all.filter(\.isFlat)
  if let own = asset.context.listing?.metadata.background {
    backgrounds.append(.flat("the pack's own background", own))
  }
  return zip(backgrounds, points.invisibleParts(on: backgrounds, limits)).compactMap { background, times in
    let hit = times.filter { !$0.parts.isEmpty }
    let seconds = { (times: [FrameInvisibleParts]) in times.reduce(0) { $0 + $1.seconds } }
    return !hit.isEmpty && 2 * seconds(hit) >= seconds(times)
      ? HidingBackground(name: background.name, frames: times) : nil
  }
}

private func flatBackgroundPart(_ lost: [HidingBackground], _ options: OptionValues) -> MessagePart? {
  let shares = lost.flatMap(\.frames).map { $0.parts.reduce(0) { $0 + $1.artShare } }
  guard let most = shares.max(), most > 0 else { return nil }
  let (percents, limit) = ((most * 100).rounded(.up), options[minPartShare])
  let upTo = lost.count > 1 ? "up to " : ""
  return MessagePart(
    hasOnlyRareBackgrounds: lost.allSatisfy { rareBackgroundNames.contains($0.name) },
    text: """
      \(upTo)\(decimalText(percents))% of the art disappears on \(listText(lost.map(\.name))) (limit: \(limit)%)
      """,
    figure: MeasuredValue(percents, limit: Double(limit), unit: .percent))
}

private func patternedBackgroundPart(_ asset: Asset, _ options: OptionValues) -> MessagePart? {
  guard let samples = asset.measurements?.colorSamples else { return nil }
  let limit = options[minMulticolorShare]
  let shares = TestBackground.all.filter { !$0.isFlat }.compactMap { background in
    samples.share(contrastingWith: background, contrastLimits(options), stopsAbove: Double(limit) / 100).map {
      (name: background.name, share: $0)
    }
  }
  // The share is measured on samples, so a share that misses the limit by no more than their uncertainty
  // passes.
  let tolerance = min(ColorSamples.shareUncertainty, Double(limit) / 200)
  let low = shares.filter { $0.share < Double(limit) / 100 - tolerance }
  guard let least = low.map(\.share).min() else { return nil }
  let percents = (least * 100).rounded(.down)
  let backgrounds = "\(listText(low.map(\.name))) background\(low.count == 1 ? "" : "s")"
  return MessagePart(
    hasOnlyRareBackgrounds: false,
    text: "only \(decimalText(percents))% of the art stands out on the \(backgrounds) (minimum: \(limit)%)",
    figure: MeasuredValue(percents, limit: Double(limit), unit: .percent))
}

private func contrastLimits(_ options: OptionValues) -> ContrastLimits {
  ContrastLimits(minContrast: options.real(minContrast), minChromaDistance: options.real(minHueDistance))
}

/// The area of every part that disappears on a background, in the first frame in which one does.
private func invisiblePartAreas(_ asset: Asset, _ options: OptionValues) -> [FindingMark.Area] {
  var areas: [FindingMark.Area] = []
  for loss in hidingBackgrounds(asset, options) {
    for part in loss.frames.first(where: { !$0.parts.isEmpty })?.parts ?? [] {
      let area = FindingMark.Area.rectangle(part.boundingBox, frame: part.frame)
      if !areas.contains(area) { areas.append(area) }
    }
  }
  return areas
}
