import Testing

@testable import StickerEngine
@testable import StickerImage

/// Still images that look equal to a quick check, and whether all of their pixels are equal.
@Suite struct TwinTests {
  // The quick check compares 64 points in each of 64 rows.
  @Test("stickers that differ in one pixel are different images", arguments: [150, 151, 152])
  func onePixel(_ y: Int) async throws {
    for x in stride(from: 0, to: 300, by: 7) {
      var other = sheet
      other.fill(PixelRect(x: x, y: y, width: 1, height: 1), [40, 90, 161, 255])
      #expect(try await copies(sheet, other) == [])
    }
  }

  @Test("a copy that is stored differently is a duplicate, but only within its own pack")
  func copy() async throws {
    let (small, large) = (try sheet.encodedPNG(), try sheet.encodedPNG() + [0])
    let sources = [("a/1.png", small), ("a/2.png", large), ("b/1.png", small)].map { path, bytes in
      AssetSource(path: Path(path), pack: Path(path).parent) { _ in .bytes(bytes) }
    }
    let report = await lint(sources, Configuration(rules: [.duplicateSticker]), jobs: 2)
    #expect(report.findings.map(\.path) == [Path("a/2.png")])
  }

  private var sheet: Bitmap {
    var sheet = Bitmap(transparent: PixelSize(300, 300))
    sheet.fill(PixelRect(x: 0, y: 0, width: 300, height: 300), [40, 90, 160, 255])
    return sheet
  }

  private func copies(_ first: Bitmap, _ second: Bitmap) async throws -> [Finding] {
    let files = [try first.encodedPNG(), try second.encodedPNG()]
    let sources = files.enumerated().map { number, bytes in
      AssetSource(path: Path("a/\(number).png"), pack: Path("a")) { _ in .bytes(bytes) }
    }
    return await lint(sources, Configuration(rules: [.duplicateSticker]), jobs: 2).findings
  }
}
