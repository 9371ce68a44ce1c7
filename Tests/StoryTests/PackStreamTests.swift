import Foundation
import Testing

/// `stream pack`: builds a pack and writes a line of JSON for each record.
@Suite struct PackStreamTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Art.disc(), to: "cats/a.png")
    try folder.write(Art.disc(red: 90), to: "cats/b.png")
    try folder.write(Art.moving(), to: "dogs/a.png")
  }

  private func answers(
    _ records: [String], _ flags: String...
  ) throws -> (status: Int32, answers: [[String: Any]]) {
    let input = Array(records.joined(separator: "\n").utf8)
    return try Self.answers(Program.run(["stream", "pack"] + flags, in: folder.url, input: input))
  }

  static func answers(_ outcome: Outcome) throws -> (status: Int32, answers: [[String: Any]]) {
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    let lines = outcome.output.split(separator: 0x0A, omittingEmptySubsequences: false)
    #expect(lines.last?.isEmpty == true)
    let answers = try lines.dropLast().map {
      try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
    }
    #expect(answers.map { $0["record"] as? Int } == (0..<answers.count).map { $0 + 1 })
    return (outcome.status, answers)
  }

  private func types(_ answers: [[String: Any]]) -> [String] {
    answers.map { $0["built"] as? Bool == false ? "not built" : $0["type"] as? String ?? "" }
  }

  private func contents(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: path).path).sorted()
  }

  private func tree(_ path: String) throws -> [String: [UInt8]] { try folder.tree(path) }

  @Test("each record is a pack that is byte-identical to a separate build, with the record's names and paths")
  func builds() throws {
    let records = [
      "cats", "{\"source\": \"dogs\", \"id\": \"d\", \"output\": \"a/b\"}",
      "{\"source\": \"cats\", \"name\": \"Two Cats\"}",
    ]
    let (status, answers) = try answers(records, "--output", "out")
    #expect(status == 0)
    #expect(types(answers) == ["pack", "pack", "pack"])
    #expect(answers.map { $0["output"] as? String } == ["out/cats", "out/a/b", "out/Two Cats"])
    #expect(answers.map { $0["name"] as? String } == ["cats", "dogs", "Two Cats"])
    #expect(answers.map { $0["stickers"] as? Int } == [2, 1, 2])
    #expect(answers[1]["id"] as? String == "d")
    #expect(answers.allSatisfy { $0["zip"] is NSNull })
    for (source, place, more) in [
      ("cats", "cats", []), ("dogs", "a/b", []), ("cats", "Two Cats", ["--name", "Two Cats"]),
    ] {
      #expect(
        try Program.run(["pack", source, "--output", "alone/\(place)"] + more, in: folder.url).status == 0)
    }
    #expect(try tree("out") == tree("alone"))
  }

  @Test("files in memory give the same pack as a folder, and an archive if no output is named")
  func files() throws {
    let members = try ["a.png", "b.png"].map { name in
      let bytes = Data(try folder.bytes(of: "cats/\(name)")).base64EncodedString()
      return "{\"path\": \"cats/\(name)\", \"bytes\": \"\(bytes)\"}"
    }
    let record = "{\"id\": 1, \"files\": [\(members.joined(separator: ","))]}"
    #expect(try answers(["cats", record], "--output", "out").answers[1]["message"] != nil, "same name")
    #expect(try answers([record], "--output", "out2").status == 0)
    #expect(try tree("out2") == tree("out"))
    let (status, answers) = try answers(["cats", record])
    #expect(status == 0)
    #expect(answers.allSatisfy { $0["output"] is NSNull })
    let archives = try answers.map {
      let text = try #require($0["zip"] as? String)
      return try #require(Data(base64Encoded: text))
    }
    #expect(archives[0] == archives[1])
    try folder.write([UInt8](archives[0]), to: "pack.zip")
    #expect(try Program.shell("python3 -m zipfile -e pack.zip unpacked", in: folder.url).status == 0)
    #expect(try tree("unpacked") == tree("out"))
  }

  @Test("unnamed files in memory are not named after an unrelated folder")
  func unnamed() throws {
    func record(_ path: String, _ more: String = "") throws -> String {
      let bytes = Data(try folder.bytes(of: "cats/a.png")).base64EncodedString()
      return "{\"files\": [{\"path\": \"\(path)\", \"bytes\": \"\(bytes)\"}]\(more)}"
    }
    let records = [try record("a.png"), try record("cats/a.png"), try record("a.png", ",\"name\": \"Cats\"")]
    let (status, answers) = try answers(records)
    #expect(status == 2)
    #expect(types(answers) == ["error", "pack", "pack"])
    #expect((answers[0]["message"] as? String)?.contains("has no name") == true)
    #expect(answers.map { $0["name"] as? String } == [nil, "cats", "Cats"])
    #expect(
      (answers[1]["notes"] as? [String])?.first?.hasSuffix("after its folder (set another name with name)")
        == true)
  }

  @Test("a failure affects only its own pack: not built if stickers fail, an error if nothing can be read")
  func failing() throws {
    try folder.write(Art.disc(252, 252), to: "small/a.png")
    try folder.write(Art.disc(), to: "small/b.png")
    try folder.write(Array(Art.disc().dropLast(20)), to: "cut/a.png")
    try folder.write(Array("stickers: [{ file: gone.png }]".utf8), to: "broken/stickerpack.yml")
    try folder.write(Array("rulez:\n".utf8), to: "ruled/.stickerlint.yml")
    try folder.write(Art.disc(), to: "ruled/a.png")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "empty"), withIntermediateDirectories: true)
    let records = ["small", "cut", "broken", "ruled", "empty", "gone", "cats"]
    let (status, answers) = try answers(records, "--output", "out")
    #expect(status == 2)
    #expect(types(answers) == ["not built", "not built", "error", "error", "error", "error", "pack"])
    #expect(
      (answers[0]["reasons"] as? [String])?.first?.hasPrefix("small was not built. 1 of 2 stickers") == true)
    #expect((answers[3]["message"] as? String)?.contains("ruled/.stickerlint.yml:1:1") == true)
    #expect(try self.answers(["small", "cats"], "--output", "out").status == 1)
    let (_, sifted) = try self.answers(["small"], "--output", "out", "--skip-failing")
    #expect(types(sifted) == ["pack"])
    let skipped = try #require(sifted[0]["skipped"] as? [[String: Any]])
    #expect(skipped.map { $0["path"] as? String } == ["a.png"])
    #expect(skipped.map { $0["rules"] as? [String] } == [["pixel-dimensions"]])
  }

  @Test(
    "the second of two records with one destination is an error, whatever the first one's result")
  func twice() throws {
    let records = [
      "{\"source\": \"gone\", \"output\": \"x\"}", "{\"source\": \"cats\", \"output\": \"x\"}", "dogs",
      "{\"source\": \"cats\", \"name\": \"dogs\"}", "{\"source\": \"cats\", \"output\": \"dogs\"}",
      "{\"source\": \"cats\", \"output\": \"dogs/x\"}", "{\"source\": \"cats\", \"output\": \"p/q\"}",
      "{\"source\": \"dogs\", \"output\": \"p\"}",
    ]
    for jobs in ["1", "8"] {
      let (status, answers) = try answers(records, "--output", "out\(jobs)", "--jobs", jobs)
      #expect(status == 2)
      let expected = ["error", "error", "pack", "error", "error", "error", "pack", "error"]
      #expect(types(answers) == expected)
      #expect((answers[1]["message"] as? String)?.hasPrefix("x") == true)
    }
    #expect(try tree("out1") == tree("out8"))
    let (status, apps) = try answers(
      ["cats", "{\"source\": \"dogs\", \"name\": \"cats\", \"output\": \"y\"}"], "--output", "apps", "--xcode"
    )
    #expect(status == 2)
    #expect((apps[1]["message"] as? String)?.contains("the same app, cats") == true)
  }

  @Test("no record writes outside the output, over art, or over other files")
  func hostile() throws {
    try folder.write([1, 2, 3], to: "out/mine/notes.txt")
    try folder.write([1], to: "elsewhere/a.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "out/link").path, withDestinationPath: "../elsewhere")
    #expect(try answers(["cats"], "--output", "out").status == 0)
    let state = { try (tree("out/cats"), tree("out/mine"), contents("out")) }
    let before = try state()
    let places = ["mine", "link", "link/x", "cats/x", "mine/notes.txt", "mine/notes.txt/x", "../x", "/tmp/x"]
    let records = places.map { "{\"source\": \"dogs\", \"output\": \"\($0)\"}" }
    let (_, refused) = try answers(records, "--output", "out")
    #expect(types(refused) == places.map { _ in "error" })
    #expect(try state() == before)
    #expect(try folder.files(below: "elsewhere") == ["a.txt"])
    let own = [
      "{\"source\": \"cats\", \"output\": \"cats/x\"}", "{\"source\": \"cats\", \"output\": \"cats\"}",
    ]
    #expect(try types(answers(own, "--output", ".", "--force").answers) == ["error", "error"])
    #expect(try types(answers(["{\"source\": \"cats\", \"output\": \"x\"}"]).answers) == ["error"])
  }

  @Test("--check writes nothing and reports differences")
  func check() throws {
    #expect(try answers(["cats"], "--output", "out").status == 0)
    try folder.write([0], to: "out/cats/variants/a@2x.png")
    let before = try tree("out")
    let (status, answers) = try answers(["cats", "dogs"], "--output", "out", "--check")
    #expect(status == 1)
    #expect(types(answers) == ["not built", "not built"])
    #expect(answers[0]["differences"] as? [String] == ["out/cats: variants/a@2x.png differs"])
    #expect(answers[1]["differences"] as? [String] == ["out/dogs does not exist"])
    #expect(try tree("out") == before)
    #expect(try self.answers(["cats"], "--output", "out").status == 0)
    #expect(try types(self.answers(["cats"], "--output", "out", "--check").answers) == ["pack"])
  }

  @Test(
    "options without meaning for a stream are refused",
    arguments: [
      "art", "--into App", "--name x", "--icon x.png", "--background #ffffff", "--message m.yml",
      "--format json", "--statistics",
    ])
  func refused(_ flags: String) throws {
    let outcome = try Program.run(
      ["stream", "pack"] + flags.split(separator: " ").map(String.init), in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("nexpected argument") || outcome.errors.contains("Unknown option"))
  }

  @Test("without a stream, a source and an output are required")
  func missing() throws {
    #expect(try Program.run(["pack"], in: folder.url).errors.contains("Missing expected argument '<sources>"))
    let outcome = try Program.run(["pack", "cats"], in: folder.url)
    #expect(outcome.errors.contains("Missing expected argument '--output"))
    #expect(try Program.run(["stream", "pack", "--check"], in: folder.url).status == 2)
  }
}
