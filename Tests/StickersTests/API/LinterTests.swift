import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import Stickers

@Suite("the public linter") struct LinterTests {
  @Test("findings have the measured value, the limit and the unit") func figures() async throws {
    let heavy = try PublicArt.bytes("faulty/too-heavy.png")
    let report = try await Linter().lint(heavy, named: "too-heavy.png")
    let finding = try #require(report.findings.first { $0.rule == "file-size" })
    // Apple, "Adding sticker packs": smaller than 500 KB.
    #expect(finding.measured == Double(heavy.count) && finding.limit == 500_000 && finding.unit == "bytes")
    #expect(finding.severity == .error && finding.failsRun && finding.path == "too-heavy.png")
    #expect(finding.fix == .possible && !finding.advice.isEmpty && report.failsRun)
    #expect(report.files[0].byteCount == heavy.count && report.files[0].format == .png)
  }

  @Test("checking a folder reports progress for each file") func progress() async throws {
    let heard = ProgressRecorder()
    let report = try await Linter().lint([PublicArt.path("faulty")], progress: heard.handler)
    #expect(report.files.count == heard.all.last?.total)
    #expect(heard.all.map(\.completed) == Array(0...report.files.count))
    #expect(heard.all.allSatisfy { $0.step == .checking })
  }

  @Test("a configuration in code selects rules and sets options and severities") func configuration()
    async throws
  {
    var configuration = LintConfiguration()
    configuration.selectedRules = ["file-size"]
    configuration.options = ["file-size": ["max-bytes": 1000]]
    configuration.rules = ["file-size": .hint]
    let report = try await Linter(configuration: configuration).lint([PublicArt.path("pack")])
    #expect(Set(report.findings.map(\.rule)) == ["file-size"])
    #expect(report.findings.allSatisfy { $0.severity == .hint && $0.limit == 1000 })
    #expect(!report.failsRun && report.findings.count > 5)
    configuration.ignoredRules = ["file-size"]
    #expect(try await Linter(configuration: configuration).lint([PublicArt.path("pack")]).findings == [])
  }

  @Test("an override applies to the files that its globs match") func overrides() async throws {
    var configuration = LintConfiguration()
    configuration.selectedRules = ["file-size"]
    configuration.options = ["file-size": ["max-bytes": 1000]]
    configuration.overrides = [.init(globs: ["ghost.png"], rules: ["file-size": .off])]
    let files = [
      "ghost.png": try PublicArt.bytes("pack/ghost.png"), "b.png": try PublicArt.bytes("pack/donut.png"),
    ]
    let report = try await Linter(configuration: configuration).lint(files: files)
    #expect(report.findings.map(\.path) == ["b.png"])
  }

  @Test("a configuration file applies to its folder, and code takes precedence over it") func files()
    async throws
  {
    let art = try PublicArt.bytes("pack/ghost.png")
    let file = Array("rules:\n  file-size: { max-bytes: 2000 }\n  low-contrast: off\n".utf8)
    var configuration = LintConfiguration()
    configuration.selectedRules = ["file-size"]
    let files = ["art/.stickerlint.yml": file, "art/ghost.png": art, "ghost.png": art]
    let plain = try await Linter(configuration: configuration).lint(files: files)
    #expect(plain.findings.map(\.path) == ["art/ghost.png"] && plain.findings[0].limit == 2000)
    configuration.options = ["file-size": ["max-bytes": 1000]]
    let coded = try await Linter(configuration: configuration).lint(files: files)
    #expect(coded.findings.map(\.limit) == [1000, 1000])
  }

  @Test("the error for an invalid configuration lists every mistake") func invalid() async throws {
    var configuration = LintConfiguration()
    configuration.rules = ["file-sise": .off]
    configuration.options = ["file-size": ["max-bytes": "many"]]
    let linter = Linter(configuration: configuration)
    let error = await #expect(throws: StickersError.self) { try await linter.lint([PublicArt.path("pack")]) }
    guard case .invalidConfiguration(let diagnostics) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(diagnostics.count == 2 && diagnostics.allSatisfy { $0.file == nil && $0.line == nil })
    #expect(diagnostics.contains { $0.message.contains("file-sise") && $0.message.contains("file-size") })
  }

  @Test("the error for a mistake in a configuration file has its location") func place() async throws {
    let files = [
      ".stickerlint.yml": Array("rules:\n  file-sise: off\n".utf8),
      "a.png": try PublicArt.bytes("pack/ghost.png"),
    ]
    let error = await #expect(throws: StickersError.self) { try await Linter().lint(files: files) }
    guard case .invalidConfiguration(let diagnostics) = error, diagnostics.count == 1 else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      diagnostics[0].file == ".stickerlint.yml" && diagnostics[0].line == 2 && diagnostics[0].column == 3)
  }

  @Test("a missing path is an error that callers can switch on") func missing() async {
    await #expect(throws: StickersError.notFound(paths: ["/nowhere/at all"])) {
      try await Linter().lint(["/nowhere/at all"])
    }
  }

  @Test(
    "a file in memory must have a normalized relative path",
    arguments: ["../a.png", "/a.png", "", "a//b.png"])
  func names(_ name: String) async {
    let error = await #expect(throws: StickersError.self) { try await Linter().lint(files: [name: [1]]) }
    guard case .invalidRequest = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("a canceled check throws, and so does a canceled sequence") func cancelled() async throws {
    let check = Task {
      try? await Task.sleep(for: .seconds(600))  // until it is canceled
      return try await Linter().lint([PublicArt.path("pack")])
    }
    check.cancel()
    await #expect(throws: StickersError.cancelled) { try await check.value }
    let sequence = Task {
      try? await Task.sleep(for: .seconds(600))
      for try await _ in Linter().analyze([PublicArt.path("pack")]) {}
    }
    sequence.cancel()
    await #expect(throws: StickersError.cancelled) { try await sequence.value }
  }

  @Test("analyses arrive in the order of the report") func analyses() async throws {
    var paths: [String] = []
    for try await analysis in Linter(jobs: 3).analyze([PublicArt.path("faulty")]) {
      paths.append(analysis.path)
    }
    #expect(try await paths == Linter().lint([PublicArt.path("faulty")]).files.map(\.path))
    #expect(paths.count > 5)
  }

  @Test("several messengers have separate reports") func profiles() async throws {
    let reports = try await Linter().lint([PublicArt.path("pack")], for: [.iMessage, .whatsApp])
    #expect(reports.map(\.profile) == [.iMessage, .whatsApp])
    #expect(reports[0].files.map(\.path) == reports[1].files.map(\.path))
    let own = try await Linter(profile: .whatsApp).lint([PublicArt.path("pack")])
    #expect(reports[1].findings == own.findings && reports[0].findings != own.findings)
  }

  @Test("a profile file on disk sets the limits for art in memory") func profileFile() async throws {
    let file = PublicArt.newFolder().appendingPathExtension("yml")
    try Data("rules:\n  file-size: { max-bytes: 1234 }\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let linter = Linter(profile: .file(file.path))
    let report = try await linter.lint(PublicArt.bytes("pack/ghost.png"), named: "ghost.png")
    #expect(report.findings.first { $0.rule == "file-size" }?.limit == 1234)
  }

  @Test("every built-in profile has a constant") func constants() {
    let constants: [Profile] = [
      .iMessage, .signal, .telegram, .telegramEmoji, .whatsApp, .line, .lineAnimated, .lineEmoji,
      .discordSticker, .discordEmoji, .slack, .mastodon, .misskey, .twitch, .matrix,
      .viber,
    ]
    #expect(Profile.all == constants)
  }

  @Test("a custom rule receives the decoded frames and is configured like a built-in rule") func customRule()
    async throws
  {
    let rule = CustomRule(
      id: "no-red", severity: .error, summary: "The first pixel is not red.", advice: "Use another color."
    ) { analysis, frames in
      guard frames.count == analysis.frameCount else { return [] }
      let first = Array(frames[0].bitmap.pixels.prefix(4))
      return first == [255, 0, 0, 255] ? [.init("the first pixel is red", measured: 255, limit: 254)] : []
    }
    var configuration = LintConfiguration()
    configuration.customRules = [rule]
    let report = try await Linter(configuration: configuration).lint(PublicArt.twoPixels, named: "a.png")
    let finding = try #require(report.findings.first { $0.rule == "no-red" })
    #expect(finding.severity == .error && finding.measured == 255 && finding.advice == "Use another color.")
    #expect(report.text(.sarif).contains("\"no-red\""))
    // With this selection, no built-in rule decodes pixels.
    configuration.selectedRules = ["no-red"]
    configuration.rules = ["no-red": .hint]
    let alone = try await Linter(configuration: configuration).lint(PublicArt.twoPixels, named: "a.png")
    #expect(
      alone.findings.map(\.rule) == ["no-red"] && alone.findings[0].severity == .hint && !alone.failsRun)
    configuration.rules = ["no-red": .off]
    #expect(
      try await Linter(configuration: configuration).lint(PublicArt.twoPixels, named: "a.png").findings == [])
    configuration.customRules.append(rule)
    await #expect(throws: StickersError.self) {
      try await Linter(configuration: configuration).lint(PublicArt.twoPixels, named: "a.png")
    }
  }

  @Test("a baseline accepts earlier findings") func baseline() async throws {
    let folder = PublicArt.newFolder()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("baseline.json").path
    var configuration = LintConfiguration()
    let before = try await Linter().lint([PublicArt.path("faulty")])
    try await Linter().writeBaseline(to: file, for: [PublicArt.path("faulty")])
    configuration.baseline = .file(BytePath(file))
    let after = try await Linter(configuration: configuration).lint([PublicArt.path("faulty")])
    #expect(before.failsRun && after.findings == [] && after.files.count == before.files.count)
  }
}

@Suite("public reports") struct PublicReportTests {
  @Test("a report keeps all findings when it is encoded and decoded") func codable() async throws {
    let report = try await Linter().lint([PublicArt.path("faulty")])
    let decoded = try JSONDecoder().decode(LintReport.self, from: JSONEncoder().encode(report))
    #expect(decoded.findings == report.findings && decoded.files == report.files)
    #expect(decoded.failsRun && decoded.notes == report.notes)
    for format in [ReportFormat.json, .concise, .sarif, .junit, .checkstyle, .jsonLines, .gitlab, .xcode] {
      #expect(decoded.text(format) == report.text(format), "\(format)")
    }
  }

  @Test("SARIF has the version and a result for each finding") func sarif() async throws {
    let folder = PublicArt.newFolder()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let report = try await Linter().lint([PublicArt.path("faulty")])
    let file = folder.appendingPathComponent("a.sarif")
    try report.write(.sarif, to: file.path)
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    let runs = try #require(json?["runs"] as? [[String: Any]])
    #expect(json?["version"] as? String == "2.1.0")
    let shown = report.findings.filter { $0.suppressedBy == nil }
    #expect((runs[0]["results"] as? [Any])?.count == shown.count)
    #expect(report.count(of: .error) == shown.count { $0.severity == .error })
  }

  @Test("every report format of the command line has a case") func formats() {
    #expect(Set(ReportFormat.allCases.map(\.rawValue)) == Set(Reporter.all.map(\.name)))
  }

  @Test("an error while writing a report gives the path") func unwritable() async throws {
    let report = try await Linter().lint(PublicArt.twoPixels, named: "a.png")
    let message = "cannot write /nowhere/a.json: the folder /nowhere does not exist. Create it first."
    #expect(throws: StickersError.unwritable(path: "/nowhere/a.json", message: message)) {
      try report.write(.json, to: "/nowhere/a.json")
    }
    let error = StickersError(writeError(at: Path("a.json"), .noSpace))
    guard case .diskFull("a.json", let message) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(message.hasPrefix("cannot write a.json: no space left on the device"))
  }
}
