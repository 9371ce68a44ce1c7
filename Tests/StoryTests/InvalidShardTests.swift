import Foundation
import Testing

/// Reports that are not shards of a single run.
@Suite struct InvalidShardTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for number in 0..<8 { try folder.write(Art.disc(red: UInt8(number)), to: "art/\(number).png") }
    for index in 1...3 { try runShard(index, "\(index).json") }
  }

  private func run(_ line: String) throws -> Outcome {
    try Program.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  private func runShard(_ index: Int, of count: Int = 3, _ name: String, _ flags: String = "") throws {
    let outcome = try run("shard \(index)/\(count) art --format json=\(name) \(flags)")
    #expect(outcome.status < 2, "\(outcome.errors)")
  }

  private func refusal(_ line: String) throws -> String {
    let outcome = try run(line)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    return outcome.errors
  }

  @Test("missing and duplicate shards are all named at once")
  func missing() throws {
    #expect(try refusal("merge 1.json 3.json") == "error: shard 2 of 3 is missing\n")
    try folder.write(try folder.bytes(of: "1.json"), to: "again.json")
    #expect(
      try refusal("merge again.json 1.json") == """
        error: shard 1 of 3 occurs twice: 1.json and again.json
        error: shards 2 and 3 of 3 are missing

        """)
    try runShard(7, of: 100_000, "many.json")
    #expect(
      try refusal("merge many.json")
        == "error: shards 1, 2, 3, 4, 5, 6, 8, 9, 10, 11 and 99,989 more of 100000 are missing\n")
  }

  @Test("shards with different settings, files or counts are named")
  func others() throws {
    try runShard(2, "other.json", "--ignore file-size")
    let line = "other.json was checked with a different configuration than 1.json"
    #expect(try refusal("merge 3.json other.json 1.json").contains("error: \(line)\n"))
    try runShard(2, of: 4, "four.json")
    #expect(
      try refusal("merge four.json 3.json 1.json") == """
        error: four.json is shard 2 of 4, but the others are shards of 3
        error: shard 2 of 3 is missing

        """)
    try folder.write(Art.disc(), to: "art/new.png")
    try runShard(2, "more.json")
    #expect(
      try refusal("merge more.json 3.json 1.json")
        == "error: more.json has different files or arguments than 1.json\n")
    try runShard(3, "role.json", "--role icon")
    #expect(try refusal("merge more.json role.json 1.json").contains("role.json has different files"))
  }

  @Test("shards of a different version, unsharded reports and other files are named")
  func foreign() throws {
    let report = String(decoding: try folder.bytes(of: "2.json"), as: UTF8.self)
    try folder.write(Array(report.replacing("\"0.1.0\"", with: "\"0.0.9\"").utf8), to: "2.json")
    let old = try refusal("merge 1.json 2.json 3.json")
    #expect(old.hasPrefix("error: 2.json: written by stickerlint 0.0.9, but this is stickerlint "))
    #expect(try run("lint art --format json=plain.json").status < 2)
    try folder.write(Array("art".utf8), to: "text.json")
    try folder.write([], to: "empty.json")
    #expect(
      try refusal("merge plain.json text.json empty.json gone.json art 1.json").hasPrefix(
        """
        error: plain.json: the report has no shard results. Create it with `shard`.
        error: text.json: not a report: line 1, column 1: the document is not an object
        error: empty.json: cannot be read: it is empty (0 bytes)
        error: gone.json: no such file
        """))
  }

  @Test("a truncated or altered report is rejected, unless the merged report is the same")
  func damaged() throws {
    let (sound, report) = (try run("merge 1.json 2.json 3.json"), try folder.bytes(of: "2.json"))
    let places = stride(from: 0, to: report.count, by: max(1, report.count / 40))
    for place in places {
      try folder.write(Array(report.prefix(place)), to: "cut.json")
      #expect(try refusal("merge 1.json cut.json 3.json").hasPrefix("error: cut.json: "))
      var changed = report
      changed[place] ^= 0x04
      try folder.write(changed, to: "changed.json")
      let outcome = try run("merge 1.json changed.json 3.json")
      #expect(outcome.status == 2 || outcome.output == sound.output && outcome.status == sound.status)
    }
  }

  @Test(
    "an invalid shard number and options that shards do not support exit with 2",
    arguments: [
      ("0/3", "invalid shard 0/3 (the first is 1/3, the last is 3/3)"), ("4/3", "the last is 3/3"),
      ("1/100001", "the count must be 1 to 100,000"), ("1", "invalid shard 1 (expected INDEX/COUNT"),
      ("-1/3", "needs"), ("1/3 --null", "Unknown option"), ("1/3 -", "Omit -"),
      ("1/3 --write-baseline x.json", "Unknown option '--write-baseline'"),
      ("1/3 --changed-since HEAD", "Unknown option '--changed-since'"),
      ("1/3 --statistics", "Unknown option"),
      ("1/3 --format text", "Add --format json"), ("99999999999999999999/3", "the last is 3/3"),
    ])
  func arguments(_ shard: String, _ words: String) throws {
    let outcome = try run("shard \(shard) art")
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(words) || words == "needs", "\(outcome.errors)")
  }

  @Test("a merged report never overwrites a shard, and concurrent merges leave one complete report")
  func writing() throws {
    let report = try folder.bytes(of: "2.json")
    #expect(
      try refusal("merge 1.json 2.json 3.json --format json=./2.json")
        == "error: the output ./2.json is also one of the reports to merge. Choose a different file.\n")
    #expect(try folder.bytes(of: "2.json") == report)
    let single = try run("lint art --format json")
    // Two merges run at the same time. Each writes a complete file, and the last one remains.
    let both = "stickerlint merge 1.json 2.json 3.json --format json=all.json & "
    _ = try Program.shell("\(both)\(both)\(both)wait", in: folder.url)
    #expect(try folder.bytes(of: "all.json") == single.output)
    #expect(try folder.files().filter { !$0.hasPrefix("art/") }.count == 4)
    guard Program.hasFullDevice else { return }
    let full = try Program.shell("stickerlint merge 1.json 2.json 3.json > /dev/full", in: folder.url)
    #expect(full.status == 2 && full.errors.contains("no space left"))
  }
}
