import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import Stickers

@Suite struct ShardTests {
  @Test("a path's shard is the lower half of its XXH3-128 hash modulo the number of shards")
  func hash() {
    // From xxHash itself: XXH3_128bits("", 0) = 99aa06d3014798d8 6001c324468d497f.
    #expect(XXH3Digest(of: []).lowerHalf == 0x6001_C324_468D_497F)
    for count in [1, 2, 7, 1000, Shard.maxCount] {
      let index = Int(0x6001_C324_468D_497F % UInt64(count)) + 1
      #expect(Shard(index, of: count)?.contains(Path(bytes: [])) == true)
    }
  }

  @Test("every file is in exactly one shard, and seven shards have similar sizes")
  func shares() {
    let paths = (0..<7000).map { Path("art/\($0 % 70)/\($0).png") }
    let shards = (1...7).compactMap { Shard($0, of: 7) }
    for path in paths { #expect(shards.count { $0.contains(path) } == 1) }
    for shard in shards { #expect(850...1150 ~= paths.count { shard.contains($0) }) }
  }

  @Test("valid shards are parsed", arguments: ["1/1", "2/7", "100000/100000"])
  func parsing(_ text: String) throws {
    let shard = try Shard(parsing: text)
    #expect("\(shard.number)/\(shard.shardCount)" == text)
  }

  @Test(
    "invalid shards are rejected",
    arguments: ["", "/", "1/", "/2", "0/2", "3/2", "1/0", "a/b", "1/2/3", "+1/2"])
  func refused(_ text: String) {
    #expect(throws: StickersError.self) { try Shard(parsing: text) }
  }

  @Test("a member of a report is found, whatever the other members contain")
  func skimming() throws {
    func found(_ text: String) throws(Diagnostic) -> String? {
      try jsonValueBytes("shard", ofObject: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(try found("{}") == nil)
    #expect(try found(" {\"a\": {\"shard\": 1}, \"b\": [\"}\", \"\\\"\"]} \n") == nil)
    #expect(try found("{\"a\":\"\\\\\",\"shard\":[1,{\"x\":\"]\"}],\"z\":null}") == "[1,{\"x\":\"]\"}]")
    #expect(try found("{\"shard\":7}") == "7")
    for wrong in [
      "", "[]", "{", "{\"", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":[", "{\"a\":\"\\", "{\"a\":1,",
      "{\"a\":1,}", "{\"a\":}", "{\"shard\":1,\"shard\":2}", "{\"shard\":1} x", "{} {}", "{a:1}",
    ] {
      #expect(throws: Diagnostic.self, "\(wrong)") { try found(wrong) }
    }
  }

  @Test("a shard's truncated or altered results are reported as damaged")
  func damaged() async throws {
    let rule = Rule(
      id: "a-rule", severity: .warning, summary: "", reason: "", advice: "do it", roles: .allRoles,
      examples: [], check: .asset { _, _ in [Evidence("it is so")] })
    let run = ShardableRun([
      AssetSource(path: Path("a.png"), role: .sticker, pack: Path("."), reader: { _, _ in .bytes([1]) })
    ]) { _ in Configuration(rules: [rule]) }
    let shard = try #require(Shard(1, of: 1))
    let results = try #require(
      await run.lintFiles(of: shard, jobs: 1, service: InProcessImageService()).shardData)
    let report = Array("{\"shard\":".utf8) + results.encoded() + Array("}".utf8)
    let whole = try ShardResults(parsing: report)
    let sound = try await mergeShards([("a", whole)], [rule])
    #expect(sound.report.findings.map(\.evidence.message) == ["it is so"])
    #expect(throws: Diagnostic.self) { try ShardResults(parsing: Array(report.dropLast())) }
    for at in report.indices {
      #expect(throws: Diagnostic.self) { try ShardResults(parsing: Array(report.prefix(at))) }
      var changed = report
      changed[at] ^= 0x01
      guard let read = try? ShardResults(parsing: changed) else { continue }
      // Only a change of white space is accepted.
      #expect(read.json == results)
    }
    // A rule that the merging program does not have.
    await #expect(throws: CommandError.self) { try await mergeShards([("a", whole)], []) }
  }
}
