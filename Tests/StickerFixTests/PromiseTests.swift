import StickerFix
import StickerImage
import StickerModel
import StickerRules
import Testing

/// FIX's promises, held by 1 200 files that chance has drawn: two of three without loss, the others with.
@Suite struct PromiseTests {
  @Test(
    "what is fixed passes what it was fixed for, brings nothing new, and is fixed for good", arguments: 0..<24
  )
  func promises(_ batch: Int) async throws {
    for seed in (batch * 50)..<(batch + 1) * 50 {
      let file = try RandomFile(seed: seed)
      let isLossy = seed.isMultiple(of: 3)
      let broken = try await brokenPromises(file, FixRequest(isLossy: isLossy, effort: .fast))
      #expect(broken == [], "\(file), \(isLossy ? "with" : "without") loss")
    }
  }

  @Test("rules that are named are cured alone", arguments: Rule.all.filter { !$0.fixes.isEmpty }.map(\.id))
  func named(_ id: String) async throws {
    for seed in 2000..<2004 {
      let file = try RandomFile(seed: seed)
      let request = FixRequest(isLossy: true, selected: [id], effort: .fast)
      let broken = try await brokenPromises(file, request)
      #expect(broken == [], "\(file)")
      let result = await fixed(file.source, request, small, MemoryGate())
      let causes = Set(result.change?.steps.map(\.rule) ?? [])
      #expect(causes.isSubset(of: [id, "extension-mismatch", "file-size"]))
    }
  }

  /// The rules as they are, for files that tests can afford: 20 to 60 px and 1 500 bytes.
  private let small = configuration(
    ["pixel-dimensions": ["min-pixels": 20, "max-pixels": 60], "file-size": ["max-bytes": 1500]])

  private func brokenPromises(_ file: RandomFile, _ request: FixRequest) async throws -> [String] {
    let result = await fixed(file.source, request, small, MemoryGate())
    let wanted = result.findings.filter { request.cures($0) }
    guard let change = result.change else {
      let refused = result.left.filter { $0.refusal.isFailure }.count
      return wanted.isEmpty || refused > 0 ? [] : ["it stays as it is, and nobody says why"]
    }
    var broken: [String] = []
    if wanted.isEmpty { broken.append("it had nothing to fix, and changed") }
    broken += try await complaints(change, result, request)
    let again = await fixed(file.source, request, small, MemoryGate())
    if again.change?.bytes != change.bytes { broken.append("the same file gave other bytes") }
    broken += try sightComplaints(file, change, request)
    return broken
  }

  /// Looked at again as any file is, and fixed again.
  private func complaints(
    _ change: Change, _ result: FixedAsset, _ request: FixRequest
  ) async throws -> [String] {
    var broken: [String] = []
    let source = AssetSource(path: change.path) { _ in .bytes(change.bytes) }
    let now = findings(on: await examine(source, small, MemoryGate()), small)
    var before: [String: Int] = [:]
    var worst: [String: Severity] = [:]
    for finding in result.findings {
      before[key(finding), default: 0] += 1
      worst[key(finding)] = max(worst[key(finding)] ?? .hint, finding.severity)
    }
    let cured = Set(change.steps.map { "\($0.rule) \($0.kind)" })
    // A JPEG had the same squares; of a PNG they are told.
    let wasConverted = change.steps.contains { $0.kind == .convert }
    for finding in now where !(wasConverted && finding.rule == RuleID.compressionBlocks) {
      before[key(finding), default: 0] -= 1
      // What was cut off may stand there, once it is smaller: a finding may become less grave, never graver.
      if before[key(finding), default: 0] < 0 || worst[key(finding)] ?? .hint < finding.severity {
        broken.append("it brought \(finding.rule)")
      }
    }
    broken += now.filter { finding in
      finding.evidence.fix.map { cured.contains("\(finding.rule) \($0.kind)") } ?? false
    }.map { "it still has \($0.rule)" }
    if await fixed(source, request, small, MemoryGate()).change != nil { broken.append("twice is not once") }
    return broken
  }

  private func key(_ finding: Finding) -> String {
    "\(finding.rule) \(finding.evidence.fix?.kind.rawValue ?? "-")"
  }

  /// What is to be seen, and for how long.
  private func sightComplaints(
    _ file: RandomFile, _ change: Change, _ request: FixRequest
  ) throws -> [String] {
    let (old, new) = (try Showing(file.bytes), try Showing(change.bytes))
    var broken: [String] = []
    if change.before.frames > 1, old.duration != new.duration { broken.append("the time differs") }
    let isTurned = change.steps.contains { $0.kind == .bakeOrientation }
    guard !request.isLossy, !isTurned else { return broken }
    if old.pictures != new.pictures { broken.append("the pixels differ") }
    if change.before.frames > 1, old.times != new.times { broken.append("the times differ") }
    return broken
  }
}

extension Refusal {
  var isFailure: Bool { failure != nil }
  var failure: String? { if case .failed(let reason) = self { reason.text } else { nil } }
}

/// All rules as they are, but for some figures.
func configuration(_ figures: [String: [String: Int]] = [:]) -> Configuration {
  Configuration(
    rules: Rule.all.filter { !$0.isOptIn }.map { rule in
      var settings = Settings()
      for (name, value) in figures[rule.id] ?? [:] {
        guard let parameter = rule.parameters.first(where: { $0.name == name }) else { continue }
        settings.set(parameter, to: .whole(value))
      }
      return RuleInForce(rule, settings: settings)
    })
}
