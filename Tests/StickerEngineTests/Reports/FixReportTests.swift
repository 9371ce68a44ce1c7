import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite struct FixReportTests {
  @Test("a fix report lists the steps and says that nothing was written")
  func text() async throws {
    let text = fixText(try await sample("wave.apng"), style: .plain)
    let expected = """
      wave.apng → wave.png
        trailing-data       remove the data after the image (3 bytes)
        extension-mismatch  rename to wave.png
      """
    #expect(text.hasPrefix(expected))
    #expect(text.contains("1 of 1 file would change"))
    #expect(text.contains("Nothing written. Use --in-place or --output FOLDER to apply the changes."))
  }

  @Test("a hostile file name cannot control the terminal")
  func hostile() async throws {
    let report = try await sample("a\u{1B}[31m\n::error::.apng")
    for text in [fixText(report, style: .plain), fixText(report, style: .plain, comparesStats: true)] {
      #expect(!text.contains("\u{1B}"))
      #expect(!text.contains("\n::error"))
    }
    #expect(!fixJSON(report).contains("\u{1B}"))
  }

  @Test(
    "saved bytes are reported on one line, with the percentage rounded down",
    arguments: [
      ([1000, 500, 9], [700, 500, 10], "1 of 3 PNG files is smaller: 1509 → 1210 bytes (-19.8%)"),
      ([100_000, 9], [99_990, 8], "2 of 2 PNG files are smaller: 100,009 → 99,998 bytes (less than 0.1%)"),
      ([100], [150], "none of 1 PNG file is smaller: 100 → 150 bytes (+50.0%)"),
      ([100], [100], "none of 1 PNG file is smaller: 100 bytes"),
      ([], [], "no PNG or APNG files"),
    ])
  func smallest(_ before: [Int], _ after: [Int], _ line: String) {
    var (found, changed) = ([asset(Path("a.gif"), bytes: 77, format: .gif)], [Path("a.gif"): 7])
    for (number, (old, new)) in zip(before, after).enumerated() {
      let path = Path("\(number).png")
      found.append(asset(path, bytes: old, format: number == 0 ? .apng : .png))
      if new != old { changed[path] = new }
    }
    let figures = FileSizeMinimizationStats(found, changedBytes: changed)
    #expect(fileSizeMinimizationText(figures, isDryRun: false) == line)
  }

  @Test("a similarity is rounded down, so that only 1 is shown as 1")
  func similarity() {
    #expect(
      [1, 0.99999, 0.5, 0.00009].map(fourDecimalsRoundedDown) == ["1.0000", "0.9999", "0.5000", "0.0000"])
  }

  @Test(
    "the JSON report of a dry run validates against its schema", .enabled(if: hasValidator))
  func schema() async throws {
    for name in ["wave.apng", "a\u{1B}[31m\n::error::.apng"] {
      var report = try await sample(name)
      report.fileNotes = [
        FileNote(Path("a.md"), .mentionsOldName, "still mentions it"),
        FileNote(Path(name), .failed, UserMessage(name)),
      ]
      #expect(try SchemaTests.validates(fixJSON(report), schema: "fix"))
      report.fileSizeMinimizationStats = FileSizeMinimizationStats(
        [asset(Path(name))], changedBytes: [Path(name): 99])
      #expect(try SchemaTests.validates(fixJSON(report), schema: "fix"))
      let told = fixJSON(report).split { " \n".contains($0) }.joined()
      #expect(told.contains(#""smallest":{"bytesAfter":99,"bytesBefore":1234,"files":1,"smaller":1}"#))
    }
    let wrong = fixJSON(try await sample("wave.apng")).replacingOccurrences(of: "\"plan\"", with: "\"idea\"")
    #expect(try !SchemaTests.validates(wrong, schema: "fix"))
  }

  /// A report about an animation with trailing bytes and a name that is rejected on upload.
  private func sample(_ name: String) async throws -> FixReport {
    let bitmap = Bitmap(
      PixelSize(300, 300), pixels: (0..<90_000).flatMap { [UInt8($0 % 7), 0, 0, 255] as [UInt8] })
    let frames = [
      Frame(bitmap, delay: ExactSeconds(1, 10)),
      Frame(Bitmap(transparent: bitmap.size), delay: ExactSeconds(1, 10)),
    ]
    let bytes = try frames.encodedAPNG(plays: 0) + [1, 2, 3]
    let source = AssetSource(path: Path(name)) { _ in .bytes(bytes) }
    let result = await MemoryGatedFixer(
      FixOptions(), Configuration(rules: [.extensionMismatch, .trailingData]), MemoryGate()
    ).fix(source)
    var report = FixReport(.dryRun)
    (report.changedOrFixableEntries, report.fileCount) = ([FixReport.Entry(result)], 1)
    return report
  }
}
