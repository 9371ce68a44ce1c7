import Corpus
import Foundation
import Testing

@testable import StickerImage

@Suite struct SimilarityTests {
  /// Pairs of pictures in all sizes that are relevant for windows, from equal to unrelated.
  private static func pairs() -> [(Bitmap, Bitmap)] {
    var random = RandomPictures(seed: 11)
    let sides = [(1, 1), (3, 20), (8, 8), (9, 12), (12, 31), (47, 40), (64, 64)]
    return sides.flatMap { width, height in
      RandomPictures.Colors.allCases.map { colors in
        var one = Bitmap(transparent: PixelSize(width, height))
        let palette = random.palette(colors)
        random.fill(&one, PixelRect(one.size), palette, random.one(of: RandomPictures.Pattern.allCases))
        var other = one
        let change = random.number(0...60)
        for at in other.pixels.indices where at % 3 == 0 {
          other.pixels[at] = UInt8(clamping: Int(other.pixels[at]) + random.number(-change...change))
        }
        return (one, other)
      }
    }
  }

  @Test(
    "SSIM equals a Python program's result for the paper's formula",
    .enabled(if: ExternalProgram.python != nil, "skipped: no Python with Pillow"))
  func witnessed() throws {
    let pairs = Self.pairs()
    let answers = try ExternalProgram.withTemporaryFolder { folder in
      var lines: [String] = []
      for (number, pair) in pairs.enumerated() {
        let paths = [0, 1].map { folder.appendingPathComponent("\(number)-\($0).png") }
        try Data(pair.0.encodedPNG()).write(to: paths[0])
        try Data(pair.1.encodedPNG()).write(to: paths[1])
        lines += [255, 0].map { "\(paths[0].path)\t\(paths[1].path)\t\($0)" }
      }
      let python = try #require(ExternalProgram.python)
      let outcome = try ExternalProgram.run(
        python, [ExternalProgram.scriptPath("similarity")], input: lines.joined(separator: "\n"))
      return try JSONDecoder().decode([Double].self, from: Data(outcome.output.utf8))
    }
    try #require(answers.count == pairs.count * 2)
    for (number, pair) in pairs.enumerated() {
      let ours = StructuralSimilarity(pair.0, pair.1)
      let size = "\(pair.0.size), pair \(number)"
      #expect(abs(ours.overWhite - answers[number * 2]) < 0.0001, "\(size) over white")
      #expect(abs(ours.overBlack - answers[number * 2 + 1]) < 0.0001, "\(size) over black")
    }
  }

  @Test("an image equals itself, and invisible color does not count")
  func same() {
    let art = makeBitmap(40, 40) { x, y in [UInt8(x * 6), UInt8(y * 6), 90, x < 20 ? 0 : 255] }
    let hidden = makeBitmap(40, 40) { x, y in x < 20 ? [1, 2, 3, 0] : [UInt8(x * 6), UInt8(y * 6), 90, 255] }
    for other in [art, hidden] {
      let similarity = StructuralSimilarity(art, other)
      #expect(similarity == StructuralSimilarity(overWhite: 1, overBlack: 1))
    }
  }

  @Test("black and white have the similarity of unequal means in the formula: C1 / (255² + C1)")
  func opposite() {
    let black = makeBitmap(20, 20) { _, _ in [0, 0, 0, 255] }
    let white = makeBitmap(20, 20) { _, _ in [255, 255, 255, 255] }
    let similarity = StructuralSimilarity(black, white)
    let luma = 6.5025 / (65_025 + 6.5025)  // the color differences are the same
    #expect(abs(similarity.overWhite - (0.8 * luma + 0.2)) < 1e-9)
    #expect(similarity.overBlack == similarity.overWhite)
  }

  @Test("white that becomes transparent differs only over black")
  func grounds() {
    let white = makeBitmap(20, 20) { _, _ in [255, 255, 255, 255] }
    let similarity = StructuralSimilarity(white, Bitmap(transparent: white.size))
    #expect(similarity.overWhite == 1)
    #expect(similarity.overBlack < 0.3)
  }

  @Test("frames have a mean similarity, and a worst similarity over each background")
  func frames() {
    let art = makeBitmap(16, 16) { x, y in [UInt8(x * 16), UInt8(y * 16), 0, 255] }
    let other = makeBitmap(16, 16) { x, y in [UInt8(y * 16), UInt8(x * 16), 0, 255] }
    let single = StructuralSimilarity(art, other)
    let both = FrameSimilarity([art, art], [art, other])
    #expect(both.worst == single)
    #expect(both.mean.overWhite == (1 + single.overWhite) / 2)
    #expect(FrameSimilarity([], []).worst == StructuralSimilarity(overWhite: 1, overBlack: 1))
  }
}
