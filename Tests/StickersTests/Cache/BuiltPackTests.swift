import Testing

@testable import StickerEngine
@testable import Stickers

/// Data from a worker process that an attacker may control.
@Suite struct BuiltPackTests {
  private func sample() -> InMemoryBuildResult {
    var tree = FileTree()
    (tree["manifest.json"], tree["variants/a@3x.png"]) = ([1, 2, 3], [4])
    (tree["catalog/a.png"], tree["catalog/empty"]) = ([4], [])
    var pack = InMemoryBuildResult(.completed)
    (pack.name, pack.appBundleIdentifierOrName, pack.stickerCount) = ("Cats\n", "com.example.cats", 3)
    pack.omittedStickers = [
      .init(path: Path(bytes: [0xFF]), failedRules: ["file-size"], reasons: ["it is too large"])
    ]
    (pack.notes, pack.differencesFromDestination, pack.builtFiles) = (["one"], ["two", "three"], tree)
    pack.artChanges = ["a.png: smaller"]
    pack.digest = String(repeating: "0a", count: 32)
    var changes = PackChanges()
    (changes.stickersWithChangedArt, changes.renamings) = (["a"], [.init(from: "b", to: "c")])
    (changes.icon, changes.isReordered, changes.unchangedStickerCount) = (.removed, true, 7)
    (changes.changedProperties, changes.changedBuildOptions) = ([.links], [.template])
    pack.changes = changes
    pack.findings = [
      Finding(
        rule: "file-size", severity: .error, path: Path("a.png"), evidence: Evidence("it is too large"),
        advice: "Make it lighter, as the messenger asks.", failsRun: true)
    ]
    return pack
  }

  private let rule = Rule(
    id: "file-size", severity: .error, summary: "", reason: "", advice: "Make it smaller.", examples: [],
    check: .asset { _, _ in [] })

  private func read(_ bytes: [UInt8]) -> InMemoryBuildResult? {
    try? InMemoryBuildResult(answer: bytes, rules: [rule])
  }

  @Test("a built pack survives a round trip")
  func same() throws {
    let sample = self.sample()
    let read = try #require(self.read(sample.binaryEncoded))
    #expect(
      read.name == sample.name && read.appBundleIdentifierOrName == sample.appBundleIdentifierOrName
        && read.stickerCount == sample.stickerCount)
    #expect(read.omittedStickers == sample.omittedStickers && read.notes == sample.notes)
    #expect(
      read.findings == sample.findings && read.differencesFromDestination == sample.differencesFromDestination
    )
    #expect(
      read.builtFiles == sample.builtFiles && read.outcome == sample.outcome
        && read.artChanges == sample.artChanges)
    #expect(read.changes == sample.changes && read.digest == sample.digest)
    for outcome in [
      BuildOutcome.stoppedByFindingsOrDifferences(["a", "b"]), .failed([]), .internalError("c"),
    ] {
      #expect(self.read(InMemoryBuildResult(outcome).binaryEncoded)?.outcome == outcome)
    }
  }

  @Test("a built pack with an invalid digest is rejected") func digest() {
    var pack = sample()
    pack.digest = String(repeating: "0g", count: 32)
    #expect(read(pack.binaryEncoded) == nil)
  }

  @Test("a truncated answer is rejected, and an altered one never has paths with `..`")
  func broken() {
    let bytes = sample().binaryEncoded
    for end in bytes.indices { #expect(read(Array(bytes[..<end])) == nil) }
    #expect(read(bytes + [0]) == nil)
    for place in bytes.indices {
      var flipped = bytes
      flipped[place] ^= 0xFF
      if let tree = read(flipped)?.builtFiles {
        #expect(!tree.paths.contains { $0.split(separator: "/").contains("..") })
      }
    }
  }

  @Test(
    "paths that leave the pack or nest inside one another are rejected",
    arguments: [
      "../aaaaaaa", "/aaaaaaaaa", "a/../aaaaa", "a//aaaaaaa", "a/aaaaaaa/", "a\\aaaaaaaa", "a\u{7}aaaaaaaa",
    ])
  func hostile(_ path: String) throws {
    var pack = sample()
    pack.builtFiles?["a123456789"] = [1]
    let (bytes, honest) = (pack.binaryEncoded, Array("a123456789".utf8))
    let place = try #require(bytes.firstRange(of: honest))
    #expect(path.utf8.count == honest.count)
    var forged = bytes
    forged.replaceSubrange(place, with: path.utf8)
    #expect(read(forged) == nil)
    // A path that uses another file as a folder.
    forged.replaceSubrange(
      place.lowerBound - 8..<place.upperBound, with: [7, 0, 0, 0, 0, 0, 0, 0] + "catalog".utf8)
    #expect(read(forged) == nil)
  }

  @Test("repeated files count in full toward the byte limit")
  func repeated() {
    var pack = sample()
    for number in 0..<20 { pack.builtFiles?["a\(number)"] = [UInt8](repeating: 7, count: 1000) }
    let (bytes, files) = (
      pack.binaryEncoded, pack.builtFiles?.paths.reduce(0) { $0 + (pack.builtFiles?[$1]?.count ?? 0) }
    )
    #expect(bytes.count < 3500 && files == 20_005)
    #expect(
      (try? InMemoryBuildResult(answer: bytes, rules: [rule], maxBytes: 20_005))?.builtFiles
        == pack.builtFiles)
    #expect((try? InMemoryBuildResult(answer: bytes, rules: [rule], maxBytes: 20_004)) == nil)
  }

  @Test("text that could control a terminal, and unknown rules, are rejected")
  func words() throws {
    var pack = InMemoryBuildResult(.stoppedByFindingsOrDifferences(["12345678"]))
    pack.omittedStickers = [.init(path: Path("a"), failedRules: ["file-size"], reasons: [])]
    let bytes = pack.binaryEncoded
    for (honest, wrong) in [("12345678", "1234\u{1B}[2J"), ("file-size", "no-rule-1")] {
      let place = try #require(bytes.firstRange(of: Array(honest.utf8)))
      var forged = bytes
      forged.replaceSubrange(place, with: wrong.utf8)
      #expect(forged.count == bytes.count && read(forged) == nil)
    }
  }

  @Test("everything in a record except its id survives a round trip")
  func records() throws {
    let texts = [
      "{\"id\": 1, \"sourceBytes\": \"/w==\", \"name\": \"Cats\", \"output\": \"a/b\"}", "art",
      "{\"files\": [{\"path\": \"a/b\", \"bytes\": \"Zm9v\"}, {\"path\": \"c\", \"bytes\": \"\"}]}",
    ]
    for text in texts {
      var record = try StreamPackRequest(parsing: Array(text.utf8), maxBytes: 1000)
      let read = try StreamPackRequest(binary: record.binaryEncoded)
      record.id = nil
      #expect(read == record)
      record.messenger = "signal"
      #expect(try StreamPackRequest(binary: record.binaryEncoded) == record)
      record.messenger = nil
      #expect((try? StreamPackRequest(binary: Array(record.binaryEncoded.dropLast()))) == nil)
    }
  }
}
