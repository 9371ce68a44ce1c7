import Testing

@testable import StickerEngine
@testable import StickerImage

/// Tests the promises of `fix` with 1,200 random files: two-thirds with lossless fixes, the others with lossy
/// ones.
@Suite struct FixGuaranteeTests {
  @Test(
    "a fixed file passes its rule, adds no equally severe finding and stays fixed", arguments: 0..<24
  )
  func promises(_ batch: Int) async throws {
    for seed in (batch * 50)..<(batch + 1) * 50 {
      let file = try RandomFile(seed: seed)
      let isLossy = seed.isMultiple(of: 3)
      var fixOptions = FixOptions(allowsLossyFixes: isLossy, effort: .fast)
      fixOptions.smallArtFix = [nil, .enlarge, .pad][seed / 3 % 3]
      let broken = try await brokenGuarantees(file, fixOptions)
      #expect(broken == [], "\(file), \(isLossy ? "with" : "without") loss")
    }
  }

  @Test(
    "only named rules are fixed, apart from extension-mismatch and file-size",
    arguments: Rule.all.filter { !$0.fixes.isEmpty }.map(\.id))
  func named(_ id: String) async throws {
    for seed in 2000..<2004 {
      let file = try RandomFile(seed: seed)
      let fixOptions = FixOptions(allowsLossyFixes: true, selectedRules: [id], effort: .fast)
      let broken = try await brokenGuarantees(file, fixOptions)
      #expect(broken == [], "\(file)")
      let result = await MemoryGatedFixer(fixOptions, small, MemoryGate()).fix(file.source)
      let causes = Set(result.change?.steps.map(\.rule) ?? [])
      #expect(causes.isSubset(of: [id, "extension-mismatch", "file-size"]))
    }
  }

  /// All default rules, with limits that keep tests fast: 20 to 60 px and 1,500 bytes.
  private let small = configuration(
    ["pixel-dimensions": ["min-pixels": 20, "max-pixels": 60], "file-size": ["max-bytes": 1500]])

  private func brokenGuarantees(_ file: RandomFile, _ fixOptions: FixOptions) async throws -> [String] {
    let result = await MemoryGatedFixer(fixOptions, small, MemoryGate()).fix(file.source)
    let wanted = result.originalFindings.filter { fixOptions.allowsImageFix(of: $0) }
    guard let change = result.change else {
      let refused = result.unfixedFindings.filter { $0.unfixedReason.isFailure }.count
      return wanted.isEmpty || refused > 0 ? [] : ["it stays unchanged, and no reason is given"]
    }
    var broken: [String] = []
    if wanted.isEmpty { broken.append("it had nothing to fix, and changed") }
    broken += try await brokenGuaranteesAfterFix(file, change, result, fixOptions)
    let again = await MemoryGatedFixer(fixOptions, small, MemoryGate()).fix(file.source)
    if again.change?.newBytes != change.newBytes {
      broken.append("fixing the same file again gave other bytes")
    }
    broken += try visibleChanges(file, change, fixOptions)
    return broken
  }

  /// Checks the fixed file like any other file, fixes it again, and describes each broken promise.
  private func brokenGuaranteesAfterFix(
    _ file: RandomFile, _ change: FileChange, _ result: FixedAsset, _ fixOptions: FixOptions
  ) async throws -> [String] {
    var broken: [String] = []
    let source = AssetSource(path: change.newPath) { _ in .bytes(change.newBytes) }
    let now = findings(on: await readAsset(source, small, MemoryGate()), small)
    let old = await readAsset(file.source, small, MemoryGate())
    let blind = Set(Rule.all.filter { $0.cannotCheck(old) }.map(\.id))
    let seen = now.filter { !blind.contains($0.rule) }
    let cured = Set(change.steps.map { "\($0.rule) \($0.kind)" })
    let resolved = result.originalFindings.filter { finding in
      finding.evidence.fix.map { cured.contains("\(finding.rule) \($0.kind)") } ?? false
    }
    let worst = result.originalFindings.map(\.severity).max() ?? .hint
    if seen.count(where: { $0.severity >= worst })
      > result.originalFindings.count(where: { $0.severity >= worst })
    {
      broken.append("it has more findings of its worst severity")
    }
    let gravest = resolved.map(\.severity).max()
    for finding in introducedFindings(seen, over: result.originalFindings)
    where finding.severity >= gravest ?? .hint {
      broken.append("it introduced \(finding.rule)")
    }
    broken += result.unfixedFindings.compactMap { left in
      guard left.finding.severity == .error, let reason = left.unfixedReason.failure else { return nil }
      let lesser = Rule.all.first {
        $0.severity < .error && reason.hasPrefix("the fix would introduce \($0.id):")
      }
      return lesser.map { "\(left.finding.rule) stays because of \($0.id)" }
    }
    broken += now.filter { finding in
      finding.evidence.fix.map { cured.contains("\(finding.rule) \($0.kind)") } ?? false
    }.map { "it still has \($0.rule)" }
    if await MemoryGatedFixer(fixOptions, small, MemoryGate()).fix(source).change != nil {
      broken.append("a second fix changes it again")
    }
    return broken
  }

  /// Findings that a rule did not report before, or that are more severe than before.
  private func introducedFindings(_ now: [Finding], over before: [Finding]) -> [Finding] {
    var left = before.map { (rule: $0.rule, severity: $0.severity) }
    return now.sorted { $0.severity > $1.severity }.filter { finding in
      let matches = left.indices.filter {
        left[$0].rule == finding.rule && left[$0].severity >= finding.severity
      }
      guard let match = matches.max(by: { left[$0].severity < left[$1].severity }) else { return true }
      left.remove(at: match)
      return false
    }
  }

  /// Describes visible changes and changes in timing.
  private func visibleChanges(
    _ file: RandomFile, _ change: FileChange, _ fixOptions: FixOptions
  ) throws -> [String] {
    let (old, new) = (try VisiblePlayback(file.bytes), try VisiblePlayback(change.newBytes))
    var broken: [String] = []
    if change.statsBefore.frameCount > 1, old.duration != new.duration { broken.append("the time differs") }
    let isTurned = change.steps.contains {
      [.bakeOrientation, .bakeTextChunkOrientation, .enlargeOrPad].contains($0.kind)
    }
    guard !fixOptions.allowsLossyFixes, !isTurned else { return broken }
    if old.pictures != new.pictures { broken.append("the pixels differ") }
    if change.statsBefore.frameCount > 1, old.times != new.times { broken.append("the times differ") }
    return broken
  }
}

extension UnfixedReason {
  var isFailure: Bool { failure != nil }
  var failure: String? { if case .failed(let reason) = self { reason.text } else { nil } }
}

/// All default rules, with some of their options changed.
func configuration(_ figures: [String: [String: Int]] = [:]) -> Configuration {
  Configuration(
    rules: Rule.all.filter { !$0.isOptIn }.map { rule in
      var settings = OptionValues()
      for (name, value) in figures[rule.id] ?? [:] {
        guard let option = rule.options.first(where: { $0.name == name }) else { continue }
        settings.set(option, to: .whole(value))
      }
      return ActiveRule(rule, optionValues: settings)
    })
}
