import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage

/// Leftovers of a fix are measured, and leftovers of erased lines are cleared.
@Suite struct LeftoverFixTests {
  @Test("the demo's sample loses its background, keeps its outline and has no finding left")
  func sample() async throws {
    let result = try await fix(demoArt("white-background.png"), "avocado.png")
    #expect(result.unfixedFindings.isEmpty)
    let change = try #require(result.change)
    let bitmap = try #require(Image(decoding: change.newBytes).frames.first?.bitmap)
    // There is white paper below the body, and the corner is empty.
    let paper = (368 * 408 + 200) * 4
    #expect(Array(bitmap.pixels[paper..<paper + 4]) == [255, 255, 255, 255])
    #expect(bitmap.pixels[3] == 0)
  }

  @Test("if a shadow would be torn, the reason is given")
  func refused() async throws {
    let result = try await fix(demoArt("jpeg-has-no-transparency.jpg"), "cactus.jpg")
    let reasons = result.unfixedFindings.compactMap { unfixed -> String? in
      if case .failed(let reason) = unfixed.unfixedReason { return reason.text }
      return nil
    }
    #expect(
      reasons.contains { $0.contains("torn shadow") && $0.contains("Erase it in your drawing program") })
  }

  @Test("a faint arc is cleared, and the art stays")
  func arc() async throws {
    var bitmap = Bitmap(transparent: PixelSize(408, 408))
    func fill(_ columns: Range<Int>, _ rows: Range<Int>, _ color: [UInt8]) {
      for y in rows {
        for x in columns {
          let at = (y * 408 + x) * 4
          bitmap.pixels.replaceSubrange(at..<at + 4, with: color)
        }
      }
    }
    fill(60..<340, 60..<300, [40, 90, 200, 255])
    let clean = bitmap
    fill(100..<250, 350..<351, [90, 74, 140, 90])
    let result = try await fix(bitmap.encodedPNG(), "art.png", rules: ["stray-pixels"])
    let change = try #require(result.change)
    #expect(try Image(decoding: change.newBytes).frames.first?.bitmap == clean)
    #expect(!result.unfixedFindings.contains { $0.finding.rule == "stray-pixels" })
  }

  private func fix(
    _ bytes: [UInt8], _ name: String, rules: Set<String> = ["opaque-background"]
  ) async -> FixedAsset {
    let source = AssetSource(path: Path(name)) { _ in .bytes(bytes) }
    let fixOptions = FixOptions(allowsLossyFixes: true, selectedRules: rules, effort: .fast)
    return await MemoryGatedFixer(fixOptions, configuration(), MemoryGate()).fix(source)
  }

  private func demoArt(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Fixtures/Art/faulty")
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}
