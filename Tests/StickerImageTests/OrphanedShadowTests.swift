import Testing

@testable import StickerImage

/// A background is not removed if that would also remove a rim in its color and leave only the rim's shadow.
@Suite struct OrphanedShadowTests {
  /// A red disc with a rim that casts a shadow downward. At the top, nothing distinguishes a white rim from
  /// the background.
  private func discSticker(rimColor: [Double], shadowDepth: Double, hasSmoothRim: Bool) -> Bitmap {
    makeBitmap(200, 200) { x, y in
      let fromCenter = distance(x - 100, y - 90)
      if fromCenter < 50 { return [220, 60, 40, 255] }
      let shadow = min(
        max(shadowDepth * (1 - (distance(x - 100, y - 102) - 58) / 18), 0), shadowDepth)
      let covered = hasSmoothRim ? min(max(70.5 - fromCenter, 0), 1) : fromCenter < 70 ? 1 : 0
      return rimColor.map { UInt8($0 * covered + (255 - shadow) * (1 - covered)) } + [255]
    }
  }

  private let white: [Double] = [255, 255, 255]
  private let cream: [Double] = [255, 225, 170]

  private func distance(_ x: Int, _ y: Int) -> Double { Double(x * x + y * y).squareRoot() }

  @Test(
    "art with a rim in the background's color is refused, and another rim stays with its shadow",
    arguments: [70, 110, 180], [false, true])
  func rim(shade: Double, isSmooth: Bool) throws {
    #expect(
      [discSticker(rimColor: white, shadowDepth: shade, hasSmoothRim: isSmooth)].withoutBackground() == nil)
    let found = try #require(
      [discSticker(rimColor: cream, shadowDepth: shade, hasSmoothRim: isSmooth)].withoutBackground())[0]
    for (x, y) in (0..<200).flatMap({ y in (0..<200).map { ($0, y) } }) where distance(x - 100, y - 90) < 69 {
      #expect(found.alphas[y * 200 + x] == 255, "\(x), \(y)")
    }
    #expect((1..<255).contains(found.alphas[170 * 200 + 100]))
  }

  @Test("one such frame is enough to refuse an animation")
  func frames() {
    let sound = discSticker(rimColor: cream, shadowDepth: 70, hasSmoothRim: true)
    let torn = discSticker(rimColor: white, shadowDepth: 70, hasSmoothRim: true)
    #expect([sound, sound].withoutBackground() != nil)
    #expect([sound, torn].withoutBackground() == nil)
  }

  @Test("a floor shadow that does not touch the art stays", arguments: [60, 150])
  func floor(shade: Double) throws {
    let canvas = makeBitmap(200, 200) { x, y in
      if (70..<130).contains(x) && (30..<100).contains(y) { return [240, 110, 80, 255] }
      let away = (Double(x - 100) / 70, Double(y - 160) / 30)
      let shadow = max(0, shade * (1 - (away.0 * away.0 + away.1 * away.1).squareRoot()))
      let gray = UInt8(255 - shadow)
      return [gray, gray, gray, 255]
    }
    let found = try #require([canvas].withoutBackground())[0]
    #expect(abs(Int(found.alphas[160 * 200 + 100]) - Int(shade)) <= 5)
  }

  @Test("thin lines with a shadow beside them are cut out with it", arguments: [3, 5, 8], [6, 12])
  func lines(width: Int, offset: Int) throws {
    // Bars, whose shadow is shifted right and down, and fades over 10 px.
    func shadow(_ x: Int, _ y: Int) -> Double {
      (0..<5).map { bar in
        let (left, top) = (30 + bar * 45 + offset, 30 + offset)
        let across = max(left - x, x - left - width, 0)
        let down = max(top - y, y - top - 180, 0)
        return max(0, 90 * (1 - distance(across, down) / 10))
      }.max() ?? 0
    }
    let canvas = makeBitmap(260, 260) { x, y in
      if (30..<210).contains(y), (0..<5).contains(where: { (0..<width).contains(x - 30 - $0 * 45) }) {
        return [30, 90, 200, 255]
      }
      let gray = UInt8(255 - shadow(x, y))
      return [gray, gray, gray, 255]
    }
    let found = try #require([canvas].withoutBackground())[0]
    #expect(found.alphas[120 * 260 + 31] == 255)
    #expect(found.alphas[120 * 260 + 10] == 0)
  }
}
