import StickerImage

extension Rule {
  /// Reports stickers that look the same.
  static let nearDuplicateSticker = Rule(
    id: RuleID.nearDuplicateSticker,
    severity: .hint,
    summary: "No two stickers in a pack look the same.",
    reason: """
      Two images that look the same are usually an older and a newer export, and one of them should have been
      deleted. People see the same sticker twice.

      The rule compares stickers with the same size and number of frames by their rough shapes (a 64-bit
      fingerprint), brightness and colors. Stickers with different colors count as different, and so do
      stickers that differ mainly in one area, such as two facial expressions. `duplicate-sticker` reports
      exact copies.
      """,
    advice: "Remove the older of the two from the pack.",
    options: [maxHashDistance],
    references: [.perceptualHash],
    exampleView: .whole, requiredMeasurements: [.imageSignature, .digests],
    examples: [
      .passes(
        "two expressions of a face", .face(smiling: true).renamed("joy.png"),
        .face(smiling: false).renamed("grief.png")),
      .passes(
        "one shape in two colors", .disc(300, 300).renamed("moon.png"),
        .disc(300, 300, .peach).renamed("sun.png")),
      .fires(
        "a version with a speck", .face(smiling: true).renamed("joy.png"),
        .face(smiling: true, speck: true).renamed("joy old.png"),
        message: "looks the same as joy.png"),
    ],
    check: .pack(evaluate))
}

private let maxHashDistance = RuleOption(
  "max-distance", 2, .bits, in: 0...16, source: .ownMeasurements,
  "maximum number of differing bits (of 64) at which two fingerprints count as the same")

private func evaluate(_ pack: PackRuleInput, _ options: OptionValues) -> [PackEvidence] {
  let limit = options[maxHashDistance]
  var known = Set<XXH3Digest>()
  var earlier: [CanvasAndFrameCount: ImageSignatureIndex] = [:]
  return pack.assetsRuleAppliesTo.compactMap { sticker in
    guard let imageSignature = sticker.facts.imageSignature, let canvas = sticker.facts.canvas,
      let digest = sticker.duplicateDetectionHash,
      known.insert(digest).inserted  // `duplicate-sticker` reports exact copies
    else { return nil }
    let format = CanvasAndFrameCount(canvas: canvas, frames: sticker.facts.frameCount)
    var index = earlier.removeValue(forKey: format) ?? ImageSignatureIndex(within: limit)
    defer { earlier[format] = index }
    let nearest = index.nearestSimilar(to: imageSignature)
    index.add(imageSignature, sticker.path)
    guard let nearest else { return nil }
    let name = distinguishingPathText(nearest.path, from: sticker.path)
    return PackEvidence(
      "looks the same as \(name)",
      MeasuredValueAndLimit(nearest.distance, limit: limit, unit: .bits), on: sticker.path)
  }
}

/// A sticker's canvas and frame count. Only stickers that have both in common are compared.
private struct CanvasAndFrameCount: Hashable {
  let canvas: PixelSize
  let frames: Int
}

/// An index of image signatures by parts of their hashes. If two hashes differ in at most n bits, at least
/// one of n + 1 parts is equal, so only signatures with an equal part need to be compared. If there are many,
/// only the first and the latest are compared, to avoid quadratic time in packs of thousands of similar
/// stickers.
private struct ImageSignatureIndex {
  /// The maximum number of signatures to compare from each end of the list. Names are sorted, so copies are
  /// usually close to each other.
  private static let maxCandidatesFromEachEnd = 256

  private let maxDifferentBits: Int
  private var imageSignatures: [(imageSignature: ImageSignature, path: Path)] = []
  private var indexesByHashPart: [[UInt64: [Int]]]

  init(within limit: Int) {
    self.maxDifferentBits = limit
    indexesByHashPart = Array(repeating: [:], count: limit + 1)
  }

  mutating func add(_ imageSignature: ImageSignature, _ path: Path) {
    for part in indexesByHashPart.indices {
      indexesByHashPart[part][hashPart(of: imageSignature, part), default: []].append(imageSignatures.count)
    }
    imageSignatures.append((imageSignature, path))
  }

  /// The nearest signature that looks the same, or the first of several that are equally near.
  func nearestSimilar(to imageSignature: ImageSignature) -> (path: Path, distance: Int)? {
    var best: (place: Int, distance: Int)?
    for part in indexesByHashPart.indices where best?.distance != 0 {
      for place in limitedCandidateIndexes(imageSignature, part) {
        let distance = imageSignatures[place].imageSignature.hash.distance(to: imageSignature.hash)
        if let best, (best.distance, best.place) <= (distance, place) { continue }
        guard
          imageSignatures[place].imageSignature.isSimilar(
            to: imageSignature, maxHashDistance: maxDifferentBits)
        else {
          continue
        }
        best = (place, distance)
        if distance == 0 { break }  // no other can be nearer, and candidates are in order
      }
    }
    return best.map { (imageSignatures[$0.place].path, $0.distance) }
  }

  /// The indexes of the signatures that have the same hash part as this one, in ascending order; only the first
  /// and the last ones if there are many.
  private func limitedCandidateIndexes(_ imageSignature: ImageSignature, _ part: Int) -> ArraySlice<Int> {
    let equal = indexesByHashPart[part][hashPart(of: imageSignature, part)] ?? []
    if equal.count <= 2 * Self.maxCandidatesFromEachEnd { return equal[...] }
    return equal.prefix(Self.maxCandidatesFromEachEnd) + equal.suffix(Self.maxCandidatesFromEachEnd)
  }

  private func hashPart(of imageSignature: ImageSignature, _ part: Int) -> UInt64 {
    let (from, to) = (part * 64 / (maxDifferentBits + 1), (part + 1) * 64 / (maxDifferentBits + 1))
    return (imageSignature.hash.bits << UInt64(64 - to)) >> UInt64(64 - (to - from))
  }
}
