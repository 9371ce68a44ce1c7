import Corpus
import Testing

@testable import StickerImage

/// Metadata of every wrong length, and truncated and corrupted profiles: nothing traps, and invalid data
/// yields no facts.
@Suite struct HostileFactsTests {
  private static let rightLengths = ["gAMA": 4, "cHRM": 32, "sRGB": 1, "cICP": 4, "pHYs": 9]

  private func container(with chunks: [UInt8]) throws -> ImageContainer {
    let data = HandmadePNG.chunk("IDAT", HandmadePNG.storedZlibStream([0, 1, 2, 3, 4]))
    let file =
      HandmadePNG.signature + HandmadePNG.header(1, 1) + chunks + data + HandmadePNG.chunk("IEND", [])
    return try #require(ImageContainer(of: file))
  }

  @Test("a chunk is read only at its exact length", arguments: rightLengths.keys.sorted())
  func lengths(_ type: String) throws {
    for length in 0...40 {
      let chunk = HandmadePNG.chunk(type, [UInt8](repeating: 1, count: length))
      let container = try container(with: chunk)
      let says = container.pngColorFacts != PNGColorSpaceChunks() || container.density != nil
      #expect(says == (length == Self.rightLengths[type]), "\(length) bytes")
      #expect(container.damage == [])
    }
  }

  @Test("undefined values are ignored")
  func unknownValues() throws {
    let chunks = HandmadePNG.chunk("sRGB", [4]) + HandmadePNG.chunk("pHYs", [0, 0, 0, 1, 0, 0, 0, 1, 2])
    let container = try container(with: chunks)
    #expect(container.pngColorFacts.sRGBIntent == nil)
    #expect(container.density == nil)
  }

  @Test("chunk values are reported as stored, up to the maximum")
  func stored() throws {
    let chunks =
      HandmadePNG.chunk("gAMA", [0xFF, 0xFF, 0xFF, 0xFF]) + HandmadePNG.chunk("cICP", [9, 16, 0, 1])
      + HandmadePNG.chunk("pHYs", [0, 0, 0x0B, 0x13, 0, 0, 0x0B, 0x14, 1])
    let container = try container(with: chunks)
    #expect(container.pngColorFacts.storedGamma == 4_294_967_295)
    #expect(
      container.pngColorFacts.codePoints
        == CICPCodePoints(primaries: 9, transfer: 16, matrix: 0, videoFullRangeFlag: 1))
    #expect(container.density == PixelDensity(2835, 2836, per: .meter))
  }

  @Test("color chunks after the image data are ignored")
  func late() throws {
    let data = HandmadePNG.chunk("IDAT", HandmadePNG.storedZlibStream([0, 1, 2, 3, 4]))
    let file =
      HandmadePNG.signature + HandmadePNG.header(1, 1) + data + HandmadePNG.chunk("gAMA", [0, 0, 1, 0])
      + HandmadePNG.chunk("IEND", [])
    #expect(try #require(ImageContainer(of: file)).pngColorFacts == PNGColorSpaceChunks())
  }

  /// A profile with a description in two languages (ICC.1:2022, 7.2, 7.3 and 10.15).
  private var profile: [UInt8] {
    func text(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
    func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 255) } }
    func record(_ language: String, _ length: Int, at offset: Int) -> [UInt8] {
      Array(language.utf8) + big(length) + big(offset)
    }
    let (german, english) = (text("Bildschirm"), text("Screen"))
    var tag = Array("mluc".utf8) + big(0) + big(2) + big(12)
    tag += record("deDE", german.count, at: 40) + record("enUS", english.count, at: 40 + german.count)
    tag += german + english
    var header = [UInt8](repeating: 0, count: 128)
    header.replaceSubrange(8..<10, with: [4, 0x31])
    header.replaceSubrange(12..<24, with: "scnrGRAYLab ".utf8)
    header.replaceSubrange(36..<40, with: "acsp".utf8)
    header[67] = 2
    return header + big(1) + Array("desc".utf8) + big(144) + big(tag.count) + tag
  }

  @Test("a profile has its class, spaces, version, intent and English name")
  func header() throws {
    let facts = try #require(ICCProfileFacts(profile: profile))
    #expect(
      facts.deviceClass == "scnr" && facts.colorSpace == "GRAY"
        && facts.connectionSpace == "Lab ")
    #expect(facts.version == "4.3.1" && facts.intent == .saturation)
    #expect(facts.description == "Screen")
  }

  @Test("a profile truncated or altered anywhere never traps")
  func cutProfile() {
    for end in profile.indices { _ = ICCProfileFacts(profile: Array(profile[..<end])) }
    for index in profile.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var wrong = profile
        wrong[index] = value
        _ = ICCProfileFacts(profile: wrong)
      }
    }
  }

  @Test(
    "JPEG segments of every short length never trap",
    arguments: [0xC0, 0xC2, 0xDD, 0xE0, 0xE2, 0xEE, 0xFE])
  func segments(_ marker: Int) throws {
    let starts = ["JFIF\0", "Adobe", "ICC_PROFILE\0", ""]
    for start in starts {
      for length in 0...40 {
        let body = Array((Array(start.utf8) + [UInt8](repeating: 0xFF, count: 40)).prefix(length))
        let segment = [0xFF, UInt8(marker), 0, UInt8(length + 2)] + body
        let container = try #require(ImageContainer(of: [0xFF, 0xD8] + segment + [0xFF, 0xD9]))
        #expect(container.jpeg != nil)
      }
    }
  }
}
