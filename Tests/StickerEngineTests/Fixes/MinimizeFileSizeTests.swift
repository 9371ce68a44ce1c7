import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

/// `--smallest` reduces the file size, no matter what rules report, and changes nothing else.
@Suite struct MinimizeFileSizeTests {
  @Test(
    "a random file shrinks or stays, looks the same and cannot shrink again",
    arguments: 0..<8)
  func promises(_ batch: Int) async throws {
    var changed = 0
    for seed in (3000 + batch * 40)..<(3000 + (batch + 1) * 40) {
      let file = try RandomFile(seed: seed)
      let result = await shrink(file.bytes, file.name)
      guard let change = result.change else { continue }
      changed += 1
      #expect(
        ["PNG", "APNG"].contains(change.statsBefore.format)
          && change.statsAfter.format == change.statsBefore.format)
      #expect(change.newBytes.count < file.bytes.count && change.newPath == Path(file.name), "\(file)")
      #expect(change.steps.map(\.kind) == [.reencode], "\(file)")
      #expect(try VisiblePlayback(change.newBytes) == VisiblePlayback(file.bytes), "\(file)")
      #expect(await shrink(change.newBytes, file.name).change == nil, "\(file) again")
    }
    #expect(changed > 10, "of 40")
  }

  @Test("after other fixes, a second run also has nothing left to do", arguments: 0..<8)
  func withFixes(_ batch: Int) async throws {
    var changed = 0
    for seed in (4000 + batch * 20)..<(4000 + (batch + 1) * 20) {
      let file = try RandomFile(seed: seed)
      let fixOptions = FixOptions(allowsLossyFixes: seed % 3 == 0, effort: .fast, minimizesPNGFileSize: true)
      let result = await MemoryGatedFixer(fixOptions, configuration(), MemoryGate()).fix(file.source)
      guard let change = result.change else { continue }
      changed += 1
      let source = AssetSource(path: change.newPath) { _ in .bytes(change.newBytes) }
      #expect(
        await MemoryGatedFixer(fixOptions, configuration(), MemoryGate()).fix(source).change == nil, "\(file)"
      )
      var plain = fixOptions
      plain.minimizesPNGFileSize = false
      let others = await MemoryGatedFixer(plain, configuration(), MemoryGate()).fix(file.source)
      guard let others = others.change else { continue }
      #expect(change.newBytes.count <= others.newBytes.count, "\(file)")
      #expect(change.steps.starts(with: others.steps), "\(file)")
    }
    #expect(changed > 5, "of 20")
  }

  @Test("a file with nothing to fix shrinks, and its findings stay the same")
  func withoutFindings() async throws {
    let png = try shadedDisc().encodedPNG()
    let source = AssetSource(path: Path("art.png")) { _ in .bytes(png) }
    #expect(await MemoryGatedFixer(FixOptions(), configuration(), MemoryGate()).fix(source).change == nil)
    let result = await MemoryGatedFixer(FixOptions(minimizesPNGFileSize: true), configuration(), MemoryGate())
      .fix(source)
    let change = try #require(result.change)
    #expect(change.newBytes.count < png.count)
    #expect(change.steps.map(\.rule) == ["wasteful-encoding"] && !change.steps[0].isLossy)
    #expect(result.originalFindings.map(\.rule) == result.finalAnalysisAtOriginalPath.findings.map(\.rule))
    #expect(
      result.finalAnalysisAtOriginalPath.facts.byteCount == change.newBytes.count
        && change.statsAfter.byteCount == change.newBytes.count)
  }

  @Test("text, density and orientation stay in their chunks")
  func metadata() async throws {
    let png = try shadedDisc().encodedPNG()
    let orientation: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
    let kept = [
      pngChunk("sRGB", [[0]]), pngChunk("pHYs", [[0, 0, 0x16, 0x25, 0, 0, 0x16, 0x25, 1]]),
      pngChunk("eXIf", [Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1] + orientation + [0, 0, 0, 0]]),
      pngChunk("tEXt", [Array("Title\u{0}A sunset".utf8)]),
    ]
    let bytes = Array(png.prefix(33)) + kept.joined() + png.dropFirst(33) + [1, 2, 3]
    let change = try #require(await shrink(bytes, "art.png").change)
    let container = try #require(ImageContainer(of: change.newBytes))
    for chunk in kept {
      let type = String(decoding: chunk[4..<8], as: UTF8.self)
      let found = container.parts.filter { $0.type == type }
      #expect(found.map { Array(change.newBytes[$0.offset..<$0.offset + $0.length]) } == [chunk], "\(type)")
    }
    #expect(container.trailingBytes == 0)
    #expect(change.steps[0].description.contains("remove the data after the image"))
  }

  @Test("16-bit channels that only invisible pixels need become 8-bit, and a second run changes nothing")
  func hiddenDepth() async throws {
    let size = PixelSize(300, 300)
    var samples: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let isHidden = x < 90 || y < 90
        // Visible samples become 16-bit by repeating the byte, which is reversible. Invisible ones differ.
        let color = [UInt8(x % 256), UInt8(y % 256), 77].flatMap { [$0, isHidden ? $0 ^ 0x55 : $0] }
        samples += color + (isHidden ? [0, 0] : [255, 255])
      }
    }
    let bytes = plainPNG(size, depth: 16, colorType: 6, samples) + [9, 9]
    #expect(try #require(ImageContainer(of: bytes)).needsOnlyEightBits(in: bytes) == false)
    let fixOptions = FixOptions(effort: .fast, minimizesPNGFileSize: true)
    let source = AssetSource(path: Path("art.png")) { _ in .bytes(bytes) }
    let change = try #require(
      await MemoryGatedFixer(fixOptions, configuration(), MemoryGate()).fix(source).change)
    #expect(ImageContainer(of: change.newBytes)?.bitDepth ?? 16 <= 8)
    #expect(try VisiblePlayback(change.newBytes) == VisiblePlayback(bytes))
    let again = AssetSource(path: Path("art.png")) { _ in .bytes(change.newBytes) }
    #expect(await MemoryGatedFixer(fixOptions, configuration(), MemoryGate()).fix(again).change == nil)
  }

  @Test("a GIF, a JPEG and a damaged PNG stay unchanged, and no fix fails")
  func others() async throws {
    let jpeg = try shadedDisc().encodedJPEG(quality: 90, profile: nil)
    let png = try shadedDisc().encodedPNG()
    // One red pixel: header, screen descriptor, two colors, image descriptor, codes and trailer, as in
    // GIF89a.
    let gif =
      Array("GIF89a".utf8)
      + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
    #expect(ImageContainer(of: gif)?.damage.isEmpty == true)
    for (name, bytes) in [
      ("a.gif", gif), ("a.jpg", jpeg), ("a.png", Array(png.prefix(png.count * 2 / 3))), ("a.png", []),
      ("a.png", [1, 2, 3]),
    ] {
      let result = await shrink(bytes, name)
      #expect(result.change == nil)
      #expect(result.unfixedFindings.allSatisfy { !$0.unfixedReason.isFailure })
    }
  }

  @Test("if each frame is stored twice, the repeats are merged, and the file shrinks")
  func onTwos() async throws {
    let frames = (0..<4).flatMap { step in [shadedDisc(step), shadedDisc(step)] }
    let bytes = plainAPNG(frames, hundredths: 12)
    #expect(try Image(decoding: bytes).frames.count == 8)
    let result = await shrink(bytes, "a.png")
    #expect(result.change?.statsAfter.frameCount == 4)
    #expect(try VisiblePlayback(result.change?.newBytes ?? []) == VisiblePlayback(bytes))
  }

  @Test("if saving bytes would cause a new finding, the file stays and the reason is given")
  func refused() async throws {
    let bytes = plainAPNG([shadedDisc(0), shadedDisc(0)], hundredths: 10)
    let result = await shrink(bytes, "a.png")
    let reasons = result.unfixedFindings.compactMap(\.unfixedReason.failure)
    #expect(result.change == nil)
    #expect(
      reasons.count == 1 && reasons[0].hasPrefix("the fix would introduce single-frame-animation"),
      "\(reasons)")
  }

  private func shrink(_ bytes: [UInt8], _ name: String) async -> FixedAsset {
    let source = AssetSource(path: Path(name)) { _ in .bytes(bytes) }
    let fixOptions = FixOptions(selectedRules: [], effort: .fast, minimizesPNGFileSize: true)
    return await MemoryGatedFixer(fixOptions, configuration(), MemoryGate()).fix(source)
  }

  /// A soft disc with shading in which fast encoders find no pattern.
  private func shadedDisc(_ step: Int = 0) -> Bitmap {
    var bitmap = Bitmap(transparent: PixelSize(300, 300))
    for y in 0..<300 {
      for x in 0..<300 {
        let edge = 120 * 120 - (x - 150 - 3 * step) * (x - 150 - 3 * step) - (y - 150) * (y - 150)
        guard edge > 0 else { continue }
        let at = (y * 300 + x) * 4
        bitmap.pixels[at] = UInt8((x * x / 37 + y) % 256)
        bitmap.pixels[at + 1] = UInt8((x + y * y / 53) % 256)
        bitmap.pixels[at + 2] = UInt8(x * y / 91 % 256)
        bitmap.pixels[at + 3] = UInt8(min(255, edge / 8))
      }
    }
    return bitmap
  }
}
