import Corpus
import Foundation
import Testing

@testable import StickerImage

@Suite struct ContrastTests {
  @Test("white on black is 21:1 and equal colors are 1:1, as in WCAG")
  func ends() {
    let (white, black) = (luminance(0xFF_FF_FF), luminance(0))
    #expect(abs(contrastRatio(white, black) - 21) < 0.0001)
    #expect(contrastRatio(black, white) == contrastRatio(white, black))
    #expect(contrastRatio(0.3, 0.3) == 1)
    // #767676 is the lightest gray that has WCAG's contrast of 4.5:1 on white.
    #expect(contrastRatio(luminance(0x76_76_76), white) >= 4.5)
    #expect(contrastRatio(luminance(0x77_77_77), white) < 4.5)
  }

  /// Values from CSS Color 4 and Ottosson's page.
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
    .enabled(if: ExternalProgram.python != nil, "skipped: no Python with Pillow"))
  func witnessed() throws {
    let levels: [UInt32] = [0, 1, 7, 10, 11, 60, 127, 128, 200, 254, 255]
    let colors = levels.flatMap { r in levels.flatMap { g in levels.map { r << 16 | g << 8 | $0 } } }
    let names = colors.map { "#" + String($0 | 1 << 24, radix: 16).dropFirst() }
    let answers = try referenceValues(names)
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

  @Test("an image of a background has the background's colors", arguments: TestBackground.all)
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

  private func referenceValues(_ lines: [String]) throws -> [String: [String: Double]] {
    let outcome = try ExternalProgram.run(
      ExternalProgram.python ?? "", [ExternalProgram.scriptPath("contrast")],
      input: lines.joined(separator: "\n"))
    #expect(outcome.status == 0, "\(outcome.output.suffix(500))")
    return try JSONDecoder().decode([String: [String: Double]].self, from: Data(outcome.output.utf8))
  }

  private func luminance(_ color: UInt32) -> Float {
    relativeLuminance(
      red: UInt8(color >> 16), green: UInt8(color >> 8 & 255), blue: UInt8(color & 255))
  }

  private func lab(_ color: UInt32) -> OKLab {
    OKLab(red: UInt8(color >> 16), green: UInt8(color >> 8 & 255), blue: UInt8(color & 255))
  }
}
