package import StickerImage

/// A smaller size as a file.
package struct LighterSize: Sendable {
  package let bytes: [UInt8]
  /// How alike it is to the size with all its colors; nil where none was given up.
  package let similarity: Similarity?

  package init(bytes: [UInt8], similarity: Similarity?) {
    (self.bytes, self.similarity) = (bytes, similarity)
  }
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
      guard let plays else { return try bitmaps[0].smallestPNG(chunks: chunks, effort: effort) }
      let made = zip(bitmaps, range).map { Frame($0, delay: frames[$1].delay) }
      return try made.smallestAPNG(plays: plays, chunks: chunks, effort: effort)
    }
  }
  func rough(_ bitmaps: [Bitmap], _ range: Range<Int>) throws(EncodingDefect) -> Int {
    guard plays == nil else { return try encoder(.fast)(bitmaps, range).count }
    return try bitmaps[0].roughPNGBytes(chunks: CarriedChunks(ahead: chunks))
  }
  let bitmaps = frames.map(\.bitmap)
  let careful = smallest == effort ? encoded : try encoder(effort)(bitmaps, bitmaps.indices)
  let whole = LighterSize(bytes: careful.count < encoded.count ? careful : encoded, similarity: nil)
  if whole.bytes.count <= most { return whole }
  var search = try LossySearch(
    bitmaps, limit: most, whole: encoded.count, rough: rough, careful: encoder(effort))
  guard let choice = try search.choice(), Similarity(choice.similarity).isEnough,
    let fit = try search.fit(choice.means)
  else { return whole }
  if fit.frames == bitmaps { return LighterSize(bytes: fit.bytes, similarity: nil) }
  let reached = Similarity(FrameSimilarity(bitmaps, fit.frames).mean.mean)
  return reached.isEnough ? LighterSize(bytes: fit.bytes, similarity: reached) : whole
}

extension Similarity {
  fileprivate var isEnough: Bool { tenThousandths >= Similarity.least }
}
