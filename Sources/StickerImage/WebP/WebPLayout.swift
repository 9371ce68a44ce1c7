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
  func mostGroups(in bytes: [UInt8]) -> Int? {
    guard codeGroupLimit > mostLosslessGroups else { return nil }
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
    body += Array("WEBP".utf8)
    if chunks.count > 1 {
      let size = stored.patch.size
      body += Array("VP8X".utf8) + little(10, 4) + [alphaFlag, 0, 0, 0]
      body += little(size.width - 1, 3) + little(size.height - 1, 3)
    }
    for chunk in chunks {
      body += bytes[chunk]
      if chunk.count % 2 == 1 { body.append(0) }
    }
    return Array("RIFF".utf8) + little(body.count, 4) + body
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
