import Foundation
import Testing

/// Accepted findings, and runs that report only new ones.
@Suite struct BaselineTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Art.disc(252, 252), to: "art/small.png")
    try folder.write(Art.disc(252, 252, red: 10), to: "art/other.png")
    try folder.write(Art.disc(), to: "art/good.png")
  }

  private func run(_ line: String, at place: String = ".") throws -> Outcome {
    let folder = place == "." ? folder.url : folder.url.appending(path: place)
    return try Program.run(line.split(separator: " ").map(String.init), in: folder)
  }

  @Test("accepted findings do not fail a run and are not reported, but new ones are")
  func accepted() throws {
    #expect(try run("lint art").status == 1)
    let written = try run("lint art --write-baseline accepted.json")
    #expect(written.status == 0)
    #expect(written.text == "3 files: no findings; 3 findings accepted by the baseline\n")
    #expect(
      written.errors == "note: accepted.json accepts 3 findings; "
        + "later runs report findings from new rules, and accepted findings whose severity rises or whose value "
        + "is more than 10% worse\n")
    let quiet = try run("lint art --baseline accepted.json --fail-on hint --fail-on-stale")
    #expect(quiet.status == 0 && quiet.errors.isEmpty)
    try folder.write(Art.disc(201, 201), to: "art/new.png")
    let new = try run("lint art --baseline accepted.json --format concise")
    #expect(new.status == 1)
    #expect(new.lines.count { $0.hasPrefix("art/new.png: error pixel-dimensions") } == 1)
    #expect(!new.text.contains("small.png:"))
  }

  @Test("after a new export, an accepted finding is new only if its value is more than 10% worse")
  func exportedAgain() throws {
    _ = try run("lint art --write-baseline accepted.json")
    let quiet = "lint art --baseline accepted.json --fail-on hint --fail-on-stale --ignore mixed-sizes"
    try folder.write(Art.disc(252, 252, red: 99), to: "art/small.png")
    #expect(try run(quiet).status == 0)
    #expect(try run("\(quiet) --baseline-match content").status == 1)
    // 226.8 px is 10% below 252 px, which is already too small.
    try folder.write(Art.disc(228, 228), to: "art/small.png")
    #expect(try run(quiet).status == 0)
    try folder.write(Art.disc(225, 225), to: "art/small.png")
    let worse = try run("lint art --baseline accepted.json --format concise")
    #expect(worse.status == 1)
    #expect(worse.lines.count { $0.contains("art/small.png: error pixel-dimensions: 225") } == 1)
    #expect(worse.lines.count { $0.contains("art/other.png: error") } == 0)
  }

  @Test("a finding that became more severe is new, even with shards")
  func graver() throws {
    try folder.write(
      Array("rules:\n  pixel-dimensions: warning\n".utf8), to: ".stickerlint.yml")
    _ = try run("lint art --write-baseline accepted.json")
    try folder.write(Art.disc(249, 249), to: "art/small.png")
    let line = "art --baseline accepted.json --ignore mixed-sizes"
    #expect(try run("lint \(line) --fail-on warning").status == 0)
    try folder.write(Array("rules:\n  pixel-dimensions: error\n".utf8), to: ".stickerlint.yml")
    #expect(try run("lint \(line)").status == 1)
    for index in 1...2 { _ = try run("shard \(index)/2 \(line) --format json=\(index).json") }
    let merged = try run("merge 1.json 2.json --format concise")
    // Findings about both files, although one file did not change.
    #expect(merged.lines.count { $0.contains("pixel-dimensions") } == 2, "\(merged.text)\(merged.errors)")
    #expect(merged.status == 1)
    #expect(merged.output == (try run("lint \(line) --format concise")).output)
  }

  @Test("with --baseline-match content, a finding stays accepted at any severity until its file changes")
  func graverContent() throws {
    let configuration = ".stickerlint.yml"
    try folder.write(Array("rules:\n  pixel-dimensions: warning\n".utf8), to: configuration)
    let written = try run("lint art --write-baseline accepted.json --baseline-match content")
    #expect(
      written.errors == "note: accepted.json accepts 3 findings; "
        + "later runs report findings from new rules, and all findings in files that change\n")
    try folder.write(Array("rules:\n  pixel-dimensions: error\n".utf8), to: configuration)
    let line = "lint art --baseline accepted.json --baseline-match content --format concise"
    #expect(try run(line).status == 0)
    try folder.write(Art.disc(249, 249), to: "art/small.png")
    let changed = try run(line)
    #expect(changed.status == 1)
    #expect(changed.lines.count { $0.contains("art/small.png: error pixel-dimensions") } == 1)
    #expect(!changed.text.contains("art/other.png: error pixel-dimensions"))
  }

  @Test("a file that changed is checked again, and its old entry is stale")
  func changed() throws {
    _ = try run("lint art --write-baseline accepted.json")
    try folder.write(Art.disc(240, 240), to: "art/small.png")
    try FileManager.default.removeItem(at: folder.url.appending(path: "art/other.png"))
    let outcome = try run("lint art --baseline accepted.json --baseline-match content --format concise")
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("art/small.png: error pixel-dimensions: 240 × 240 px"))
    #expect(
      outcome.errors
        == "note: accepted.json accepts findings that no longer exist: pixel-dimensions of "
        + "art/other.png and 1 more. "
        + "To remove them and accept new findings, use --write-baseline accepted.json\n")
    let failing = try run(
      "lint art --baseline accepted.json --baseline-match content --ignore pixel-dimensions,mixed-sizes "
        + "--fail-on-stale")
    #expect(failing.status == 1)
    #expect(failing.errors.hasPrefix("error: accepted.json accepts findings that no longer exist: "))
  }

  @Test("entries that a run does not check are neither stale nor removed")
  func partial() throws {
    _ = try run("lint art --write-baseline accepted.json")
    let before = try folder.bytes(of: "accepted.json")
    for line in ["lint art/good.png", "lint art --ignore pixel-dimensions,mixed-sizes", "lint art --no-pack"]
    {
      let outcome = try run("\(line) --baseline accepted.json --fail-on-stale")
      #expect(outcome.status == 0, "\(line): \(outcome.errors)")
    }
    let part = try run("lint art/small.png --write-baseline accepted.json")
    #expect(part.errors.contains("accepts 1 finding; kept 2 that this run did not check"))
    #expect(try folder.bytes(of: "accepted.json") == before)
  }

  @Test("a configuration's baseline path is relative to the configuration, in any working folder")
  func configured() throws {
    _ = try run("lint art --write-baseline art/accepted.json")
    try folder.write(Array("baseline: accepted.json\n".utf8), to: "art/.stickerlint.yml")
    #expect(try run("lint art").status == 0)
    #expect(try run("lint .", at: "art").status == 0)
    #expect(try run("lint \(folder.url.path)/art/small.png").status == 0)
    #expect(try run("lint art --no-baseline").status == 1)
    func config(_ line: String) throws -> [Substring]? {
      try run("config \(line)").lines.map { $0.split(separator: " ") }.first { $0.first == "baseline" }
    }
    #expect(try config("art") == ["baseline", "art/accepted.json", "art/.stickerlint.yml:1:11"])
    #expect(try run("config art --format json").text.contains("\"value\" : \"art/accepted.json\""))
  }

  @Test("a baseline that cannot be used stops the run with one line")
  func unusable() throws {
    func errors(_ line: String) throws -> String {
      let outcome = try run(line)
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      return outcome.errors
    }
    #expect(
      try errors("lint art --baseline none.json")
        == "error: --baseline: baseline none.json does not exist: create it with `--write-baseline none.json`\n"
    )
    try folder.write(Array("{\"schema\": 7, \"entries\": []}".utf8), to: "new.json")
    #expect(try errors("lint art --baseline new.json").contains("written by a newer stickerlint (schema 7)"))
    try folder.write(Array("{\"schema\": 1, \"entr".utf8), to: "cut.json")
    #expect(
      try errors("lint art --baseline cut.json").hasPrefix("error: --baseline: cut.json: line 1, column"))
    #expect(try errors("lint art --write-baseline cut.json").contains("cut.json: line 1, column"))
    #expect(
      try errors("lint art --baseline art").contains("cannot read the baseline art: it is a folder"))
    #expect(
      try errors("lint art --write-baseline art/good.png").contains(
        "--write-baseline replaces only baseline files: art/good.png: line 1"))
    #expect(try errors("lint art --baseline a --no-baseline").contains("cannot be used together"))
    try folder.write(Array("baseline: ../x.json\n".utf8), to: "art/.stickerlint.yml")
    #expect(try errors("lint art").contains("art/.stickerlint.yml:1:11: ../x.json is outside"))
  }

  @Test("a baseline that cannot be written is an error, and the report is still written")
  func unwritable() throws {
    let outcome = try run("lint art --write-baseline out/accepted.json --format concise")
    #expect(outcome.status == 2 && outcome.lines.count == 2)
    #expect(outcome.errors.contains("the folder out does not exist"))
  }

  @Test("several findings of one rule on one file are counted")
  func counted() throws {
    try folder.write(
      Array("{ \"info\" : { \"version\" : 1 }, \"stickers\" : [ {}, {} ] }".utf8),
      to: "P.stickerpack/Contents.json")
    let before = try run("lint P.stickerpack --format concise --allow-empty")
    let several = before.lines.count { $0.contains("error catalog-json") }
    try #require(several > 1)
    _ = try run("lint P.stickerpack --allow-empty --write-baseline accepted.json")
    let text = String(decoding: try folder.bytes(of: "accepted.json"), as: UTF8.self)
    #expect(text.contains("\"count\":\(several)"))
    #expect(try run("lint P.stickerpack --allow-empty --baseline accepted.json").status == 0)
  }

  @Test("a finding on a pack is new if its measured value is over 10% worse")
  func ofPack() throws {
    _ = try run("lint art --write-baseline accepted.json")
    #expect(try run("lint art --baseline accepted.json --fail-on warning").status == 0)
    for side in [303, 306, 309] { try folder.write(Art.disc(side, side), to: "art/\(side).png") }
    let outcome = try run("lint art --baseline accepted.json --fail-on warning --format concise")
    #expect(outcome.status == 1)
    #expect(outcome.lines.count { $0.contains("mixed-sizes") } == 1)
  }

  @Test("a file too large to read is accepted at its current size")
  func tooLarge() throws {
    try folder.write([UInt8](repeating: 0, count: 2000), to: "art/big.png")
    let limit = "--limit file-bytes=1999 --baseline-match content"
    _ = try run("lint art/big.png --write-baseline accepted.json \(limit)")
    #expect(try run("lint art/big.png --baseline accepted.json \(limit)").status == 0)
    try folder.write([UInt8](repeating: 1, count: 2001), to: "art/big.png")
    #expect(try run("lint art/big.png --baseline accepted.json \(limit)").status == 1)
  }

  @Test("two outputs cannot share a file, even under different names")
  func oneFile() throws {
    for line in [
      "lint art --write-baseline s.json --format json=./s.json",
      "lint art --format json=o.txt --format concise=./o.txt",
      "lint art --format json=o.txt --format concise=\(folder.url.path)/o.txt",
    ] {
      let outcome = try run(line)
      #expect(outcome.status == 2 && outcome.errors.contains("two outputs would be written to the same file"))
    }
    #expect(try folder.files() == ["art/good.png", "art/other.png", "art/small.png"])
  }

  @Test("a failed baseline exits with 2, even if the reader has closed the pipe")
  func leftReader() throws {
    let outcome = try Program.shell(
      "{ stickerlint lint art --write-baseline none/b.json --format concise; echo $? >status; } | true; "
        + "cat status",
      in: folder.url)
    #expect(outcome.text == "2\n")
  }

  @Test("a stream accepts what a configuration's baseline accepts")
  func stream() throws {
    _ = try run("lint art --write-baseline accepted.json")
    try folder.write(Array("baseline: accepted.json\n".utf8), to: ".stickerlint.yml")
    let records = Array("art/small.png\nart/good.png\n".utf8)
    let accepted = try Program.run(["stream", "lint"], in: folder.url, input: records)
    #expect(accepted.status == 0)
    #expect(accepted.lines.count { $0.contains("\"findings\":[]") } == 2)
    try folder.write(Art.disc(198, 198), to: "art/small.png")
    #expect(try Program.run(["stream", "lint"], in: folder.url, input: records).status == 1)
  }

  @Test("a run with a baseline reports the same with and without the cache")
  func cached() throws {
    for number in 0..<40 { try folder.write(Art.disc(252, 252, red: UInt8(number)), to: "art/\(number).png") }
    func runs(_ line: String) throws -> Outcome {
      try Program.run(
        line.split(separator: " ").map(String.init), in: folder.url,
        environment: ["XDG_CACHE_HOME": folder.url.appending(path: "cache").path])
    }
    _ = try runs("lint art")
    _ = try runs("lint art --write-baseline accepted.json")
    _ = try runs("lint art --baseline accepted.json --fail-on hint")
    try folder.write(Art.disc(249, 249), to: "art/7.png")
    let match = "--baseline accepted.json --baseline-match content"
    let warm = try runs("lint art \(match) --format concise")
    let cold = try runs("lint art \(match) --format concise --no-cache")
    #expect(warm.output == cold.output)
    #expect(warm.lines.count { $0.contains("art/7.png: error pixel-dimensions") } == 1)
  }

  @Test("rewriting a baseline names added findings and counts removed ones")
  func again() throws {
    _ = try run("lint art --write-baseline accepted.json --no-pack")
    try FileManager.default.removeItem(at: folder.url.appending(path: "art/other.png"))
    try folder.write(Art.disc(201, 201), to: "art/bad.png")
    let outcome = try run("lint art --write-baseline accepted.json --no-pack")
    #expect(
      outcome.errors
        == "note: accepted.json accepts 2 findings; new: pixel-dimensions in art/bad.png; "
        + "removed 1 that no longer occur\n"
    )
  }

  @Test("baselines of two branches merge line by line")
  func merged() throws {
    _ = try run("lint art --write-baseline base.json --no-pack")
    func lines(_ name: String) throws -> [Substring] {
      String(decoding: try folder.bytes(of: name), as: UTF8.self).split(separator: "\n")
    }
    try folder.write(Art.disc(201, 201), to: "art/zz.png")
    _ = try run("lint art --write-baseline one.json --no-pack")
    let one = try lines("one.json").filter { $0.contains("zz.png") }
    let base = try lines("base.json")
    #expect(one.count == 1)
    let end = try #require(base.firstIndex(of: "null"))
    let both = base[..<end] + one + base.suffix(from: end)
    try folder.write(Array(both.joined(separator: "\n").utf8), to: "both.json")
    #expect(try run("lint art --baseline both.json --no-pack --fail-on hint").status == 0)
    let marked =
      base[..<end] + ["<<<<<<< HEAD"] + one + ["=======", ">>>>>>> other"] + base.suffix(from: end)
    try folder.write(Array(marked.joined(separator: "\n").utf8), to: "marked.json")
    #expect(try run("lint art --baseline marked.json").errors.contains("merge conflict. Keep"))
  }
}
