package import StickerImage

/// A still as a pack holds it.
///
/// - Parameter smallest: the effort with which it takes the fewest bytes, never more than without; nil: it is
///   encoded quickly.
func encodedPNG(
  _ bitmap: Bitmap, colorChunks: [[UInt8]], _ smallest: OptimizingEffort?
) throws(InternalError) -> [UInt8] {
  let quick = try bitmap.encodedPNG(colorChunks: colorChunks)
  guard let smallest else { return quick }
  let thorough = try bitmap.smallestPNG(
    chunks: PreservedChunks(beforeImageData: colorChunks), effort: smallest)
  return thorough.count < quick.count ? thorough : quick
}

/// An animation as `encodedPNG` gives a still.
func encodedAPNG(
  _ frames: [Frame], plays: Int, colorChunks: [[UInt8]], _ smallest: OptimizingEffort?
) throws(InternalError) -> [UInt8] {
  let quick = try frames.encodedAPNG(plays: plays, colorChunks: colorChunks)
  guard let smallest else { return quick }
  let thorough = try frames.smallestAPNG(
    plays: plays, chunks: PreservedChunks(beforeImageData: colorChunks), effort: smallest)
  return thorough.count < quick.count ? thorough : quick
}

/// An icon as `encodedPNG` gives a still: red, green and blue of 8 bits, whatever its colors are.
func encodedIcon(_ bitmap: Bitmap, _ smallest: OptimizingEffort?) throws(InternalError) -> [UInt8] {
  guard let smallest else { return try bitmap.encodedTruecolorPNG(colorChunks: [sRGBChunk]) }
  return try bitmap.smallestTruecolorPNG(colorChunks: [sRGBChunk], effort: smallest)
}

/// A smaller size as a file.
package struct ReducedSize: Sendable {
  let bytes: [UInt8]
  /// How alike it is to the size with all its colors; nil where none was given up.
  let similarity: Similarity?

  package init(bytes: [UInt8], similarity: Similarity?) {
    self.bytes = bytes
    self.similarity = similarity
  }
}

/// Makes a size lighter that weighs more than a larger one of the same sticker: a palette became true colors,
/// since scaling mixes its colors into many.
///
/// First it is encoded with care. Where that is not enough, it gets as many colors as fit, in a palette or by
/// small steps, if what they show is at least `Similarity.minScore` alike.
///
/// - Parameter plays: how often it plays; nil for a still.
/// - Parameter encoded: what it is encoded as so far.
/// - Parameter smallest: the effort that went into that; nil: it was encoded quickly.
/// - Parameter maxBytes: bytes of the larger size.
/// - Returns: the lightest without a visible loss, which may still weigh too much.
func reducedSize(
  _ frames: [Frame], plays: Int?, chunks: [[UInt8]], encoded: [UInt8], smallest: OptimizingEffort?,
  maxBytes: Int
) throws(InternalError) -> ReducedSize {
  let effort = smallest == .max ? OptimizingEffort.max : .normal
  func encoder(_ effort: OptimizingEffort) -> LossySearch.Encoder {
    { (bitmaps: [Bitmap], range: Range<Int>) throws(InternalError) in
      let chunks = PreservedChunks(beforeImageData: chunks)
      guard let plays else { return try bitmaps[0].smallestPNG(chunks: chunks, effort: effort) }
      let made = zip(bitmaps, range).map { Frame($0, delay: frames[$1].delay) }
      return try made.smallestAPNG(plays: plays, chunks: chunks, effort: effort)
    }
  }
  func rough(_ bitmaps: [Bitmap], _ range: Range<Int>) throws(InternalError) -> Int {
    guard plays == nil else { return try encoder(.fast)(bitmaps, range).count }
    return try bitmaps[0].roughPNGBytes(chunks: PreservedChunks(beforeImageData: chunks))
  }
  let bitmaps = frames.map(\.bitmap)
  let thorough = smallest == effort ? encoded : try encoder(effort)(bitmaps, bitmaps.indices)
  let whole = ReducedSize(bytes: thorough.count < encoded.count ? thorough : encoded, similarity: nil)
  if whole.bytes.count <= maxBytes { return whole }
  var search = try LossySearch(
    bitmaps, limit: maxBytes, whole: encoded.count, rough: rough, thorough: encoder(effort))
  guard let choice = try search.choice(), Similarity(choice.similarity).isEnough,
    let fit = try search.fit(choice.mode)
  else { return whole }
  if fit.frames == bitmaps { return ReducedSize(bytes: fit.bytes, similarity: nil) }
  let reached = Similarity(FrameSimilarity(bitmaps, fit.frames).mean.mean)
  return reached.isEnough ? ReducedSize(bytes: fit.bytes, similarity: reached) : whole
}

extension Similarity {
  fileprivate var isEnough: Bool { tenThousandths >= Similarity.minScore }
}

/// Makes the file of one smaller size.
struct SizeEncoding {
  /// The sticker's @3x variant.
  let art: BuiltVariant
  /// What the art's container says.
  let container: Container
  /// The art's color chunks.
  let chunks: [[UInt8]]
  /// A sticker has fewer bytes.
  let limit: Int
  /// Bytes of the lightest of the larger sizes.
  let maxBytes: Int
  /// Whether there is the memory to make it lighter.
  let canReduceSize: Bool
  /// How much effort the fewest bytes are worth, as `PackOptions.smallest` has it.
  let smallest: OptimizingEffort?
  let reduceSize: (([Frame], Int?, [[UInt8]], Int) -> ReducedSize?)?

  /// The variant of a size that was scaled.
  ///
  /// - Throws: `InternalError` if an encoder fails.
  func variant(of size: ScaledFrames.Size) throws(InternalError) -> BuiltVariant {
    let file = try file(of: size.frames)
    // Its own figures may exceed limits that the art met: a palette is two chunks more.
    guard let made = Container(of: file.bytes, budget: .unlimited), made.damage.isEmpty else {
      throw InternalError("it is no sound image")
    }
    return BuiltVariant(
      size.scale, file.bytes, made, fileExtension: container.format == .jpeg ? art.fileExtension : "png",
      isDecoded: true, similarity: file.similarity)
  }

  private func file(of frames: [Frame]) throws(InternalError) -> ReducedSize {
    guard let first = frames.first else { throw InternalError("no frame") }
    if container.format == .jpeg {
      let bytes = try first.bitmap.encodedJPEG(quality: 90, profile: container.profile)
      return ReducedSize(bytes: bytes, similarity: nil)
    }
    let plays = frames.count > 1 ? container.animation?.plays : nil
    var file = ReducedSize(bytes: try encoded(frames, plays), similarity: nil)
    if file.bytes.count > maxBytes, canReduceSize {
      file = try reducedSize(
        frames, plays: plays, chunks: chunks, encoded: file.bytes, smallest: smallest, maxBytes: maxBytes)
    }
    let allowed = min(maxBytes, limit - 1)
    if file.bytes.count > allowed, let reduced = reduceSize?(frames, plays, chunks, allowed) {
      file = reduced
    }
    return file
  }

  private func encoded(_ frames: [Frame], _ plays: Int?) throws(InternalError) -> [UInt8] {
    guard let plays else {
      // Hundreds of them are made at once, each twice.
      if smallest == nil { return try frames[0].bitmap.encodedPNG(colorChunks: chunks, isFast: true) }
      return try encodedPNG(frames[0].bitmap, colorChunks: chunks, smallest)
    }
    return try encodedAPNG(frames, plays: plays, colorChunks: chunks, smallest)
  }
}
