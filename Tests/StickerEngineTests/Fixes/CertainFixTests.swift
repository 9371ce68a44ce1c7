import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

/// What reports mark as fixable is fixed, over the corpus and with what `fix` names.
@Suite("certain fixes", .enabled(if: Corpus.isPresent, "skipped: no corpus")) struct CertainFixTests {
  private static let files = ["rules", "stickers", "png", "apng", "pngsuite"].flatMap {
    CorpusFile.all(in: $0).filter { Path($0.path).hasImageExtension }
  }

  @Test("plain `fix` resolves exactly the marked findings")
  func promised() async {
    let sources = Self.files.map(source)
    let wrong = await wrongPromises(sources, configuration())
    #expect(wrong.broken == [])
    #expect(wrong.missing == [])
    for kind in [Fix.Kind.stripTrailing, .stripPrivate, .convert, .playForever, .bakeOrientation] {
      #expect(wrong.kept[kind, default: 0] > 0, "the corpus has no case of \(kind)")
    }
  }

  @Test("nothing is promised for a damaged file")
  func damaged() async {
    let sources = CorpusFile.all(in: "rules/corrupt-image").map(source)
    let report = await lint(sources, configuration(), jobs: 2)
    #expect(!report.findings.contains { $0.fixability == .certain })
    #expect(report.findings.contains { $0.evidence.fix != nil })
  }

  private func source(_ file: CorpusFile) -> AssetSource {
    AssetSource(path: Path(file.path)) { _ in
      (try? file.bytes()).map(ReadOutcome.bytes) ?? .unreadable("it is not in the corpus")
    }
  }
}

@Suite struct CertainRandomFixTests {
  /// Small files need small limits; the limit of bytes is far above them, so that no trial decides.
  private let small = configuration(["pixel-dimensions": ["min-pixels": 20, "max-pixels": 60]])

  @Test("plain `fix` resolves exactly the marked findings in 400 random files")
  func random() async throws {
    for seed in 5000..<5400 {
      let wrong = await wrongPromises([try RandomFile(seed: seed).source], small)
      #expect(wrong.broken == [] && wrong.missing == [], "seed \(seed)")
    }
  }
}

/// What does not hold of `[*]`.
struct WrongPromises {
  /// Findings that are marked and stay.
  var broken: [String] = []
  /// Findings that go and were not marked, though no trial decides.
  var missing: [String] = []
  /// Findings that are marked and go, by their fix.
  var kept: [Fix.Kind: Int] = [:]
}

/// Fixes each file as plain `fix` does, and compares what is left with what was marked.
private func wrongPromises(_ sources: [AssetSource], _ configuration: Configuration) async -> WrongPromises {
  let report = await lint(sources, configuration, jobs: 2)
  let taken = Set(sources.map(\.path))
  var wrong = WrongPromises()
  for (source, asset) in zip(sources, report.assets) {
    let marked = asset.findings.filter { $0.evidence.fix != nil && $0.severity != .hint }
    if marked.isEmpty { continue }
    let result = await FixPass(FixRequest(), configuration, MemoryGate()).fix(source) { !taken.contains($0) }
    let left = Set(
      result.unfixedFindings.map { Found(rule: $0.finding.rule, kind: $0.finding.evidence.fix?.kind) })
    for finding in marked {
      guard let kind = finding.evidence.fix?.kind else { continue }
      let isGone = !left.contains(Found(rule: finding.rule, kind: kind))
      let words = "\(source.path.displayText): \(finding.rule), \(kind)"
      switch (finding.fixability, isGone) {
      case (.certain, true): wrong.kept[kind, default: 0] += 1
      case (.certain, false): wrong.broken.append(words)
      case (.possible, true) where !isDecidedByTrial(kind, asset): wrong.missing.append(words)
      default: break
      }
    }
  }
  return wrong
}

/// A rule and what it wants to have done.
private struct Found: Hashable {
  let rule: String
  let kind: Fix.Kind?
}

/// Whether only a trial decides: bytes are to be saved, or frames are to be stored anew near the limit.
private func isDecidedByTrial(_ kind: Fix.Kind, _ asset: AssetAnalysis) -> Bool {
  if kind == .reduceSize || kind == .reencode { return true }
  // How many bytes a JPEG takes as a PNG, nothing in it tells; pixels that fit without compression do.
  if kind == .convert, asset.facts.format == .jpeg {
    return (asset.facts.canvas?.area ?? 0) * 4 + 4096 > 499_999
  }
  return kind.scope == .frames && (asset.facts.byteCount ?? 0) > 124_000
}
