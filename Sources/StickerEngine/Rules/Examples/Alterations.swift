import StickerImage

extension ExampleFile {
  /// The same file, broken off.
  func cut(toBytes count: Int) -> ExampleFile { changed { Array($0.prefix(count)) } }

  /// The same file with one bit of a byte turned over.
  func flipped(byte position: Int) -> ExampleFile {
    changed { bytes in
      var bytes = bytes
      bytes[position] ^= 1
      return bytes
    }
  }

  /// The same file with bytes behind its end.
  func followed(by bytes: [UInt8]) -> ExampleFile { changed { $0 + bytes } }

  /// The same PNG with a private chunk before its IEND, so that it has exactly this length.
  func padded(toBytes count: Int) -> ExampleFile {
    changed { bytes in
      let (end, frame) = (12, 12)  // IEND; length, type and checksum of the new chunk
      let filler = [UInt8](repeating: 0, count: max(0, count - bytes.count - frame))
      return bytes.dropLast(end) + pngChunk("paDd", [filler]) + bytes.suffix(end)
    }
  }

  /// The same APNG with its first frame taken out of the animation: it is the default image alone.
  func hidingDefaultImage() -> ExampleFile {
    changed { bytes in
      var out = Array(bytes.prefix(8))
      var (at, hasHidden) = (8, false)
      while at + 12 <= bytes.count {
        let end = at + 12 + number(bytes[at..<at + 4])
        // The first four bytes of all three are a count of frames, or a sequence number: each is one less.
        let less = bigEndian(number(bytes[at + 8..<at + 12]) - 1)
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

  /// The same APNG without the chunk that announces its frames.
  func withoutAnimationControl() -> ExampleFile {
    changed { bytes in
      let type = Array("acTL".utf8)
      guard let at = bytes.indices.first(where: { bytes[$0...].starts(with: type) }) else { return bytes }
      // Before the type: the length. After it: 8 bytes and a checksum.
      return Array(bytes[..<(at - 4)]) + bytes[(at + 16)...]
    }
  }

  /// The same PNG with another size in its IHDR, checksum and all.
  func claiming(width: Int, height: Int) -> ExampleFile {
    changed { bytes in
      // Signature 8, length 4, type 4; width and height are the first 8 of IHDR's 13 bytes.
      let size = bigEndian(width) + bigEndian(height)
      return bytes.prefix(8) + pngChunk("IHDR", [size, Array(bytes[24..<29])]) + bytes.dropFirst(33)
    }
  }
}

/// The four bytes of a number, the highest first.
func bigEndian(_ number: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
}

private func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

extension ExampleFile {
  /// A coral sheet of 300 px as a lossless WebP, still or with two frames.
  static func webP(animated: Bool = false) -> ExampleFile {
    // VP8X: flags, three reserved bytes, then width and height less one, 24 bits each.
    let header: [UInt8] = [animated ? 0b0000_0010 : 0, 0, 0, 0, 43, 1, 0, 43, 1, 0]
    // ANMF: place, size less one, 100 ms, over what is there.
    let frame: [UInt8] = [0, 0, 0, 0, 0, 0, 43, 1, 0, 43, 1, 0, 100, 0, 0, 0]
    let picture = riffChunk("VP8L", losslessSheet(.coral))
    let other = riffChunk("VP8L", losslessSheet(.plum))
    let moving = riffChunk("ANMF", frame + picture) + riffChunk("ANMF", frame + other)
    let body =
      Array("WEBP".utf8)
      + (animated
        ? riffChunk("VP8X", header) + riffChunk("ANIM", [0, 0, 0, 0, 0, 0]) + moving : picture)
    return ExampleFile("sticker.webp") { .bytes(riffChunk("RIFF", body)) }
  }

  /// A name, the length of the data, the data, and a byte that makes it even.
  private static func riffChunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let length = (0..<4).map { UInt8(truncatingIfNeeded: data.count >> (8 * $0)) }
    return Array(name.utf8) + length + data + (data.count % 2 == 1 ? [0] : [])
  }

  /// The datastream of a picture in which every code has one symbol: no pixel takes a bit.
  ///
  /// - Source: RFC 9649, section 3: bits from the lowest on; the sides less one, no alpha, version 0; no
  ///   transform, no cache of colors, one group of five codes; each "simple", of one symbol of 8 bits.
  private static func losslessSheet(_ color: Color) -> [UInt8] {
    let samples = color.pixel(alpha: 255).map(Int.init)
    var fields = [(0x2F, 8), (299, 14), (299, 14), (0, 1), (0, 3), (0, 1), (0, 1), (0, 1)]
    for sample in [samples[1], samples[0], samples[2], samples[3]] {
      fields += [(1, 1), (0, 1), (1, 1), (sample, 8)]
    }
    fields += [(1, 1), (0, 1), (0, 1), (0, 1)]  // distances: none is asked for
    let bits = fields.flatMap { number, count in (0..<count).map { UInt8(number >> $0 & 1) } }
    return stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].reversed().reduce(0) { $0 << 1 | $1 }
    }
  }

  /// A coral sheet of 300 px, without compression.
  static func bmp() -> ExampleFile {
    func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    let sheet = [UInt8](Color.coral.pixel(alpha: 255).prefix(3).reversed())
    let pixels = (0..<90_000).flatMap { _ in sheet }
    // 14 bytes of file header, 40 of picture header: one plane, 24 bits a pixel, no compression.
    let picture = little(40) + little(300) + little(300) + [1, 0, 24, 0] + little(0) + little(pixels.count)
    let header = Array("BM".utf8) + little(54 + pixels.count) + little(0) + little(54)
    return ExampleFile("sticker.bmp") {
      .bytes(header + picture + [UInt8](repeating: 0, count: 16) + pixels)
    }
  }

  /// The beginning of a film: the box that names its kind.
  static func video() -> ExampleFile {
    let box: [UInt8] = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 2, 0]
    return ExampleFile("film.mp4") { .bytes(box) }
  }

  /// A text under any name.
  static func text(_ text: String, named name: String) -> ExampleFile {
    ExampleFile(name) { .bytes(Array(text.utf8)) }
  }

  /// A path that cannot be read.
  static func unreadable(_ reason: String) -> ExampleFile {
    ExampleFile("sticker.png") { .unreadable(reason) }
  }

  /// A file that is too long to be read.
  static func tooLarge(_ bytes: Int) -> ExampleFile {
    ExampleFile("sticker.png") { .tooLarge(bytes) }
  }
}
