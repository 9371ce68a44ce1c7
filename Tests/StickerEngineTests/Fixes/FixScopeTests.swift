import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite struct FixScopeTests {
  @Test("a damaged file stays, and the result says so")
  func damaged() async throws {
    let whole = try noise(PixelSize(300, 300)).encodedPNG() + [0, 0]
    let result = await fix(Array(whole.prefix(whole.count / 2)) + [0, 0], "art.apng", lossy: true)
    #expect(result.change == nil)
    #expect(reason("extension-mismatch", result) == "the file is damaged. Export it again")
  }

  @Test("a JPEG that would be too large as a PNG stays a JPEG")
  func conversionWithinTheLimit() async throws {
    let jpeg = try noise(PixelSize(618, 618)).encodedJPEG(quality: 90, profile: nil)
    #expect(jpeg.count < 500_000)
    let result = await fix(jpeg, "art.jpg", lossy: true)
    #expect(result.change == nil)
    #expect(reason("discouraged-format", result)?.contains("bytes") == true)
  }

  @Test("if the new name is taken, everything else is still fixed")
  func takenName() async throws {
    let jpeg = try flat(PixelSize(300, 300)).encodedJPEG(quality: 90, profile: nil) + [0x20]
    let source = AssetSource(path: Path("art.jpg")) { _ in .bytes(jpeg) }
    let result = await MemoryGatedFixer(FixOptions(), configuration(), MemoryGate()).fix(source) { _ in false
    }
    #expect(result.change?.newBytes == Array(jpeg.dropLast()))
    #expect(result.change?.newPath == Path("art.jpg"))
    #expect(reason("discouraged-format", result)?.contains("art.png") == true)
  }

  @Test("without --lossy a large file stays, and the reason states the limit")
  func heavy() async throws {
    let png = try noise(PixelSize(618, 618)).encodedPNG()
    let result = await fix(png, "art.png", lossy: false)
    #expect(result.change == nil)
    #expect(reason("file-size", result)?.contains("limit: 499,999 bytes") == true)
  }

  @Test(
    "16-bit channels do not become 8-bit as a side effect",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func depth() async throws {
    let bytes = try Corpus.bytes(of: "png/made/rgba16.png")
    let turned = Array(bytes.prefix(33)) + orientationChunk(6) + bytes.dropFirst(33)
    let lossless = await fix(turned, "art.png", lossy: false)
    #expect(lossless.change == nil)
    #expect(reason("orientation-tag", lossless)?.contains("the lossy mode") == true)
    #expect(await fix(turned, "art.png", lossy: true).change != nil)
  }

  @Test("fixes that change the appearance run only if their rule is selected")
  func onRequest() async throws {
    let png = try flat(PixelSize(300, 300)).encodedPNG()
    let unnamed = await fix(png, "art.png", lossy: true)
    #expect(unnamed.change == nil)
    let left = unnamed.unfixedFindings.first { $0.finding.rule == "opaque-background" }
    #expect(left?.unfixedReason == .isOptIn(needsLossy: true))
  }

  @Test("private metadata is removed, and orientation stays")
  func keepsOrientation() async throws {
    let png = try flat(PixelSize(300, 300)).encodedPNG()
    let exif: [UInt8] = [
      0, 2, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0x01, 0x3B, 0, 2, 0, 0, 0, 4, 65, 66, 67, 0,
    ]
    let chunk = pngChunk("eXIf", [Array("MM".utf8) + [0, 42, 0, 0, 0, 8] + exif + [0, 0, 0, 0]])
    let bytes = Array(png.prefix(33)) + chunk + png.dropFirst(33)
    let source = AssetSource(path: Path("art.png")) { _ in .bytes(bytes) }
    let fixOptions = FixOptions(selectedRules: ["private-metadata"])
    let result = await MemoryGatedFixer(fixOptions, configuration(), MemoryGate()).fix(source)
    let container = try #require(ImageContainer(of: result.change?.newBytes ?? []))
    #expect(container.privateFields.isEmpty)
    #expect(container.orientation == 6)
  }

  private func fix(_ bytes: [UInt8], _ name: String, lossy: Bool) async -> FixedAsset {
    let source = AssetSource(path: Path(name)) { _ in .bytes(bytes) }
    return await MemoryGatedFixer(
      FixOptions(allowsLossyFixes: lossy, effort: .fast), configuration(), MemoryGate()
    )
    .fix(
      source)
  }

  private func reason(_ rule: String, _ result: FixedAsset) -> String? {
    for unfixed in result.unfixedFindings where unfixed.finding.rule == rule {
      if case .failed(let reason) = unfixed.unfixedReason { return reason.text }
    }
    return nil
  }

  private func orientationChunk(_ value: UInt8) -> [UInt8] {
    let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0]
    return pngChunk("eXIf", [Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]])
  }

  private func flat(_ size: PixelSize) -> Bitmap {
    Bitmap(size, pixels: (0..<size.area).flatMap { _ in [90, 140, 200, 255] as [UInt8] })
  }

  /// Noise, which no encoder can compress well.
  private func noise(_ size: PixelSize) -> Bitmap {
    var dice = RandomNumbers(seed: 5)
    var pixels = [UInt8](repeating: 255, count: size.area * 4)
    for at in pixels.indices where at % 4 != 3 { pixels[at] = UInt8(dice.numberBelow(64)) + 96 }
    return Bitmap(size, pixels: pixels)
  }
}
