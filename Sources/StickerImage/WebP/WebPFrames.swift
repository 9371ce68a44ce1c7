import CImageCodecs

/// Where the pictures of a WebP are; kept from the walk so that decoding need not walk again.
struct WebPLayout: Hashable, Sendable {
  var pictures: [WebPPicture] = []
}

/// A still, or one frame of an animation.
struct WebPPicture: Hashable, Sendable {
  var stored: StoredFrame
  /// The chunks of its datastream: `ALPH` and `VP8 `, or `VP8L`; each from its name to the end of its data.
  var chunks: [Range<Int>]

  /// Bytes of the datastream.
  var dataBytes: Int { chunks.reduce(0) { $0 + $1.count } }

  /// The most groups of codes that its lossless data can ask for: one for a square of 4 × 4 pixels, of five
  /// codes of four bits each at least, which one more byte names.
  var codeGroupLimit: Int { min((stored.patch.size.area + 15) / 16, dataBytes / 3, 1 << 16) + 1 }

  /// How many groups of codes it has, where those may be more than are taken; nil where they cannot, or where
  /// the data is broken, as libwebp finds out too.
  func maxCodeGroups(in bytes: [UInt8]) -> Int? {
    guard codeGroupLimit > maxLosslessGroups else { return nil }
    return chunks.compactMap { chunk -> Int? in
      let start = chunk.lowerBound + 8
      if bytes.has("VP8L", at: chunk.lowerBound) {
        return losslessGroups(
          min(start + 5, chunk.upperBound)..<chunk.upperBound, of: bytes, stored.patch.size)
      }
      guard bytes.has("ALPH", at: chunk.lowerBound), bytes[start] & 3 == 1 else { return nil }
      return losslessGroups(start + 1..<chunk.upperBound, of: bytes, stored.patch.size)
    }.max()
  }

  /// A WebP file of this picture alone.
  ///
  /// - Parameter bytes: those of the file that it is in.
  /// - Source: RFC 9649, section 2.5: alpha beside `VP8 ` asks for the extended form.
  func file(from bytes: [UInt8]) -> [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(dataBytes + 64)
    if chunks.count > 1 {
      body += extendedHeader(stored.patch.size, moves: false, canBeTransparent: true)
    }
    for chunk in chunks {
      body += bytes[chunk]
      if chunk.count % 2 == 1 { body.append(0) }
    }
    return riffFile(body)
  }
}

/// Bits of the first byte of `VP8X`.
///
/// - Source: RFC 9649, section 2.7.
let (animationFlag, xmpFlag, exifFlag, alphaFlag, profileFlag) = (
  UInt8(0x02), UInt8(0x04), UInt8(0x08), UInt8(0x10), UInt8(0x20)
)

/// The lowest bytes of a number, the lowest first.
func little(_ number: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

/// Decodes the frames of a WebP and shows each, composited, to the visitor. libwebp gets one still at a time.
func visitWebPFrames(
  _ bytes: [UInt8], _ container: Container, _ layout: WebPLayout, _ visitor: inout some FrameVisitor
) -> [Damage] {
  var canvas = Canvas(container.canvas)
  for (number, picture) in layout.pictures.enumerated() {
    do throws(ImageError) {
      canvas.draw(
        try decodedWebP(picture, of: bytes, frame: container.animation == nil ? nil : number), picture.stored)
    } catch {
      return [error.asDamage]
    }
    visitor.visit(Frame(canvas.bitmap, delay: picture.stored.delay), number: number)
    canvas.dispose()
  }
  return []
}

/// Decodes one picture.
///
/// - Parameter frame: its number, where it is one of several.
/// - Returns: straight RGBA, as large as its patch, which has met the budget.
private func decodedWebP(
  _ picture: WebPPicture, of bytes: [UInt8], frame: Int?
) throws(ImageError) -> Bitmap {
  let size = picture.stored.patch.size
  let unit = picture.chunks.last.map { bytes.has("VP8L", at: $0.lowerBound) ? "VP8L" : "VP8" }
  let location = ByteLocation(unit: unit, offset: picture.chunks.last?.lowerBound, frame: frame)
  if let groups = picture.maxCodeGroups(in: bytes), groups > maxLosslessGroups {
    throw .damaged(
      "the picture has \(groups) groups of codes, and no more than \(maxLosslessGroups) are read",
      at: location,
      isUnsupported: true)
  }
  let file = picture.file(from: bytes)
  var status = SL_DAMAGED
  // What libwebp leaves of a broken picture is never shown.
  let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size.area * 4) { out, count in
    status = unsafe sl_webp_read_rgba(
      file, file.count, UInt32(size.width), UInt32(size.height), out.baseAddress, size.area * 4)
    count = status == SL_OK ? size.area * 4 : 0
  }
  if status == SL_OK { return Bitmap(size, pixels: pixels) }
  switch status {
  case SL_SHORT: throw .damaged("the picture's data ends before its last row", at: location)
  case SL_OUT_OF_MEMORY: throw .damaged("out of memory", at: location)
  default: throw .damaged("the picture's compressed data is broken", at: location)
  }
}
