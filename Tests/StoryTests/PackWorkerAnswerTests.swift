import Testing

@testable import StickerEngine
@testable import Stickers
@testable import stickerlint

/// What a parent process accepts from a worker process that builds a pack.
@Suite struct PackWorkerAnswerTests {
  private func record(_ text: String) throws -> StreamPackRequest {
    try StreamPackRequest(parsing: Array(text.utf8), maxBytes: 1 << 16)
  }

  private func build(_ flags: String...) throws -> InProcessRecordPackBuilder {
    let packer = try StreamPackCommand.recordPacker(
      fromCommandLine: ["stream", "pack", "--output", "out"] + flags)
    return try #require(packer).inProcessBuilder
  }

  private func pack(named name: String?, _ outcome: BuildOutcome = .completed, hasTree: Bool = true)
    -> InMemoryBuildResult
  {
    var pack = InMemoryBuildResult(outcome)
    pack.name = name
    if hasTree { pack.builtFiles = FileTree() }
    return pack
  }

  @Test("a worker's pack is accepted only with the name in its record")
  func names() throws {
    let named = try record(#"{"source": "art", "name": "cats"}"#)
    #expect(try build().isPlausible(pack(named: "cats"), for: named))
    #expect(try !build().isPlausible(pack(named: "dogs"), for: named))
    #expect(
      try !build().isPlausible(
        pack(named: "dogs", .stoppedByFindingsOrDifferences(["no sticker"])), for: named))
    #expect(try build().isPlausible(pack(named: nil, .failed(["it is not there"])), for: named))
    #expect(try build().isPlausible(pack(named: "dogs"), for: record(#"{"source": "art"}"#)))
  }

  @Test("a worker must return files unless --check or a stopped build writes nothing")
  func files() throws {
    let any = try record(#"{"source": "art"}"#)
    #expect(try !build().isPlausible(pack(named: "cats", hasTree: false), for: any))
    #expect(try build("--check").isPlausible(pack(named: "cats", hasTree: false), for: any))
    #expect(
      try build().isPlausible(
        pack(named: "cats", .stoppedByFindingsOrDifferences(["no sticker"]), hasTree: false), for: any))
  }
}
