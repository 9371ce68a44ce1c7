import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import Stickers

@Suite struct KnownResultsTests {
  private let program = PixelDigest(of: Array("a program".utf8))

  @Test("a file that has not changed is not checked again, and what is said of it is the same")
  func unchanged() async throws {
    let (rule, count) = countingRule()
    let configuration = Configuration(rules: [rule])
    var known: KnownResults? = KnownResults(program: program)
    let first = await lint([source([1, 2, 3])], configuration, &known)
    #expect(count.value == 1)
    var later = try KnownResults(parsing: #require(known?.encoded()), program: program)
    let second = await lint([source([1, 2, 3])], configuration, &later)
    #expect(count.value == 1)
    #expect(second.findings == first.findings && first.findings.count == 1)
    #expect(later?.encoded() == nil)
  }

  @Test("another byte, name, role, setting, limit, severity or program, and a file is checked again")
  func changed() async throws {
    let (rule, count) = countingRule()
    var known: KnownResults? = KnownResults(program: program)
    _ = await lint([source([1, 2, 3])], Configuration(rules: [rule]), &known)
    let kept = try #require(known?.encoded())
    func isCheckedAgain(
      _ other: AssetSource, _ configuration: Configuration, by program: PixelDigest? = nil
    ) async -> Bool {
      let before = count.value
      var later = KnownResults(parsing: kept, program: program ?? self.program)
      _ = await lint([other], configuration, &later)
      return count.value > before
    }
    let (same, standard) = (source([1, 2, 3]), Configuration(rules: [rule]))
    #expect(await !isCheckedAgain(same, standard))
    #expect(await isCheckedAgain(source([1, 2, 4]), standard))
    #expect(await isCheckedAgain(source([1, 2, 3], "b.png"), standard))
    #expect(await isCheckedAgain(source([1, 2, 3], role: .icon), standard))
    var settings = Settings()
    settings.set(rule.parameters[0], to: .whole(2))
    #expect(await isCheckedAgain(same, Configuration(rules: [RuleInForce(rule, settings: settings)])))
    #expect(await isCheckedAgain(same, Configuration(rules: [RuleInForce(rule, severity: .hint)])))
    #expect(await isCheckedAgain(same, Configuration(rules: [rule], failOn: .hint)))
    var budget = Budget.standard
    budget.frames = 7
    #expect(await isCheckedAgain(same, Configuration(rules: [rule], budget: budget)))
    #expect(await isCheckedAgain(same, standard, by: PixelDigest(of: [9])))
  }

  @Test("a cache with any byte changed, or cut anywhere, is not believed")
  func damaged() async throws {
    var known: KnownResults? = KnownResults(program: program)
    _ = await lint([source([1, 2, 3])], Configuration(rules: [countingRule().rule]), &known)
    let kept = try #require(known?.encoded())
    for at in kept.indices {
      var damaged = kept
      damaged[at] ^= 0x10
      #expect(KnownResults(parsing: damaged, program: program) == nil)
      #expect(KnownResults(parsing: Array(kept.prefix(at)), program: program) == nil)
    }
  }

  private func lint(
    _ sources: [AssetSource], _ configuration: Configuration, _ known: inout KnownResults?
  ) async -> Report {
    await StickerEngine.lint(
      sources, jobs: 2, configuration: { _ in configuration }, known: &known, examiner: LocalExaminer())
  }

  private func source(
    _ bytes: [UInt8], _ name: String = "a.png", role: Role = .sticker
  ) -> AssetSource {
    AssetSource(path: Path(name), role: role) { _ in .bytes(bytes) }
  }
}

/// A rule with a parameter that fires on every file, and counts how often it is asked.
private func countingRule() -> (rule: Rule, count: Counter) {
  let count = Counter()
  let rule = Rule(
    id: "a-rule", severity: .warning, summary: "", reason: "", advice: "do it",
    parameters: [Parameter("most", 1, .pixels, in: 0...9, source: .measured, "")],
    roles: .everyAsset, examples: [],
    check: .asset { asset, _ in
      count.add()
      return [Evidence("\(asset.byteCount ?? 0) bytes")]
    })
  return (rule, count)
}

private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  var value: Int { lock.withLock { count } }
  func add() { lock.withLock { count += 1 } }
}
