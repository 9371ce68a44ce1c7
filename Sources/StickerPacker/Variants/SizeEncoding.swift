package import StickerImage

/// Encodes a still for a pack.
///
/// - Parameter smallest: the effort for storing it in as few bytes as possible, never more than without; nil
///   to encode quickly.
func encodedPNG(
  _ bitmap: Bitmap, colorChunks: [[UInt8]], _ smallest: OptimizingEffort?
) throws(InternalError) -> [UInt8] {
  let quick = try bitmap.encodedPNG(colorChunks: colorChunks)
  guard let smallest else { return quick }
  let thorough = try bitmap.smallestPNG(
    chunks: PreservedChunks(beforeImageData: colorChunks), effort: smallest)
  return thorough.count < quick.count ? thorough : quick
}

/// Encodes an animation in the same way as `encodedPNG`.
func encodedAPNG(
  _ frames: [Frame], plays: Int, colorChunks: [[UInt8]], _ smallest: OptimizingEffort?
) throws(InternalError) -> [UInt8] {
  let quick = try frames.encodedAPNG(plays: plays, colorChunks: colorChunks)
  guard let smallest else { return quick }
  let thorough = try frames.smallestAPNG(
    plays: plays, chunks: PreservedChunks(beforeImageData: colorChunks), effort: smallest)
  return thorough.count < quick.count ? thorough : quick
}

/// Encodes an icon in the same way as `encodedPNG`, but always as 8-bit RGB.
func encodedIcon(_ bitmap: Bitmap, _ smallest: OptimizingEffort?) throws(InternalError) -> [UInt8] {
  guard let smallest else { return try bitmap.encodedTruecolorPNG(colorChunks: [sRGBChunk]) }
  return try bitmap.smallestTruecolorPNG(colorChunks: [sRGBChunk], effort: smallest)
}

/// A variant as a file.
package struct ReducedSize: Sendable {
  let bytes: [UInt8]
  /// The similarity to the variant with all colors; nil if it has all colors.
  let similarity: Similarity?

  package init(bytes: [UInt8], similarity: Similarity?) {
    self.bytes = bytes
    self.similarity = similarity
  }
}

/// Reduces the file size of a variant that is larger than that of a larger variant. That happens if the art
/// has a palette, because scaling mixes its colors into many.
///
/// Lossless encoding is tried first. If that is not enough, the variant gets as many colors as fit, in a
/// palette or with coarser steps, if the similarity is at least `Similarity.minScore`.
///
/// - Parameter plays: the loop count; nil for a still.
/// - Parameter encoded: the current encoding.
/// - Parameter smallest: the effort of the current encoding; nil if it was encoded quickly.
/// - Parameter maxBytes: the file size of the larger variant in bytes.
/// - Returns: the smallest file without a visible loss, which may still be too large.
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

/// Encodes one smaller variant.
struct SizeEncoding {
  /// The sticker's @3x variant.
  let art: BuiltVariant
  /// The container of the art.
  let container: Container
  /// The color chunks of the art.
  let chunks: [[UInt8]]
  /// The file size that a sticker must stay below, in bytes.
  let limit: Int
  /// The size of the smallest file among the larger variants, in bytes.
  let maxBytes: Int
  /// Whether there is enough memory to reduce the file size.
  let canReduceSize: Bool
  /// The effort for storing files in as few bytes as possible (see `PackOptions.smallest`).
  let smallest: OptimizingEffort?
  let reduceSize: (([Frame], Int?, [[UInt8]], Int) -> ReducedSize?)?

  /// Encodes a scaled variant.
  ///
  /// - Throws: `InternalError` if an encoder fails.
  func variant(of size: ScaledFrames.Size) throws(InternalError) -> BuiltVariant {
    let file = try file(of: size.frames)
    // The variant may exceed limits that the art meets. For example, a palette adds two chunks.
    guard let made = Container(of: file.bytes, budget: .unlimited), made.damage.isEmpty else {
      throw InternalError("the encoded variant is not a valid image")
    }
    return BuiltVariant(
      size.scale, file.bytes, made, fileExtension: container.format == .jpeg ? art.fileExtension : "png",
      isDecoded: true, similarity: file.similarity)
  }

  private func file(of frames: [Frame]) throws(InternalError) -> ReducedSize {
    guard let first = frames.first else { throw InternalError("there are no frames to encode") }
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
      // Be quick, because hundreds of them are encoded in a build, each twice.
      if smallest == nil { return try frames[0].bitmap.encodedPNG(colorChunks: chunks, isFast: true) }
      return try encodedPNG(frames[0].bitmap, colorChunks: chunks, smallest)
    }
    return try encodedAPNG(frames, plays: plays, colorChunks: chunks, smallest)
  }
}
