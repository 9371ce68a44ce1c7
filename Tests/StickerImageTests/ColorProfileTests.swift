import Corpus
import Testing

@testable import StickerImage

/// A profile with a name.
private struct NamedProfile: CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]
}

/// Profiles with curves and primaries: handmade ones, and those in the corpus without duplicates.
private let matrixProfiles: [NamedProfile] = {
  let made = HandmadeProfile.sRGBVariants + HandmadeProfile.p3Variants + HandmadeProfile.others
  var named = made.map { NamedProfile(testDescription: $0.testDescription, bytes: $0.bytes) }
  for file in CorpusFile.all
  where ["png", "apng", "jpeg"].contains(file.format) && file.expectation != .limit {
    guard let bytes = try? file.bytes(), let profile = ImageContainer(of: bytes)?.profile,
      ColorProfile(profile: profile) != nil, !named.contains(where: { $0.bytes == profile })
    else { continue }
    named.append(NamedProfile(testDescription: file.path, bytes: profile))
  }
  return named
}()

@Suite struct ColorProfileTests {
  @Test(
    "the corpus has matrix profiles from at least eight vendors", .enabled(if: Corpus.isPresent, "no corpus"))
  func found() {
    let made =
      HandmadeProfile.sRGBVariants.count + HandmadeProfile.p3Variants.count + HandmadeProfile.others.count
    #expect(matrixProfiles.count >= made + 8)
  }

  @Test(
    "converted colors are within 1 of 255 of LittleCMS's",
    arguments: matrixProfiles, StickerColorSpace.allCases)
  private func conversion(_ named: NamedProfile, _ space: StickerColorSpace) throws {
    let profile = try #require(ColorProfile(profile: named.bytes))
    let isGray = named.bytes[16..<20].elementsEqual("GRAY".utf8)
    let colors = isGray ? grays : grid
    let theirs = try #require(LittleCMS.converted(colors.map(unit), from: named.bytes, to: space))
    let alphas = colors.indices.map { UInt8($0 % 256) }
    let pixels = zip(colors, alphas).flatMap { [$0.x, $0.y, $0.z, $1] }
    let ours = Bitmap(PixelSize(colors.count, 1), pixels: pixels).converted(from: profile, to: space).pixels
    var largest = 0.0
    for (index, wanted) in theirs.enumerated() {
      let got = SIMD3(ours[index * 4], ours[index * 4 + 1], ours[index * 4 + 2])
      let difference = (unit(got) - wanted) * 255
      largest = max(largest, difference.max(), -difference.min())
      #expect(ours[index * 4 + 3] == alphas[index])
    }
    // Half a sample of the difference is only the rounding of our result to 8 bits.
    #expect(largest <= 1.0, "off by \(largest)")
  }

  @Test("colors stay the same in their own space", arguments: StickerColorSpace.allCases)
  func identity(_ space: StickerColorSpace) {
    let bitmap = Bitmap(PixelSize(grid.count, 1), pixels: grid.flatMap { [$0.x, $0.y, $0.z, 255] })
    #expect(bitmap.converted(from: space.profile, to: space) == bitmap)
  }

  @Test(
    "sRGB is recognized by its values, regardless of who made the profile",
    arguments: HandmadeProfile.sRGBVariants)
  func isSRGB(_ made: HandmadeProfile) throws {
    #expect(
      ColorProfileSampleDifferences(try #require(ColorProfile(profile: made.bytes))).maxDifferenceFromSRGB
        <= 2)
  }

  @Test("LittleCMS's own sRGB profile is recognized, too") func littleCMS() throws {
    #expect(
      ColorProfileSampleDifferences(try #require(ColorProfile(profile: LittleCMS.sRGBProfile)))
        .maxDifferenceFromSRGB == 0)
  }

  @Test("Display P3 is recognized by its values and is not sRGB", arguments: HandmadeProfile.p3Variants)
  func isP3(_ made: HandmadeProfile) throws {
    let distance = ColorProfileSampleDifferences(try #require(ColorProfile(profile: made.bytes)))
    #expect(distance.maxDifferenceFromDisplayP3 <= 2)
    #expect(distance.maxDifferenceFromSRGB > 20)
  }

  @Test("other spaces are neither sRGB nor Display P3", arguments: HandmadeProfile.others)
  func isNeither(_ made: HandmadeProfile) throws {
    #expect(
      ColorProfileSampleDifferences(try #require(ColorProfile(profile: made.bytes))).smallerDifference > 10)
  }

  @Test("the distance from sRGB is within 1 of LittleCMS's", arguments: HandmadeProfile.others)
  func distance(_ made: HandmadeProfile) throws {
    guard made.colorSpace == "RGB " else { return }
    let levels = comparedSampleLevels.map { UInt8($0) }
    let colors = levels.flatMap { red in levels.flatMap { green in levels.map { SIMD3(red, green, $0) } } }
    let theirs = try #require(LittleCMS.converted(colors.map(unit), from: made.bytes, to: .sRGB))
    let largest = zip(colors, theirs).reduce(0.0) { most, pair in
      let change = (pair.1 - unit(pair.0)) * 255
      return max(most, change.max(), -change.min())
    }
    let ours = ColorProfileSampleDifferences(try #require(ColorProfile(profile: made.bytes)))
      .maxDifferenceFromSRGB
    #expect((Double(ours) - largest).magnitude <= 1)
  }

  @Test("primaries adapted to D50 equal those in profiles of the same space")
  func primaries() {
    let pairs = [
      (ColorProfile.sRGB, HandmadeProfile.sRGBPrimaries), (.displayP3, HandmadeProfile.p3Primaries),
    ]
    for (space, published) in pairs {
      for (ours, theirs) in zip(
        [space.toD50XYZ.firstColumn, space.toD50XYZ.secondColumn, space.toD50XYZ.thirdColumn], published)
      {
        for index in 0..<3 { #expect((ours[index] - theirs[index]).magnitude < 0.0002) }
      }
    }
  }

  @Test("a table-based profile has no curves and primaries", arguments: ["A2B0", "A2B1", "A2B2", "D2B0"])
  func tables(_ tag: String) {
    let made = HandmadeProfile.sRGBVariants[0].adding(tag, Array("mft2".utf8) + [0, 0, 0, 0])
    #expect(ColorProfile(profile: made.bytes) == nil)
    #expect(ICCProfileReader(made.bytes)?.hasLookupTables == true)
  }

  @Test("a profile truncated or altered anywhere is rejected or has a distance in range")
  func hostile() {
    for made in [HandmadeProfile.p3Variants[0], HandmadeProfile.sRGBVariants[2], HandmadeProfile.others[8]] {
      let bytes = made.bytes
      for end in bytes.indices { _ = ColorProfile(profile: Array(bytes[..<end])) }
      for index in bytes.indices {
        for value: UInt8 in [0, 0x7F, 0x80, 0xFF] {
          var bytes = bytes
          bytes[index] = value
          guard let profile = ColorProfile(profile: bytes) else { continue }
          #expect(0...255 ~= ColorProfileSampleDifferences(profile).smallerDifference)
        }
      }
    }
  }
}

/// The levels 1, 2 and 4, and every 17th level from 0 to 255: 19³ colors.
private let grid: [SIMD3<UInt8>] = {
  let levels = [1, 2, 4] + Array(stride(from: UInt8(0), through: 255, by: 17))
  return levels.flatMap { red in levels.flatMap { green in levels.map { SIMD3(red, green, $0) } } }
}()

private let grays = (UInt8(0)...255).map { SIMD3(repeating: $0) }

private func unit(_ samples: SIMD3<UInt8>) -> SIMD3<Double> { SIMD3<Double>(samples) / 255 }
