import StickerImage

/// A smaller size that weighs no more than a larger one, where that goes without a loss that anybody sees.
struct LighterSize {
  let bytes: [UInt8]
  /// How alike it is to the size with all its colors; nil where none was given up.
  let similarity: Similarity?
}

/// Structural similarity in ten thousandths, rounded down: 10 000 for the same.
struct Similarity: Hashable, Sendable {
  let tenThousandths: Int

  /// The least at which a size may stand for the one with all its colors.
  ///
  /// - Source: nobody saw a difference from here on; `docs/decisions/0038`.
  static let least = 9_995
}

/// Makes a size lighter that weighs more than a larger one of the same sticker: a palette became true colors,
/// since scaling mixes its colors into many.
///
/// First it is encoded with care. Where that is not enough, it gets as many colors as fit, in a palette or by
/// small steps, if what they show is at least `Similarity.least` alike.
///
/// - Parameter plays: how often it plays; nil for a still.
/// - Parameter encoded: what it is encoded as so far.
/// - Parameter smallest: the effort that went into that; nil: it was encoded quickly.
/// - Parameter most: bytes of the larger size.
/// - Returns: the lightest without a visible loss, which may still weigh too much.
func lighterSize(
  _ frames: [Frame], plays: Int?, chunks: [[UInt8]], encoded: [UInt8], smallest: OptimizingEffort?, most: Int
) throws(EncodingDefect) -> LighterSize {
  let effort = smallest == .max ? OptimizingEffort.max : .normal
  func encoder(_ effort: OptimizingEffort) -> LossySearch.Encoder {
    { (bitmaps: [Bitmap], range: Range<Int>) throws(EncodingDefect) in
      let chunks = CarriedChunks(ahead: chunks)
      guard let plays else { return try smallestPNG(bitmaps[0], chunks: chunks, effort: effort) }
      let made = zip(bitmaps, range).map { Frame($0, delay: frames[$1].delay) }
      return try smallestAPNG(made, plays: plays, chunks: chunks, effort: effort)
    }
  }
  let bitmaps = frames.map(\.bitmap)
  let careful = smallest == effort ? encoded : try encoder(effort)(bitmaps, bitmaps.indices)
  let whole = LighterSize(bytes: careful.count < encoded.count ? careful : encoded, similarity: nil)
  if whole.bytes.count <= most { return whole }
  var search = try LossySearch(
    bitmaps, limit: most, whole: encoded.count, quick: encoder(.fast), careful: encoder(effort))
  guard let choice = try search.choice(), similarity(choice.similarity).isEnough,
    let fit = try search.fit(choice.means)
  else { return whole }
  let reached = similarity(FrameSimilarity(bitmaps, fit.frames).mean.mean)
  return reached.isEnough ? LighterSize(bytes: fit.bytes, similarity: reached) : whole
}

private func similarity(_ figure: Double) -> Similarity {
  Similarity(tenThousandths: Int((figure * 10_000).rounded(.down)))
}

extension Similarity {
  fileprivate var isEnough: Bool { tenThousandths >= Similarity.least }
}
