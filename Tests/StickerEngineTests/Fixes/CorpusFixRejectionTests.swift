import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

/// Uses images that were not drawn for this purpose to test which fixes are kept.
@Suite("fixes over the corpus", .enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct CorpusFixRejectionTests {
  @Test(
    "a second run changes nothing, and no file gets more findings of its worst severity",
    arguments: ["rules", "apng", "gif", "pngsuite"])
  func settled(_ folder: String) async throws {
    let configuration = configuration()
    let files = CorpusFile.all(in: folder).filter { Path($0.path).hasMessagesImageExtension }
    for (number, file) in files.enumerated() {
      let bytes = try file.bytes()
      var fixOptions = FixOptions(allowsLossyFixes: number.isMultiple(of: 4), effort: .fast)
      fixOptions.smallArtFix = [nil, .enlarge, .pad][number % 3]
      let result = await MemoryGatedFixer(fixOptions, configuration, MemoryGate()).fix(
        source(Path(file.path), bytes))
      guard let change = result.change else { continue }
      let again = await MemoryGatedFixer(fixOptions, configuration, MemoryGate()).fix(
        source(change.newPath, change.newBytes))
      let steps = again.change.map { $0.steps.map(\.description) }
      #expect(steps == nil, "a second fix changes \(file.path)")
      let worst = result.originalFindings.map(\.severity).max() ?? .hint
      let (before, after) = (
        countAtLeast(result.originalFindings, worst), countAtLeast(again.originalFindings, worst)
      )
      #expect(after <= before, "\(file.path): \(again.originalFindings.map(\.rule))")
    }
  }

  private func countAtLeast(_ findings: [Finding], _ severity: Severity) -> Int {
    findings.count { $0.severity >= severity }
  }

  private func source(_ path: Path, _ bytes: [UInt8]) -> AssetSource {
    AssetSource(path: path) { _ in .bytes(bytes) }
  }
}
