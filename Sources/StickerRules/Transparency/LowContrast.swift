import StickerImage
public import StickerModel

extension Rule {
  /// The art can be seen wherever it lands.
  public static let lowContrast = Rule(
    id: "low-contrast",
    severity: .warning,
    summary: "A sticker stands out on every background.",
    reason: """
      People put stickers on white and dark transcripts, on colored bubbles, on wallpapers and photos. Art of one
      color disappears on ground of that color. A pixel stands out by its contrast (relative luminance, as WCAG
      has it) or, where both are as bright, by a clearly different color. Tried are white, black, red, yellow, a
      picture of all hues, a photo, and the color of the pack's own sticker browser.
      """,
    advice: """
      Give the art an outline or a soft shadow that differs from it: a white border with a thin gray edge is \
      seen everywhere.
      """,
    parameters: [minShare, minContrast, minDistance],
    references: [.wcagContrast, .oklab],
    roles: .sent,
    needs: .samples,
    examples: [
      .passes("two tones", .disc(300, 300)),
      .passes("a white border is no fault while there is art inside of it", .outlinedDisc(.coral, .white)),
      .fires(
        "a white cloud", .disc(300, 300, .white),
        message: "0 % of the art stands out on white; at least 25 % should, everywhere"),
      .fires(
        "a thin black line around black", .outlinedDisc(.black, .nearlyBlack),
        message: "0 % of the art stands out on black; at least 25 % should, everywhere"),
    ],
    check: .asset(judge))
}

private let minShare = Parameter(
  "min-share", 25, .percent, in: 0...100, source: .measured,
  "how much of what is visible must stand out on each background")
private let minContrast = Parameter(
  "min-contrast", 1.5, .toOne, in: 1...21, source: .measured,
  "from which contrast ratio on a pixel stands out")
private let minDistance = Parameter(
  "min-distance", 0.15, .number, in: 0...1, source: .measured,
  "from which distance in OKLab on a pixel stands out (black and white are 1 apart)")

private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let samples = asset.survey?.samples else { return [] }
  let limit = settings[minShare]
  let limits = StandingOut(
    minContrast: settings.real(minContrast), minDistance: settings.real(minDistance))
  let own = asset.surroundings.declaration?.background.map { TestBackground.flat("the pack's own background", $0) }
  let shares = (TestBackground.all + (own.map { [$0] } ?? [])).compactMap { background in
    samples.share(standingOutFrom: background, limits, enough: Double(limit) / 100).map {
      (name: background.name, percent: ($0 * 1000).rounded(.down) / 10)
    }
  }
  let low = shares.filter { $0.percent < Double(limit) - Samples.uncertainty * 100 }
  guard let least = low.map(\.percent).min(), let most = low.map(\.percent).max() else { return [] }
  let share = least == most ? tenths(least) : "\(tenths(least)) to \(tenths(most))"
  return [
    Evidence(
      "\(share) % of the art stands out on \(joined(low.map(\.name))); at least \(limit) % should, everywhere",
      Figure(least, limit: Double(limit), unit: .percent), at: .canvas)
  ]
}
