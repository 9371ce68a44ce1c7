import Corpus
import Foundation
import Testing

@testable import StickerImage

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus")) struct ForeignTests {
  /// Files that a build with every trait decodes.
  private static let decodable = ["rgb.bmp"] + heif
  #if HEIF
    private static let heif = ["still.avif"]
  #else
    private static let heif: [String] = []
  #endif

  @Test(
    "images, delays and loop counts equal Pillow's",
    .enabled(if: ExternalProgram.python != nil, "skipped: no Python with Pillow"), arguments: decodable)
  func pillow(_ name: String) throws {
    let outcome = try ExternalProgram.run(
      ExternalProgram.python ?? "", [ExternalProgram.scriptPath("foreign")], in: Corpus.folder,
      input: "unsupported/\(name)")
    let all = try JSONDecoder().decode([String: ForeignPixels].self, from: Data(outcome.output.utf8))
    let theirs = try #require(all["unsupported/\(name)"])
    let ours = try ForeignImage(decoding: Corpus.bytes(of: "unsupported/\(name)"))
    #expect(ours.frames.count == theirs.frames.count)
    #expect(ours.plays == theirs.plays)
    for (own, other) in zip(ours.frames, theirs.frames) {
      #expect(own.bitmap.size == PixelSize(theirs.width, theirs.height))
      if ours.plays != nil { #expect(own.delay == ExactSeconds(other.milliseconds, 1000)) }
      let apart = difference(own.bitmap.pixels, other.samples)
      // libheif gives each square of four pixels one chroma value, while Pillow's library interpolates
      // chroma.
      if name.hasSuffix("avif") {
        #expect(apart.mean <= 2)
      } else {
        #expect(apart.largest == 0)
      }
    }
  }

  @Test("a build without a trait says how to enable it")
  func leftOut() throws {
    #if !HEIF
      for (name, format) in [("still.heic", "HEIC"), ("still.avif", "AVIF")] {
        let failure = #expect(throws: ImageError.self) {
          try ForeignImage(decoding: Corpus.bytes(of: "unsupported/\(name)"))
        }
        #expect(
          failure?.description == "this build can't decode \(format) (requires the package trait HEIF)")
      }
    #endif
  }

  #if HEIF
    @Test("a HEIC has the size and about the colors of an AVIF of the same art")
    func heic() throws {
      let heic = try ForeignImage(decoding: Corpus.bytes(of: "unsupported/still.heic")).frames[0].bitmap
      let avif = try ForeignImage(decoding: Corpus.bytes(of: "unsupported/still.avif")).frames[0].bitmap
      #expect(heic.size == avif.size)
      #expect(StructuralSimilarity(heic, avif).overWhite >= 0.9)
    }
  #endif

  @Test(
    "other formats are named and not guessed", arguments: ["photo.jxl", "plain.svg", "clip.mp4", "big.tif"])
  func unread(_ name: String) throws {
    let failure = #expect(throws: ImageError.self) {
      try ForeignImage(decoding: Corpus.bytes(of: "unsupported/\(name)"))
    }
    guard case .unsupportedFormat(let format)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(format.name != nil)
  }

  @Test("animated AVIF is not treated as a still")
  func sequence() throws {
    let failure = #expect(throws: ImageError.self) {
      try ForeignImage(decoding: Corpus.bytes(of: "unsupported/animated.avif"))
    }
    #expect(failure?.description == "can't decode animated AVIF")
  }

  @Test(
    "a truncated or altered file decodes or has damage, and never causes a trap",
    arguments: decodable + ["still.heic"])
  func hostile(_ name: String) throws {
    let file = try Corpus.bytes(of: "unsupported/\(name)")
    for end in stride(from: 0, to: file.count, by: max(1, file.count / 150)) {
      _ = try? ForeignImage(decoding: Array(file[..<end]))
    }
    var numbers = SeededNumbers(seed: 17)
    for _ in 0..<300 {
      var broken = file
      for _ in 0..<3 {
        broken[.random(in: 0..<file.count, using: &numbers)] = .random(in: 0...255, using: &numbers)
      }
      _ = try? ForeignImage(decoding: broken)
    }
  }

  /// The difference of visible samples. The color of fully transparent pixels is ignored.
  private func difference(_ one: [UInt8], _ other: [UInt8]) -> (largest: Int, mean: Double) {
    guard one.count == other.count else { return (.max, .infinity) }
    var (largest, sum, count) = (0, 0, 0)
    for at in stride(from: 0, to: one.count, by: 4) where one[at + 3] > 0 || other[at + 3] > 0 {
      for sample in at..<at + 4 {
        let apart = abs(Int(one[sample]) - Int(other[sample]))
        (largest, sum, count) = (max(largest, apart), sum + apart, count + 1)
      }
    }
    return (largest, Double(sum) / Double(max(1, count)))
  }
}
