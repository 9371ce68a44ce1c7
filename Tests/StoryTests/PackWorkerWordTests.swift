import Testing

@testable import StickerEngine
@testable import Stickers
@testable import stickerlint

/// What the keeper of a process that builds a pack believes.
@Suite struct PackWorkerWordTests {
  private func record(_ text: String) throws -> PackRecord {
    try PackRecord(parsing: Array(text.utf8), atMost: 1 << 16)
  }

  private func build(_ flags: String...) throws -> RecordBuild {
    try #require(try StreamPackCommand.build(of: ["stream", "pack", "--output", "out"] + flags))
  }

  private func pack(named name: String?, _ outcome: BuildOutcome = .completed, hasTree: Bool = true)
    -> BuiltPack
  {
    var pack = BuiltPack(outcome)
    pack.name = name
    if hasTree { pack.tree = FileTree() }
    return pack
  }

  @Test("a pack has the name that its record gives it, and no other record's place")
  func names() throws {
    let named = try record(#"{"source": "art", "name": "cats"}"#)
    #expect(try build().could(say: pack(named: "cats"), of: named))
    #expect(try !build().could(say: pack(named: "dogs"), of: named))
    #expect(try !build().could(say: pack(named: "dogs", .stopped(["no sticker"])), of: named))
    #expect(try build().could(say: pack(named: nil, .failed(["it is not there"])), of: named))
    #expect(try build().could(say: pack(named: "dogs"), of: record(#"{"source": "art"}"#)))
  }

  @Test("what is built is handed back, unless nothing is written")
  func files() throws {
    let any = try record(#"{"source": "art"}"#)
    #expect(try !build().could(say: pack(named: "cats", hasTree: false), of: any))
    #expect(try build("--check").could(say: pack(named: "cats", hasTree: false), of: any))
    #expect(try build().could(say: pack(named: "cats", .stopped(["no sticker"]), hasTree: false), of: any))
  }
}
