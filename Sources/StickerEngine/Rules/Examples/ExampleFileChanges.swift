import StickerImage

extension ExampleFile {
  /// The same file, cut off after its first `count` bytes.
  func truncated(toBytes count: Int) -> ExampleFile { changed { Array($0.prefix(count)) } }

  /// The same file with the lowest bit of one byte flipped.
  func withFlippedBit(inByteAt position: Int) -> ExampleFile {
    changed { bytes in
      var bytes = bytes
      bytes[position] ^= 1
      return bytes
    }
  }

  /// The same file, followed by these bytes.
  func followed(by bytes: [UInt8]) -> ExampleFile { changed { $0 + bytes } }

  /// The same PNG, padded to exactly this length by a private chunk before IEND.
  func paddedPNG(toBytes count: Int) -> ExampleFile {
    changed { bytes in
      let (end, frame) = (12, 12)  // IEND; length, type and checksum of the new chunk
      let filler = [UInt8](repeating: 0, count: max(0, count - bytes.count - frame))
      return bytes.dropLast(end) + pngChunk("paDd", [filler]) + bytes.suffix(end)
    }
  }

  /// The same APNG with its first frame removed from the animation, so that this frame is only the default
  /// image.
  func hidingDefaultImage() -> ExampleFile {
    changed { bytes in
      var out = Array(bytes.prefix(8))
      var (at, hasHidden) = (8, false)
      while at + 12 <= bytes.count {
        let end = at + 12 + bigEndianNumber(bytes[at..<at + 4])
        // The data of acTL, fcTL and fdAT starts with a frame count or a sequence number, which decreases
        // by 1.
        let less = bigEndian32(bigEndianNumber(bytes[at + 8..<at + 12]) - 1)
        let rest = Array(bytes[min(at + 12, end - 4)..<end - 4])
        switch String(decoding: bytes[at + 4..<at + 8], as: UTF8.self) {
        case "acTL": out += pngChunk("acTL", [less, rest])
        case "fcTL" where !hasHidden: hasHidden = true
        case "fcTL": out += pngChunk("fcTL", [less, rest])
        case "fdAT": out += pngChunk("fdAT", [less, rest])
        default: out += bytes[at..<end]
        }
        at = end
      }
      return out
    }
  }

  /// The same APNG without its animation control chunk (acTL).
  func withoutAnimationControl() -> ExampleFile {
    changed { bytes in
      let type = Array("acTL".utf8)
      guard let at = bytes.indices.first(where: { bytes[$0...].starts(with: type) }) else { return bytes }
      // The type is preceded by the length, and followed by 8 bytes of data and a checksum.
      return Array(bytes[..<(at - 4)]) + bytes[(at + 16)...]
    }
  }

  /// The same PNG with different dimensions in its IHDR, and with a valid checksum.
  func withPNGHeaderDimensions(width: Int, height: Int) -> ExampleFile {
    changed { bytes in
      // The data follows the signature (8 bytes), the length (4) and the type (4). The width and the height
      // are the first 8 of its 13 bytes.
      let size = bigEndian32(width) + bigEndian32(height)
      return bytes.prefix(8) + pngChunk("IHDR", [size, Array(bytes[24..<29])]) + bytes.dropFirst(33)
    }
  }
}

/// The four bytes of a number, most significant byte first.
func bigEndian32(_ number: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
}

private func bigEndianNumber(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

extension ExampleFile {
  /// A coral square of 300 × 300 px as a lossless WebP, still or with two frames.
  static func webP(animated: Bool = false) -> ExampleFile {
    // VP8X: flags, three reserved bytes, then width and height minus one, 24 bits each.
    let header: [UInt8] = [animated ? 0b0000_0010 : 0, 0, 0, 0, 43, 1, 0, 43, 1, 0]
    // ANMF: position, size minus one, 100 ms, blended over the previous frame.
    let frame: [UInt8] = [0, 0, 0, 0, 0, 0, 43, 1, 0, 43, 1, 0, 100, 0, 0, 0]
    let picture = riffChunk("VP8L", vp8lSquareData(.coral))
    let other = riffChunk("VP8L", vp8lSquareData(.plum))
    let moving = riffChunk("ANMF", frame + picture) + riffChunk("ANMF", frame + other)
    let body =
      Array("WEBP".utf8)
      + (animated
        ? riffChunk("VP8X", header) + riffChunk("ANIM", [0, 0, 0, 0, 0, 0]) + moving : picture)
    return ExampleFile("sticker.webp") { .bytes(riffChunk("RIFF", body)) }
  }

  /// A chunk: a name, the length of the data, the data, and a padding byte if the length is odd.
  private static func riffChunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let length = (0..<4).map { UInt8(truncatingIfNeeded: data.count >> (8 * $0)) }
    return Array(name.utf8) + length + data + (data.count % 2 == 1 ? [0] : [])
  }

  /// The VP8L data for a square of one color. Every prefix code has only one symbol, so the pixels take no
  /// bits.
  ///
  /// The fields, least significant bit first: width and height minus one, no alpha, version 0, no transform,
  /// no color cache, and one group of five "simple" codes with one 8-bit symbol each.
  ///
  /// - Source: RFC 9649, section 3.
  private static func vp8lSquareData(_ color: Color) -> [UInt8] {
    let samples = color.pixel(alpha: 255).map(Int.init)
    var fields = [(0x2F, 8), (299, 14), (299, 14), (0, 1), (0, 3), (0, 1), (0, 1), (0, 1)]
    for sample in [samples[1], samples[0], samples[2], samples[3]] {
      fields += [(1, 1), (0, 1), (1, 1), (sample, 8)]
    }
    fields += [(1, 1), (0, 1), (0, 1), (0, 1)]  // the distance code, which is never used
    let bits = fields.flatMap { number, count in (0..<count).map { UInt8(number >> $0 & 1) } }
    return stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].reversed().reduce(0) { $0 << 1 | $1 }
    }
  }

  /// A coral square of 300 × 300 px as an uncompressed BMP.
  static func bmp() -> ExampleFile {
    func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    let sheet = [UInt8](Color.coral.pixel(alpha: 255).prefix(3).reversed())
    let pixels = (0..<90_000).flatMap { _ in sheet }
    // 14 bytes of file header, 40 of image header: one plane, 24 bits per pixel, no compression.
    let picture = little(40) + little(300) + little(300) + [1, 0, 24, 0] + little(0) + little(pixels.count)
    let header = Array("BM".utf8) + little(54 + pixels.count) + little(0) + little(54)
    return ExampleFile("sticker.bmp") {
      .bytes(header + picture + [UInt8](repeating: 0, count: 16) + pixels)
    }
  }

  /// The start of an MP4: the box with the file type.
  static func mp4FileStart() -> ExampleFile {
    let box: [UInt8] = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 2, 0]
    return ExampleFile("film.mp4") { .bytes(box) }
  }

  static func textFile(_ text: String, named name: String) -> ExampleFile {
    ExampleFile(name) { .bytes(Array(text.utf8)) }
  }

  static func unreadable(_ reason: String) -> ExampleFile {
    ExampleFile("sticker.png") { .unreadable(reason) }
  }

  /// A file that is too large to be read.
  static func tooLarge(byteCount bytes: Int) -> ExampleFile {
    ExampleFile("sticker.png") { .tooLarge(bytes) }
  }
}
