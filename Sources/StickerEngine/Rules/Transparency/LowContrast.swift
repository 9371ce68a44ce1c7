import StickerImage

extension Rule {
  static let lowContrast = Rule(
    id: "low-contrast",
    severity: .warning,
    summary: "A sticker is visible on every background.",
    reason: """
      People put stickers on white and on dark conversations, on colored bubbles, on wallpapers and on photos.
      Art of one color disappears on a background of that color. A part of the art can disappear too: dark
      writing beside a bright figure is gone in dark mode.

      The rule places each sticker on white, black, red, yellow, and the color of the pack's own sticker
      browser. It divides the solid pixels into connected parts. Letters beside each other are one part. A
      part is visible if some of it is clearly lighter or darker than the background, or has another hue. An
      outline or a border is enough, and so is a detail inside the part. The rule compares lightness in the
      same way as WCAG, the Web Content Accessibility Guidelines.

      Parts that disappear only on red or yellow get a hint, because few conversations have that color. The
      rule also places the sticker on an image of all hues and on a photo. No part disappears everywhere on
      these, so a share of all pixels has to stand out.
      """,
    advice: """
      Give the parts that disappear a border in a second color: dark around light art, light around dark \
      art. A tenth of each part has to differ from the background.
      """,
    parameters: [minSeen, minPart, minShare, minContrast, minDistance],
    references: [.wcagContrast, .oklab],
    view: .backgrounds, subject: .sight, needs: [.samples, .artPoints, .border],
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
    check: .asset(evaluate), marks: allParts)
}

private let minSeen = Parameter(
  "min-seen", 10, .percent, in: 0...100, source: .measured,
  "minimum share of a part that has to stand out for the part to be visible")
private let minPart = Parameter(
  "min-part", 2, .percent, in: 1...100, source: .measured,
  "minimum size of a part that must not disappear, as a share of the art")
private let minShare = Parameter(
  "min-share", 25, .percent, in: 0...100, source: .measured,
  "minimum share of all visible pixels that has to stand out on the multicolor and photo backgrounds")
private let minContrast = Parameter(
  "min-contrast", 1.5, .toOne, in: 1...21, source: .measured,
  "minimum contrast with the background for a pixel to stand out; 1 means no contrast, 21 is black on white")
private let minDistance = Parameter(
  "min-distance", 0.1, .number, in: 0...1, source: .measured,
  "minimum difference in hue for a pixel to stand out, in OKLab without lightness; 0 means no difference")

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  // `opaque-background` reports solid rectangles, and an outline would not help them.
  guard let measurements = asset.measurements, !measurements.hasSolidBackground else { return [] }
  let words = [onFlat(losses(asset, settings), settings), onPictures(asset, settings)].compactMap(\.self)
  guard let first = words.first else { return [] }
  return [
    Evidence(
      words.map(\.sight).joined(separator: ", and "), first.figure, at: .canvas,
      severity: words.contains { !$0.isRare } ? nil : .hint)
  ]
}

/// Strong colors, which only few conversations have as a background.
private let rare = [TestBackground.red.name, TestBackground.yellow.name]

/// The part of the message about one kind of background.
private struct Words {
  /// Whether few conversations have these backgrounds.
  let isRare: Bool
  let sight: String
  let figure: MeasuredValue
}

/// A background on which parts of the art disappear.
private struct Loss {
  let name: String
  let times: [InvisibleFrame]
}

/// The backgrounds on which parts of the art disappear for at least half of the time.
private func losses(_ asset: Asset, _ settings: Settings) -> [Loss] {
  guard let points = asset.measurements?.artPoints else { return [] }
  let limits = InvisiblePartLimits(
    contrast(settings), minVisibleShare: Double(settings[minSeen]) / 100,
    minPartShare: Double(settings[minPart]) / 100)
  var backgrounds = TestBackground.all.filter(\.isFlat)
  if let own = asset.context.declaration?.metadata.background {
    backgrounds.append(.flat("the pack's own background", own))
  }
  return zip(backgrounds, points.invisibleParts(on: backgrounds, limits)).compactMap { background, times in
    let hit = times.filter { !$0.parts.isEmpty }
    let seconds = { (times: [InvisibleFrame]) in times.reduce(0) { $0 + $1.seconds } }
    return !hit.isEmpty && 2 * seconds(hit) >= seconds(times)
      ? Loss(name: background.name, times: times) : nil
  }
}

private func onFlat(_ lost: [Loss], _ settings: Settings) -> Words? {
  let shares = lost.flatMap(\.times).map { $0.parts.reduce(0) { $0 + $1.share } }
  guard let most = shares.max(), most > 0 else { return nil }
  let (percents, limit) = ((most * 100).rounded(.up), settings[minPart])
  let upTo = lost.count > 1 ? "up to " : ""
  return Words(
    isRare: lost.allSatisfy { rare.contains($0.name) },
    sight: """
      \(upTo)\(tenths(percents))% of the art disappears on \(listText(lost.map(\.name))) (limit: \(limit)%)
      """,
    figure: MeasuredValue(percents, limit: Double(limit), unit: .percent))
}

private func onPictures(_ asset: Asset, _ settings: Settings) -> Words? {
  guard let samples = asset.measurements?.samples else { return nil }
  let limit = settings[minShare]
  let shares = TestBackground.all.filter { !$0.isFlat }.compactMap { background in
    samples.share(contrastingWith: background, contrast(settings), enough: Double(limit) / 100).map {
      (name: background.name, share: $0)
    }
  }
  // The share is measured on samples, so a share within their uncertainty of the limit passes.
  let tolerance = min(Samples.uncertainty, Double(limit) / 200)
  let low = shares.filter { $0.share < Double(limit) / 100 - tolerance }
  guard let least = low.map(\.share).min() else { return nil }
  let percents = (least * 100).rounded(.down)
  let backgrounds = "\(listText(low.map(\.name))) background\(low.count == 1 ? "" : "s")"
  return Words(
    isRare: false,
    sight: "only \(tenths(percents))% of the art stands out on the \(backgrounds) (minimum: \(limit)%)",
    figure: MeasuredValue(percents, limit: Double(limit), unit: .percent))
}

private func contrast(_ settings: Settings) -> ContrastLimits {
  ContrastLimits(minContrast: settings.real(minContrast), minDistance: settings.real(minDistance))
}

/// The area of every part that disappears on a background, in the first frame where it does.
private func allParts(_ asset: Asset, _ settings: Settings) -> [Mark.Area] {
  var areas: [Mark.Area] = []
  for loss in losses(asset, settings) {
    for part in loss.times.first(where: { !$0.parts.isEmpty })?.parts ?? [] {
      let area = Mark.Area.rectangle(part.place, frame: part.frame)
      if !areas.contains(area) { areas.append(area) }
    }
  }
  return areas
}
