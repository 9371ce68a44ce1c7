import Corpus
import Foundation
import Testing

@testable import StickerImage

/// Valid files for which the corpus has no exact pixels: JPEGs, whose decoders may differ, CMYK, 16 bits
/// rounded to 8, and animations that are too large for its oracles. They are compared with a decoder on this
/// machine.
///
/// For 16-bit PNGs, `DecodeCorpusTests` also requires the exact hash of the corpus's own reader.
private let unsure = CorpusFile.all("sound without exact pixels") { file in
  file.expectation == .ok && file.format != nil && CorpusLabelError.byPath[file.path]?.hasPixels != false
    && (file.firstFrameSHA256 == nil || (file.tolerance ?? 2 > 0 && file.referenceImagePath == nil))
}

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus")) struct SecondDecoderTests {
  /// Pillow truncates 16 bits, and misinterprets a GIF's reserved disposal methods.
  private static let forPillow = unsure.filter { $0.format == "jpeg" || $0.firstFrameSHA256 == nil }
    .filter { $0.format != "gif" }
  /// ImageMagick does not support APNG. For 16-bit APNGs, the corpus has hashes.
  private static let forImageMagick = unsure.filter { ["png", "gif"].contains($0.format) }

  @Test(
    "JPEGs and large animations equal Pillow's",
    .enabled(if: ExternalProgram.python != nil, "skipped: no Pillow"))
  func pillow() throws {
    #expect(Self.forPillow.count > 75)
    try ExternalProgram.withTemporaryFolder { folder in
      let outcome = try ExternalProgram.run(
        ExternalProgram.python ?? "", [ExternalProgram.scriptPath("frames"), folder.path], in: Corpus.folder,
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
    .enabled(if: ExternalProgram.mogrify != nil, "skipped: no ImageMagick"))
  func imageMagick() throws {
    #expect(Self.forImageMagick.count > 30)
    try ExternalProgram.withTemporaryFolder { folder in
      for (number, file) in Self.forImageMagick.enumerated() {
        let name = "\(number).\(file.format ?? "")"
        try Data(file.bytes()).write(to: folder.appendingPathComponent(name))
      }
      // The stored values are needed, but ImageMagick would convert those of files with another gamma.
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      let outcome = try ExternalProgram.run(
        ExternalProgram.mogrify ?? "",
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
    #expect(damage.isEmpty == (CorpusLabelError.byPath[file.path] == nil), "\(file)")
    let theirs = [UInt8](try Data(contentsOf: frames))
    #expect(stacker.pixels.count == theirs.count, "\(file)")
    #expect(largestDifference(stacker.pixels, theirs) <= tolerance, "\(file)")
  }
}
