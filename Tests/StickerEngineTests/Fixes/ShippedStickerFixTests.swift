import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

/// Tests fixes with stickers that were shipped.
@Suite("fixes of shipped stickers", .enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct ShippedStickerFixTests {
  private static let files = CorpusFile.all(in: "stickers").filter { Path($0.path).hasMessagesImageExtension }

  private func source(_ file: CorpusFile) -> AssetSource {
    AssetSource(path: Path(file.path)) { _ in
      (try? file.bytes()).map(ReadOutcome.bytes) ?? .unreadable("it is not in the corpus")
    }
  }

  /// Whether lossy fixes may resolve the finding without further options.
  private func isFixableWithoutOptions(_ finding: Finding) -> Bool {
    switch finding.rule {
    case RuleID.fileSize, RuleID.unsupportedFormat, "extension-mismatch": true
    case RuleID.pixelDimensions: finding.evidence.fix.map { $0.kind != .enlargeOrPad } ?? false
    default: false
    }
  }

  @Test("a sticker with only file size, dimension or format errors is fixed")
  func largeHeavyOrOfWrongFormat() async throws {
    let configuration = configuration()
    var count = 0
    for file in Self.files {
      let source = source(file)
      let found = await lint([source], configuration, jobs: 1).findings.filter { $0.severity == .error }
      guard !found.isEmpty, found.allSatisfy(isFixableWithoutOptions) else { continue }
      count += 1
      let result = await MemoryGatedFixer(
        FixOptions(allowsLossyFixes: true, effort: .fast), configuration, MemoryGate()
      )
      .fix(
        source)
      let left = result.unfixedFindings.filter { $0.finding.severity == .error }
      #expect(left.isEmpty, "\(file.path): \(left.map { "\($0.finding.rule): \($0.unfixedReason)" })")
    }
    // The corpus has 5 such stickers.
    #expect(count >= 5)
  }

  @Test("a sticker that is too small is enlarged or padded on request, and otherwise both are offered")
  func small() async throws {
    let configuration = configuration()
    var count = 0
    for file in Self.files {
      let source = source(file)
      let found = await lint([source], configuration, jobs: 1).findings
      guard found.contains(where: { $0.evidence.fix?.kind == .enlargeOrPad }) else { continue }
      count += 1
      let unasked = await MemoryGatedFixer(FixOptions(effort: .fast), configuration, MemoryGate()).fix(source)
      #expect(unasked.unfixedFindings.contains { $0.unfixedReason == .needsSmallArtFix }, "\(file.path)")
      for smallArt in SmallArtFix.allCases {
        var fixOptions = FixOptions(allowsLossyFixes: true, effort: .fast)
        fixOptions.smallArtFix = smallArt
        let result = await MemoryGatedFixer(fixOptions, configuration, MemoryGate()).fix(source)
        let left = result.unfixedFindings.filter { $0.finding.rule == RuleID.pixelDimensions }
        #expect(left.isEmpty, "\(file.path), \(smallArt): \(left.map(\.unfixedReason))")
      }
    }
    // The corpus has 56 such stickers.
    #expect(count >= 50)
  }
}
