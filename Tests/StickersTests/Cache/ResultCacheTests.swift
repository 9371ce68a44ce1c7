import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import Stickers

@Suite struct ResultCacheTests {
  private let program = XXH3Digest(of: Array("a program".utf8))

  @Test("an unchanged file is not checked again, and its findings stay the same")
  func unchanged() async throws {
    let (rule, count) = countingRule()
    let configuration = Configuration(rules: [rule])
    let cache = ResultCache(programHash: program)
    let first = await lint([source([1, 2, 3])], configuration, cache)
    #expect(count.value == 1)
    let later = try ResultCache(decoding: #require(cache.encodedIfChanged()), programHash: program)
    let second = await lint([source([1, 2, 3])], configuration, later)
    #expect(count.value == 1)
    #expect(second.findings == first.findings && first.findings.count == 1)
    #expect(later.encodedIfChanged() == nil)
  }

  @Test("a file is checked again if its bytes, name or role, the configuration or the program changes")
  func changed() async throws {
    let (rule, count) = countingRule()
    let cache = ResultCache(programHash: program)
    _ = await lint([source([1, 2, 3])], Configuration(rules: [rule]), cache)
    let kept = try #require(cache.encodedIfChanged())
    func isCheckedAgain(
      _ other: AssetSource, _ configuration: Configuration, by program: XXH3Digest? = nil
    ) async throws -> Bool {
      let before = count.value
      let later = try ResultCache(decoding: kept, programHash: program ?? self.program)
      _ = await lint([other], configuration, later)
      return count.value > before
    }
    let (same, standard) = (source([1, 2, 3]), Configuration(rules: [rule]))
    #expect(try await !isCheckedAgain(same, standard))
    #expect(try await isCheckedAgain(source([1, 2, 4]), standard))
    #expect(try await isCheckedAgain(source([1, 2, 3], "b.png"), standard))
    #expect(try await isCheckedAgain(source([1, 2, 3], role: .icon), standard))
    var settings = OptionValues()
    settings.set(rule.options[0], to: .whole(2))
    #expect(try await isCheckedAgain(same, Configuration(rules: [ActiveRule(rule, optionValues: settings)])))
    #expect(try await isCheckedAgain(same, Configuration(rules: [ActiveRule(rule, severity: .hint)])))
    #expect(try await isCheckedAgain(same, Configuration(rules: [rule], failOn: .hint)))
    var budget = DecodingBudget.standard
    budget.frames = 7
    #expect(try await isCheckedAgain(same, Configuration(rules: [rule], budget: budget)))
    #expect(try await isCheckedAgain(same, standard, by: XXH3Digest(of: [9])))
  }

  @Test("an executable is read again only if its stamp has changed since the last run")
  func stamp() async throws {
    let (rule, count) = countingRule()
    let configuration = Configuration(rules: [rule])
    let (stamp, otherStamp) = (XXH3Digest(of: [1]), XXH3Digest(of: [2]))
    let cache = ResultCache(programHash: program, programStamp: stamp)
    _ = await lint([source([1, 2, 3])], configuration, cache)
    let kept = try #require(cache.encodedIfChanged())
    var reads = 0
    func read(_ digest: XXH3Digest) -> XXH3Digest {
      reads += 1
      return digest
    }
    let same = try ResultCache(decoding: kept, programHash: read(program), programStamp: stamp)
    _ = await lint([source([1, 2, 3])], configuration, same)
    #expect(reads == 0 && count.value == 1)
    #expect(same.encodedIfChanged() == nil)

    // The same program at another path: the results stay valid, and the new stamp is stored.
    let moved = try ResultCache(decoding: kept, programHash: read(program), programStamp: otherStamp)
    _ = await lint([source([1, 2, 3])], configuration, moved)
    #expect(reads == 1 && count.value == 1)
    _ = try ResultCache(
      decoding: #require(moved.encodedIfChanged()), programHash: read(program), programStamp: otherStamp)
    #expect(reads == 1)

    // A different program.
    let other = try ResultCache(
      decoding: kept, programHash: read(XXH3Digest(of: [9])), programStamp: otherStamp)
    _ = await lint([source([1, 2, 3])], configuration, other)
    #expect(reads == 2 && count.value == 2)
  }

  @Test("a cache with any byte changed or missing is not used")
  func damaged() async throws {
    let cache = ResultCache(programHash: program)
    _ = await lint([source([1, 2, 3])], Configuration(rules: [countingRule().rule]), cache)
    let kept = try #require(cache.encodedIfChanged())
    for at in kept.indices {
      var damaged = kept
      damaged[at] ^= 0x10
      #expect(throws: Diagnostic.corruptData) { try ResultCache(decoding: damaged, programHash: program) }
      #expect(throws: Diagnostic.corruptData) {
        try ResultCache(decoding: Array(kept.prefix(at)), programHash: program)
      }
    }
  }

  private func lint(
    _ sources: [AssetSource], _ configuration: Configuration, _ cache: ResultCache
  ) async -> Report {
    await LintPass(service: InProcessImageService(), cache: cache, jobs: 2) { _ in configuration }.lint(
      LintInput(sources))
  }

  private func source(
    _ bytes: [UInt8], _ name: String = "a.png", role: AssetRole = .sticker
  ) -> AssetSource {
    AssetSource(path: Path(name), role: role) { _ in .bytes(bytes) }
  }
}

/// Returns a rule with an option, which reports every file, and the number of times that it has run.
private func countingRule() -> (rule: Rule, count: Counter) {
  let count = Counter()
  let rule = Rule(
    id: "a-rule", severity: .warning, summary: "", reason: "", advice: "do it",
    options: [RuleOption("most", 1, .pixels, in: 0...9, source: .ownMeasurements, "")],
    roles: .allRoles, examples: [],
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
