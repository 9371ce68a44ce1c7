import Corpus
import Testing

@testable import StickerImage

/// Tests which color space a PNG's chunks declare.
@Suite struct DeclaredColorSpaceTests {
  private static let codePoints: [UInt8] = [9, 16, 0, 1]  // BT.2100 PQ
  private static let adobe = HandmadeProfile.others[0].bytes
  private static let gamma1 = bigEndian32(100_000)

  private func claim(_ chunks: (type: String, data: [UInt8])...) throws -> DeclaredColorSpace {
    let pixels = HandmadePNG.chunk("IDAT", HandmadePNG.storedZlibStream([0, 1, 2, 3, 4]))
    let file =
      HandmadePNG.signature + HandmadePNG.header(1, 1)
      + chunks.flatMap { HandmadePNG.chunk($0.type, $0.data) } + pixels
      + HandmadePNG.chunk("IEND", [])
    return try #require(ImageContainer(of: file)).declaredColorSpace
  }

  private func profileChunk(_ profile: [UInt8]) -> (String, [UInt8]) {
    ("iCCP", Array("p".utf8) + [0, 0] + HandmadePNG.storedZlibStream(profile))
  }

  @Test("color declarations take precedence in the order cICP, profile, sRGB, gAMA")
  func precedence() throws {
    let (points, sRGB, gamma) = (("cICP", Self.codePoints), ("sRGB", [UInt8(0)]), ("gAMA", Self.gamma1))
    let profile = profileChunk(Self.adobe)
    let pq = CICPCodePoints(primaries: 9, transfer: 16, matrix: 0, videoFullRangeFlag: 1)
    #expect(try claim(gamma, sRGB, profile, points) == .codePoints(pq))
    guard case .profile(let distance) = try claim(gamma, sRGB, profile) else {
      Issue.record("the profile is ignored")
      return
    }
    #expect(distance.maxDifferenceFromSRGB > 100)
    #expect(try claim(gamma, sRGB) == .sRGB)
    guard case .gammaAndChromaticities = try claim(gamma) else {
      Issue.record("gAMA is ignored")
      return
    }
    #expect(try claim() == .undeclared)
  }

  @Test("an sRGB chunk with an unknown intent is ignored")
  func wrongIntent() throws {
    guard case .gammaAndChromaticities = try claim(("sRGB", [9]), ("gAMA", Self.gamma1)) else {
      Issue.record("a broken sRGB chunk is not ignored")
      return
    }
  }

  @Test(
    "gamma and primaries that programs write for sRGB are recognized as sRGB",
    arguments: [(45455, true), (45454, true), (45455, false)])
  func usual(_ gamma: Int, _ hasPrimaries: Bool) throws {
    let points = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000].flatMap(bigEndian32)
    let chunks = [("gAMA", bigEndian32(gamma))] + (hasPrimaries ? [("cHRM", points)] : [])
    let said = chunks.count == 2 ? try claim(chunks[0], chunks[1]) : try claim(chunks[0])
    guard case .gammaAndChromaticities(let distance) = said else {
      Issue.record("\(said)")
      return
    }
    #expect(distance.maxDifferenceFromSRGB <= 1)
  }

  @Test(
    "impossible primaries and gamma values are ignored, as in other decoders",
    arguments: [
      [31270, 0, 64000, 33000, 30000, 60000, 15000, 6000], [0, 0, 0, 0, 0, 0, 0, 0],
      [31270, 32900, 64000, 33000, 64000, 33000, 64000, 33000],
      [31270, 32900, 4_000_000_000, 33000, 30000, 60000, 15000, 6000],
    ])
  func senseless(_ numbers: [Int]) throws {
    #expect(try claim(("cHRM", numbers.flatMap(bigEndian32))) == .undeclared)
    #expect(try claim(("gAMA", bigEndian32(0))) == .undeclared)
    #expect(try claim(("gAMA", bigEndian32(1))) == .undeclared)
  }

  @Test("a damaged, CMYK or table-based profile is identified as such")
  func unusable() throws {
    #expect(try claim(("iCCP", Array("p".utf8) + [0, 0, 1, 2, 3])) == .unreadableProfile)
    #expect(try claim(profileChunk([1, 2, 3])) == .unreadableProfile)
    var ink = HandmadeProfile.others[0]
    ink.colorSpace = "CMYK"
    #expect(try claim(profileChunk(ink.bytes)) == .mismatchedColorModelProfile("CMYK"))
    #if !LittleCMS
      let tables = HandmadeProfile.others[0].adding("A2B0", Array("mft2".utf8) + [0, 0, 0, 0])
      #expect(try claim(profileChunk(tables.bytes)) == .unevaluatedLookupTables)
    #endif
    var noCurve = HandmadeProfile.others[0]
    noCurve.tags.removeAll { $0.name == "gTRC" }
    #expect(try claim(profileChunk(noCurve.bytes)) == .unreadableProfile)
  }

  @Test(
    "the corpus's profiles are what their names say", .enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func corpus() throws {
    var seen: Set<String> = []
    for file in CorpusFile.all where ["png", "jpeg"].contains(file.format) && file.expectation == .ok {
      let container = try #require(ImageContainer(of: try file.bytes()))
      guard let name = container.profileFacts?.description, !container.isCMYK else { continue }
      switch container.declaredColorSpace {
      case .profile(let distance):
        seen.insert(name)
        #expect(
          (distance.maxDifferenceFromSRGB <= 2) == (name.hasPrefix("sRGB") || name == "Gray Gamma 2.2"),
          "\(name)")
        #expect((distance.maxDifferenceFromDisplayP3 <= 2) == (name == "Display P3"), "\(name)")
      case .unevaluatedLookupTables: #expect(["sYCC 8-bit", "e-sRGB"].contains(name))
      default: Issue.record("\(file.path): \(container.declaredColorSpace)")
      }
    }
    #expect(seen.count >= 8)
  }
}
