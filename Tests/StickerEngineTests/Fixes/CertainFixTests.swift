import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

/// Checks on the corpus that plain `fix` resolves the findings that reports mark with `[*]`.
@Suite("certain fixes", .enabled(if: Corpus.isPresent, "skipped: no corpus")) struct CertainFixTests {
  private static let files = ["rules", "stickers", "png", "apng", "pngsuite"].flatMap {
    CorpusFile.all(in: $0).filter { Path($0.path).hasMessagesImageExtension }
  }

  @Test("plain `fix` resolves exactly the marked findings")
  func promised() async {
    let sources = Self.files.map(source)
    let wrong = await wrongPromises(sources, configuration())
    #expect(wrong.wronglyMarked == [])
    #expect(wrong.wronglyUnmarked == [])
    for kind in [
      Fix.Kind.stripTrailingData, .stripPrivateMetadata, .convertToPNGOrAPNG, .playForever, .bakeOrientation,
    ] {
      #expect(wrong.keptCounts[kind, default: 0] > 0, "the corpus has no case of \(kind)")
    }
  }

  @Test("no finding on a damaged file is marked as certainly fixable")
  func damaged() async {
    let sources = CorpusFile.all(in: "rules/corrupt-image").map(source)
    let report = await lint(sources, configuration(), jobs: 2)
    #expect(!report.findings.contains { $0.fixabilityWithoutUserChoice == .certain })
    #expect(report.findings.contains { $0.evidence.fix != nil })
  }

  private func source(_ file: CorpusFile) -> AssetSource {
    AssetSource(path: Path(file.path)) { _ in
      (try? file.bytes()).map(ReadOutcome.bytes) ?? .unreadable("it is not in the corpus")
    }
  }
}

@Suite struct CertainRandomFixTests {
  /// Small files need small limits. The file size limit is far above their size, so no fix depends on trial
  /// encoding.
  private let small = configuration(["pixel-dimensions": ["min-pixels": 20, "max-pixels": 60]])

  @Test("plain `fix` resolves exactly the marked findings in 400 random files")
  func random() async throws {
    for seed in 5000..<5400 {
      let wrong = await wrongPromises([try RandomFile(seed: seed).source], small)
      #expect(wrong.wronglyMarked == [] && wrong.wronglyUnmarked == [], "seed \(seed)")
    }
  }
}

/// Findings for which `[*]` is wrong, and the number for which it is right.
struct UnkeptFixGuarantees {
  /// Findings that are marked but stay.
  var wronglyMarked: [String] = []
  /// Findings that are fixed but not marked, although no trial encoding was needed.
  var wronglyUnmarked: [String] = []
  /// The number of findings that are marked and fixed, by fix.
  var keptCounts: [Fix.Kind: Int] = [:]
}

/// Fixes each file as plain `fix` does, and compares the remaining findings with the marks.
private func wrongPromises(_ sources: [AssetSource], _ configuration: Configuration) async
  -> UnkeptFixGuarantees
{
  let report = await lint(sources, configuration, jobs: 2)
  let taken = Set(sources.map(\.path))
  var wrong = UnkeptFixGuarantees()
  for (source, asset) in zip(sources, report.assets) {
    let marked = asset.findings.filter { $0.evidence.fix != nil && $0.severity != .hint }
    if marked.isEmpty { continue }
    let result = await MemoryGatedFixer(FixOptions(), configuration, MemoryGate()).fix(source) {
      !taken.contains($0)
    }
    let left = Set(
      result.unfixedFindings.map { RequestedFix(rule: $0.finding.rule, kind: $0.finding.evidence.fix?.kind) })
    for finding in marked {
      guard let kind = finding.evidence.fix?.kind else { continue }
      let isGone = !left.contains(RequestedFix(rule: finding.rule, kind: kind))
      let words = "\(source.path.displayText): \(finding.rule), \(kind)"
      switch (finding.fixabilityWithoutUserChoice, isGone) {
      case (.certain, true): wrong.keptCounts[kind, default: 0] += 1
      case (.certain, false): wrong.wronglyMarked.append(words)
      case (.possible, true) where !isDecidedByTrial(kind, asset): wrong.wronglyUnmarked.append(words)
      default: break
      }
    }
  }
  return wrong
}

/// A rule and the fix that it requests.
private struct RequestedFix: Hashable {
  let rule: String
  let kind: Fix.Kind?
}

/// Whether only trial encoding shows if the fix works, because it has to save bytes, or because it encodes
/// frames again near the file size limit.
private func isDecidedByTrial(_ kind: Fix.Kind, _ asset: AssetAnalysis) -> Bool {
  if kind == .reduceFileSize || kind == .reencode { return true }
  // A JPEG's file size as a PNG is not known in advance. If the pixels fit uncompressed, the file size does
  // not matter.
  if kind == .convertToPNGOrAPNG, asset.facts.format == .jpeg {
    return (asset.facts.canvas?.area ?? 0) * 4 + 4096 > 499_999
  }
  return kind.changedPart == .frames && (asset.facts.byteCount ?? 0) > 124_000
}
