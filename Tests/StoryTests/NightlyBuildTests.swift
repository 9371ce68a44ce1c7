import Foundation
import Testing

/// A studio's nightly run: forty packs in one run, a day of edits, and a second run.
@Suite struct NightlyBuildTests {
  let folder: TemporaryFolder
  private let names = (1...40).map { $0 < 10 ? "p0\($0)" : "p\($0)" }

  init() throws {
    folder = try TemporaryFolder()
    for (number, name) in names.enumerated() {
      try folder.write(Art.disc(red: UInt8(number * 6)), to: "\(name)/a.png")
      try folder.write(Art.disc(red: UInt8(number * 6), blue: 200), to: "\(name)/b.png")
    }
  }

  private func pack(_ names: [String], _ options: String...) throws -> Outcome {
    try Program.run(
      ["pack"] + names + ["--output", "out", "--variants", "none", "--format", "json=report.json"] + options,
      in: folder.url)
  }

  /// The builds in the report, by folder.
  private func builds() throws -> [String: [String: Any]] {
    let data = Data(try folder.bytes(of: "report.json"))
    let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let builds = try #require(report["builds"] as? [[String: Any]])
    return Dictionary(
      try builds.map { (try #require($0["output"] as? String), $0) }, uniquingKeysWith: { first, _ in first })
  }

  private func changed(_ build: [String: Any]?, _ kind: String) -> [String]? {
    (build?["changed"] as? [String: Any])?[kind] as? [String]
  }

  @Test("rebuilding forty packs reports what changed in each, and builds all but the broken one")
  func night() throws {
    let first = try pack(names)
    #expect(first.status == 0, "\(first.errors)")
    #expect(!first.errors.contains("unchanged"))
    #expect(try builds().count == 40)
    #expect(try builds().values.allSatisfy { $0["changed"] is NSNull && $0["built"] as? Bool == true })
    let evening = try folder.tree("out")

    try folder.write(Art.disc(red: 255), to: "p05/a.png")
    try folder.write(folder.bytes(of: "p10/b.png"), to: "p10/wave.png")
    try folder.remove("p10/b.png")
    try folder.remove("p15/b.png")
    try folder.write(Art.disc(red: 250, blue: 250), to: "p20/c.png")
    try folder.write(Art.disc(250, 250), to: "p25/b.png")
    for name in ["a.png", "b.png"] {
      try folder.write(folder.bytes(of: "p30/\(name)"), to: "kittens/\(name)")
    }
    try folder.remove("p30")
    let today = names.map { $0 == "p30" ? "kittens" : $0 }
    let lines = [
      "out/p05: a changed, 1 unchanged", "out/p10: b renamed to wave, 1 unchanged",
      "out/p15: b removed, 1 unchanged", "out/p20: c added, 2 unchanged",
    ]

    let check = try pack(today, "--check")
    #expect(check.status == 1, "\(check.errors)")
    for line in lines { #expect(check.errors.contains("\n\(line)\n"), "\(line)\n\(check.errors)") }
    #expect(check.errors.components(separatedBy: " unchanged\n").count == 5)
    #expect(check.errors.contains("error: p25 was not built. 1 of 2 stickers failed: b.png"))
    #expect(check.errors.hasSuffix("34 of 40 packs are up to date\n"), "\(check.errors)")
    #expect(try folder.tree("out") == evening)

    let second = try pack(today)
    #expect(second.status == 1, "\(second.errors)")
    for line in lines { #expect(second.errors.contains("\n\(line)\n"), "\(line)\n\(second.errors)") }
    // 34 of the 40 packs did not change.
    #expect(second.errors.components(separatedBy: ": 2 unchanged\n").count == 35)
    #expect(!second.errors.contains("\nout/kittens: ") && !second.errors.contains("\nout/p25: "))
    #expect(second.errors.contains("out/p25 is unchanged and still has the previous build\n"))
    #expect(second.errors.contains("note: out/p30 is an old build of out/kittens"))
    #expect(second.errors.contains("built 39 of 40 packs\n"))

    let builds = try builds()
    #expect(builds.count == 39 && builds["out/p25"] == nil)
    #expect(changed(builds["out/p05"], "edited") == ["a"])
    #expect(changed(builds["out/p15"], "removed") == ["b"])
    #expect(changed(builds["out/p20"], "added") == ["c"])
    let renamed = (builds["out/p10"]?["changed"] as? [String: Any])?["renamed"] as? [[String: String]]
    #expect(renamed == [["from": "b", "to": "wave"]])
    #expect(builds["out/kittens"]?["changed"] is NSNull)

    let morning = try folder.tree("out")
    func files(_ tree: [String: [UInt8]], _ pack: String) -> [String: [UInt8]] {
      tree.filter { $0.key.hasPrefix(pack + "/") }
    }
    for name in names where !["p05", "p10", "p15", "p20"].contains(name) {
      #expect(files(morning, name) == files(evening, name), "\(name)")
    }
    #expect(try morning["p05/variants/a@3x.png"] == folder.bytes(of: "p05/a.png"))
    #expect(morning["p10/variants/wave@3x.png"] == evening["p10/variants/b@3x.png"])
    #expect(morning["p10/variants/b@3x.png"] == nil && morning["p15/variants/b@3x.png"] == nil)
    #expect(try morning["p20/variants/c@3x.png"] == folder.bytes(of: "p20/c.png"))
    #expect(morning["kittens/manifest.json"] != nil)

    try folder.write(Art.disc(red: 144, blue: 200), to: "p25/b.png")
    let last = try pack(today, "--prune")
    #expect(last.status == 0, "\(last.errors)")
    #expect(last.errors.contains("\nout/p25: 2 unchanged\n"), "\(last.errors)")
    #expect(try !folder.files(below: "out").contains { $0.hasPrefix("p30/") })
    #expect(try pack(today, "--check").status == 0)
  }

  @Test("a stream of the same packs reports the same changes")
  func stream() throws {
    func stream(_ names: [String], _ options: String...) throws -> (Int32, [[String: Any]]) {
      let input = Array(names.joined(separator: "\n").utf8)
      let words = ["stream", "pack", "--output", "out", "--variants", "none"] + options
      return try PackStreamTests.answers(Program.run(words, in: folder.url, input: input))
    }
    let few = Array(names[..<4])
    let (status, first) = try stream(few)
    #expect(status == 0)
    #expect(first.allSatisfy { $0["changed"] is NSNull && ($0["digest"] as? String)?.count == 64 })
    try folder.write(Art.disc(red: 255), to: "p02/a.png")
    try folder.remove("p03/b.png")
    try folder.write(Art.disc(250, 250), to: "p04/b.png")
    for options in [["--check"], []] {
      let words = options.isEmpty ? try stream(few) : try stream(few, options[0])
      let answers = words.1
      #expect(words.0 == 1)
      #expect(changed(answers[0], "edited") == [] && changed(answers[1], "edited") == ["a"])
      #expect(changed(answers[2], "removed") == ["b"])
      #expect(answers[3]["changed"] is NSNull && answers[3]["digest"] is NSNull)
      let notes = try #require(answers[3]["notes"] as? [String])
      let note = "out/p04 is unchanged and still has the previous build"
      #expect(notes.contains(note) == options.isEmpty, "\(notes)")
      #expect(answers[0]["digest"] as? String == first[0]["digest"] as? String)
      #expect(answers[1]["digest"] as? String != first[1]["digest"] as? String)
    }
  }
}
