import StickerImage
public import StickerModel

extension Rule {
  /// Nothing was left over.
  public static let strayPixels = Rule(
    id: "stray-pixels",
    severity: .warning,
    summary: "Nothing is left over beside the art.",
    reason: """
      A forgotten speck far from the art shows on the first bubble of another color. A film too faint to
      see does not show, but whatever trims or measures the art takes it for a part of it, and the sticker
      comes out small and off its middle.
      """,
    advice: "Select what is far from the art, also what you cannot see, and clear it.",
    parameters: [minPixels, minDistance, maxHaze, minFade],
    roles: .sent,
    view: .whole, needs: [.bounds, .specks],
    examples: [
      .passes("a dot large enough to be meant", .dotted([(20, 20)], side: 4)),
      .passes("a crumb beside the art", .dotted([(150, 35)], side: 3)),
      .fires(
        "a crumb in a corner", .dotted([(20, 20)], side: 3),
        message: """
          a speck of 9 px lies at (20, 20), 12 px or more from everything else; what is meant has at least \
          12 px
          """),
      .fires(
        "three of them", .dotted([(15, 270), (20, 20), (280, 275)], side: 2),
        message: """
          3 specks, the first of 4 px at (20, 20), lie 12 px or more from everything else; what is meant \
          has at least 12 px
          """),
      .fires(
        "a layer at 1 % behind the art", .hazy(alpha: 2, margin: 10),
        message: """
          a haze that nobody sees (alpha 1 to 4 of 255) reaches 36 px beyond the art; at most 12 px may be \
          left
          """),
    ],
    check: .asset { asset, settings in specks(asset, settings) + haze(asset, settings) })
}

private let minPixels = Parameter(
  "min-pixels", 12, .pixels, in: 1...16, source: .measured,
  "how many pixels a dot has that is meant")
private let minDistance = Parameter(
  "min-distance", 12, .pixels, in: 4...16, source: .measured,
  "how far from everything else a speck lies, at least")
private let maxHaze = Parameter(
  "max-haze", 12, .pixels, in: 0...8192, source: .measured,
  "how far beyond the visible art invisible haze may reach")
private let minFade = Parameter(
  "min-fade", 20, .percent, in: 0...100, source: .measured,
  "how many pixels of alpha 5 to 8 a fade has, at least, of its pixels of alpha 1 to 4")

private func specks(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let survey = asset.survey, let found = survey.specks?.found else { return [] }
  let (least, distance) = (settings[minPixels], settings[minDistance])
  let specks = found.filter { $0.pixels < least && $0.distance >= distance }
  guard let first = specks.first else { return [] }
  let place = "at (\(first.place.x), \(first.place.y))"
  let frame = survey.frameCount > 1 ? " of frame \(first.frame + 1)" : ""
  let apart = "\(distance) px or more from everything else; what is meant has at least \(least) px"
  let message =
    specks.count == 1
    ? "a speck of \(first.pixels) px lies \(place)\(frame), \(apart)"
    : "\(specks.count) specks, the first of \(first.pixels) px \(place)\(frame), lie \(apart)"
  return [
    Evidence(
      message, Figure(first.pixels, limit: least, unit: .pixels),
      at: .region(first.place, frame: first.frame))
  ]
}

/// A film of alpha 1...4 that reaches far beyond what is visible. Where as much is a little stronger, the art
/// fades out, and that is meant.
private func haze(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let bounds = asset.survey?.bounds, let art = bounds.visible, let all = bounds.occupied,
    bounds.faintPixels * 100 < bounds.hazePixels * settings[minFade]
  else { return [] }
  let beyond = [
    art.x - all.x, art.y - all.y, all.x + all.width - art.x - art.width,
    all.y + all.height - art.y - art.height,
  ]
  let (reach, limit) = (beyond.max() ?? 0, settings[maxHaze])
  guard reach > limit else { return [] }
  return [
    Evidence(
      """
      a haze that nobody sees (alpha 1 to 4 of 255) reaches \(reach) px beyond the art; at most \(limit) px \
      may be left
      """, Figure(reach, limit: limit, unit: .pixels), at: .region(all, frame: nil))
  ]
}
