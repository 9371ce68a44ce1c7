import StickerImage
package import StickerModel

extension Rule {
  /// The art can be seen wherever it lands.
  package static let lowContrast = Rule(
    id: RuleID.lowContrast,
    severity: .warning,
    summary: "A sticker stands out on every background.",
    reason: """
      People put stickers on white and on dark conversations, on colored bubbles, on wallpapers and photos.
      Art of one color disappears on a background of that color.

      So each sticker is laid on white, black, red, yellow, a picture of all hues, a photo, and the color of
      the pack's own sticker browser. On each of them a share of its pixels must stand out: a pixel stands out
      where it is clearly lighter or darker than what is behind it, or has a clearly different color. Light
      and dark are compared as WCAG, the web's accessibility guidelines, do it.
      """,
    advice: """
      Give the art a wide border of a second color: dark around light art, light around dark art. A quarter \
      of all that is visible has to differ from each background; a thin line is too little.
      """,
    parameters: [minShare, minContrast, minDistance],
    references: [.wcagContrast, .oklab],
    view: .backgrounds, needs: [.samples, .border],
    examples: [
      .passes("a color that is neither light nor dark", .disc(300, 300, .teal)),
      .passes(
        "a white border, which vanishes on white, around art that does not", .outlinedDisc(.teal, .white)),
      .fires(
        "a white cloud", .disc(300, 300, .white),
        message: "0 % of the art stands out on white; at least 25 % should, everywhere"),
      .fires(
        "black art with a border that is nearly black", .outlinedDisc(.black, .nearlyBlack),
        message: "0 % of the art stands out on black; at least 25 % should, everywhere"),
    ],
    check: .asset(judge))
}

private let minShare = Parameter(
  "min-share", 25, .percent, in: 0...100, source: .measured,
  "how much of the visible area must stand out on each background")
private let minContrast = Parameter(
  "min-contrast", 1.5, .toOne, in: 1...21, source: .measured,
  "from which contrast with the background a pixel stands out (1 is none, 21 black on white)")
private let minDistance = Parameter(
  "min-distance", 0.15, .number, in: 0...1, source: .measured,
  "the difference in color from which a pixel stands out (in OKLab; 0 is none, 1 black and white)")

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  // A solid rectangle is told so by `opaque-background`; an outline would not help it.
  guard let survey = asset.survey, let samples = survey.samples, !survey.hasSolidBackground
  else { return [] }
  let limit = settings[minShare]
  let limits = StandingOut(
    minContrast: settings.real(minContrast), minDistance: settings.real(minDistance))
  var backgrounds = TestBackground.all
  if let own = asset.surroundings.declaration?.background {
    backgrounds.append(.flat("the pack's own background", own))
  }
  let shares = backgrounds.compactMap { background in
    samples.share(standingOutFrom: background, limits, enough: Double(limit) / 100).map {
      (name: background.name, share: $0)
    }
  }
  // The share is one of samples: what may have met the limit has met it.
  let tolerance = min(Samples.uncertainty, Double(limit) / 200)
  let low = shares.filter { $0.share < Double(limit) / 100 - tolerance }
  let percents = low.map { ($0.share * 100).rounded(.down) }
  guard let least = percents.min(), let most = percents.max() else { return [] }
  let share = least == most ? tenths(least) : "\(tenths(least)) to \(tenths(most))"
  let places = listed(low.map(\.name))
  return [
    Evidence(
      "\(share) % of the art stands out on \(places); at least \(limit) % should, everywhere",
      Figure(least, limit: Double(limit), unit: .percent), at: .canvas)
  ]
}
