import StickerImage

extension Rule {
  /// No picture is in a pack twice with a slight change.
  static let nearDuplicateSticker = Rule(
    id: "near-duplicate-sticker",
    severity: .hint,
    summary: "No two stickers of a pack look the same.",
    reason: """
      Two pictures that look the same are usually an older and a newer export, and one of them was to be
      deleted. People see the same sticker twice.

      Stickers of the same size and number of frames are compared by their rough shapes (a fingerprint of 64
      bits), their tones and their colors, so that another color is another sticker. Where the difference is
      concentrated in one place, as between two expressions of one face, they are two stickers. Exact copies are
      reported by `duplicate-sticker`.
      """,
    advice: "Take the older of the two out of the pack.",
    parameters: [maxDistance],
    references: [.perceptualHash],
    view: .whole, needs: [.imageSignature, .digests],
    examples: [
      .passes(
        "two expressions", .face(smiling: true).named("joy.png"), .face(smiling: false).named("grief.png")),
      .passes(
        "one shape in two colors", .disc(300, 300).named("moon.png"),
        .disc(300, 300, .peach).named("sun.png")),
      .fires(
        "an older version with a speck", .face(smiling: true).named("joy.png"),
        .face(smiling: true, speck: true).named("joy old.png"),
        message: "looks the same as joy.png"),
    ],
    check: .pack(evaluate))
}

private let maxDistance = Parameter(
  "max-distance", 2, .bits, in: 0...16, source: .measured,
  "stickers whose fingerprints differ in at most so many of 64 bits look the same")

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  let limit = settings[maxDistance]
  var known = Set<PixelDigest>()
  var earlier: [Format: ImageSignatureIndex] = [:]
  return pack.stickers.compactMap { sticker in
    guard let imageSignature = sticker.facts.imageSignature, let canvas = sticker.facts.canvas,
      let digest = sticker.pixelHash,
      known.insert(digest).inserted  // else it is a copy, which `duplicate-sticker` names
    else { return nil }
    let format = Format(canvas: canvas, frames: sticker.facts.frameCount)
    var index = earlier.removeValue(forKey: format) ?? ImageSignatureIndex(within: limit)
    defer { earlier[format] = index }
    let nearest = index.nearest(to: imageSignature)
    index.add(imageSignature, sticker.path)
    guard let nearest else { return nil }
    let name = shown(nearest.path, beside: sticker.path)
    return PackEvidence(
      "looks the same as \(name)",
      MeasuredValue(nearest.distance, limit: limit, unit: .bits), on: sticker.path)
  }
}

/// Canvas and frame count of a sticker: only stickers that agree in both are compared.
private struct Format: Hashable {
  let canvas: PixelSize
  let frames: Int
}

/// Likenesses by parts of their hashes: of two hashes that differ in at most n bits, one of n + 1 parts is
/// equal, so that only those with an equal part need to be looked at. Of many such only the first and the
/// latest are: in a pack of thousands drawn after one pattern, each would be held against each otherwise.
private struct ImageSignatureIndex {
  /// So many of the first and of the latest; copies mostly lie near each other, where names are sorted.
  private static let maxCompared = 256

  private let limit: Int
  private var imageSignatures: [(imageSignature: ImageSignature, path: Path)] = []
  private var places: [[UInt64: [Int]]]

  init(within limit: Int) {
    self.limit = limit
    places = Array(repeating: [:], count: limit + 1)
  }

  mutating func add(_ imageSignature: ImageSignature, _ path: Path) {
    for part in places.indices {
      places[part][bits(of: imageSignature, part), default: []].append(imageSignatures.count)
    }
    imageSignatures.append((imageSignature, path))
  }

  /// The nearest one that looks the same; of those as near, the first.
  func nearest(to imageSignature: ImageSignature) -> (path: Path, distance: Int)? {
    var best: (place: Int, distance: Int)?
    for part in places.indices where best?.distance != 0 {
      for place in candidates(imageSignature, part) {
        let distance = imageSignatures[place].imageSignature.hash.distance(to: imageSignature.hash)
        if let best, (best.distance, best.place) <= (distance, place) { continue }
        guard imageSignatures[place].imageSignature.isSimilar(to: imageSignature, within: limit) else {
          continue
        }
        best = (place, distance)
        if distance == 0 { break }  // none is nearer, and the first of those as near comes first
      }
    }
    return best.map { (imageSignatures[$0.place].path, $0.distance) }
  }

  /// Places of those with an equal part, ascending.
  private func candidates(_ imageSignature: ImageSignature, _ part: Int) -> ArraySlice<Int> {
    let equal = places[part][bits(of: imageSignature, part)] ?? []
    if equal.count <= 2 * Self.maxCompared { return equal[...] }
    return equal.prefix(Self.maxCompared) + equal.suffix(Self.maxCompared)
  }

  private func bits(of imageSignature: ImageSignature, _ part: Int) -> UInt64 {
    let (from, to) = (part * 64 / (limit + 1), (part + 1) * 64 / (limit + 1))
    return (imageSignature.hash.bits << UInt64(64 - to)) >> UInt64(64 - (to - from))
  }
}
