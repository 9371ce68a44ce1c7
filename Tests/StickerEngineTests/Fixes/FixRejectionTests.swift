import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

/// A fix is kept if it resolves its finding and everything that it introduces is less severe.
@Suite("which fixes are kept") struct FixRejectionTests {
  /// A soft disc in the middle of a transparent canvas.
  private func disc(_ size: PixelSize, noise: UInt64? = nil) -> Bitmap {
    var (bitmap, dice) = (Bitmap(transparent: size), RandomNumbers(seed: noise ?? 0))
    let radius = Double(size.shorterSide) * 0.46
    for pixel in 0..<size.area {
      let right = Double(pixel % size.width) - Double(size.width - 1) / 2
      let down = Double(pixel / size.width) - Double(size.height - 1) / 2
      let alpha = max(0, min(1, radius - (right * right + down * down).squareRoot()))
      guard alpha > 0 else { continue }
      let shade = noise == nil ? 0 : dice.numberBelow(16)
      let color = [90 + shade, 140 + shade / 2, 60 + shade, Int(alpha * 255)].map(UInt8.init)
      bitmap.pixels.replaceSubrange(pixel * 4..<pixel * 4 + 4, with: color)
    }
    return bitmap
  }

  private func fix(
    _ bytes: [UInt8], lossy: Bool = true, _ smallArt: SmallArtFix? = nil, selected: Set<String>? = nil
  ) async -> FixedAsset {
    let source = AssetSource(path: Path("art.png")) { _ in .bytes(bytes) }
    var fixOptions = FixOptions(allowsLossyFixes: lossy, selectedRules: selected, effort: .fast)
    fixOptions.smallArtFix = smallArt
    return await MemoryGatedFixer(fixOptions, configuration(), MemoryGate()).fix(source)
  }

  @Test("art of 700 × 1000 px becomes 432 × 618 px and keeps its proportions")
  func portrait() async throws {
    let result = await fix(try disc(PixelSize(700, 1000)).encodedPNG())
    #expect(result.change?.statsAfter.canvas == PixelSize(432, 618))
    #expect(result.unsuppressedIntroducedFindings == [])
  }

  @Test("a banner is scaled down and centered if its shorter side would be too short")
  func banner() async throws {
    let result = await fix(try disc(PixelSize(900, 150)).encodedPNG())
    #expect(result.change?.statsAfter.canvas == PixelSize(618, 300))
    #expect(!result.unfixedFindings.contains { $0.finding.severity == .error })
  }

  @Test("a large 60 fps animation is made to fit, whatever hints that adds")
  func sixty() async throws {
    let frames = (0..<30).map {
      Frame(disc(PixelSize(300, 300), noise: UInt64($0) + 1), delay: ExactSeconds(1, 60))
    }
    let bytes = try frames.encodedAPNG(plays: 0)
    #expect(bytes.count > 500_000)
    let result = await fix(bytes)
    #expect(result.change?.statsAfter.byteCount ?? .max < 500_000)
    #expect(result.change?.statsAfter.duration == ExactSeconds(1, 2))
  }

  @Test("findings that a fix adds are less severe than the error it resolves")
  func brought() async throws {
    let frames = [Frame(disc(PixelSize(824, 824)), delay: ExactSeconds(1, 10))]
    let result = await fix(try frames.encodedAPNG(plays: 0))
    for finding in result.unsuppressedIntroducedFindings { #expect(finding.severity < .error) }
    let still = result.originalFindings.filter { $0.rule == RuleID.pixelDimensions }
    #expect(
      still.count == 1
        && !result.finalAnalysisAtOriginalPath.findings.contains { $0.rule == RuleID.pixelDimensions })
  }

  @Test("small art stays as it is unless an option says what to do")
  func unasked() async throws {
    let result = await fix(try disc(PixelSize(249, 169)).encodedPNG())
    #expect(result.change == nil)
    #expect(result.unfixedFindings.contains { $0.unfixedReason == .needsSmallArtFix })
  }

  @Test("small art is enlarged to the side of the next grid")
  func enlarged() async throws {
    let result = await fix(try disc(PixelSize(249, 169)).encodedPNG(), lossy: false, .enlarge)
    #expect(result.change?.statsAfter.canvas == PixelSize(408, 300))
    #expect(!result.unfixedFindings.contains { $0.finding.rule == RuleID.pixelDimensions })
  }

  @Test("small art is centered unscaled on the smallest canvas, and none of its pixels change")
  func padded() async throws {
    let art = disc(PixelSize(249, 169))
    let result = await fix(try art.encodedPNG(), lossy: false, .pad)
    #expect(result.change?.statsAfter.canvas == PixelSize(300, 300))
    let made = try #require(try Image(decoding: result.change?.newBytes ?? []).frames.first).bitmap
    let place = PixelRect(x: 25, y: 65, width: 249, height: 169)
    #expect(made.cropped(to: place).pixels.count == art.pixels.count)
    #expect(zip(made.cropped(to: place).pixels, art.pixels).allSatisfy { $0 == $1 })
  }

  @Test("art that its orientation rotates is padded unscaled", arguments: [(100, 500), (500, 100)])
  func turnedAndPadded(_ width: Int, _ height: Int) async throws {
    let art = disc(PixelSize(width, height))
    let png = try art.encodedPNG()
    let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
    let exif = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]
    let bytes = Array(png.prefix(33)) + pngChunk("eXIf", [exif]) + Array(png.dropFirst(33))
    let result = await fix(bytes, lossy: false, .pad)
    let made = try #require(try Image(decoding: result.change?.newBytes ?? []).frames.first).bitmap
    // 500 px become 501 px, which is a whole number of points.
    #expect(made.size == (width < height ? PixelSize(501, 300) : PixelSize(300, 501)))
    let (drawn, old) = (try #require([made].visibleBounds()), try #require([art].visibleBounds()))
    #expect(drawn.size == PixelSize(old.height, old.width))
  }

  @Test("pixel art is enlarged by a whole factor without new colors")
  func pixelArt() async throws {
    let colors: [[UInt8]] = [[230, 40, 40, 255], [250, 220, 60, 255], [30, 30, 40, 255], [0, 0, 0, 0]]
    var (dice, pixels) = (RandomNumbers(seed: 9), [UInt8]())
    for _ in 0..<35 * 25 { pixels += colors[dice.numberBelow(4)] }
    let art = Bitmap(PixelSize(35, 25), pixels: pixels)
    let result = await fix(try art.encodedPNG(), .enlarge, selected: [RuleID.pixelDimensions])
    let made = try #require(try Image(decoding: result.change?.newBytes ?? []).frames.first).bitmap
    #expect(made.size == PixelSize(408, 300))
    // The art is 11 times as large, which is 385 × 275 px, and centered.
    for y in 0..<25 {
      for x in 0..<35 {
        let (from, to) = ((y * 35 + x) * 4, ((12 + y * 11 + 5) * 408 + 11 + x * 11 + 5) * 4)
        let (old, new) = (art.pixels[from..<from + 4], made.pixels[to..<to + 4])
        #expect(old.last == 0 ? new.last == 0 : Array(old) == Array(new))
      }
    }
  }
}
