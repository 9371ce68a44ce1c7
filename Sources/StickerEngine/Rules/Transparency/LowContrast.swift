import StickerImage

extension Rule {
  /// The art can be seen wherever it lands.
  static let lowContrast = Rule(
    id: "low-contrast",
    severity: .warning,
    summary: "A sticker stands out on every background.",
    reason: """
      People put stickers on white and on dark conversations, on colored bubbles, on wallpapers and photos.
      Art of one color disappears on a background of that color, and so does a part of it: dark writing
      beside a bright figure is gone in dark mode.

      So each sticker is laid on white, black, red, yellow, and the color of the pack's own sticker browser.
      Its solid pixels are told apart into parts that hang together; letters beside each other are one part.
      A part is seen where some of it is clearly lighter or darker than the background, or of another hue:
      an outline or a rim is enough, and so is what lies inside it. Light and dark are compared as WCAG, the
      web's accessibility guidelines, do it. What vanishes on red or yellow alone is a hint: few
      conversations are of that color. On a picture of all hues and on a photo no part is gone everywhere:
      there a share of all pixels must stand out.
      """,
    advice: """
      Give what vanishes a border of a second color: dark around light art, light around dark art. A tenth \
      of each part has to differ from the background.
      """,
    parameters: [minSeen, minPart, minShare, minContrast, minDistance],
    references: [.wcagContrast, .oklab],
    view: .backgrounds, subject: .sight, needs: [.samples, .artPoints, .border],
    cannotCheck: { $0.measurements?.hasSolidBackground ?? false },
    examples: [
      .passes("a color that is neither light nor dark", .disc(300, 300, .teal)),
      .passes(
        "a white border, which vanishes on white, around art that does not", .outlinedDisc(.teal, .white)),
      .fires(
        "a white cloud", .disc(300, 300, .white),
        message: "hard to see on white: 100% of the art disappears; at most 2% may"),
      .fires(
        "black art with a border that is nearly black", .outlinedDisc(.black, .nearlyBlack),
        message: "hard to see on black: 100% of the art disappears; at most 2% may"),
    ],
    check: .asset(evaluate), marks: allParts)
}

private let minSeen = Parameter(
  "min-seen", 10, .percent, in: 0...100, source: .measured,
  "how much of a part must stand out for it to be seen")
private let minPart = Parameter(
  "min-part", 2, .percent, in: 1...100, source: .measured,
  "from which share of the art something is a part that must not vanish")
private let minShare = Parameter(
  "min-share", 25, .percent, in: 0...100, source: .measured,
  "how much of all that is visible must stand out on a picture")
private let minContrast = Parameter(
  "min-contrast", 1.5, .toOne, in: 1...21, source: .measured,
  "from which contrast with the background a pixel stands out (1 is none, 21 black on white)")
private let minDistance = Parameter(
  "min-distance", 0.1, .number, in: 0...1, source: .measured,
  "the difference in hue from which a pixel stands out (in OKLab without lightness; 0 is none)")

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  // A solid rectangle is told so by `opaque-background`; an outline would not help it.
  guard let measurements = asset.measurements, !measurements.hasSolidBackground else { return [] }
  let words = [onFlat(losses(asset, settings), settings), onPictures(asset, settings)].compactMap(\.self)
  guard let first = words.first else { return [] }
  let places = listText(words.flatMap(\.places))
  return [
    Evidence(
      "hard to see on \(places): \(words.map(\.sight).joined(separator: "; "))", first.figure, at: .canvas,
      severity: words.contains { !$0.isRare } ? nil : .hint)
  ]
}

/// Strong colors, on which stickers come to lie where somebody has such a wallpaper.
private let rare = [TestBackground.red.name, TestBackground.yellow.name]

/// What is said of backgrounds of one kind.
private struct Words {
  let places: [String]
  /// Whether messages rarely lie on any of these.
  let isRare: Bool
  let sight: String
  let figure: MeasuredValue
}

/// A background on which parts vanish.
private struct Loss {
  let name: String
  let times: [InvisibleFrame]
}

/// Each background on which parts vanish for at least half of the time.
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
  return Words(
    places: lost.map(\.name), isRare: lost.allSatisfy { rare.contains($0.name) },
    sight: "\(tenths(percents))% of the art disappears; at most \(limit)% may",
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
  // The share is one of samples: what may have met the limit has met it.
  let tolerance = min(Samples.uncertainty, Double(limit) / 200)
  let low = shares.filter { $0.share < Double(limit) / 100 - tolerance }
  guard let least = low.map(\.share).min() else { return nil }
  let percents = (least * 100).rounded(.down)
  return Words(
    places: low.map(\.name), isRare: false,
    sight: "\(tenths(percents))% of the art stands out; at least \(limit)% should",
    figure: MeasuredValue(percents, limit: Double(limit), unit: .percent))
}

private func contrast(_ settings: Settings) -> ContrastLimits {
  ContrastLimits(minContrast: settings.real(minContrast), minDistance: settings.real(minDistance))
}

/// Every part that vanishes somewhere, in the first frame that shows it.
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
