package import StickerImage

/// Encodes a still for a pack.
///
/// - Parameter minimizingEffort: the effort for minimizing the file size, which never makes the file larger;
///   nil to encode quickly.
func encodedPNG(
  _ bitmap: Bitmap, colorChunks: [[UInt8]], _ minimizingEffort: OptimizingEffort?
) throws(InternalError) -> [UInt8] {
  let quick = try bitmap.encodedPNG(colorChunks: colorChunks)
  guard let minimizingEffort else { return quick }
  let thorough = try bitmap.smallestPNG(
    chunks: PreservedChunks(afterHeader: colorChunks), effort: minimizingEffort)
  return thorough.count < quick.count ? thorough : quick
}

/// Encodes an animation in the same way as `encodedPNG` encodes a still.
func encodedAPNG(
  _ frames: [Frame], plays: Int, colorChunks: [[UInt8]], _ minimizingEffort: OptimizingEffort?
) throws(InternalError) -> [UInt8] {
  let quick = try frames.encodedAPNG(plays: plays, colorChunks: colorChunks)
  guard let minimizingEffort else { return quick }
  let thorough = try frames.smallestAPNG(
    plays: plays, chunks: PreservedChunks(afterHeader: colorChunks), effort: minimizingEffort)
  return thorough.count < quick.count ? thorough : quick
}

/// Encodes an icon in the same way as `encodedPNG`, but always as 8-bit RGB.
func encodedOpaqueIconPNG(_ bitmap: Bitmap, _ minimizingEffort: OptimizingEffort?) throws(InternalError)
  -> [UInt8]
{
  guard let minimizingEffort else {
    return try bitmap.encodedOpaqueTruecolorPNG(colorChunks: [sRGBChunkBytes])
  }
  return try bitmap.smallestOpaqueTruecolorPNG(colorChunks: [sRGBChunkBytes], effort: minimizingEffort)
}

/// A variant as a file.
package struct EncodedVariant: Sendable {
  let bytes: [UInt8]
  /// The similarity to the variant with all colors; nil if it has all colors.
  let fullColorSimilarity: SimilarityScore?

  package init(bytes: [UInt8], similarity: SimilarityScore?) {
    self.bytes = bytes
    self.fullColorSimilarity = similarity
  }
}

/// Reduces the file size of a variant whose file is larger than the file of a larger variant. This happens if
/// the art has a palette, because scaling mixes its colors into many new ones.
///
/// Lossless encoding is tried first. If that is not enough, the variant gets as many colors as fit, in a
/// palette or with coarser steps, provided that the similarity is at least
/// `SimilarityScore.minTenThousandthsForFewerColors`.
///
/// - Parameter plays: the loop count; nil for a still.
/// - Parameter encoded: the current encoding.
/// - Parameter effort: the effort of the current encoding; nil if it was encoded quickly.
/// - Parameter maxBytes: the file size of the larger variant in bytes.
/// - Returns: the smallest file without a visible loss, which may still be too large.
func sizeReducedWithoutVisibleLoss(
  _ frames: [Frame], plays: Int?, colorChunks: [[UInt8]], encoded: [UInt8], effort: OptimizingEffort?,
  targetBytes maxBytes: Int
) throws(InternalError) -> EncodedVariant {
  let searchEffort = effort == .max ? OptimizingEffort.max : .normal
  func encoder(_ effort: OptimizingEffort) -> LossySearch.Encoder {
    { (bitmaps: [Bitmap], range: Range<Int>) throws(InternalError) in
      let chunks = PreservedChunks(afterHeader: colorChunks)
      guard let plays else { return try bitmaps[0].smallestPNG(chunks: chunks, effort: effort) }
      let made = zip(bitmaps, range).map { Frame($0, delay: frames[$1].delay) }
      return try made.smallestAPNG(plays: plays, chunks: chunks, effort: effort)
    }
  }
  func rough(_ bitmaps: [Bitmap], _ range: Range<Int>) throws(InternalError) -> Int {
    guard plays == nil else { return try encoder(.fast)(bitmaps, range).count }
    return try bitmaps[0].estimatedSmallestPNGBytes(chunks: PreservedChunks(afterHeader: colorChunks))
  }
  let bitmaps = frames.map(\.bitmap)
  let thorough = effort == searchEffort ? encoded : try encoder(searchEffort)(bitmaps, bitmaps.indices)
  let whole = EncodedVariant(bytes: thorough.count < encoded.count ? thorough : encoded, similarity: nil)
  if whole.bytes.count <= maxBytes { return whole }
  var search = try LossySearch(
    bitmaps, maxBytes: maxBytes, originalBytes: encoded.count, estimateSize: rough,
    encode: encoder(searchEffort))
  guard let choice = try search.estimatedBestMethod(),
    SimilarityScore(choice.similarity).meetsMinForFewerColors,
    let fit = try search.encodeBestFit(startingWith: choice.method)
  else { return whole }
  if fit.frames == bitmaps { return EncodedVariant(bytes: fit.bytes, similarity: nil) }
  let reached = SimilarityScore(FrameSimilarity(bitmaps, fit.frames).mean.mean)
  return reached.meetsMinForFewerColors ? EncodedVariant(bytes: fit.bytes, similarity: reached) : whole
}

extension SimilarityScore {
  fileprivate var meetsMinForFewerColors: Bool {
    tenThousandths >= SimilarityScore.minTenThousandthsForFewerColors
  }
}

/// Encodes one smaller variant.
struct ScaleVariantEncoder {
  /// The sticker's @3x variant.
  let art: BuiltVariant
  /// The container of the art.
  let container: ImageContainer
  /// The color chunks of the art.
  let colorChunks: [[UInt8]]
  /// The file size that a sticker must stay below, in bytes.
  let minBytesRejectedByMessenger: Int
  /// The size of the smallest file among the larger variants, in bytes.
  let minLargerVariantBytes: Int
  /// Whether there is enough memory to reduce the file size.
  let hasMemoryForSizeReduction: Bool
  /// The effort for minimizing file sizes (see `PackOptions.minimizingEffort`).
  let minimizingEffort: OptimizingEffort?
  let reduceFileSizeLossily: (([Frame], Int?, [[UInt8]], Int) -> EncodedVariant?)?

  /// Encodes a scaled variant.
  ///
  /// - Throws: `InternalError` if an encoder fails.
  func builtVariant(of size: FrameScaler.ScaledVariant) throws(InternalError) -> BuiltVariant {
    let file = try encodedFile(of: size.frames)
    // The variant may exceed limits that the art meets. For example, a palette adds two chunks.
    guard let made = ImageContainer(of: file.bytes, budget: .unlimited), made.damage.isEmpty else {
      throw InternalError("the encoded variant is not a valid image")
    }
    return BuiltVariant(
      size.scale, file.bytes, made, fileExtension: container.format == .jpeg ? art.fileExtension : "png",
      isDecoded: true, similarity: file.fullColorSimilarity)
  }

  private func encodedFile(of frames: [Frame]) throws(InternalError) -> EncodedVariant {
    guard let first = frames.first else { throw InternalError("there are no frames to encode") }
    if container.format == .jpeg {
      let bytes = try first.bitmap.encodedJPEG(quality: 90, profile: container.profile)
      return EncodedVariant(bytes: bytes, similarity: nil)
    }
    let plays = frames.count > 1 ? container.animation?.plays : nil
    var file = EncodedVariant(bytes: try encodedPNGOrAPNG(frames, plays), similarity: nil)
    if file.bytes.count > minLargerVariantBytes, hasMemoryForSizeReduction {
      file = try sizeReducedWithoutVisibleLoss(
        frames, plays: plays, colorChunks: colorChunks, encoded: file.bytes, effort: minimizingEffort,
        targetBytes: minLargerVariantBytes)
    }
    let allowed = min(minLargerVariantBytes, minBytesRejectedByMessenger - 1)
    if file.bytes.count > allowed, let reduced = reduceFileSizeLossily?(frames, plays, colorChunks, allowed) {
      file = reduced
    }
    return file
  }

  private func encodedPNGOrAPNG(_ frames: [Frame], _ plays: Int?) throws(InternalError) -> [UInt8] {
    guard let plays else {
      // Encode quickly, because a build encodes hundreds of stills, each of them twice.
      if minimizingEffort == nil {
        return try frames[0].bitmap.encodedPNG(colorChunks: colorChunks, isFast: true)
      }
      return try encodedPNG(frames[0].bitmap, colorChunks: colorChunks, minimizingEffort)
    }
    return try encodedAPNG(frames, plays: plays, colorChunks: colorChunks, minimizingEffort)
  }
}
