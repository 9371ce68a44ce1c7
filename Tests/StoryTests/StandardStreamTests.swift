import Foundation
import Testing

/// Standard input and standard output in pipelines.
@Suite struct StandardStreamTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(
    _ arguments: String..., input: [UInt8] = [], environment: [String: String] = [:]
  ) throws -> Outcome {
    try Program.run(arguments, in: folder.url, input: input, environment: environment)
  }

  /// Valid art with 42 trailing bytes, which a fix removes.
  private func artWithTrailingBytes(red: UInt8 = 230) throws -> [UInt8] {
    try Art.disc(red: red) + [UInt8](repeating: 7, count: 42)
  }

  @Test("`fix --stdin-paths` reads the list once and reports the remaining findings")
  func listOfPaths() throws {
    // 100 px is too small, and no fix enlarges art by default.
    try folder.write(Art.disc(100, 100) + [7, 7], to: "a.png")
    let outcome = try run(
      "fix", "--stdin-paths", "--in-place", "--allow-empty", "--no-pack", input: Array("a.png\n".utf8))
    #expect(outcome.text.contains("pixel-dimensions"), "\(outcome.text)")
    #expect(outcome.status == 1, "\(outcome.text)\(outcome.errors)")
    #expect(try folder.bytes(of: "a.png") == Art.disc(100, 100))
  }

  @Test("several messengers check the files of one list")
  func listForMessengers() throws {
    try folder.write(Art.disc(), to: "a.png")
    let outcome = try run(
      "lint", "--stdin-paths", "--for", "signal,telegram", "--no-pack", input: Array("a.png\n".utf8))
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.text.contains("1 file for 2 messengers"), "\(outcome.text)")
  }

  @Test("one file is fixed to standard output, and the report goes to standard error")
  func fixedToOutput() throws {
    try folder.write(artWithTrailingBytes(), to: "a.png")
    let outcome = try run("fix", "a.png", "-o", "-", "--no-pack")
    #expect(try outcome.output == Art.disc(), "\(outcome.errors)")
    #expect(outcome.errors.contains("trailing-data") && outcome.status == 0, "\(outcome.errors)")
    #expect(try folder.bytes(of: "a.png") == artWithTrailingBytes())
    #expect(try folder.files() == ["a.png"])
  }

  @Test("`fix - -o -` copies valid art unchanged and fixes other art")
  func pipe() throws {
    let sound = try Art.disc()
    #expect(try run("fix", "-", "-o", "-", "-q", input: sound).output == sound)
    let fixed = try run("fix", "-", "-o", "-", "-q", input: artWithTrailingBytes())
    #expect(fixed.output == sound && fixed.errors.isEmpty, "\(fixed.errors)")
  }

  @Test("two files cannot go to standard output: one line, exit code 2, no output")
  func tooMany() throws {
    for name in ["art/a.png", "art/b.png"] { try folder.write(artWithTrailingBytes(), to: name) }
    let outcome = try run("fix", "art", "-o", "-", "--no-pack")
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("2 files were found"), "\(outcome.errors)")
  }

  @Test("`info` reads an image from standard input once")
  func info() throws {
    let outcome = try run("info", "-", "--format", "json", input: Art.disc(252, 252))
    #expect(outcome.status == 0 && outcome.text.contains("252"), "\(outcome.text)\(outcome.errors)")
    let twice = try run("info", "-", "-", input: Art.disc())
    #expect(twice.status == 2 && twice.errors.contains("only once"), "\(twice.errors)")
    #expect(try run("info", "-").status == 1)
  }

  @Test(
    "variables force color without a terminal, and NO_COLOR wins",
    arguments: [
      (["FORCE_COLOR": "1"], true), (["CLICOLOR_FORCE": "1"], true), (["CLICOLOR_FORCE": "0"], false),
      (["FORCE_COLOR": "0"], false), (["FORCE_COLOR": "1", "NO_COLOR": "1"], false),
      (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false), ([:], false),
    ])
  func color(_ environment: [String: String], _ isColored: Bool) throws {
    try folder.write(Art.disc(100, 100), to: "a.png")
    let outcome = try run("lint", "a.png", environment: environment)
    #expect(outcome.text.contains("\u{1B}[") == isColored)
    let never = try run("lint", "a.png", "--color", "never", environment: environment)
    #expect(!never.text.contains("\u{1B}["))
  }

  /// The URLs at which hyperlinks start (OSC 8 with a URL).
  private func addresses(_ text: String) -> [String] {
    text.components(separatedBy: "\u{1B}]8;;").dropFirst()
      .compactMap { $0.components(separatedBy: "\u{1B}\\").first }.filter { !$0.isEmpty }
  }

  @Test(
    "hyperlinks and color are independent, even without a terminal",
    arguments: ["auto", "always", "never"], ["auto", "always", "never"])
  func hyperlinks(_ links: String, _ color: String) throws {
    try folder.write(Art.disc(100, 100), to: "my art/a.png")
    for command in [
      ["lint"], ["lint", "--statistics"], ["fix", "--enlarge"], ["lint", "--for", "signal,line"],
    ] {
      let words = command + ["my art", "--hyperlinks", links, "--color", color]
      let outcome = try Program.run(words, in: folder.url)
      #expect(outcome.text.contains("\u{1B}[") == (color == "always"), "\(words)")
      #expect(outcome.text.contains("\u{1B}]8;;") == (links == "always"), "\(words)")
    }
  }

  @Test("a path links to its file, and a report file has no hyperlinks") func linkedFile() throws {
    try folder.write(Art.disc(100, 100), to: "my art/a.png")
    let outcome = try run(
      "lint", "my art", "--hyperlinks", "always", "--format", "text", "--format", "concise=b.txt")
    let file =
      folder.url.resolvingSymlinksInPath().path.replacingOccurrences(of: " ", with: "%20") + "/my%20art/a.png"
    let found = addresses(outcome.text)
    #expect(found.contains { $0.hasPrefix("file://") && $0.hasSuffix(file) }, "\(found)")
    #expect(found.contains("https://OWNER.github.io/stickerlint/rules/pixel-dimensions.html"), "\(found)")
    #expect(!String(decoding: try folder.bytes(of: "b.txt"), as: UTF8.self).contains("\u{1B}"))
  }

  @Test("an image from standard input has no file to link to") func linkedInput() throws {
    let outcome = try run("lint", "-", "--hyperlinks", "always", input: Art.disc(100, 100))
    let found = addresses(outcome.text)
    #expect(!found.isEmpty && found.allSatisfy { $0.hasPrefix("https://") }, "\(found)")
  }

  @Test("FORCE_HYPERLINK forces links without a terminal, and `--hyperlinks never` overrides it")
  func forcedLinks()
    throws
  {
    try folder.write(Art.disc(100, 100), to: "a.png")
    let forced = ["FORCE_HYPERLINK": "1", "NO_COLOR": "1"]
    let outcome = try run("lint", "a.png", environment: forced)
    #expect(!addresses(outcome.text).isEmpty && !outcome.text.contains("\u{1B}["))
    let never = try run("lint", "a.png", "--hyperlinks", "never", environment: forced)
    #expect(!never.text.contains("\u{1B}"))
  }
}
