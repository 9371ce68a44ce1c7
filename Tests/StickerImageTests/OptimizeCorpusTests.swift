import Corpus
import Foundation
import Testing

@testable import StickerImage

/// Optimizes the corpus's PNG art. Third-party programs check the results.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus")) struct OptimizeCorpusTests {
  /// Valid PNGs and APNGs that are small enough for all efforts.
  private static let art = CorpusFile.all("sound PNGs to optimize") { file in
    file.expectation == .ok && (file.format == "png" || file.format == "apng")
      && ((try? file.bytes().count) ?? .max) < 60_000
  }

  @Test("a corpus file looks the same in fewer bytes", arguments: art)
  func same(_ file: CorpusFile) throws {
    let bytes = try file.bytes()
    guard let smaller = optimizedPNGIfSmaller(bytes, effort: .fast) else { return }
    #expect(smaller.count < bytes.count)
    #expect(optimizedPNGIfSmaller(bytes, effort: .fast) == smaller)
    #expect(optimizedPNGIfSmaller(smaller, effort: .fast) == nil, "a second time")
    let (before, after) = try (Image(decoding: bytes), Image(decoding: smaller))
    #expect(after.container.animation?.plays == before.container.animation?.plays)
    #expect(after.container.animation?.duration == before.container.animation?.duration)
    #expect(
      after.container.colorChunks(of: smaller).allSatisfy(before.container.colorChunks(of: bytes).contains))
    #expect(looksSameThroughout(after.frames, before.frames))
  }

  /// Flat art with gradients, which libdeflate at level 11 leaves 2 to 3% too large.
  @Test(
    "the hardest shipped stickers are at most 1% larger than with oxipng 9.1.1 -o2",
    arguments: [("36", 51_536), ("27", 21_706)])
  func hardest(_ number: String, _ bytes: Int) throws {
    let pack = "stickers/wwdcscholars/Stickers.xcassets/Sticker Pack.stickerpack"
    let file = try #require(CorpusFile.all.first { $0.path == "\(pack)/\(number).sticker/\(number).png" })
    let smaller = try #require(optimizedPNGIfSmaller(file.bytes()))
    #expect(smaller.count * 100 <= bytes * 101)
  }

  @Test("a second run gains nothing")
  func again() throws {
    for (number, file) in Self.art.enumerated() {
      let effort = number % 96 == 0 ? OptimizingEffort.max : .normal
      guard number % 8 == 0, let smaller = try optimizedPNGIfSmaller(file.bytes(), effort: effort) else {
        continue
      }
      #expect(optimizedPNGIfSmaller(smaller, effort: effort) == nil, "\(file)")
    }
  }

  @Test(
    "ImageMagick sees the same 16-bit samples in files that need more than 8 bits",
    .enabled(if: ExternalProgram.mogrify != nil, "skipped: no ImageMagick"))
  func sixteenBits() throws {
    try ExternalProgram.withTemporaryFolder { folder in
      var (names, isDeep) = ([String](), [Bool]())
      for (number, file) in Self.art.enumerated() where file.format == "png" {
        let bytes = try file.bytes()
        guard ImageContainer(of: bytes)?.bitDepth == 16, let smaller = optimizedPNGIfSmaller(bytes) else {
          continue
        }
        isDeep.append(ImageContainer(of: smaller)?.bitDepth == 16)
        for (kind, bytes) in [("before", bytes), ("after", smaller)] {
          names.append("\(number)-\(kind).png")
          try Data(bytes).write(to: folder.appendingPathComponent("\(number)-\(kind).png"))
        }
      }
      #expect(isDeep.count { $0 } > 10)
      let outcome = try ExternalProgram.run(
        ExternalProgram.mogrify ?? "",
        ["-set", "colorspace", "sRGB", "-depth", "16", "-format", "rgba"] + names,
        in: folder)
      #expect(outcome.status == 0, "\(outcome.output.suffix(500))")
      for pair in stride(from: 0, to: names.count, by: 2) {
        let (before, after) = try (samples(names[pair], folder), samples(names[pair + 1], folder))
        #expect(before.count > 0 && before == after, "\(names[pair])")
      }
    }
  }

  /// 16-bit samples, without color where alpha is 0.
  private func samples(_ name: String, _ folder: URL) throws -> [UInt8] {
    var bytes = try [UInt8](Data(contentsOf: folder.appendingPathComponent(name.dropLast(3) + "rgba")))
    for pixel in stride(from: 0, to: bytes.count, by: 8) where bytes[pixel + 6] == 0 && bytes[pixel + 7] == 0
    {
      for place in pixel..<pixel + 6 { bytes[place] = 0 }
    }
    return bytes
  }

  @Test("pngcheck reports nothing", .enabled(if: ExternalProgram.pngcheck != nil, "skipped: no pngcheck"))
  func pngcheck() throws {
    try ExternalProgram.withTemporaryFolder { folder in
      var names: [String] = []
      for (number, file) in Self.art.enumerated() where number % 3 == 0 {
        guard let smaller = try optimizedPNGIfSmaller(file.bytes(), effort: .normal) else { continue }
        names.append("\(number).png")
        try Data(smaller).write(to: folder.appendingPathComponent("\(number).png"))
      }
      #expect(names.count > 60)
      let outcome = try ExternalProgram.run(ExternalProgram.pngcheck ?? "", ["-q"] + names, in: folder)
      #expect(outcome.status == 0, "\(outcome.output.suffix(500))")
    }
  }
}
