import Corpus
import Foundation
import Testing

@testable import StickerImage

/// Sound files whose pixels the corpus does not have exactly: JPEGs, whose decoders may differ, CMYK, 16 bits
/// rounded to 8, animations too large for its oracles. They are compared with a decoder that runs here.
///
/// A PNG of 16 bits has the hash of the corpus's own reader besides, which `DecodeCorpusTests` wants exactly.
private let unsure = CorpusFile.all("sound without exact pixels") { file in
  file.expect == .ok && file.format != nil && CorpusFault.byPath[file.path]?.hasPixels != false
    && (file.firstFrameSHA256 == nil || (file.tolerance ?? 2 > 0 && file.reference == nil))
}

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus")) struct SecondDecoderTests {
  /// Pillow cuts 16 bits off, and takes a GIF's reserved disposals for others.
  private static let forPillow = unsure.filter { $0.format == "jpeg" || $0.firstFrameSHA256 == nil }
    .filter { $0.format != "gif" }
  /// ImageMagick knows no APNG; of those with 16 bits the corpus has hashes.
  private static let forImageMagick = unsure.filter { ["png", "gif"].contains($0.format) }

  @Test(
    "JPEGs and large animations equal Pillow's",
    .enabled(if: Witness.python != nil, "skipped: no Pillow"))
  func pillow() throws {
    #expect(Self.forPillow.count > 75)
    try Witness.withFolder { folder in
      let outcome = try Witness.run(
        Witness.python ?? "", [Witness.script("frames"), folder.path], in: Corpus.folder,
        input: Self.forPillow.map(\.path).joined(separator: "\n"))
      #expect(outcome.status == 0, "\(outcome.output.suffix(500))")
      for (number, file) in Self.forPillow.enumerated() {
        try expect(
          file, is: folder.appendingPathComponent("\(number).rgba"), within: file.format == "jpeg" ? 2 : 0)
      }
    }
  }

  @Test(
    "16-bit PNGs and a GIF with reserved disposals equal ImageMagick's",
    .enabled(if: Witness.mogrify != nil, "skipped: no ImageMagick"))
  func imageMagick() throws {
    #expect(Self.forImageMagick.count > 30)
    try Witness.withFolder { folder in
      for (number, file) in Self.forImageMagick.enumerated() {
        let name = "\(number).\(file.format ?? "")"
        try Data(file.bytes()).write(to: folder.appendingPathComponent(name))
      }
      // Stored values are wanted: it would convert those of another gamma.
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      let outcome = try Witness.run(
        Witness.mogrify ?? "",
        ["-coalesce", "-set", "colorspace", "sRGB", "-depth", "8", "-format", "rgba"] + names, in: folder)
      #expect(outcome.status == 0, "\(outcome.output.suffix(500))")
      for (number, file) in Self.forImageMagick.enumerated() {
        try expect(
          file, is: folder.appendingPathComponent("\(number).rgba"), within: file.format == "gif" ? 0 : 1)
      }
    }
  }

  private func expect(_ file: CorpusFile, is frames: URL, within tolerance: Int) throws {
    let bytes = try file.bytes()
    var stacker = FrameStacker()
    let damage = try #require(ImageContainer(of: bytes)).visitFrames(of: bytes, with: &stacker)
    #expect(damage.isEmpty == (CorpusFault.byPath[file.path] == nil), "\(file)")
    let theirs = [UInt8](try Data(contentsOf: frames))
    #expect(stacker.pixels.count == theirs.count, "\(file)")
    #expect(largestDifference(stacker.pixels, theirs) <= tolerance, "\(file)")
  }
}
