import Foundation
import Testing

@testable import Stickers

@Suite("checks in two steps") struct LintRunTests {
  private let faulty = FileSelection([BytePath(PublicArt.path("faulty"))])

  @Test("a run has the same report as a check in one step") func sameReport() async throws {
    var run = try Linter().findFiles(faulty)
    let report = try await run.lint()
    let expected = try await Linter().lint([PublicArt.path("faulty")])
    #expect(report.findings == expected.findings && report.failsRun)
    #expect(run.fileCount == report.files.count && run.inputFiles.count >= run.fileCount)
    try report.ensureComplete()
  }

  @Test("the merged reports of all shards are the report of one machine") func shards() async throws {
    let folder = PublicArt.newFolder()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var paths: [BytePath] = []
    var count = 0
    for number in 1...3 {
      let path = BytePath(folder.appendingPathComponent("\(number).json").path)
      var run = try Linter().findFiles(faulty)
      let report = try await run.lint(try #require(Shard(number, of: 3)))
      count += report.files.count
      try report.write(.json, to: path)
      paths.append(path)
    }
    let merged = try await MergedReport(merging: paths.reversed())
    let expected = try await Linter().lint([PublicArt.path("faulty")])
    #expect(count == expected.files.count && merged.report.findings == expected.findings)
    let error = await #expect(throws: StickersError.self) {
      try await MergedReport(merging: Array(paths.dropLast()))
    }
    #expect(error?.messages == ["shard 3 of 3 is missing"])
  }

  @Test("accepted findings are written to a new baseline, which later runs apply") func baseline()
    async throws
  {
    let file = BytePath(PublicArt.newFolder().appendingPathExtension("json").path)
    defer { try? FileManager.default.removeItem(atPath: "\(file)") }
    var configuration = LintConfiguration()
    configuration.baseline = .newFile(file)
    var run = try Linter(configuration: configuration).findFiles(faulty)
    let report = try await run.lint()
    #expect(report.failsRun)
    #expect(try run.acceptFindings(of: report).report.findings == [])
    configuration.baseline = .file(file)
    var later = try Linter(configuration: configuration).findFiles(faulty)
    #expect(try await later.lint().findings == [])
    #expect(later.staleBaselineMessages() == [])
  }

  @Test("settings from text and from properties apply together") func textSettings() async throws {
    var settings = LintConfiguration.TextSettings()
    settings.select = ["file-size, not-square"]
    settings.set = ["file-size.max-bytes=1000"]
    var configuration = try LintConfiguration(parsing: settings)
    let art = ["a.png": try PublicArt.bytes("pack/ghost.png")]
    let report = try await Linter(configuration: configuration).lint(files: art)
    #expect(report.findings.map(\.limit) == [1000])
    configuration.options = ["file-size": ["max-bytes": 2000]]
    let coded = try await Linter(configuration: configuration).lint(files: art)
    #expect(coded.findings.map(\.rule) == ["file-size"])
    configuration.ignoredRules = ["file-size"]
    #expect(try await Linter(configuration: configuration).lint(files: art).findings == [])
  }

  @Test("every invalid setting in text is reported") func invalidText() {
    var settings = LintConfiguration.TextSettings()
    settings.select = ["file-sise"]
    settings.limit = ["canvas-pixels"]
    let error = #expect(throws: StickersError.self) { try LintConfiguration(parsing: settings) }
    #expect(error?.messages.count == 2)
  }

  @Test("several messengers share a run, and each has its own findings") func messengers() async throws {
    let files = FileSelection([BytePath(PublicArt.path("pack"))])
    let runs = try Linter().findFiles(files, for: [.iMessage, .whatsApp])
    let reports = try await LintRun.lint(runs)
    let own = try await Linter(profile: .whatsApp).lint([PublicArt.path("pack")])
    #expect(reports.map(\.profile) == [.iMessage, .whatsApp] && reports[1].findings == own.findings)
    let comparison = MessengerComparison(reports)
    #expect(comparison.text(.markdown)?.contains("| imessage | whatsapp |") == true)
    #expect(comparison.text(.sarif) == nil)
  }

  @Test("the configuration of a path lists its files and values") func effectiveConfiguration() throws {
    let folder = PublicArt.newFolder()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(LintConfiguration.fileName)
    try Data("rules:\n  file-size: { max-bytes: 1234 }\n".utf8).write(to: file)
    let found = try EffectiveConfiguration(at: BytePath(folder.path))
    #expect(found.configurationFiles.count == 1 && found.text.contains("1234") && found.json.contains("1234"))
    #expect(throws: StickersError.notFound(paths: ["/nowhere"])) {
      try EffectiveConfiguration(at: "/nowhere")
    }
    try Data("rules: { file-size: { max-bites: 1 } }".utf8).write(to: file)
    let error = #expect(throws: StickersError.self) { try EffectiveConfiguration(at: BytePath(folder.path)) }
    guard case .invalidConfiguration = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("a record packer rejects settings from code, which worker processes cannot receive")
  func recordPackerSettings() async {
    var configuration = LintConfiguration()
    configuration.options = ["file-size": ["max-bytes": 1]]
    let packer = RecordPacker(configuration: configuration)
    await #expect(throws: StickersError.self) { try await packer.run() }
  }

  @Test("a profile file without a slash is found on disk, for files in memory, too")
  func profileInWorkingFolder() throws {
    let profile = try Profile(parsing: "own.yml")
    #expect(profile.file == ReadOnlyFileSystem.disk.realPath(of: BytePath("own.yml").path))
    #expect(try Profile(parsing: "signal").file == nil)
  }

  @Test("an output must not replace a checked file or another output") func outputs() throws {
    let art = BytePath(PublicArt.path("pack/ghost.png"))
    let run = try Linter().findFiles(FileSelection([art]))
    #expect(throws: StickersError.self) {
      try OutputPaths([art]).ensureDistinct(fromCheckedFiles: run.inputFiles, configurationFiles: [])
    }
    #expect(throws: StickersError.self) {
      try OutputPaths(["a.json", "./a.json"]).ensureDistinct(fromCheckedFiles: [], configurationFiles: [])
    }
    try OutputPaths(["a.json"]).ensureDistinct(fromCheckedFiles: run.inputFiles, configurationFiles: [])
  }

  @Test("a file whose name is not UTF-8 can be selected") func nonUTF8() throws {
    let error = #expect(throws: StickersError.self) {
      try Linter().findFiles(FileSelection([BytePath(bytes: [0x2F, 0xFF])]))
    }
    guard case .notFound = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(BytePath(bytes: [0x2F, 0xFF]).bytes == [0x2F, 0xFF])
  }

  @Test("rules and profiles have documentation, and similar names are suggested") func documentation() throws
  {
    #expect(BuiltInRule.all.count == Set(BuiltInRule.all.map(\.id)).count)
    #expect(try BuiltInRule.named("file-size").documentation(.markdown).hasPrefix("# file-size"))
    #expect(throws: StickersError.self) { try Profile.signal.documentation(.json) }
    let error = #expect(throws: StickersError.self) { try Profile(parsing: "sginal") }
    #expect(error?.description.contains("signal") == true)
    #expect(try Profile(parsing: "limits/own.yml").name == "limits/own.yml")
    #expect(BuiltInRule.list(.text, ofRulesConfiguredBy: .signal).count < BuiltInRule.list(.text).count)
  }
}
