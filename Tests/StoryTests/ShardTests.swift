import Corpus
import Foundation
import Testing

/// Runs that are split into shards, and the command that merges them.
@Suite struct ShardTests {
  private let formats = "--format json=OUT.json --format sarif=OUT.sarif --format text"

  private func run(_ line: String, in folder: TemporaryFolder) throws -> Outcome {
    try Program.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  /// The reports, standard output and status of a command. The report files start with `name`.
  private func reports(_ line: String, _ name: String, in folder: TemporaryFolder) throws -> [[UInt8]] {
    let outcome = try run("\(line) \(formats.replacing("OUT", with: name))", in: folder)
    #expect(outcome.status < 2, "\(line): \(outcome.errors)")
    let files = try ["json", "sarif"].map { try folder.bytes(of: "\(name).\($0)") }
    return files + [outcome.output, [UInt8(outcome.status)]]
  }

  @Test("merged shards equal the report of one run, byte for byte, in any order", arguments: 1...2)
  func property(_ seed: Int) throws {
    let tree = try ShardTree(seed: UInt64(seed))
    let folder = tree.folder
    var numbers = SeededNumbers(seed: UInt64(seed))
    _ = try run("lint art App --write-baseline accepted.json --ignore file-size --quiet", in: folder)
    try folder.write(Art.disc(red: 78), to: "art/a/twin0.png")  // the file's baseline entries are now stale
    let given = [
      "", " --baseline accepted.json --fail-on hint", " --no-pack", " --select duplicate-sticker",
      " --set file-size.max-bytes=700 --fail-on hint --limit frames=3",
    ]
    for count in 1...7 {
      let line = "lint art App" + given[(count + seed) % given.count]
      let single = try reports(line, "single", in: folder)
      for index in 1...count {
        let outcome = try run(
          shard(line, "\(index)/\(count)") + " --format json=\(index).shard", in: folder)
        #expect(outcome.status < 2, "\(outcome.errors)")
      }
      let shards = (1...count).map { "\($0).shard" }.shuffled(using: &numbers).joined(separator: " ")
      #expect(try reports("merge \(shards)", "merged", in: folder) == single, "\(line), \(count)")
    }
  }

  @Test("stale baseline entries are reported when shards are merged")
  func stale() throws {
    let folder = try TemporaryFolder()
    for number in 0..<6 { try folder.write(Art.disc(252, 252, red: UInt8(number)), to: "art/\(number).png") }
    _ = try run("lint art --write-baseline accepted.json --quiet", in: folder)
    try folder.remove("art/3.png")
    let single = try run("lint art --baseline accepted.json --fail-on-stale", in: folder)
    for index in 1...3 {
      _ = try run(
        "shard \(index)/3 art --baseline accepted.json --format json=\(index).json", in: folder)
    }
    let merged = try run("merge 2.json 3.json 1.json --fail-on-stale", in: folder)
    #expect(merged.errors == single.errors && merged.errors.contains("art/3.png"))
    #expect(merged.output == single.output && merged.status == single.status && merged.status == 1)
  }

  /// The command line that checks one shard of the files that another command line checks.
  private func shard(_ line: String, _ part: String) -> String {
    "shard \(part)" + line.dropFirst("lint".count)
  }

  @Test("merging needs no image files, and machines may keep them in different folders")
  func elsewhere() throws {
    let (one, other, third) = (try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder())
    for folder in [one, other] {
      try folder.write(Art.disc(), to: "art/a.png")
      try folder.write(Art.disc(), to: "art/b.png")
      try folder.write(Array("rules: { file-size: off }\n".utf8), to: "art/.stickerlint.yml")
    }
    let single = try run("lint art --format json", in: one)
    #expect(single.text.contains("duplicate-sticker"))
    try third.write(try run("shard 1/2 art", in: one).output, to: "1.json")
    try third.write(try run("shard 2/2 art --isolate", in: other).output, to: "2.json")
    let merged = try run("merge 1.json 2.json --format json", in: third)
    #expect(merged.output == single.output && merged.status == single.status)
  }

  @Test("more shards than files, and no files at all, merge to the report of one run")
  func empty() throws {
    let folder = try TemporaryFolder()
    try folder.write(Art.disc(), to: "art/a.png")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "nothing"), withIntermediateDirectories: true)
    for line in ["lint art", "lint nothing --allow-empty"] {
      let single = try run("\(line) --format json", in: folder)
      for index in 1...5 {
        let outcome = try run(
          shard(line, "\(index)/5") + " --format json=\(index).json", in: folder)
        #expect(outcome.status == 0)
      }
      let merged = try run("merge 1.json 2.json 3.json 4.json 5.json --format json", in: folder)
      #expect(merged.output == single.output && merged.status == 0)
    }
  }

  @Test("a cache shared by sharded and other runs changes nothing")
  func cache() throws {
    let folder = try TemporaryFolder()
    for number in 0..<40 { try folder.write(Art.disc(red: UInt8(number / 2)), to: "art/\(number).png") }
    let environment = ["XDG_CACHE_HOME": folder.url.appending(path: "cache").path]
    func lint(_ arguments: String, as command: String = "lint") throws -> Outcome {
      try Program.run(
        command.split(separator: " ").map(String.init) + ["art"]
          + arguments.split(separator: " ").map(String.init), in: folder.url,
        environment: environment)
    }
    for flags in ["--no-cache", "", "", "--baseline none.json", ""] {
      if flags.hasPrefix("--b") {
        try folder.write(Array("{\"schema\": 1, \"entries\": []}".utf8), to: "none.json")
      }
      let single = try lint("--format json \(flags)")
      for index in 1...2 { _ = try lint("--format json=\(index).json \(flags)", as: "shard \(index)/2") }
      #expect(try run("merge 1.json 2.json --format json", in: folder).output == single.output)
      #expect(try lint("--format json").output == single.output)
    }
  }
}
