import StickerImage

extension Rule {
  static let strayPixels = Rule(
    id: "stray-pixels",
    severity: .warning,
    summary: "No stray specks, arcs or haze surround the art.",
    reason: """
      A speck is a small, stray dot far from the art. It becomes visible on a bubble of another color. On a
      canvas smaller than 408 px, pixels are enlarged, so clearly visible dots count even at a smaller
      distance. An arc is the remnant of an erased line or shadow: faint, thin and at least 3% of the canvas
      long. Specks and arcs that cover less than one screen pixel on a regular sticker are not reported.

      Haze is too faint to see, with less than 2% opacity (alpha 1 to 4 of 255). It can come from a layer that
      was left on, for example. Programs that trim or center the art treat haze as part of the art, so the
      sticker comes out small and off center.
      """,
    advice: """
      Select the empty space around the art and clear it. This removes specks, arcs, and haze that you \
      cannot see. If a dot is intentional, make it larger or move it closer to the art.
      """,
    fixes: [.clearSpecks, .clearHaze],
    options: [minIntendedDotPixelCount, minSpeckDistance, maxHazeReach, minBarelyVisiblePercentOfHaze],
    roles: .stickerAndFrameRoles,
    exampleView: .whole, checkedAspect: .appearance, requiredMeasurements: [.bounds, .specks],
    examples: [
      .passes("a dot of 16 px, large enough to be intentional", .discWithDots(at: [(20, 20)], side: 4)),
      .passes("a speck close to the art", .discWithDots(at: [(150, 36)], side: 3)),
      .fires(
        "a speck in a corner", .discWithDots(at: [(20, 20)], side: 3),
        message: """
          a speck of 9 px (minimum: 12 px) is at (20, 20), at least 12 px from everything else
          """),
      .fires(
        "three specks", .discWithDots(at: [(15, 270), (20, 20), (280, 275)], side: 2),
        message: """
          3 specks are at least 12 px from everything else, the first of 4 px (minimum: 12 px) at (20, 20)
          """),
      .passes("a thin, opaque line", .underlinedDisc(alpha: 255)),
      .fires(
        "an arc left over from an erased shadow", .underlinedDisc(alpha: 110),
        message: "a faint arc at (75, 270) is detached from the art (150 px long, 43% opaque on average)"),
      .fires(
        "haze around the art, from a layer that is almost transparent", .discOverHaze(alpha: 2, margin: 10),
        message: "invisible haze (less than 2% opacity) reaches 36 px beyond the art (limit: 12 px)"),
    ],
    check: .asset { asset, options in
      speckEvidence(asset, options) + arcEvidence(asset, options) + hazeEvidence(asset, options)
    },
    markedAreasOverride: { asset, options in
      visibleSpecksOutsideArcs(asset, options).map { .rectangle($0.boundingBox, frame: $0.frame) }
        + visibleArcs(asset).map { .rectangle($0.boundingBox, frame: 0) }
        + (excessiveHazeArea(asset, options).map { [.rectangle($0.place, frame: nil)] } ?? [])
    })
}

private let minIntendedDotPixelCount = RuleOption(
  "min-pixels", 12, .pixels, in: 1...16, source: .ownMeasurements,
  "minimum number of pixels in a dot; smaller dots are specks")
private let minSpeckDistance = RuleOption(
  "min-distance", 12, .pixels, in: 4...16, source: .ownMeasurements,
  "minimum distance of a speck from everything else; less on canvases smaller than 408 px")
private let maxHazeReach = RuleOption(
  "max-haze", 12, .pixels, in: 0...8192, source: .ownMeasurements,
  "maximum distance that haze may reach beyond the visible art")
private let minBarelyVisiblePercentOfHaze = RuleOption(
  "min-fade", 20, .percent, in: 0...100, source: .ownMeasurements,
  "minimum number of faint pixels (alpha 5 to 8), relative to the haze, for haze to count as a soft fade")

private func visibleSpecksOutsideArcs(_ asset: Asset, _ options: OptionValues) -> [Specks.Speck] {
  let arcs = visibleArcs(asset)
  guard let canvas = asset.canvas, let specks = asset.measurements?.specks else { return [] }
  return specks.foundSpecks.leftovers(
    smallerThanPixels: options[minIntendedDotPixelCount],
    minDistanceOnRegularSticker: options[minSpeckDistance], on: canvas
  ).filter { speck in
    isVisibleOnDevice(alphaArea: speck.alphaArea, in: asset)
      && !arcs.contains { $0.boundingBox.intersection(speck.boundingBox) == speck.boundingBox }
  }
}

private func visibleArcs(_ asset: Asset) -> [FaintArcRemnants.Arc] {
  (asset.measurements?.faintArcs?.commonArcs ?? []).filter {
    isVisibleOnDevice(alphaArea: $0.alphaArea, in: asset)
  }
}

private func isVisibleOnDevice(alphaArea opacity: Double, in asset: Asset) -> Bool {
  asset.canvas?.isVisibleOnDevice(canvasArea: opacity) ?? false
}

private func arcEvidence(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  let arcs = visibleArcs(asset)
  guard let first = arcs.first else { return [] }
  let place = "at (\(first.boundingBox.x), \(first.boundingBox.y))"
  let measured = "\(first.boundingBoxLongerSide) px long, \(Int(first.meanOpacity * 100))% opaque on average"
  let message =
    arcs.count == 1
    ? "a faint arc \(place) is detached from the art (\(measured))"
    : "\(arcs.count) faint arcs are detached from the art, the first \(place) (\(measured))"
  return [
    Evidence(
      message, MeasuredValueAndLimit(first.boundingBoxLongerSide, limit: 0, unit: .pixels),
      at: .region(first.boundingBox, frame: 0),
      fix: Fix(.clearSpecks, options[minIntendedDotPixelCount], options[minSpeckDistance]))
  ]
}

private func speckEvidence(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  let least = options[minIntendedDotPixelCount]
  let specks = visibleSpecksOutsideArcs(asset, options)
  guard let measurements = asset.measurements, let first = specks.first else { return [] }
  let place = "at (\(first.boundingBox.x), \(first.boundingBox.y))"
  let frame = measurements.frameCount > 1 ? " of frame \(first.frame + 1)" : ""
  let size = "\(first.pixelCount) px (minimum: \(least) px)"
  // On a small canvas, specks count at a smaller distance.
  let distance = min(options[minSpeckDistance], specks.map(\.distanceToNearestPixel).min() ?? 0)
  let apart = "at least \(distance) px from everything else"
  let message =
    specks.count == 1
    ? "a speck of \(size) is \(place)\(frame), \(apart)"
    : "\(specks.count) specks are \(apart), the first of \(size) \(place)\(frame)"
  return [
    Evidence(
      message, MeasuredValueAndLimit(first.pixelCount, limit: least, unit: .pixels),
      at: .region(first.boundingBox, frame: first.frame),
      fix: Fix(.clearSpecks, least, options[minSpeckDistance]))
  ]
}

/// Haze (alpha 1...4) that reaches far beyond the visible art, with its reach in pixels; nil if it does
/// not reach far, or if the art fades out on purpose.
private func excessiveHazeArea(_ asset: Asset, _ options: OptionValues) -> (place: PixelRect, reach: Int)? {
  guard let bounds = asset.measurements?.bounds, let art = bounds.visibleBox,
    let all = bounds.nonzeroAlphaBox,
    bounds.totalBarelyVisiblePixels * 100 < bounds.totalHazePixels * options[minBarelyVisiblePercentOfHaze],
    !isGlowFalloff(bounds)
  else { return nil }
  let beyond = [
    art.x - all.x, art.y - all.y, all.x + all.width - art.x - art.width,
    all.y + all.height - art.y - art.height,
  ]
  guard let reach = beyond.max(), reach > options[maxHazeReach] else { return nil }
  return (all, reach)
}

private func hazeEvidence(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let (place, reach) = excessiveHazeArea(asset, options) else { return [] }
  let limit = options[maxHazeReach]
  return [
    Evidence(
      """
      invisible haze (less than 2% opacity) reaches \(reach) px beyond the art (limit: \(limit) px)
      """, MeasuredValueAndLimit(reach, limit: limit, unit: .pixels), at: .region(place, frame: nil),
      fix: Fix(.clearHaze))
  ]
}

/// Whether the haze is the outer edge of a glow, which fades more and more slowly: some of its pixels have an
/// alpha of 5 to 8, more have 3 or 4, and most have 1 or 2. The haze of a forgotten layer has one alpha value
/// and the values next to it.
private func isGlowFalloff(_ bounds: ArtBounds) -> Bool {
  let (haze, stronger, faint) = (
    bounds.totalHazePixels, bounds.totalStrongerHazePixels, bounds.totalBarelyVisiblePixels
  )
  return stronger * 10 >= haze && stronger * 2 <= haze && faint * 20 >= haze
}
