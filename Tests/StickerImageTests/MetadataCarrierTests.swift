import Testing

@testable import StickerImage

/// Where metadata is stored in files of each format, and its size there.
@Suite struct MetadataCarrierTests {
  private static let packet = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:dc="http://purl.org/dc/elements/1.1/">\
    <dc:creator>Jane</dc:creator></x:xmpmeta>
    """
  private static let xmp = Array(packet.utf8)

  private func png(_ type: String, _ data: [UInt8]) throws -> ImageContainer {
    let file =
      HandmadePNG.signature + HandmadePNG.header(1, 1) + HandmadePNG.chunk(type, data)
      + HandmadePNG.chunk("IDAT", HandmadePNG.storedZlibStream([0, 1, 2, 3, 4]))
      + HandmadePNG.chunk("IEND", [])
    return try #require(ImageContainer(of: file))
  }

  private func jpeg(_ segments: (marker: UInt8, data: [UInt8])...) throws -> ImageContainer {
    var body: [UInt8] = []
    for segment in segments {
      body += [0xFF, segment.marker]
      body += bigEndian16(segment.data.count + 2) + segment.data
    }
    return try #require(ImageContainer(of: [0xFF, 0xD8] + body + [0xFF, 0xD9]))
  }

  private func gif(_ extensionBytes: [UInt8]) throws -> ImageContainer {
    let screen: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    return try #require(ImageContainer(of: screen + extensionBytes + frame + [0x3B]))
  }

  @Test(
    "PNG: author names are found in every kind of text chunk",
    arguments: [
      ("tEXt", "Author", [UInt8](), false), ("zTXt", "Author", [0], true),
      ("iTXt", "Author", [0, 0, 0, 0], false), ("iTXt", "Author", [1, 0, 101, 110, 0, 0], true),
      ("tEXt", "AUTHOR", [], false), ("tEXt", "exif:Artist", [], false),
    ])
  func texts(_ type: String, _ key: String, _ head: [UInt8], _ isCompressed: Bool) throws {
    for (text, isSaid) in [(Array("Jane".utf8), true), ([0x20], false)] {
      let data = Array(key.utf8) + [0] + head + (isCompressed ? HandmadePNG.storedZlibStream(text) : text)
      let found = try png(type, data).privateFields.map(\.standardName)
      #expect(found == (isSaid ? [key == "exif:Artist" ? "Artist" : "Author"] : []))
    }
  }

  @Test("PNG: program names, copyright notices and comments are not private")
  func harmless() throws {
    for key in ["Software", "Copyright", "Comment", "Title", "Description", "Creation Time"] {
      #expect(try png("tEXt", Array("\(key)\0Jane".utf8)).privateFields == [])
    }
  }

  @Test(
    "PNG: metadata that ImageMagick wrote as hex digits is found",
    arguments: ["exif", "APP1", "xmp", "iptc", "8bim"])
  func digits(_ kind: String) throws {
    let tiff: [UInt8] =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x3B, 0, 2, 0, 0, 0, 4] + Array("Jane".utf8)
    let iptc: [UInt8] = [0x1C, 2, 80, 0, 4] + Array("Jane".utf8)
    let resources = Array("8BIM".utf8) + [4, 4, 0, 0] + bigEndian32(iptc.count) + iptc
    let (content, field): ([UInt8], String) =
      switch kind {
      case "exif": (Array("Exif\0\0".utf8) + tiff, "Artist")
      case "APP1": (Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Self.xmp, "dc:creator")
      case "xmp": (Self.xmp, "dc:creator")
      case "iptc": (resources, "By-line")
      default: (resources, "By-line")
      }
    let digits = content.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    let lines = stride(from: 0, to: digits.count, by: 72).map { digits.dropFirst($0).prefix(72) }
    let text = "\n\(kind)\n    \(content.count)\n" + lines.joined(separator: "\n") + "\n"
    let data = Array("Raw profile type \(kind)\0\0".utf8) + HandmadePNG.storedZlibStream(Array(text.utf8))
    #expect(try png("zTXt", data).privateFields.map(\.standardName) == [field])
  }

  @Test("JPEG: XMP in one segment, and in pieces in any order")
  func pieces() throws {
    let whole = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Self.xmp
    #expect(try jpeg((0xE1, whole)).privateFields.map(\.standardName) == ["dc:creator"])
    let cut = Self.packet.utf8.count / 2 + 8  // inside the element's name
    func piece(_ place: Int, _ data: ArraySlice<UInt8>, digest: UInt8 = 65) -> [UInt8] {
      Array("http://ns.adobe.com/xmp/extension/\0".utf8) + [UInt8](repeating: digest, count: 32)
        + bigEndian32(Self.xmp.count) + bigEndian32(place) + data
    }
    let (first, second) = (piece(0, Self.xmp[..<cut]), piece(cut, Self.xmp[cut...]))
    #expect(try jpeg((0xE1, second), (0xE1, first)).privateFields.map(\.standardName) == ["dc:creator"])
    let foreign = piece(cut, Self.xmp[cut...], digest: 66)
    #expect(try jpeg((0xE1, foreign), (0xE1, first)).privateFields.map(\.standardName) != ["dc:creator"])
  }

  @Test("GIF: XMP before its 258-byte trailer, and in sub-blocks")
  func gifs() throws {
    let head: [UInt8] = [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8)
    let trailer: [UInt8] = [1] + (0...255).map { 255 - UInt8($0) } + [0]
    #expect(try gif(head + Self.xmp + trailer).privateFields.map(\.standardName) == ["dc:creator"])
    let blocks = stride(from: 0, to: Self.xmp.count, by: 100).flatMap { at -> [UInt8] in
      let block = Self.xmp[at..<min(at + 100, Self.xmp.count)]
      return [UInt8(block.count)] + block
    }
    #expect(try gif(head + blocks + [0]).privateFields.map(\.standardName) == ["dc:creator"])
  }

  @Test("every part without image, color or timing data counts as metadata with its whole size")
  func weights() throws {
    for type in ["tEXt", "eXIf", "tIME", "pHYs", "prVt", "sPLT"] {
      #expect(try png(type, [1, 2, 3, 4, 5]).metadataBytes == 17)
    }
    for type in ["gAMA", "cHRM", "sRGB", "iCCP", "cICP", "tRNS", "acTL"] {
      #expect(try png(type, [1, 2, 3, 4, 5]).metadataBytes == 0)
    }
    let marks: [(UInt8, String, Int)] = [
      (0xE0, "JFIF\0", 0), (0xE0, "JFXX\0", 14), (0xE1, "Exif\0", 14), (0xE2, "ICC_PROFILE\0", 0),
      (0xE2, "MPF\0\0", 14), (0xEE, "Adobe", 0), (0xFE, "hello", 14), (0xDD, "hello", 0),
    ]
    for (marker, mark, weight) in marks {
      let data = Array(mark.utf8) + [UInt8](repeating: 0, count: 5)
      #expect(try jpeg((marker, data)).metadataBytes == (weight == 0 ? 0 : data.count + 4))
    }
    let loop: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    #expect(try gif(loop).metadataBytes == 0)
    #expect(try gif([0x21, 0xF9, 4, 0, 0, 0, 0, 0]).metadataBytes == 0)
    #expect(try gif([0x21, 0xFE, 2, 65, 66, 0]).metadataBytes == 6)
    #expect(try gif([0x21, 0xFF, 11] + Array("ICCRGBG1012".utf8) + [1, 0, 0]).metadataBytes == 0)
  }
}
