import Corpus
import Testing

@testable import StickerImage

/// EXIF orientations in text chunks of a PNG, as written by ImageMagick and ExifTool.
@Suite struct TextOrientationTests {
  /// One directory with one entry: TIFF 6.0, section 2; EXIF 3.0, tag 0x0112.
  private func tiff(_ orientation: UInt8) -> [UInt8] {
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
      + [0, 0, 0, 0]
  }

  /// An empty line, the name, the count, and lines of 72 digits.
  private func rawProfileText(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    let lines = stride(from: 0, to: digits.count, by: 72).map { digits.dropFirst($0).prefix(72) }
    return Array("\n\(name)\n    \(bytes.count)\n\(lines.joined(separator: "\n"))\n".utf8)
  }

  private func png(_ chunks: (type: String, data: [UInt8])..., budget: DecodingBudget = .standard) throws
    -> ImageContainer
  {
    let middle = chunks.flatMap { HandmadePNG.chunk($0.type, $0.data) }
    let file =
      HandmadePNG.signature + HandmadePNG.header(1, 1) + middle
      + HandmadePNG.chunk("IDAT", HandmadePNG.storedZlibStream([0, 1, 2, 3, 4]))
      + HandmadePNG.chunk("IEND", [])
    return try #require(ImageContainer(of: file, budget: budget))
  }

  @Test("every kind of text chunk is read", arguments: ["exif", "APP1"], [true, false])
  func kinds(_ name: String, _ isMarked: Bool) throws {
    let text = rawProfileText(name, (isMarked ? Array("Exif\0\0".utf8) : []) + tiff(6))
    let key = Array("Raw profile type \(name)\0".utf8)
    let packed = HandmadePNG.storedZlibStream(text)
    let chunks: [(String, [UInt8])] = [
      ("tEXt", key + text), ("zTXt", key + [0] + packed), ("iTXt", key + [0, 0, 0, 0] + text),
      ("iTXt", key + [1, 0, 0, 0] + packed),
    ]
    for (type, data) in chunks {
      let found = try png((type, data))
      #expect(found.textChunkOrientation?.value == 6, "\(type)")
      #expect(found.textChunkOrientation?.location == ByteLocation(partName: type, partOffset: 33))
      #expect(found.orientation == nil && found.damage.isEmpty)
    }
  }

  @Test("an undefined orientation, another profile and another keyword are ignored")
  func none() throws {
    for orientation in [0, 9, 255] as [UInt8] {
      let data = Array("Raw profile type exif\0".utf8) + rawProfileText("exif", tiff(orientation))
      #expect(try png(("tEXt", data)).textChunkOrientation == nil)
    }
    for key in ["Raw profile type iptc", "Raw profile type Exif", "exif"] {
      #expect(
        try png(("tEXt", Array("\(key)\0".utf8) + rawProfileText("exif", tiff(6)))).textChunkOrientation
          == nil)
    }
  }

  @Test("an eXIf chunk and a text chunk are kept apart, and the first of two text chunks counts")
  func both() throws {
    func text(_ orientation: UInt8) -> (String, [UInt8]) {
      ("tEXt", Array("Raw profile type exif\0".utf8) + rawProfileText("exif", tiff(orientation)))
    }
    let found = try png(("eXIf", tiff(3)), text(6), text(8))
    #expect(found.orientation == 3 && found.textChunkOrientation?.value == 6)
  }

  @Test("private EXIF fields are found in a text chunk without the APP1 marker")
  func privateFields() throws {
    let exif: [UInt8] =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x3B, 0, 2, 0, 0, 0, 4] + Array("Jane".utf8)
    let found = try png(("tEXt", Array("Raw profile type exif\0".utf8) + rawProfileText("exif", exif)))
    #expect(found.privateFields.map(\.standardName) == ["Artist"])
  }

  @Test("text that inflates beyond the budget is not read further, and this is reported")
  func bomb() throws {
    let digits = [UInt8](repeating: 0x30, count: 4 << 20)
    let text = rawProfileText("exif", tiff(6)) + digits
    let data = Array("Raw profile type exif\0\0".utf8) + (try #require(deflate(text, level: 9)))
    #expect(data.count < 1 << 16)
    let found = try png(("zTXt", data))
    #expect(found.textChunkOrientation == nil)
    #expect(found.exceededLimits.map(\.name) == [ResourceLimit.inflatedChunkBytes.name])
    #expect(found.decodingWork.totalUnits <= 2 * DecodingBudget.standard.inflatedChunkBytes)
    #expect(try png(("zTXt", data), budget: .unlimited).textChunkOrientation?.value == 6)
  }

  @Test("after rotation, the text chunk with EXIF data is removed and every other text chunk stays")
  func upright() throws {
    let exif = pngChunk("tEXt", [Array("Raw profile type APP1\0".utf8), rawProfileText("APP1", tiff(6))])
    let title = pngChunk("tEXt", [Array("Title\0Cat".utf8)])
    let turned = PreservedChunks(afterHeader: [title, exif], afterImageData: [exif])
      .resettingOrientation()
    #expect(turned == PreservedChunks(afterHeader: [title], afterImageData: []))
  }

  @Test(
    "the file from a bug report has orientation 6",
    .enabled(if: RegressionCases.arePresent, "skipped: no cases"))
  func reported() throws {
    // Pillow 13 and ImageMagick 6.9 read 6.
    #expect(
      try #require(ImageContainer(of: RegressionCases.bytes(of: "exif_ztxt.png"))).textChunkOrientation?.value
        == 6)
  }
}
