import Corpus
import StickerFix
import StickerImage
import StickerModel
import StickerRules
import Testing

/// What reports mark as fixable is fixed, over the corpus and with what `fix` names.
@Suite("certain fixes", .enabled(if: Corpus.isPresent, "skipped: no corpus")) struct CertainFixTests {
  private static let files = ["rules", "stickers", "png", "apng", "pngsuite"].flatMap {
    CorpusFile.all(in: $0).filter { Path($0.path).hasNameOfPicture }
  }

  @Test("what is promised is done, and done means that it is found no more")
  func promised() async throws {
    let configuration = configuration()
    let sources = Self.files.map(source)
    let report = await lint(sources, configuration, jobs: 2)
    var promised: [Fix.Kind: Int] = [:]
    for (source, asset) in zip(sources, report.assets) {
      for finding in asset.findings where finding.evidence.fix?.isCertain == true {
        let kind = try #require(finding.evidence.fix?.kind)
        promised[kind, default: 0] += 1
        let request = FixRequest(isLossy: true, selected: [finding.rule])
        let result = await fixed(source, request, configuration, MemoryGate())
        let steps = result.change?.steps.map(\.rule) ?? []
        #expect(steps.contains(finding.rule), "\(source.path.shown): \(finding.rule)")
        let left = result.left.filter { $0.finding.rule == finding.rule && $0.refusal.isFailure }
        #expect(left.isEmpty, "\(source.path.shown): \(left.compactMap(\.refusal.failure))")
      }
    }
    for kind in [Fix.Kind.stripTrailing, .stripPrivate, .stripMetadata, .reduceDepth] {
      #expect(promised[kind, default: 0] > 0, "the corpus has no case of \(kind)")
    }
  }

  @Test("nothing is promised of a damaged file, a photo, or what gets another name")
  func others() async {
    let damaged = CorpusFile.all(in: "rules/corrupt-image").map(source)
    let named = ["rules/discouraged-format", "rules/opaque-background", "rules/extension-mismatch"].flatMap {
      CorpusFile.all(in: $0).map(source)
    }
    let report = await lint(damaged + named, configuration(), jobs: 2)
    let certain = report.findings.filter { $0.evidence.fix?.isCertain == true }
    #expect(certain.allSatisfy { $0.evidence.fix.map { $0.kind.isCertain } ?? false })
    for source in damaged { #expect(!certain.contains { $0.path == source.path }) }
    #expect(report.findings.contains { $0.evidence.fix?.kind == .removeBackground })
  }

  private func source(_ file: CorpusFile) -> AssetSource {
    AssetSource(path: Path(file.path)) { _ in
      (try? file.bytes()).map(ReadOutcome.bytes) ?? .unreadable("it is not in the corpus")
    }
  }
}
