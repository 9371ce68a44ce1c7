import StickerImage

extension Rule {
  /// The stickers of a pack are drawn to one scale.
  static let unevenScale = Rule(
    id: "uneven-scale",
    severity: .hint,
    summary: "The art of a pack is about equally large on its canvases.",
    reason: """
      Messages scales each canvas to the same cell. One figure that takes far less of its canvas than its
      neighbors looks lost among them, and one that takes far more looks like a different pack.

      Each sticker is compared with those of similar proportions, at least four of them: by the rectangle that
      the art takes and by the area that it covers, whichever differs less. Thin drawings cover little, and
      tall ones take little, without being small.
      """,
    advice: "Scale the art so that it fills its canvas as its neighbors do.",
    parameters: [minScale],
    view: .whole, needs: [.bounds, .coverage],
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
          smaller than its neighbors: it has 25.3% of the area that stickers of its shape have here; at \
          least 40% would fit
          """),
    ],
    check: .pack(evaluate))
}

private let minScale = Parameter(
  "min-scale", 40, .percent, in: 1...100, source: .measured,
  "how much of the area of its neighbors a sticker has to have, and they of its")

/// So many stickers of similar proportions say what is usual.
private let fewestPeers = 4
/// Of more, so many say it as well: packs may have thousands.
private let maxPeers = 256

/// How much of its canvas a sticker's art takes.
private struct Extent {
  let path: Path
  /// Width by height.
  let proportion: Double
  /// The rectangle around it and what it covers, of the square that the canvas is scaled into.
  let (box, covered): (Double, Double)

  init?(_ sticker: AssetAnalysis) {
    guard let art = sticker.facts.art, let canvas = sticker.facts.canvas, !sticker.isSmallerSize else {
      return nil
    }
    let square = Double(canvas.longerSide) * Double(canvas.longerSide)
    path = sticker.path
    proportion = Double(art.box.width) / Double(art.box.height)
    (box, covered) = (Double(art.box.area) / square, Double(art.pixels) / square)
  }

  func isLike(_ other: Extent) -> Bool {
    proportion <= other.proportion * 1.5 && other.proportion <= proportion * 1.5
  }
}

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  let limit = settings[minScale]
  let extents = pack.stickers.compactMap(Extent.init)
  // Sorted by proportion, the peers of each are neighbors.
  let sorted = extents.sorted { ($0.proportion, $0.covered) < ($1.proportion, $1.covered) }
  var (low, high) = (0, 0)
  var medians: [Path: (box: Double, covered: Double)] = [:]
  var last: (peers: Range<Int>, median: (box: Double, covered: Double))?
  for extent in sorted {
    while !sorted[low].isLike(extent) { low += 1 }
    while high < sorted.count, sorted[high].isLike(extent) { high += 1 }
    let peers = sorted[low..<high]
    guard peers.count > fewestPeers else { continue }
    // Of one shape after the other, most have the same peers.
    if last?.peers != peers.indices {
      let step = (peers.count + maxPeers - 1) / maxPeers
      let some = stride(from: low, to: high, by: step).map { sorted[$0] }
      last = (peers.indices, (median(some.map(\.box)), median(some.map(\.covered))))
    }
    medians[extent.path] = last?.median
  }
  return extents.compactMap { extent in
    guard let usual = medians[extent.path] else { return nil }
    return evidence(extent, extent.box / usual.box, extent.covered / usual.covered, limit)
  }
}

private func evidence(_ extent: Extent, _ box: Double, _ covered: Double, _ limit: Int) -> PackEvidence? {
  let (less, more) = (max(box, covered), min(box, covered))
  if less * 100 < Double(limit) {
    let share = (less * 1000).rounded(.down) / 10
    return PackEvidence(
      """
      smaller than its neighbors: it has \(tenths(share))% of the area that stickers of its shape have \
      here; at least \(limit)% would fit
      """, MeasuredValue(share, limit: Double(limit), unit: .percent), on: extent.path)
  }
  if 100 < more * Double(limit) {
    let share = (1000 / more).rounded(.down) / 10
    return PackEvidence(
      """
      larger than its neighbors: stickers of its shape have \(tenths(share))% of its area here; at least \
      \(limit)% would fit
      """, MeasuredValue(share, limit: Double(limit), unit: .percent), on: extent.path)
  }
  return nil
}

/// - Parameter numbers: not empty.
private func median(_ numbers: [Double]) -> Double {
  let sorted = numbers.sorted()
  return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}
