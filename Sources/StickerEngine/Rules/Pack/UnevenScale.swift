import StickerImage

extension Rule {
  /// Reports art that is much smaller or larger on its canvas than the art of other stickers.
  static let unevenScale = Rule(
    id: "uneven-scale",
    severity: .hint,
    summary: "The art of all stickers in a pack fills a similar share of the canvas.",
    reason: """
      Messages scales each canvas to a cell of the same size. A sticker that fills far less of its canvas than
      the others looks lost among them. One that fills far more looks as if it belongs to a different pack.

      The rule compares each sticker with at least four others of similar proportions. It compares the
      bounding box of the art and the area that the art covers, and uses the smaller difference. Thin drawings
      cover a small area and tall drawings have a narrow bounding box, but neither kind is small.
      """,
    advice: "Scale the art so that it fills its canvas like the other stickers.",
    options: [minScale],
    exampleView: .whole, needs: [.bounds, .coverage],
    examples: [
      .passes(
        "a little smaller than the others", .disc(percent: 100).named("a.png"),
        .disc(percent: 100).named("b.png"), .disc(percent: 100).named("c.png"),
        .disc(percent: 100).named("d.png"), .disc(percent: 70).named("small.png")),
      .fires(
        "half as large as the others", .disc(percent: 100).named("a.png"),
        .disc(percent: 100).named("b.png"), .disc(percent: 100).named("c.png"),
        .disc(percent: 100).named("d.png"), .disc(percent: 50).named("small.png"),
        message: """
          smaller than similar stickers in the pack: 25.3% of their typical area (minimum: 40%)
          """),
    ],
    check: .pack(evaluate))
}

private let minScale = RuleOption(
  "min-scale", 40, .percent, in: 1...100, source: .ownMeasurements,
  "minimum ratio between the areas of a sticker and of similar stickers, in either direction")

/// The number of other stickers with similar proportions that a comparison needs.
private let minPeers = 4
/// The maximum number of stickers that a median is computed from, because a pack may have thousands.
private let maxPeers = 256

/// How much of its canvas a sticker's art fills.
private struct Extent {
  let path: Path
  /// Width divided by height.
  let proportion: Double
  /// The areas of the bounding box and of the visible art, divided by the area of the square that the canvas
  /// is scaled into.
  let (boxShare, coveredShare): (Double, Double)

  init?(_ sticker: AssetAnalysis) {
    guard let art = sticker.facts.artExtent, let canvas = sticker.facts.canvas, !sticker.isVariant else {
      return nil
    }
    let square = Double(canvas.longerSide) * Double(canvas.longerSide)
    path = sticker.path
    proportion = Double(art.boundingSize.width) / Double(art.boundingSize.height)
    (boxShare, coveredShare) = (
      Double(art.boundingSize.area) / square, Double(art.maxVisiblePixelCount) / square
    )
  }

  func hasSimilarProportion(_ other: Extent) -> Bool {
    proportion <= other.proportion * 1.5 && other.proportion <= proportion * 1.5
  }
}

private func evaluate(_ pack: PackContents, _ options: OptionValues) -> [PackEvidence] {
  let limit = options[minScale]
  let extents = pack.stickers.compactMap(Extent.init)
  // When stickers are sorted by proportion, the peers of each sticker are a contiguous range.
  let sorted = extents.sorted { ($0.proportion, $0.coveredShare) < ($1.proportion, $1.coveredShare) }
  var (low, high) = (0, 0)
  var medians: [Path: (box: Double, covered: Double)] = [:]
  var last: (peers: Range<Int>, median: (box: Double, covered: Double))?
  for extent in sorted {
    while !sorted[low].hasSimilarProportion(extent) { low += 1 }
    while high < sorted.count, sorted[high].hasSimilarProportion(extent) { high += 1 }
    let peers = sorted[low..<high]
    guard peers.count > minPeers else { continue }
    // Consecutive stickers usually have the same peers.
    if last?.peers != peers.indices {
      let step = (peers.count + maxPeers - 1) / maxPeers
      let some = stride(from: low, to: high, by: step).map { sorted[$0] }
      last = (peers.indices, (median(some.map(\.boxShare)), median(some.map(\.coveredShare))))
    }
    medians[extent.path] = last?.median
  }
  return extents.compactMap { extent in
    guard let usual = medians[extent.path] else { return nil }
    return evidence(extent, extent.boxShare / usual.box, extent.coveredShare / usual.covered, limit)
  }
}

private func evidence(_ extent: Extent, _ box: Double, _ covered: Double, _ limit: Int) -> PackEvidence? {
  let (less, more) = (max(box, covered), min(box, covered))
  if less * 100 < Double(limit) {
    let share = (less * 1000).rounded(.down) / 10
    return PackEvidence(
      """
      smaller than similar stickers in the pack: \(decimalText(share))% of their typical area (minimum: \(limit)%)
      """, MeasuredValue(share, limit: Double(limit), unit: .percent), on: extent.path)
  }
  if 100 < more * Double(limit) {
    let share = (1000 / more).rounded(.down) / 10
    return PackEvidence(
      """
      larger than similar stickers in the pack: their typical area is \(decimalText(share))% of this one \
      (minimum: \(limit)%)
      """, MeasuredValue(share, limit: Double(limit), unit: .percent), on: extent.path)
  }
  return nil
}

/// - Parameter numbers: at least one number.
private func median(_ numbers: [Double]) -> Double {
  let sorted = numbers.sorted()
  return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}
