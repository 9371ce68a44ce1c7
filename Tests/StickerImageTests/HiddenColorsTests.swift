import CImageCodecs
import Corpus
import Testing

@testable import StickerImage

/// What is told of eight colors at a time against what is asked of each; what this processor runs, and what
/// any can.
@Suite("hidden colors") struct HiddenColorsTests {
  private static let limits = ContrastLimits(minContrast: 1.5, minChromaDistance: 0.1)
  private static let beside = ContrastLimits(minContrast: 1.15, minChromaDistance: 0.03)
  private static let backgrounds: [TestBackground] =
    [.white, .black, .red, .yellow, .flat("green", 0x20A0_40), .flat("nearly black", 0x1E_1E1E)]

  @Test("each background hides exactly the colors close to it, over the whole color cube")
  func colors() {
    // Every seventh sample, and both ends.
    let samples = Array(stride(from: UInt32(0), through: 252, by: 7)) + [255]
    for red in samples {
      expect(samples.flatMap { green in samples.map { red | green << 8 | $0 << 16 | 0xFF00_0000 } })
    }
  }

  @Test("translucent colors are composited on the background first")
  func translucent() {
    var random = SeededNumbers(seed: 3)
    expect((0..<4096).map { _ in UInt32.random(in: 0x8000_0000...0xFFFF_FFFF, using: &random) })
  }

  @Test("the fastest kernel for this processor hides the same colors as the portable one", arguments: 0...17)
  func anywhere(count: Int) {
    var random = SeededNumbers(seed: 7)
    let points = (0..<count).map { _ in UInt32.random(in: 0xC000_0000...0xFFFF_FFFF, using: &random) }
    let ground = sl_ground(
      color: 0xFF0000, luminance: 0.2126, green_red: 0.2249, blue_yellow: 0.1258, contrast: 3, chroma: 0.04,
      contrast_beside: 1.5, chroma_beside: 0.01, least_lightness: -1, is_red: 0)
    var here = [UInt32](repeating: 9, count: count + 1)
    var anywhere = here
    let light = SRGBCurve.lightBySample
    unsafe sl_tell_hidden(points, count, light, [ground, ground], 2, &here)
    unsafe sl_tell_hidden_anywhere(points, count, light, [ground, ground], 2, &anywhere)
    #expect(here == anywhere)
    #expect(here.last == 9, "nothing is written behind the last")
  }

  /// A frame of points of these colors, in which each has its place.
  private func expect(_ points: [UInt32]) {
    let asked = Self.backgrounds.map { (background: $0, strict: Self.beside) }
    let side = ArtPointGrid.side
    let pixels = (0..<side * side).flatMap { place -> [UInt8] in
      let point = place < points.count ? points[place] : 0
      return [point.sampledRed, point.sampledGreen, point.sampledBlue, point.sampledAlpha]
    }
    let shape = ArtPointGrid(Bitmap(PixelSize(side, side), pixels: pixels))
    let colors = HiddenPointMasks(shape, on: asked, Self.limits)
    for (number, background) in Self.backgrounds.enumerated() {
      for (place, point) in points.enumerated() {
        let bit = UInt64(1) << UInt64(place % 64)
        let isHidden = colors.hidden[number].words[place / 64] & bit != 0
        let isAlike = colors.hiddenIfAttached[number].words[place / 64] & bit != 0
        let stands = Self.limits.separates(point, on: background)
        if isHidden == stands || isAlike != (!stands && !Self.beside.separates(point, on: background)) {
          Issue.record("\(String(point, radix: 16)) on \(background.name): \(isHidden), \(isAlike)")
        }
      }
    }
  }
}
