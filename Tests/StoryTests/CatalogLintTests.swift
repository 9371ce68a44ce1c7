import Foundation
import Testing

@Suite struct CatalogLintTests {
  private let rules = [
    "catalog-json", "catalog-missing-file", "catalog-unreferenced-file", "catalog-duplicate-name",
    "catalog-icons", "sequence-frames",
  ].joined(separator: ",")

  private func lint(_ project: CatalogProject, _ arguments: String...) throws -> Outcome {
    try Program.run(
      ["lint", "App", "--format", "concise", "--select", rules] + arguments, in: project.folder.url)
  }

  /// The expected findings by path and line.
  private let expected = [
    "P/Broken.sticker:3:41: error catalog-json: invalid JSON: a comma or } is missing",
    "P:3:34: error catalog-json: grid-size is “medium”",
    "P:7:20: error catalog-missing-file: “Gone.sticker” does not exist",
    "P/Wave.sticker:3:33: error catalog-duplicate-name: “wave.png” is also the image of “Greeting.sticker”",
    "P/Jump.seq:4:20: error sequence-frames: “j2.png” is 300 × 297 px",
    "P/Jump.seq:5:20: error sequence-frames: “j3.png” is an animation with 6 frames",
    "P/Jump.seq:9:18: error sequence-frames: duration is 0",
    "P/Jump.seq:11:5: error catalog-json: “repetions” is not a key",
    "P/Mark.sticker:1:1: hint catalog-json: begins with a byte order mark",
    "P/Mark.sticker:5:5: error catalog-json: “filename” is a duplicate key, first used on line 4",
    "P/NoDocument.sticker:: error catalog-json: Contents.json is missing",
    "P/NoDocument.sticker: warning catalog-unreferenced-file: not in the pack's list of stickers",
    "P/Path.sticker:3:33: error catalog-missing-file: “/Users/ci/build/path.png” is a path",
    "P/Wave.sticker/old.png: warning catalog-unreferenced-file: ",
    "I:5:39: error catalog-json: idiom is “iPhone”",
    "I:7:20: error catalog-icons: “5.png” is 58 × 48 px (must be 58 × 58 px); "
      + "“8.png” has an alpha channel (must have none); "
      + "“ipad 29x29 2x” has two images, “5.png” and “14.png”; "
      + "1 of 13 icons is missing: universal 32x24 2x",
    "I:11:5: error catalog-icons: 5 icons do not have “platform” : “ios”",
    "I:17:20: error catalog-icons: “15.png” is unassigned",
  ].map(CatalogLintTests.path)

  @Test("a messenger without icon sets reports nothing about them")
  func iconsOfOthers() throws {
    let project = try CatalogProject()
    func lines(_ messenger: String) throws -> [Substring] {
      try Program.run(["lint", "App", "--for", messenger, "--format", "concise"], in: project.folder.url)
        .lines.filter { $0.contains(".stickersiconset") }
    }
    #expect(try !lines("imessage").isEmpty)
    #expect(try lines("signal") == [])
  }

  /// Expands an abbreviated path: `P/Wave.sticker:3:1: …` is in the Contents.json of a sticker in the pack,
  /// and `I:` is in the Contents.json of the icon set.
  private static func path(_ line: String) -> String {
    let parts = line.split(separator: ":", maxSplits: 1)
    let isDocument = parts[1].first != " "
    let path = parts[0].replacing("P/", with: "Sticker Pack.stickerpack/")
      .replacing(/^P$/, with: "Sticker Pack.stickerpack")
      .replacing(/^I$/, with: "iMessage App Icon.stickersiconset")
      .replacing(".seq", with: ".stickersequence")
    let rest = parts[1].first == ":" ? parts[1].dropFirst() : parts[1]
    return "\(CatalogProject.stickers)/\(path)\(isDocument ? "/Contents.json" : ""):\(rest)"
  }

  @Test("every defect of a project's sticker catalog is reported at its line, and nothing else")
  func defects() throws {
    let outcome = try lint(try CatalogProject())
    #expect(outcome.status == 1)
    let lines = outcome.lines.map(String.init)
    #expect(lines.count == expected.count)
    for start in expected {
      #expect(lines.count { $0.hasPrefix(start) } == 1, "\(start)\n\(outcome.text)")
    }
  }

  @Test("JSON and text reports give line and column")
  func formats() throws {
    let project = try CatalogProject()
    let outcome = try Program.run(
      ["lint", "App", "--format", "json", "--select", "catalog-missing-file"], in: project.folder.url)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
    let findings = try #require(report["findings"] as? [[String: Any]])
    #expect(findings.compactMap { $0["line"] as? Int } == [7, 3])
    #expect(findings.compactMap { $0["column"] as? Int } == [20, 33])
    let text = try Program.run(["lint", "App", "--select", "catalog-missing-file"], in: project.folder.url)
      .text
    #expect(
      text.contains("Contents.json\n  error    catalog-missing-file  7:20  “Gone.sticker” does not exist\n"))
  }

  @Test("settings apply to the document that a finding is about")
  func settings() throws {
    let project = try CatalogProject()
    let pack = "\(CatalogProject.pack)/Contents.json"
    #expect(try lint(project, "--exclude", pack).lines.count { $0.hasPrefix("\(pack):") } == 0)
    #expect(try lint(project, "--exclude", "old.png").lines.count == expected.count - 1)
    #expect(try lint(project, "--no-pack").lines.count == 0)
    #expect(try lint(project, "--ignore", "catalog-icons").lines.count == expected.count - 3)
    try project.write(
      """
      overrides:
        - paths: ["**/Jump.stickersequence/**"]
          rules: { sequence-frames: hint, catalog-json: warning }
      exclude: ["**/*.stickersiconset/**"]
      """, to: ".stickerlint.yml")
    let lines = try lint(project).lines
    let ofSequence = lines.filter { $0.contains("Jump.stickersequence") }
    #expect(ofSequence.count { $0.contains(": hint sequence-frames: ") } == 3)
    #expect(ofSequence.count { $0.contains(": warning catalog-json: ") } == 1 && ofSequence.count == 4)
    #expect(lines.count { $0.contains("stickersiconset") } == 0)
  }

  @Test("only the named part of a catalog is checked")
  func parts() throws {
    let project = try CatalogProject()
    func count(_ path: String) throws -> Int {
      try Program.run(
        ["lint", path, "--format", "concise", "--select", rules], in: project.folder.url
      ).lines.count
    }
    #expect(try count(CatalogProject.pack) == 14)
    // Checked alone, the set could be inside an app, and then it would not need the icons that represent an
    // app. But it lists them, with images, so the findings are the same.
    #expect(try count(CatalogProject.icons) == 4)
    #expect(try count("\(CatalogProject.pack)/Wave.sticker") == 0)
    #expect(try count("\(CatalogProject.pack)/Wave.sticker/old.png") == 0)
    #expect(try count("App/App/Assets.xcassets/AppIcon.appiconset") == 0)
  }

  @Test("links that leave the tree are not followed, neither to images nor to documents")
  func links() throws {
    let project = try CatalogProject()
    let outside = try TemporaryFolder()
    try outside.write(try Art.disc(), to: "p.png")
    try outside.write(Array("{\"info\":{}}".utf8), to: "c.json")
    let pack = CatalogProject.pack
    let files = FileManager.default
    for (link, target) in [("Wave.sticker/wave.png", "p.png"), ("Mark.sticker/Contents.json", "c.json")] {
      let place = project.folder.url.appending(path: "\(pack)/\(link)")
      try files.removeItem(at: place)
      try files.createSymbolicLink(at: place, withDestinationURL: outside.url.appending(path: target))
    }
    let lines = try lint(project).lines.map(String.init)
    let wave =
      "\(pack)/Wave.sticker/Contents.json:3:33: error catalog-missing-file: “wave.png” is a symbolic link that points"
    let mark = "\(pack)/Mark.sticker/Contents.json: error catalog-json: cannot be read: it is a link"
    #expect(lines.count { $0.hasPrefix(wave) } == 1)
    #expect(lines.count { $0.hasPrefix(mark) } == 1)
  }

  @Test("a catalog without images is still checked")
  func pictureless() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("{}".utf8), to: "S.xcassets/I.stickersiconset/Contents.json")
    let outcome = try Program.run(["lint", ".", "--format", "concise", "--select", rules], in: folder.url)
    #expect(outcome.status == 1)
    #expect(
      outcome.lines.map { $0.split(separator: ": ")[1] } == ["warning catalog-json", "error catalog-icons"])
  }
}
