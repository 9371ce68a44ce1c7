import Testing

@testable import StickerImage

/// An ICC profile with only the fields that readers check first.
func bareProfile(_ colorSpace: String, tags: [(name: String, data: [UInt8])] = []) -> [UInt8] {
  var header = [UInt8](repeating: 0, count: 128)
  header.replaceSubrange(12..<16, with: "mntr".utf8)
  header.replaceSubrange(16..<20, with: colorSpace.utf8)
  header.replaceSubrange(20..<24, with: "XYZ ".utf8)
  header.replaceSubrange(36..<40, with: "acsp".utf8)
  var table = bigEndian32(tags.count)
  var data: [UInt8] = []
  for tag in tags {
    table +=
      Array(tag.name.utf8) + bigEndian32(132 + 12 * tags.count + data.count) + bigEndian32(tag.data.count)
    data += tag.data
  }
  let whole = header + table + data
  return bigEndian32(whole.count) + whole.dropFirst(4)
}

private func iccp(_ colorSpace: String) throws -> [UInt8] {
  try #require(iccProfileChunk(bareProfile(colorSpace), name: "test"))
}

@Suite struct EncodeColorChunkTests {
  private let gray = speckled(137, 131, [[10, 10, 10, 255], [200, 200, 200, 255]])
  private let colored = speckled(137, 131, colors(5))

  @Test("color chunks survive encoding byte for byte, before palette and data")
  func unchanged() throws {
    let chunks = [
      pngChunk("gAMA", [bigEndian32(45455)]), pngChunk("sRGB", [[0]]),
      pngChunk(
        "cHRM", [[31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000].flatMap { bigEndian32($0) }]),
      pngChunk("cICP", [[12, 13, 0, 1]]),
    ]
    let bytes = try colored.encodedPNG(colorChunks: chunks)
    let container = try #require(ImageContainer(of: bytes))
    #expect(container.parts.map(\.type) == ["IHDR", "gAMA", "sRGB", "cHRM", "cICP", "PLTE", "IDAT", "IEND"])
    #expect(container.colorChunks(of: bytes) == chunks)
  }

  @Test("an animation's chunks are found and written again")
  func animation() throws {
    let chunks = [pngChunk("gAMA", [bigEndian32(45455)])]
    let frames = [Frame(colored, delay: ExactSeconds(1, 5)), Frame(gray, delay: ExactSeconds(1, 5))]
    let bytes = try frames.encodedAPNG(plays: 0, colorChunks: chunks)
    let container = try #require(ImageContainer(of: bytes))
    #expect(container.colorChunks(of: bytes) == chunks)
  }

  @Test("gray art with an RGB profile gets a palette instead of a gray type")
  func colorProfile() throws {
    let bytes = try gray.encodedPNG(colorChunks: [iccp("RGB ")])
    #expect(bytes[25] == 3)
    #expect(try gray.encodedPNG()[25] == 3)  // a palette needs one bit for two odd grays, grayscale eight
    let even = speckled(137, 131, [[0, 0, 0, 255], [255, 255, 255, 255]])
    #expect(try even.encodedPNG(colorChunks: [iccp("RGB ")])[25] == 3)
    #expect(try even.encodedPNG()[25] == 0)
  }

  @Test("gray art with a gray profile stays gray with its profile")
  func grayProfile() throws {
    let bytes = try gray.encodedPNG(colorChunks: [iccp("GRAY")])
    #expect(bytes[25] == 0)
    #expect(ImageContainer(of: bytes)?.profile == bareProfile("GRAY"))
  }

  @Test("art that is not gray loses a gray profile")
  func grayProfileOnColor() throws {
    let bytes = try colored.encodedPNG(colorChunks: [iccp("GRAY"), pngChunk("gAMA", [bigEndian32(45455)])])
    #expect(ImageContainer(of: bytes)?.parts.map(\.type) == ["IHDR", "gAMA", "PLTE", "IDAT", "IEND"])
  }

  @Test("a JPEG's profile becomes an iCCP chunk unless it is CMYK")
  func fromJPEG() throws {
    let profile = bareProfile("RGB ")
    let bytes = try colored.encodedJPEG(profile: profile)
    let container = try #require(ImageContainer(of: bytes))
    let chunks = container.colorChunks(of: bytes)
    #expect(ImageContainer(of: try colored.encodedPNG(colorChunks: chunks))?.profile == profile)
    #expect(iccProfileChunk(bareProfile("CMYK"), name: nil) == nil)
    #expect(iccProfileChunk([1, 2, 3], name: nil) == nil)
  }

  @Test("a profile's name becomes a valid PNG keyword")
  func keywords() throws {
    func name(_ name: String?) throws -> String? {
      let chunk = try #require(iccProfileChunk(bareProfile("RGB "), name: name))
      return ImageContainer(of: try colored.encodedPNG(colorChunks: [chunk]))?.profileName
    }
    #expect(try name("  Display\u{0}  P3 ") == "Display P3")
    #expect(try name("é ☃") == "é")
    #expect(try name(nil) == "ICC profile")
    #expect(try name(String(repeating: "x", count: 78) + " y") == String(repeating: "x", count: 78))
  }

  @Test("a damaged chunk is dropped")
  func damaged() throws {
    var bytes = try colored.encodedPNG(colorChunks: [pngChunk("gAMA", [bigEndian32(45455)])])
    bytes[33 + 8] ^= 1  // the first byte of gAMA's data
    let container = try #require(ImageContainer(of: bytes))
    #expect(container.colorChunks(of: bytes) == [])
  }
}
