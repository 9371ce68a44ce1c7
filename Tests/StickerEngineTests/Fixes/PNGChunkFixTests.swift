import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage

/// Orientations in text chunks, frames without an acTL chunk, and hidden default images.
@Suite struct PNGChunkFixTests {
  @Test("an orientation in a text chunk is fixed only if its rule is named", arguments: ["exif", "APP1"])
  func textOrientation(_ name: String) async throws {
    let art = disc(300, 330, at: 90)
    let png = try art.encodedPNG()
    let tiff: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]
    let digits = (Array("Exif\0\0".utf8) + tiff + [0, 0, 0, 0, 0, 0]).map {
      String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
    }.joined()
    let text = "Raw profile type \(name)\0\n\(name)\n    32\n\(digits)\n"
    let file = Array(png.prefix(33)) + pngChunk("tEXt", [Array(text.utf8)]) + png.dropFirst(33)

    let plain = await fix(file, FixOptions(allowsLossyFixes: true, effort: .fast))
    #expect(plain.originalFindings.contains { $0.rule == "orientation-tag" })
    #expect(plain.change == nil)
    let change = try #require(
      await fix(file, FixOptions(selectedRules: ["orientation-tag"], effort: .fast)).change)
    let image = try Image(decoding: change.newBytes)
    let (turned, wanted) = (try #require(image.frames.first).bitmap, art.oriented(by: 6))
    #expect(image.frames.count == 1 && turned.size == wanted.size)
    // Colors of pixels with alpha 0 are not kept.
    #expect(
      stride(from: 0, to: wanted.pixels.count, by: 4).allSatisfy { at in
        let (new, old) = (turned.pixels[at..<at + 4], wanted.pixels[at..<at + 4])
        return old.last == 0 ? new.last == 0 : new == old
      })
    #expect(image.container.textKeywords == [] && image.container.textChunkOrientation == nil)
  }

  @Test(
    "the reported file with an orientation in zTXt is rotated as Pillow rotates it",
    .enabled(
      if: RegressionCases.arePresent && ExternalProgram.python != nil, "skipped: no cases, or no Pillow"))
  func turned() async throws {
    let file = try RegressionCases.bytes(of: "exif_ztxt.png")
    let result = await fix(file, FixOptions(selectedRules: ["orientation-tag"], effort: .fast))
    let change = try #require(result.change)
    try ExternalProgram.withTemporaryFolder { folder in
      let (old, new) = (folder.appendingPathComponent("old.png"), folder.appendingPathComponent("new.png"))
      try Data(file).write(to: old)
      try Data(change.newBytes).write(to: new)
      let script = """
        import sys
        from PIL import Image, ImageOps
        old, new = map(Image.open, sys.argv[1:])
        old = ImageOps.exif_transpose(old).convert("RGBA")
        new = new.convert("RGBA")
        mask = [image.getchannel("A").point(lambda alpha: 255 if alpha else 0) for image in (old, new)]
        empty = Image.new("RGBA", old.size)
        print(Image.composite(old, empty, mask[0]).tobytes() == Image.composite(new, empty, mask[1]).tobytes())
        """
      let outcome = try ExternalProgram.run(ExternalProgram.python ?? "", ["-c", script, old.path, new.path])
      #expect(outcome.output == "True\n")
    }
  }

  @Test("frames without an acTL are found and kept, and announced if the rule is named")
  func unannounced() async throws {
    let animation = try moving.encodedAPNG(plays: 0)
    let control = try #require(ImageContainer(of: animation)?.parts.first { $0.type == "acTL" })
    let image = try #require(ImageContainer(of: animation)?.parts.first { $0.type == "IDAT" })
    var file = animation
    file.insert(
      contentsOf: animation[control.offset..<control.offset + control.length],
      at: image.offset + image.length)
    file.removeSubrange(control.offset..<control.offset + control.length)

    let plain = await fix(file, FixOptions(allowsLossyFixes: true, effort: .fast))
    let finding = try #require(plain.originalFindings.first { $0.rule == "single-frame-animation" })
    #expect(finding.evidence.measuredValue?.measured == 3)
    #expect(plain.change == nil)
    let smallest = await fix(file, FixOptions(selectedRules: [], effort: .fast, minimizesPNGFileSize: true))
    #expect(smallest.change == nil)
    #expect(smallest.unfixedFindings.compactMap(\.unfixedReason.failure).count == 1)
    let change = try #require(
      await fix(file, FixOptions(selectedRules: ["single-frame-animation"], effort: .fast)).change)
    #expect(try VisiblePlayback(change.newBytes) == VisiblePlayback(animation))
  }

  @Test(
    "no frame of the reported file with a late acTL is lost",
    .enabled(if: RegressionCases.arePresent, "skipped: no cases")
  )
  func lateACTL() async throws {
    let file = try RegressionCases.bytes(of: "actl_after_idat.png")
    let result = await fix(
      file, FixOptions(allowsLossyFixes: true, effort: .fast, minimizesPNGFileSize: true))
    #expect(
      result.originalFindings.first { $0.rule == "single-frame-animation" }?.evidence.measuredValue?.measured
        == 4)
    let frames = ImageContainer(of: result.change?.newBytes ?? file)?.parts.count { $0.type == "fcTL" }
    #expect(frames == 5)
  }

  @Test("a hidden default image is removed, and the animation stays as it is")
  func hidden() async throws {
    let file = try moving.smallestAPNG(plays: 0, hiddenDefaultImage: disc(300, 300, at: 200), effort: .fast)
    #expect(ImageContainer(of: file)?.animation?.hidesDefaultImage == true)
    let result = await fix(file, FixOptions(effort: .fast))
    let change = try #require(result.change)
    #expect(change.steps.map(\.kind) == [.dropHiddenDefaultImage])
    #expect(ImageContainer(of: change.newBytes)?.animation?.hidesDefaultImage == false)
    #expect(try VisiblePlayback(change.newBytes) == VisiblePlayback(file))
    #expect(!result.unfixedFindings.contains { $0.finding.rule == "hidden-default-image" })
  }

  @Test(
    "apngdis extracts the reported file's frames and delays without the hidden image",
    .enabled(
      if: RegressionCases.arePresent && ExternalProgram.python != nil && ExternalProgram.apngdis != nil,
      "skipped: no cases, no Pillow, or no apngdis"))
  func apngdisExtractsFixedFrames() async throws {
    let file = try RegressionCases.bytes(of: "hidden.png")
    let change = try #require(await fix(file, FixOptions(effort: .fast)).change)
    try ExternalProgram.withTemporaryFolder { folder in
      let (old, new) = (folder.appendingPathComponent("old.png"), folder.appendingPathComponent("new.png"))
      try Data(file).write(to: old)
      try Data(change.newBytes).write(to: new)
      let script = """
        import pathlib, sys
        from PIL import Image
        sys.path.insert(0, sys.argv[2])
        from apngdis import disassemble
        def visible(image):
          rgba = image.convert("RGBA")
          seen = Image.new("RGBA", rgba.size)
          seen.paste(rgba, mask=rgba.getchannel("A").point(lambda alpha: 255 if alpha else 0))
          return seen.tobytes()
        def seen(path):
          return [(visible(image), time) for image, time in disassemble(sys.argv[1], path)]
        old, new = (seen(pathlib.Path(path)) for path in sys.argv[3:])
        print(len(old), len(new), old[1:] == new)
        """
      let witnesses = URL(fileURLWithPath: ExternalProgram.scriptPath("apngdis")).deletingLastPathComponent()
        .path
      let outcome = try ExternalProgram.run(
        ExternalProgram.python ?? "",
        ["-c", script, ExternalProgram.apngdis ?? "", witnesses, old.path, new.path])
      #expect(outcome.output == "6 5 True\n")
    }
  }

  private func fix(_ bytes: [UInt8], _ fixOptions: FixOptions) async -> FixedAsset {
    let source = AssetSource(path: Path("art.png")) { _ in .bytes(bytes) }
    return await MemoryGatedFixer(fixOptions, configuration(), MemoryGate()).fix(source)
  }

  /// An animation of a moving disc in four frames.
  private var moving: [Frame] {
    [0, 20, 40, 20].map { Frame(disc(300, 300, at: 130 + $0), delay: ExactSeconds(1, 10)) }
  }

  /// A disc with a soft edge, centered at a height.
  private func disc(_ width: Int, _ height: Int, at middle: Int) -> Bitmap {
    var bitmap = Bitmap(transparent: PixelSize(width, height))
    for row in 0..<height {
      for column in 0..<width {
        let (x, y) = (Double(column - width / 2), Double(row - middle))
        let alpha = min(max(80.5 - (x * x + y * y).squareRoot(), 0), 1)
        guard alpha > 0 else { continue }
        let at = (row * width + column) * 4
        bitmap.pixels.replaceSubrange(at..<at + 4, with: [230, 110, 80, UInt8(alpha * 255)])
      }
    }
    return bitmap
  }
}
