import CImageCodecs

/// The positions of a WebP's frames, kept from parsing the container so that the decoder doesn't parse the
/// chunks again.
struct WebPDataPositions: Hashable, Sendable {
  var frames: [WebPFrame] = []
}

/// A still, or a frame of an animation.
struct WebPFrame: Hashable, Sendable {
  var stored: StoredFrame
  /// The ranges of its chunks: `ALPH` and `VP8 `, or `VP8L`. Each starts at the chunk's name and ends with
  /// its data.
  var chunkRanges: [Range<Int>]

  /// The total size of the chunks in bytes.
  var chunksByteCount: Int { chunkRanges.reduce(0) { $0 + $1.count } }

  /// The maximum number of code groups that its lossless data can have. There can be one for each square of 4
  /// × 4 pixels, and each takes five codes of at least four bits, plus one byte that refers to the group.
  var prefixCodeGroupUpperBound: Int {
    min((stored.patch.size.area + 15) / 16, chunksByteCount / 3, 1 << 16) + 1
  }

  /// The number of code groups if it may exceed the limit. Nil if it can't, or if the data is damaged (which
  /// libwebp detects too).
  func prefixCodeGroupCountIfLarge(in bytes: [UInt8]) -> Int? {
    guard prefixCodeGroupUpperBound > maxPrefixCodeGroups else { return nil }
    return chunkRanges.compactMap { chunk -> Int? in
      let start = chunk.lowerBound + 8
      if bytes.has("VP8L", at: chunk.lowerBound) {
        return prefixCodeGroupCount(
          inHeaderlessVP8L: min(start + 5, chunk.upperBound)..<chunk.upperBound, of: bytes, stored.patch.size)
      }
      guard bytes.has("ALPH", at: chunk.lowerBound), bytes[start] & 3 == 1 else { return nil }
      return prefixCodeGroupCount(
        inHeaderlessVP8L: start + 1..<chunk.upperBound, of: bytes, stored.patch.size)
    }.max()
  }

  /// A WebP file with only this image.
  ///
  /// - Parameter bytes: The file that contains the image.
  /// - Source: RFC 9649, section 2.5: alpha with `VP8 ` requires the extended format.
  func singleImageFile(from bytes: [UInt8]) -> [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(chunksByteCount + 64)
    if chunkRanges.count > 1 {
      body += vp8xChunk(stored.patch.size, isAnimated: false, canBeTransparent: true)
    }
    for chunk in chunkRanges {
      body += bytes[chunk]
      if chunk.count % 2 == 1 { body.append(0) }
    }
    return riffWebPFile(body)
  }
}

/// The flags in the first byte of `VP8X`.
///
/// - Source: RFC 9649, section 2.7.
let (animationFlag, xmpFlag, exifFlag, alphaFlag, profileFlag) = (
  UInt8(0x02), UInt8(0x04), UInt8(0x08), UInt8(0x10), UInt8(0x20)
)

/// The lowest bytes of a number in little-endian order.
func littleEndianBytes(_ number: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

/// Decodes the frames of a WebP, and passes each composited frame to the visitor. libwebp decodes one still
/// at a time.
func visitWebPFrames(
  _ bytes: [UInt8], _ container: ImageContainer, _ layout: WebPDataPositions,
  _ visitor: inout some FrameVisitor
) -> [Damage] {
  var compositor = FrameCompositor(container.canvas)
  for (number, picture) in layout.frames.enumerated() {
    do throws(ImageError) {
      compositor.drawDeferringDisposal(
        try decodedPatch(picture, of: bytes, frame: container.animation == nil ? nil : number), picture.stored
      )
    } catch {
      return [error.asDamage]
    }
    visitor.visit(Frame(compositor.canvas, delay: picture.stored.delay), number: number)
    compositor.applyPendingDisposal()
  }
  return []
}

/// Decodes one image.
///
/// - Parameter frame: The index of the frame if the file is animated.
/// - Returns: Straight RGBA with the dimensions of its patch, which were checked against the budget.
private func decodedPatch(
  _ picture: WebPFrame, of bytes: [UInt8], frame: Int?
) throws(ImageError) -> Bitmap {
  let size = picture.stored.patch.size
  let unit = picture.chunkRanges.last.map { bytes.has("VP8L", at: $0.lowerBound) ? "VP8L" : "VP8" }
  let location = ByteLocation(
    partName: unit, partOffset: picture.chunkRanges.last?.lowerBound, frameIndex: frame)
  if let groups = picture.prefixCodeGroupCountIfLarge(in: bytes), groups > maxPrefixCodeGroups {
    throw .damaged(
      "the image has \(groups) code groups (limit: \(maxPrefixCodeGroups))",
      at: location,
      isUnsupported: true)
  }
  let file = picture.singleImageFile(from: bytes)
  var status = SL_DAMAGED
  // libwebp's partial output is never used.
  let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size.area * 4) { out, count in
    status = unsafe sl_webp_read_rgba(
      file, file.count, UInt32(size.width), UInt32(size.height), out.baseAddress, size.area * 4)
    count = status == SL_OK ? size.area * 4 : 0
  }
  if status == SL_OK { return Bitmap(size, pixels: pixels) }
  switch status {
  case SL_SHORT: throw .damaged("the image data ends before the last row", at: location)
  case SL_OUT_OF_MEMORY: throw .damaged("out of memory", at: location)
  default: throw .damaged("the compressed image data is damaged", at: location)
  }
}
