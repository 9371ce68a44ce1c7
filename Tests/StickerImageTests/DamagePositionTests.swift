import Corpus
import Testing

@testable import StickerImage

/// Data with one fault at a known byte.
@Suite struct DamagePositionTests {
  private func firstDamage(_ bytes: [UInt8]) throws -> ByteLocation {
    let container = try #require(ImageContainer(of: bytes))
    #expect(container.damage == [])
    var hasher = FrameHasher()
    return try #require(container.visitFrames(of: bytes, with: &hasher).first).location
  }

  /// Rows of 8 × 8 pixels in one stored block. Bytes 3 to 6 are its length and the complement of the length.
  private var brokenStream: [UInt8] {
    var stream = HandmadePNG.storedZlibStream([UInt8](repeating: 0, count: 8 * 33))
    stream[5] ^= 1
    return stream
  }

  @Test("among several IDAT chunks, damage is reported in the chunk where the stream breaks")
  func imageData() throws {
    let stream = brokenStream
    let pieces = [Array(stream[..<4]), Array(stream[4..<40]), Array(stream[40...])]
    let chunks = pieces.map { HandmadePNG.chunk("IDAT", $0) }
    let head = HandmadePNG.signature + HandmadePNG.header(8, 8)
    let place = try firstDamage(head + chunks.joined() + HandmadePNG.chunk("IEND", []))
    let second = head.count + chunks[0].count
    #expect(place.partName == "IDAT" && place.partStartOffset == second)
    // The complement ends at byte 7 of the stream, the third byte of this chunk's data.
    #expect(place.problemOffset == second + 8 + 3)
  }

  @Test("among several fdAT chunks, damage is reported in the chunk where the frame's stream breaks")
  func frameData() throws {
    let control: [UInt8] = [0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 10, 0, 0]
    let stream = brokenStream
    let head =
      HandmadePNG.signature + HandmadePNG.header(8, 8) + HandmadePNG.chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0])
      + HandmadePNG.chunk("fcTL", [0, 0, 0, 0] + control)
      + HandmadePNG.chunk("IDAT", HandmadePNG.storedZlibStream([UInt8](repeating: 0, count: 8 * 33)))
      + HandmadePNG.chunk("fcTL", [0, 0, 0, 1] + control)
      + HandmadePNG.chunk("fdAT", [0, 0, 0, 2] + stream[..<4])
    let rest = HandmadePNG.chunk("fdAT", [0, 0, 0, 3] + stream[4...]) + HandmadePNG.chunk("IEND", [])
    let place = try firstDamage(head + rest)
    #expect(
      place
        == ByteLocation(
          partName: "fdAT", partOffset: head.count, problemOffset: head.count + 12 + 3, frameIndex: 1))
  }

  @Test("a broken fcTL belongs to the frame it begins, and a broken fdAT to its own frame")
  func frameOfChunk() throws {
    let picture = HandmadePNG.storedZlibStream([UInt8](repeating: 0, count: 8 * 33))
    func control(_ sequence: UInt8, dispose: UInt8 = 0) -> [UInt8] {
      let fields: [UInt8] = [0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 10, dispose, 0]
      return HandmadePNG.chunk("fcTL", [0, 0, 0, sequence] + fields)
    }
    let head =
      HandmadePNG.signature + HandmadePNG.header(8, 8) + HandmadePNG.chunk("acTL", [0, 0, 0, 3, 0, 0, 0, 0])
      + control(0) + HandmadePNG.chunk("IDAT", picture) + control(1)
    let data = HandmadePNG.chunk("fdAT", [0, 0, 0, 2] + picture)
    var brokenData = data
    brokenData[data.count - 1] ^= 1
    let tail = HandmadePNG.chunk("IEND", [])
    let wrongControl = try #require(ImageContainer(of: head + data + control(3, dispose: 3) + tail)).damage
    #expect(
      wrongControl.map(\.location)
        == [ByteLocation(partName: "fcTL", partOffset: head.count + data.count, frameIndex: 2)])
    let wrongData = try #require(ImageContainer(of: head + brokenData + tail)).damage
    #expect(
      wrongData.map(\.location) == [ByteLocation(partName: "fdAT", partOffset: head.count, frameIndex: 1)])
  }

  @Test(
    "a tRNS of the wrong length is reported with the length that the color type requires",
    arguments: [
      (UInt8(0), 1, 1, "tRNS has 1 byte (must be 2)"), (0, 1, 6, "tRNS has 6 bytes (must be 2)"),
      (2, 3, 2, "tRNS has 2 bytes (must be 6)"), (3, 1, 3, "tRNS has 3 bytes (limit: 2, one per color)"),
    ])
  func transparencyLength(_ colorType: UInt8, _ pixelBytes: Int, _ count: Int, _ reason: String) throws {
    let palette = colorType == 3 ? HandmadePNG.chunk("PLTE", [0, 0, 0, 255, 255, 255]) : []
    let head = HandmadePNG.signature + HandmadePNG.header(8, 8, colorType: colorType) + palette
    let rows = [UInt8](repeating: 0, count: 8 * (1 + 8 * pixelBytes))
    let tail =
      HandmadePNG.chunk("IDAT", HandmadePNG.storedZlibStream(rows)) + HandmadePNG.chunk("IEND", [])
    let transparency = HandmadePNG.chunk("tRNS", [UInt8](repeating: 0, count: count))
    let container = try #require(ImageContainer(of: head + transparency + tail))
    let location = ByteLocation(partName: "tRNS", partOffset: head.count)
    #expect(container.damage == [Damage(reason, at: location)])
    #expect(!container.canBeTransparent)
  }

  @Test("excess image data is reported where the image is complete")
  func tooMuch() throws {
    let head = HandmadePNG.signature + HandmadePNG.header(8, 8)
    let stream = HandmadePNG.storedZlibStream([UInt8](repeating: 0, count: 8 * 33 + 50))
    let place = try firstDamage(head + HandmadePNG.chunk("IDAT", stream) + HandmadePNG.chunk("IEND", []))
    let position = try #require(place.problemOffset) - head.count - 8
    #expect(7 + 8 * 33...7 + 8 * 33 + 1 ~= position)
  }

  @Test("an impossible code is reported with its row and its position in the file")
  func code() throws {
    // With a code size of 2: clear, sixteen pixels in codes of 3 bits and more, then a code that is far too
    // large.
    let codes = [4, 1, 1, 1, 1, 1, 1, 1, 15]
    let data = HandmadeLZW.data(codeSize: 2, codes, block: 1)
    let head =
      Array("GIF89a".utf8) + [4, 0, 4, 0, 0b1000_0001, 0, 0] + [UInt8](repeating: 7, count: 12)
    let file = head + [0x2C, 0, 0, 0, 0, 4, 0, 4, 0, 0] + data + [0x3B]
    let place = try firstDamage(file)
    #expect(
      place.partName == "image descriptor" && place.partStartOffset == head.count && place.frameIndex == 0)
    #expect(place.scanLineIndex == 1)  // seven pixels came before, and a row has four
    // Codes 4, 1, 1 have 3 bits each. Then the table has codes 6 and 7 and needs 4 bits, so the ninth code
    // begins at about bit 28.
    let byte = try bitCountBeforeLastCode(codes) / 8
    #expect(place.problemOffset == head.count + 10 + 1 + 2 * byte + 1)
  }

  /// The bits of all codes except the last, with the widths that a reader expects (GIF89a, appendix F): one
  /// more bit once the table is full for the current width. After clear, there are 6 codes, and each code
  /// except the first adds one.
  private func bitCountBeforeLastCode(_ codes: [Int]) throws -> Int {
    var (bits, known, width) = (3, 6, 3)
    for number in 1..<codes.count - 1 {
      bits += width
      if number > 1 { known += 1 }
      if known == 1 << width { width += 1 }
    }
    return bits
  }

  @Test("a damaged chunk length does not count as truncation, but a truncated file does")
  func lengthOfChunk() throws {
    let head = HandmadePNG.signature + HandmadePNG.header(8, 8)
    var data = HandmadePNG.chunk("IDAT", HandmadePNG.storedZlibStream([UInt8](repeating: 0, count: 8 * 33)))
    data[1] ^= 0x40  // 4 MiB more
    let whole = try #require(ImageContainer(of: head + data + HandmadePNG.chunk("IEND", []))).damage
    #expect(whole.map(\.location.partStartOffset) == [head.count])
    #expect(whole.map(\.isTruncated) == [false])
    // After the chunk's length and name: its data, its checksum, and the 12 bytes of IEND.
    let rest = data.count - 8 + 12
    #expect(whole.first?.reason.contains("only \(rest) follow, including IEND") == true, "\(whole)")
    let newline = try #require(ImageContainer(of: head + data + HandmadePNG.chunk("IEND", []) + [10])).damage
    #expect(newline.map(\.isTruncated) == [false])
    let short = try #require(ImageContainer(of: head + data)).damage
    #expect(short.map(\.isTruncated) == [true])
    data[1] ^= 0x40
    var end = HandmadePNG.chunk("IEND", [])
    end[2] = 1
    let longEnd = try #require(ImageContainer(of: head + data + end)).damage
    #expect(longEnd.map(\.isTruncated) == [false])
  }

  @Test(
    "damage in a truncated JPEG is located within its last 8 bytes",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func cut() throws {
    let bytes = Array(try Corpus.bytes(of: "hostile/seeds/\(jpegSeed())").dropLast(20))
    let container = try #require(ImageContainer(of: bytes))
    var hasher = FrameHasher()
    let place = try #require(container.visitFrames(of: bytes, with: &hasher).first).location
    #expect(place.partName == "SOS")
    #expect(bytes.count - 8...bytes.count ~= place.problemOffset ?? 0)
  }

  private func jpegSeed() throws -> String {
    let seed = CorpusFile.all(in: "hostile/seeds").first { $0.format == "jpeg" }
    return String(try #require(seed).path.dropFirst("hostile/seeds/".count))
  }
}
