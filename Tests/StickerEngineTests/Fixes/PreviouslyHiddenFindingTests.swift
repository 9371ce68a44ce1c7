import Testing

@testable import StickerEngine
@testable import StickerImage

/// Defects that could not be detected before a fix do not prevent it.
@Suite("findings that were hidden before a fix") struct PreviouslyHiddenFindingTests {
  /// A dark disc on a background of one color.
  private func disc(_ x: Int, _ y: Int, on ground: [UInt8]) -> Bitmap {
    var bitmap = Bitmap(transparent: PixelSize(300, 300))
    for pixel in 0..<300 * 300 {
      let (right, down) = (Double(pixel % 300 - x), Double(pixel / 300 - y))
      // The edge of the disc is one pixel wide.
      let share = min(1, max(0, 60.5 - (right * right + down * down).squareRoot()))
      let color = zip([90, 20, 120, 255] as [UInt8], ground).map { over, under in
        UInt8((Double(over) * share + Double(under) * (1 - share)).rounded())
      }
      bitmap.pixels.replaceSubrange(pixel * 4..<pixel * 4 + 4, with: color)
    }
    return bitmap
  }

  private func result(_ bytes: [UInt8], _ rule: Rule) async -> FixedAsset {
    let source = AssetSource(path: Path("art.png")) { _ in .bytes(bytes) }
    let fixOptions = FixOptions(allowsLossyFixes: true, selectedRules: [rule.id], effort: .fast)
    return await MemoryGatedFixer(fixOptions, configuration(), MemoryGate()).fix(source)
  }

  @Test("off-center art loses its background")
  func background() async throws {
    let bytes = try disc(110, 150, on: [255, 255, 255, 255]).encodedPNG()
    let result = await result(bytes, Rule.opaqueBackground)
    #expect(result.change != nil, "\(result.unfixedFindings.map(\.unfixedReason))")
  }

  @Test("a JPEG with visible blocks becomes a PNG")
  func squares() async throws {
    var bitmap = disc(150, 150, on: [250, 240, 200, 255])
    // Text and lines, around which JPEG compression leaves noise.
    for row in stride(from: 20, to: 280, by: 7) {
      for column in stride(from: 20 + row % 5, to: 280, by: 9) {
        bitmap.pixels.replaceSubrange(
          (row * 300 + column) * 4..<(row * 300 + column) * 4 + 3, with: [10, 20, 90])
      }
    }
    let bytes = try bitmap.encodedJPEG(quality: 30)
    let pixels = try #require(try Image(decoding: bytes).frames.first).bitmap
    let png = AssetSource(path: Path("art.png")) { _ in
      (try? pixels.encodedPNG()).map { .bytes($0) } ?? .emptyFile
    }
    let found = await lint([png], Configuration(rules: [.compressionBlocks]), jobs: 1).findings
    #expect(found.count == 1, "the JPEG blocks are not reported")
    let result = await result(bytes, Rule.discouragedFormat)
    #expect(result.change != nil, "\(result.unfixedFindings.map(\.unfixedReason))")
  }

  @Test("an animation with a loop jump plays forever")
  func loop() async throws {
    let frames = (0..<8).map {
      Frame(disc(80 + 20 * $0, 150, on: [0, 0, 0, 0]), delay: ExactSeconds(1, 10))
    }
    #expect(await result(try frames.encodedAPNG(plays: 3), Rule.finiteLoop).change != nil)
  }
}
