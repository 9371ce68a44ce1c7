import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

/// Rules about single images that have fixes.
private let fixableRules = Rule.all.filter { rule in
  if case .asset = rule.check { !rule.fixes.isEmpty } else { false }
}

@Suite struct EveryFixTests {
  /// Fixes each rule's own failing examples, with the rule selected by name and lossy fixes allowed.
  @Test("every fix of a rule is applied to one of its examples", arguments: fixableRules.map(\.id))
  func resolves(_ id: String) async throws {
    let rule = try #require(Rule.all.first { $0.id == id })
    var fixOptions = FixOptions(
      allowsLossyFixes: true, selectedRules: [id], effort: .fast, iconBackground: 0xFFFFFF)
    (fixOptions.smallArtFix, fixOptions.longAnimationFix) = (.pad, .trim)
    var cured: Set<Fix.Kind> = []
    var refused: [String] = []
    for example in rule.examples where example.expectedFindingMessage != nil {
      let result = await MemoryGatedFixer(
        fixOptions, configuration(requestingFixOf: id, example.options), MemoryGate()
      )
      .fix(
        try source(example, of: rule))
      let offered = result.originalFindings.first { $0.rule == id }?.evidence.fix
      guard let offered else { continue }
      if result.change == nil {
        let reasons = result.unfixedFindings.filter { $0.finding.rule == id }.compactMap {
          $0.unfixedReason.failure
        }
        #expect(reasons.count == 1, "\(example.name)")
        refused += reasons
      } else {
        cured.insert(offered.kind)
      }
    }
    // Builds without a package trait reject files that need it, and say so.
    let isLeftToTraits = !refused.isEmpty && refused.allSatisfy { $0.contains("the package trait") }
    #expect(cured == Set(rule.fixes) || isLeftToTraits, "\(refused)")
  }

  @Test("a rule declares the fixes that its findings offer", arguments: Rule.all.map(\.id))
  func offers(_ id: String) async throws {
    let rule = try #require(Rule.all.first { $0.id == id })
    guard case .asset = rule.check else { return }
    var offered: Set<Fix.Kind> = []
    for example in rule.examples where example.expectedFindingMessage != nil {
      let configuration = configuration(requestingFixOf: id, example.options)
      let asset = await readAsset(try source(example, of: rule), configuration, MemoryGate())
      let own = findings(on: asset, configuration).filter { $0.rule == id }
      offered.formUnion(own.compactMap(\.evidence.fix?.kind))
    }
    #expect(offered == Set(rule.fixes))
  }

  @Test("well-made files are kept byte for byte", arguments: Rule.all.map(\.id))
  func untouched(_ id: String) async throws {
    let rule = try #require(Rule.all.first { $0.id == id })
    guard case .asset = rule.check else { return }
    for example in rule.examples where example.expectedFindingMessage == nil {
      let file = try source(example, of: rule)
      let fixOptions = FixOptions(allowsLossyFixes: true, selectedRules: [id], effort: .fast)
      let result = await MemoryGatedFixer(fixOptions, StickerEngineTests.configuration(), MemoryGate()).fix(
        file)
      #expect(result.change == nil, "\(example.name)")
    }
  }

  private func source(_ example: Example, of rule: Rule) throws -> AssetSource {
    let sketch = example.files[0]
    let outcome = try sketch.makeContents()
    let role = rule.roles.contains(.sticker) ? AssetRole.sticker : rule.roles.first ?? .sticker
    return AssetSource(path: Path(sketch.relativePath), role: role) { _ in outcome }
  }

  /// All default rules and the rule with this id. If it is the rule about grid sizes, the grid is small.
  ///
  /// - Parameter figures: the values of the rule's options.
  private func configuration(requestingFixOf id: String, _ figures: OptionValues) -> Configuration {
    Configuration(
      rules: Rule.all.filter { rule in
        // Messages-only rules would contradict another messenger's canvas or number of plays.
        let isOfMessages = [
          "whole-points", "grid-size", "not-square", "placement", "finite-loop", "discouraged-format",
          "animation-format",
        ]
        return rule.id == id
          || !rule.isOptIn && (figures == OptionValues() || !isOfMessages.contains(rule.id))
      }.map { rule in
        var settings = rule.id == id ? figures : OptionValues()
        if rule.id == "grid-size", id == "grid-size", let size = rule.options.first {
          settings.set(size, to: .word("small"))
        }
        return ActiveRule(rule, optionValues: settings)
      })
  }
}

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct CorpusFixTests {
  @Test(
    "a converted GIF from the corpus keeps its visible pixels and timing",
    arguments: CorpusFile.all(in: "gif"))
  func converted(_ file: CorpusFile) async throws {
    let bytes = try file.bytes()
    let source = AssetSource(path: Path("art.gif")) { _ in .bytes(bytes) }
    let fixOptions = FixOptions(selectedRules: ["discouraged-format"], effort: .fast)
    let result = await MemoryGatedFixer(fixOptions, StickerEngineTests.configuration(), MemoryGate()).fix(
      source)
    guard let change = result.change else {
      let own = result.unfixedFindings.first { $0.finding.rule == "discouraged-format" }
      #expect(
        own?.unfixedReason.isFailure ?? !result.originalFindings.contains { $0.rule == "discouraged-format" })
      return
    }
    let (old, new) = (try VisiblePlayback(bytes), try VisiblePlayback(change.newBytes))
    #expect(old == new)
    #expect(
      change.statsAfter.format == (change.statsBefore.frameCount > 1 || old.plays != nil ? "APNG" : "PNG"))
  }

  @Test(
    "a corpus file above the size limit is reduced below it within allowed dimensions",
    arguments: CorpusFile.all(in: "rules/file-size"))
  func fits(_ file: CorpusFile) async throws {
    let bytes = try file.bytes()
    let source = AssetSource(path: Path(file.path)) { _ in .bytes(bytes) }
    let result = await MemoryGatedFixer(
      FixOptions(allowsLossyFixes: true), StickerEngineTests.configuration(), MemoryGate()
    ).fix(
      source)
    guard bytes.count >= 500_000 else { return }
    let after = try #require(result.change?.statsAfter)
    #expect(after.byteCount < 500_000)
    #expect(300...618 ~= after.canvas.shorterSide && 300...618 ~= after.canvas.longerSide)
  }
}
