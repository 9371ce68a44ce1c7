import Foundation
import Testing

/// `stream`: a line of JSON for each record.
@Suite struct StreamTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Art.disc(), to: "good.png")
    try folder.write(Art.disc(252, 252), to: "small.png")
    try folder.write(Art.moving(), to: "moving.png")
    try folder.write(Array(Art.disc().dropLast(20)), to: "cut.png")
  }

  private func stream(_ input: String, _ flags: String...) throws -> (status: Int32, answers: [[String: Any]])
  {
    try stream(Array(input.utf8), flags)
  }

  private func stream(_ input: [UInt8], _ flags: [String]) throws -> (status: Int32, answers: [[String: Any]])
  {
    let outcome = try Program.run(["stream", "lint"] + flags, in: folder.url, input: input)
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    let lines = outcome.output.split(separator: 0x0A, omittingEmptySubsequences: false)
    #expect(lines.last?.isEmpty == true)
    let answers = try lines.dropLast().map {
      try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
    }
    return (outcome.status, answers)
  }

  private func rules(_ answer: [String: Any]) -> [String] {
    (answer["findings"] as? [[String: Any]] ?? []).compactMap { $0["rule"] as? String }
  }

  private func path(_ answer: [String: Any]) -> String? {
    (answer["file"] as? [String: Any] ?? answer)["path"] as? String
  }

  @Test("each record gets an answer in order, whatever it contains")
  func order() throws {
    let records = [
      "good.png", "", "small.png", "nothing.png", "{\"path\": \"cut.png\", \"id\": \"c\"}", "{\"id\": 5}",
      "{", ".",
      "moving.png",
    ]
    let (status, answers) = try stream(records.joined(separator: "\n"))
    #expect(status == 2)
    #expect(answers.map { $0["record"] as? Int } == (1...9).map { $0 })
    #expect(
      answers.map { $0["type"] as? String } == [
        "file", "error", "file", "error", "file", "error", "error", "error", "file",
      ])
    #expect(rules(answers[0]).isEmpty)
    #expect(rules(answers[2]) == ["pixel-dimensions"])
    #expect(rules(answers[4]) == ["corrupt-image"])
    #expect(answers[4]["id"] as? String == "c")
    #expect(answers[5]["id"] as? Int == 5)
    #expect(path(answers[3]) == "nothing.png")
    #expect((answers[8]["file"] as? [String: Any])?["frames"] as? Int == 6)
  }

  @Test("the exit code says whether a finding fails the run")
  func status() throws {
    #expect(try stream("good.png\nmoving.png\n").status == 0)
    #expect(try stream("good.png\nsmall.png\n").status == 1)
    #expect(try stream("small.png\n", "--ignore", "pixel-dimensions").status == 0)
    #expect(try stream("").answers.isEmpty)
  }

  @Test("records that end with zero bytes may contain line breaks and invalid UTF-8")
  func zero() throws {
    try folder.write(Art.disc(252, 252), to: "two\nlines.png")
    let input = Array("two\nlines.png\0good.png\0".utf8) + [0x61, 0xFF, 0]
    let (_, answers) = try stream(input, ["--null"])
    #expect(answers.map(path) == ["two\nlines.png", "good.png", "a\\xFF"])
    #expect(answers[2]["pathBytes"] as? String == Data([0x61, 0xFF]).base64EncodedString())
  }

  @Test("bytes in a record are checked as the file that they represent")
  func bytes() throws {
    let art = Data(try Art.disc(252, 252)).base64EncodedString()
    let records = [
      "{\"bytes\": \"\(art)\"}", "{\"bytes\": \"\(art)\", \"path\": \"a.gif\"}",
      "{\"bytes\": \"\(art)\", \"role\": \"icon\"}", "{\"bytes\": \"\"}", "{\"bytes\": \"@\"}",
    ]
    let (_, answers) = try stream(records.joined(separator: "\n"))
    #expect(rules(answers[0]) == ["pixel-dimensions"])
    #expect(Set(rules(answers[1])) == ["pixel-dimensions", "extension-mismatch"])
    #expect(rules(answers[2]).contains("icon-image"))
    #expect(rules(answers[3]) == ["unreadable-file"])
    #expect(answers[4]["type"] as? String == "error")
  }

  @Test("the settings of a file's folder apply, and a broken configuration fails only its own records")
  func settings() throws {
    try folder.write(Array("rules: { pixel-dimensions: hint }\n".utf8), to: "a/.stickerlint.yml")
    try folder.write(Array("rulez:\n".utf8), to: "b/.stickerlint.yml")
    try folder.write(Array("exclude: [\"*.png\"]\n".utf8), to: "c/.stickerlint.yml")
    for place in ["a", "b", "c"] { try folder.write(Art.disc(252, 252), to: "\(place)/x.png") }
    let (status, answers) = try stream("a/x.png\nb/x.png\nc/x.png\nsmall.png\nb/x.png\na/x.png\n")
    #expect(status == 2)
    #expect(answers.map { $0["type"] as? String } == ["file", "error", "skipped", "file", "error", "file"])
    let severity = (answers[0]["findings"] as? [[String: Any]])?.first?["severity"]
    #expect(severity as? String == "hint")
    #expect((answers[1]["message"] as? String)?.contains("b/.stickerlint.yml:1:1") == true)
  }

  @Test("the answers equal those of a run over the same files, with any number of jobs")
  func sameAsRun() throws {
    let names = ["cut.png", "good.png", "moving.png", "small.png"]
    let input = names.joined(separator: "\n")
    let (_, answers) = try stream(input, "--jobs", "1")
    let (_, others) = try stream(input, "--jobs", "8")
    #expect(NSArray(array: answers) == NSArray(array: others))
    let run = try Program.run(["lint", "--format", "json"] + names, in: folder.url)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let files = try #require(report["files"] as? [[String: Any]])
    #expect(NSArray(array: answers.compactMap { $0["file"] }) == NSArray(array: files))
    let findings = try #require(report["findings"] as? [[String: Any]])
    let found = answers.flatMap { $0["findings"] as? [[String: Any]] ?? [] }
    #expect(NSArray(array: found) == NSArray(array: findings))
  }

  @Test("three thousand records, every hundredth broken, get three thousand answers in order")
  func many() throws {
    let records = (0..<3000).map {
      $0 % 100 == 7 ? "{\"id\": \($0), \"path\": 1}" : "{\"id\": \($0), \"path\": \"small.png\"}"
    }
    let (_, answers) = try stream(records.joined(separator: "\n"))
    #expect(answers.map { $0["id"] as? Int } == (0..<3000).map { $0 })
    #expect(answers.count { $0["type"] as? String == "error" } == 30)
  }

  @Test("an answer is written before the next record arrives, and a closed pipe ends the run with 0")
  func pipes() throws {
    let turns = try Program.shell(
      "coproc P { '\(Program.path)' stream; }; for i in 1 2 3; do echo good.png >&${P[1]}; "
        + "read -t 20 line <&${P[0]} && echo ${#line}; done; kill $P_PID", in: folder.url)
    #expect(turns.lines.count == 3)
    let left = try Program.shell(
      "yes good.png | { stickerlint stream; echo $? >status; } | head -2 | wc -l; cat status",
      in: folder.url)
    #expect(left.lines.map { $0.filter { $0 != " " } } == ["2", "0"])
  }

  @Test(
    "options without meaning for a stream are refused",
    arguments: [
      "art", "--format json", "--baseline x", "--statistics", "--fail-on-stale", "--allow-empty",
      "--stdin-name x.png",
      "--respect-gitignore",
    ])
  func refused(_ flags: String) throws {
    let outcome = try Program.run(
      ["stream", "lint"] + flags.split(separator: " ").map(String.init), in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("nexpected argument") || outcome.errors.contains("Unknown option"))
  }
}
