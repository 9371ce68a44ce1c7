import Foundation
import Testing

/// Several reports of one run, destinations that cannot be written to, and GitHub's requirements.
@Suite struct ReportFileTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Art.disc(252, 252), to: "art/small.png")
    try folder.write(Art.disc(), to: "art/sound.png")
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try folder.bytes(of: path), as: UTF8.self)
  }

  private func run(_ line: String, _ environment: [String: String] = [:]) throws -> Outcome {
    let words = line.split(separator: " ").map(String.init)
    return try Program.run(words, in: folder.url, environment: environment)
  }

  @Test("a report that cannot be written gives one line and exit code 2, and the others are written")
  func unwritable() throws {
    let outcome = try run(
      "lint art --format json=no/such/a.json --format sarif=b.sarif --format junit=art --format concise"
        + " --format checkstyle=c.xml")
    #expect(outcome.status == 2)
    let errors = outcome.errors.split(separator: "\n")
    #expect(errors.count == 2)
    #expect(
      errors.first?.hasPrefix("error: cannot write no/such/a.json: the folder no/such does not exist") == true
    )
    #expect(errors.last?.hasPrefix("error: cannot write art: ") == true)
    #expect(outcome.text.contains("art/small.png: error pixel-dimensions: "))
    #expect(try text("b.sarif").contains("\"uri\" : \"art/small.png\""))
    #expect(try text("c.xml").contains("<file name=\"art/small.png\">"))
  }

  @Test("a full disk or a closed standard output exits with 2, and files are written")
  func standardOutput() throws {
    for end in ["> /dev/full", ">&-"]
    where end == ">&-" || Program.hasFullDevice {
      let outcome = try Program.shell(
        "stickerlint art --format github --format html=a.html \(end)", in: folder.url)
      #expect(outcome.status == 2)
      #expect(outcome.errors.hasPrefix("error: cannot write to standard output: "))
      #expect(try text("a.html").hasSuffix("</html>\n"))
      try FileManager.default.removeItem(at: folder.url.appending(path: "a.html"))
    }
  }

  @Test("a closed pipe exits with 0 unless a report could not be written")
  func readerLeft() throws {
    let line = "{ stickerlint art --format sarif --format json=FILE; echo $? >status; } | true; cat status"
    func status(_ file: String) throws -> String {
      try Program.shell(line.replacingOccurrences(of: "FILE", with: file), in: folder.url).text
    }
    // The report lists every rule and exceeds the capacity of a pipe, so writing it cannot finish before the
    // reader exits.
    #expect(try status("a.json") == "0\n")
    #expect(try status("no/such/a.json") == "2\n")
  }

  @Test("on GitHub, a summary is appended to the job's summary")
  func summary() throws {
    try folder.write(Array("# Before\n".utf8), to: "summary.md")
    let outcome = try run("lint art --format github", ["GITHUB_STEP_SUMMARY": "summary.md"])
    #expect(outcome.status == 1)
    #expect(outcome.text.hasPrefix("::error file=art/small.png,line=1,title=pixel-dimensions::"))
    let summary = try text("summary.md")
    #expect(summary.hasPrefix("# Before\n\n### stickerlint: 1 error, "))
    let page = "https://OWNER.github.io/stickerlint/rules/pixel-dimensions.html"
    #expect(summary.contains("| [`pixel-dimensions`](\(page)) | error | 1 | 1 | "))

    _ = try run("lint art --format concise", ["GITHUB_STEP_SUMMARY": "summary.md"])
    #expect(try text("summary.md") == summary)
    _ = try run("lint art --format github=a.txt", ["GITHUB_STEP_SUMMARY": "new.md"])
    #expect(try text("new.md").hasPrefix("### stickerlint: 1 error, "))
  }

  @Test(
    "a summary stays under 1 MiB and says when it is full",
    arguments: [(1 << 20, true), ((1 << 20) - 100, true), (2 << 20, true), ((1 << 20) - 700, false)])
  func fullSummary(_ length: Int, _ isFull: Bool) throws {
    try folder.write([UInt8](repeating: 0x61, count: length), to: "summary.md")
    let outcome = try run("lint art --format github", ["GITHUB_STEP_SUMMARY": "summary.md"])
    #expect(outcome.status == 1)
    let note = "note: the job summary is full (limit: 1 MiB), so this run is not in it\n"
    #expect(outcome.errors == (isFull ? note : ""))
    #expect(try folder.bytes(of: "summary.md").count <= max(length, 1 << 20))
  }

  @Test("a summary that cannot be written gives one line and exit code 2, and annotations are printed")
  func unwritableSummary() throws {
    let outcome = try run("lint art --format github", ["GITHUB_STEP_SUMMARY": "no/such.md"])
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == "error: cannot write no/such.md: the folder no does not exist. Create it first.\n")
    #expect(outcome.text.hasPrefix("::error file=art/small.png,"))
    guard Program.hasFullDevice else { return }
    #expect(try run("lint art --format github", ["GITHUB_STEP_SUMMARY": "/dev/full"]).status == 2)
  }

  @Test(
    "a job in a subfolder names files relative to the repository",
    arguments: [
      "GITHUB_WORKSPACE", "CI_PROJECT_DIR",
    ])
  func top(_ variable: String) throws {
    let words = ["lint", ".", "--format", "checkstyle"]
    let place = folder.url.appending(path: "art")
    let outcome = try Program.run(words, in: place, environment: [variable: folder.url.path])
    #expect(outcome.text.contains("<file name=\"art/small.png\">"))
    let elsewhere = [variable: "/no/such/folder"]
    #expect(
      try Program.run(words, in: place, environment: elsewhere).text.contains("<file name=\"small.png\">"))
  }

  @Test("an absolute path inside the working folder is relative in SARIF")
  func absolute() throws {
    let outcome = try run("lint \(folder.url.path)/art/small.png --format sarif --no-pack")
    #expect(outcome.text.contains("\"uri\" : \"art/small.png\""))
    #expect(!outcome.text.contains(folder.url.lastPathComponent))
  }

  @Test("readable reports count the findings that a baseline accepts")
  func accepted() throws {
    #expect(try run("lint art --write-baseline base.json").status == 0)
    let outcome = try run("lint art --baseline base.json --format markdown --format html=a.html")
    #expect(outcome.status == 0)
    #expect(outcome.text.hasPrefix("### stickerlint: no findings in 2 files; "))
    #expect(outcome.text.hasSuffix(" accepted by the baseline\n"))
    #expect(try text("a.html").contains("</b> accepted by the baseline</li>"))
  }

  @Test("`pack --check --format sarif` prints only JSON to standard output")
  func packs() throws {
    let outcome = try run("pack art --output out --check --format sarif")
    #expect((try? JSONSerialization.jsonObject(with: Data(outcome.output))) != nil)
  }
}
