import Corpus
import Foundation
import Testing

@testable import StickerImage

private let stills = CorpusFile.all("real stickers and made art that stand still") { file in
  ["stickers/", "rules/good/", "rules/low-contrast/"].contains { file.path.hasPrefix($0) }
    && file.format == "png" && file.expect == .ok
}

/// The limits of the rule, as the catalogue words them.
private let limits = ContrastLimits(minContrast: 1.5, minChromaDistance: 0.1)

@Suite struct ContrastTests {
  @Test("white on black is 21:1 and equal colors are 1:1, as in WCAG")
  func ends() {
    let (white, black) = (luminance(0xFF_FF_FF), luminance(0))
    #expect(abs(contrastRatio(white, black) - 21) < 0.0001)
    #expect(contrastRatio(black, white) == contrastRatio(white, black))
    #expect(contrastRatio(0.3, 0.3) == 1)
    // #767676 is the lightest gray that WCAG's 4.5:1 allows on white.
    #expect(contrastRatio(luminance(0x76_76_76), white) >= 4.5)
    #expect(contrastRatio(luminance(0x77_77_77), white) < 4.5)
  }

  /// As CSS Color 4 and Ottosson's page give them.
  @Test(
    "OKLab values of white and the primaries are the published ones",
    arguments: [
      (0xFF_FF_FF, 1, 0, 0), (0xFF_00_00, 0.62796, 0.22486, 0.12585),
      (0x00_FF_00, 0.86644, -0.23389, 0.17950), (0x00_00_FF, 0.45201, -0.03246, -0.31153), (0, 0, 0, 0),
    ] as [(UInt32, Float, Float, Float)])
  func published(_ color: UInt32, _ lightness: Float, _ greenRed: Float, _ blueYellow: Float) {
    let lab = lab(color)
    #expect(abs(lab.lightness - lightness) < 0.00005)
    #expect(abs(lab.greenRed - greenRed) < 0.00005)
    #expect(abs(lab.blueYellow - blueYellow) < 0.00005)
  }

  @Test(
    "OKLab and luminance equal those of a Python program",
    .enabled(if: Witness.python != nil, "skipped: no Python with Pillow"))
  func witnessed() throws {
    let levels: [UInt32] = [0, 1, 7, 10, 11, 60, 127, 128, 200, 254, 255]
    let colors = levels.flatMap { r in levels.flatMap { g in levels.map { r << 16 | g << 8 | $0 } } }
    let names = colors.map { "#" + String($0 | 1 << 24, radix: 16).dropFirst() }
    let answers = try asked(names)
    for (name, color) in zip(names, colors) {
      let (theirs, ours) = (try #require(answers[name]), lab(color))
      let pairs = [
        ("L", ours.lightness), ("a", ours.greenRed), ("b", ours.blueYellow), ("Y", luminance(color)),
      ]
      for (key, value) in pairs {
        #expect(abs(Double(value) - (theirs[key] ?? 9)) < 0.00001, "\(name) \(key)")
      }
    }
  }

  @Test(
    "the sampled share is within two points of a Python program's count of all pixels",
    .enabled(if: Corpus.isPresent && Witness.python != nil, "skipped: no corpus, or no Pillow"))
  func sampledShare() throws {
    let answers = try asked(stills.map(\.path))
    var differences: [Double] = []
    for file in stills {
      let samples = try #require(self.samples(of: try Image(decoding: file.bytes()).frames.map(\.bitmap)))
      let answer = try #require(answers[file.path])
      for background in TestBackground.all where background.isFlat {
        let theirs = try #require(answer[background.name])
        let ours = try #require(samples.share(contrastingWith: background, limits))
        differences.append(abs(ours - theirs))
        #expect(abs(ours - theirs) < 0.02, "\(file.path) on \(background.name): \(ours), \(theirs)")
        // Counting that stops early may be off by more, but never about what is enough.
        let early = try #require(samples.share(contrastingWith: background, limits, stopsAbove: 0.25))
        #expect((early < 0.25) == (ours < 0.25), "\(file.path) on \(background.name): \(early), \(ours)")
      }
    }
    let mean = differences.reduce(0, +) / Double(differences.count)
    print("shares of samples and of all pixels: \(differences.max() ?? 0) apart at most, \(mean) in the mean")
  }

  @Test(
    "on image backgrounds, the sampled share is within three points of all pixels'",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"),
    arguments: [TestBackground.multicolor, .photo])
  func onPictures(_ background: TestBackground) throws {
    for file in stills where file.path.hasPrefix("rules/") || file.path.contains("wwdcscholars") {
      let bitmap = try #require(try Image(decoding: file.bytes()).frames.first?.bitmap)
      let samples = try #require(self.samples(of: [bitmap]))
      let ours = try #require(samples.share(contrastingWith: background, limits))
      let plain = plainShare(bitmap, on: background)
      #expect(abs(ours - plain) < 0.03, "\(file.path): \(ours), \(plain)")
    }
  }

  @Test("pixels are visible from alpha 5, and translucent ones are composited on the background")
  func translucent() throws {
    // Half of the canvas hardly visible white, half invisible black: on black nothing stands out.
    let haze = drawn(64, 64) { x, _ in x < 32 ? [255, 255, 255, 5] : [0, 0, 0, 4] }
    let samples = try #require(self.samples(of: [haze]))
    #expect(samples.count == 2048)
    #expect(samples.share(contrastingWith: .black, limits) == 0)
    let glass = try #require(self.samples(of: [drawn(64, 64) { _, _ in [255, 255, 255, 128] }]))
    #expect(glass.share(contrastingWith: .black, limits) == 1)
    #expect(glass.share(contrastingWith: .white, limits) == 0)
  }

  @Test("all frames count together, even with too many samples to keep")
  func frames() throws {
    let (dark, pale) = (
      drawn(64, 64) { _, _ in [0, 0, 0, 255] }, drawn(64, 64) { _, _ in [255, 255, 255, 255] }
    )
    for count in [4, 40, 400] {
      let samples = try #require(self.samples(of: (0..<count).map { $0 % 4 == 0 ? dark : pale }))
      #expect(samples.count <= 32_768)
      let share = try #require(samples.share(contrastingWith: .white, limits))
      #expect(abs(share - 0.25) < 0.01, "\(count) frames: \(share)")
    }
  }

  @Test("fewer than 16 visible samples give no result")
  func fewest() throws {
    for (count, isJudged) in [(15, false), (16, true)] {
      let dots = drawn(64, 64) { x, y in y == 0 && x < count ? [255, 255, 255, 255] : [0, 0, 0, 0] }
      let share = try #require(self.samples(of: [dots])).share(contrastingWith: .white, limits)
      #expect((share != nil) == isJudged)
    }
  }

  @Test("a limit that is met exactly is met")
  func limit() {
    // #767676 has 4.54:1 on white, #777777 4.48:1.
    let strict = ContrastLimits(minContrast: 4.5, minChromaDistance: 1)
    #expect(strict.separates(0x76_76_76, from: 0xFF_FF_FF))
    #expect(!strict.separates(0x77_77_77, from: 0xFF_FF_FF))
    // Red and gray of one brightness: color alone tells them apart.
    #expect(!ContrastLimits(minContrast: 1.5, minChromaDistance: 1).separates(0xFF_00_00, from: 0x7F_7F_7F))
    #expect(limits.separates(0xFF_00_00, from: 0x7F_7F_7F))
    #expect(!limits.separates(0xFF_00_00, from: 0xF0_10_10))
  }

  @Test("the background image has the colors that samples are compared with", arguments: TestBackground.all)
  func pictures(_ background: TestBackground) {
    let bitmap = background.bitmap(PixelSize(64, 64))
    for y in 0..<64 {
      for x in 0..<64 {
        let color = background.color(x: (Double(x) + 0.5) / 64, y: (Double(y) + 0.5) / 64)
        let at = (y * 64 + x) * 4
        let shown = bitmap.pixels[at..<at + 3].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        #expect(shown == color)
        #expect(bitmap.pixels[at + 3] == 255)
      }
    }
    #expect(background.bitmap(PixelSize(1, 1)).pixels.count == 4)
    #expect(background.bitmap(PixelSize(300, 7)).pixels.count == 300 * 7 * 4)
  }

  private func asked(_ lines: [String]) throws -> [String: [String: Double]] {
    let outcome = try Witness.run(
      Witness.python ?? "", [Witness.script("contrast")], in: Corpus.folder,
      input: lines.joined(separator: "\n"))
    #expect(outcome.status == 0, "\(outcome.output.suffix(500))")
    return try JSONDecoder().decode([String: [String: Double]].self, from: Data(outcome.output.utf8))
  }

  private func samples(of frames: [Bitmap]) -> ColorSamples? {
    var pass = MeasurementPass(measuring: .colorSamples)
    for (number, bitmap) in frames.enumerated() { pass.visit(Frame(bitmap), number: number) }
    return pass.measurements()?.colorSamples
  }

  private func luminance(_ color: UInt32) -> Float {
    relativeLuminance(
      red: UInt8(color >> 16), green: UInt8(color >> 8 & 255), blue: UInt8(color & 255))
  }

  private func lab(_ color: UInt32) -> OKLab {
    OKLab(red: UInt8(color >> 16), green: UInt8(color >> 8 & 255), blue: UInt8(color & 255))
  }

  /// Every pixel, over the background as it is drawn at that size.
  private func plainShare(_ bitmap: Bitmap, on background: TestBackground) -> Double {
    let ground = background.bitmap(bitmap.size)
    var (seen, standsOut) = (0, 0)
    for at in stride(from: 0, to: bitmap.pixels.count, by: 4) where bitmap.pixels[at + 3] >= 5 {
      let (behind, alpha) = (color(ground, at), Double(bitmap.pixels[at + 3]) / 255)
      var mixed: UInt32 = 0
      for sample in at..<at + 3 {
        let value = Double(bitmap.pixels[sample]) * alpha + Double(ground.pixels[sample]) * (1 - alpha)
        mixed = mixed << 8 | UInt32(value.rounded())
      }
      seen += 1
      let contrast = contrastRatio(luminance(mixed), luminance(behind))
      let (own, ground) = (lab(mixed), lab(behind))
      let chroma = hypotenuse(own.greenRed - ground.greenRed, own.blueYellow - ground.blueYellow)
      let areBlack = own.lightness < 0.3 && ground.lightness < 0.3
      standsOut += contrast >= 1.5 || chroma >= 0.1 && !areBlack ? 1 : 0
    }
    return Double(standsOut) / Double(seen)
  }

  private func hypotenuse(_ one: Float, _ other: Float) -> Float {
    (one * one + other * other).squareRoot()
  }

  private func color(_ bitmap: Bitmap, _ at: Int) -> UInt32 {
    bitmap.pixels[at..<at + 3].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
  }
}
