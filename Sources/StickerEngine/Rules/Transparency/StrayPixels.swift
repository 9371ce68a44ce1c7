import StickerImage

extension Rule {
  /// Nothing was left over.
  static let strayPixels = Rule(
    id: "stray-pixels",
    severity: .warning,
    summary: "No forgotten specks or haze lie around the art.",
    reason: """
      A speck is a small dot far from the art that was forgotten there: it shows on the first bubble of
      another color. An arc is the remainder of an erased line or shadow: faint, thin and at least
      3% of the canvas long. Specks and arcs that cover less than one pixel of the screen on a regular sticker
      are not reported. Haze is invisibly faint: less than 2% opacity (alpha 1 to 4 of 255),
      like a layer that was left on. Programs that trim or center the art take haze for a part of it, and the
      sticker comes out small and off its middle.
      """,
    advice: """
      Select the empty space around the art and clear it: that removes specks, arcs, and haze that you cannot \
      see. \
      Make a dot that is meant larger, or move it closer to the art.
      """,
    fixes: [.clearSpecks, .clearHaze],
    parameters: [minPixels, minDistance, maxHaze, minFade],
    roles: .sent,
    view: .whole, subject: .sight, needs: [.bounds, .specks],
    examples: [
      .passes("a dot of 16 px: large enough to be meant", .dotted([(20, 20)], side: 4)),
      .passes("a speck close to the art", .dotted([(150, 35)], side: 3)),
      .fires(
        "a speck in a corner", .dotted([(20, 20)], side: 3),
        message: """
          a speck of 9 px lies at (20, 20), at least 12 px from everything else; a dot there should have at \
          least 12 px
          """),
      .fires(
        "three specks", .dotted([(15, 270), (20, 20), (280, 275)], side: 2),
        message: """
          3 specks, the first of 4 px at (20, 20), lie at least 12 px from everything else; a dot there \
          should have at least 12 px
          """),
      .passes("a thin line that is opaque: drawn", .underlined(alpha: 255)),
      .fires(
        "an arc that is left of an erased shadow", .underlined(alpha: 110),
        message: "a faint arc at (75, 270), 150 px long and on average 43% opaque, lies apart from the art"),
      .fires(
        "haze around the art: a layer that is hardly there", .hazy(alpha: 2, margin: 10),
        message: """
          haze too faint to be seen (less than 2% opacity) reaches 36 px beyond the art; at most 12 px may \
          be left
          """),
    ],
    check: .asset { asset, settings in
      specks(asset, settings) + arcs(asset, settings) + haze(asset, settings)
    },
    marks: { asset, settings in
      leftovers(asset, settings).map { .rectangle($0.place, frame: $0.frame) }
        + arcs(asset).map { .rectangle($0.place, frame: 0) }
        + (film(asset, settings).map { [.rectangle($0.place, frame: nil)] } ?? [])
    })
}

private let minPixels = Parameter(
  "min-pixels", 12, .pixels, in: 1...16, source: .measured,
  "a dot of fewer pixels is a speck")
private let minDistance = Parameter(
  "min-distance", 12, .pixels, in: 4...16, source: .measured,
  "how far from everything else a dot must lie to be a speck")
private let maxHaze = Parameter(
  "max-haze", 12, .pixels, in: 0...8192, source: .measured,
  "how far haze may reach beyond what is visible")
private let minFade = Parameter(
  "min-fade", 20, .percent, in: 0...100, source: .measured,
  "haze passes as a soft fade where this share of it again is a little stronger (alpha 5 to 8)")

private func leftovers(_ asset: Asset, _ settings: Settings) -> [Specks.Speck] {
  let arcs = arcs(asset)
  return (asset.measurements?.specks?.found ?? []).filter { speck in
    speck.pixels < settings[minPixels] && speck.distance >= settings[minDistance]
      && isSeen(speck.opacity, asset) && !arcs.contains { $0.place.intersection(speck.place) == speck.place }
  }
}

private func arcs(_ asset: Asset) -> [FaintArcs.Arc] {
  (asset.measurements?.arcs?.found ?? []).filter { isSeen($0.opacity, asset) }
}

private func isSeen(_ opacity: Double, _ asset: Asset) -> Bool {
  asset.canvas?.showsOnDevice(opacity) ?? false
}

private func arcs(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  let arcs = arcs(asset)
  guard let first = arcs.first else { return [] }
  let place = "at (\(first.place.x), \(first.place.y))"
  let measured = "\(first.length) px long and on average \(Int(first.meanAlpha * 100))% opaque"
  let message =
    arcs.count == 1
    ? "a faint arc \(place), \(measured), lies apart from the art"
    : "\(arcs.count) faint arcs lie apart from the art, the first \(place), \(measured)"
  return [
    Evidence(
      message, MeasuredValue(first.length, limit: 0, unit: .pixels), at: .region(first.place, frame: 0),
      fix: Fix(.clearSpecks, settings[minPixels], settings[minDistance]))
  ]
}

private func specks(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  let (least, distance) = (settings[minPixels], settings[minDistance])
  let specks = leftovers(asset, settings)
  guard let measurements = asset.measurements, let first = specks.first else { return [] }
  let place = "at (\(first.place.x), \(first.place.y))"
  let frame = measurements.frameCount > 1 ? " of frame \(first.frame + 1)" : ""
  let apart = "at least \(distance) px from everything else; a dot there should have at least \(least) px"
  let message =
    specks.count == 1
    ? "a speck of \(first.pixels) px lies \(place)\(frame), \(apart)"
    : "\(specks.count) specks, the first of \(first.pixels) px \(place)\(frame), lie \(apart)"
  return [
    Evidence(
      message, MeasuredValue(first.pixels, limit: least, unit: .pixels),
      at: .region(first.place, frame: first.frame), fix: Fix(.clearSpecks, least, distance))
  ]
}

/// A film of alpha 1...4 that reaches far beyond what is visible. Where as much is a little stronger, the art
/// fades out, and that is meant.
private func film(_ asset: Asset, _ settings: Settings) -> (place: PixelRect, reach: Int)? {
  guard let bounds = asset.measurements?.bounds, let art = bounds.visible, let all = bounds.occupied,
    bounds.faintPixels * 100 < bounds.hazePixels * settings[minFade], !isSlowFall(bounds)
  else { return nil }
  let beyond = [
    art.x - all.x, art.y - all.y, all.x + all.width - art.x - art.width,
    all.y + all.height - art.y - art.height,
  ]
  guard let reach = beyond.max(), reach > settings[maxHaze] else { return nil }
  return (all, reach)
}

private func haze(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let (place, reach) = film(asset, settings) else { return [] }
  let limit = settings[maxHaze]
  return [
    Evidence(
      """
      haze too faint to be seen (less than 2% opacity) reaches \(reach) px beyond the art; at most \
      \(limit) px may be left
      """, MeasuredValue(reach, limit: limit, unit: .pixels), at: .region(place, frame: nil),
      fix: Fix(.clearHaze))
  ]
}

/// Whether the haze is the far end of a glow, which falls ever slower: of what can be seen faintly (alpha 5
/// to 8) there is some, of alpha 3 and 4 more, of alpha 1 and 2 most. A film has one alpha, or its neighbors.
private func isSlowFall(_ bounds: Bounds) -> Bool {
  let (haze, stronger, faint) = (bounds.hazePixels, bounds.nearlyVisiblePixels, bounds.faintPixels)
  return stronger * 10 >= haze && stronger * 2 <= haze && faint * 20 >= haze
}
