import Foundation
import Testing

@testable import StickerEngine
@testable import Stickers

private let package = URL(fileURLWithPath: #filePath)  // Tests/StickerEngineTests/Reports/SchemaTests.swift
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

@Suite(.enabled(if: hasValidator, "skipped: no check-jsonschema"))
struct SchemaTests {
  @Test("each schema is a valid schema", arguments: ["report", "fix", "lines", "packs", "baseline"])
  func metaschema(_ name: String) throws {
    #expect(try Self.validatorStatus(["--check-metaschema", Self.path(of: name)]) == 0)
  }

  /// A first build, and a build with every kind of change.
  private var builds: [ReportedPackBuild] {
    var changes = PackChanges()
    (changes.stickersWithChangedArt, changes.addedStickerIDs, changes.removedStickerIDs) = (
      ["a\u{1B}"], ["b"], ["c"]
    )
    (changes.renamings, changes.stickersWithChangedTexts) = ([.init(from: "d", to: "e")], ["f"])
    (changes.icon, changes.isReordered, changes.unchangedStickerCount) = (.changed, true, 28)
    (changes.changedProperties, changes.changedBuildOptions) = (
      PackChanges.Property.allCases, PackChanges.BuildOption.allCases
    )
    let digest = String(repeating: "0a", count: 32)
    return hostilePaths.map { ReportedPackBuild(output: $0, digest: digest, changes: changes) }
      + [ReportedPackBuild(output: Path("out"), digest: digest, changes: nil)]
  }

  @Test("reports validate")
  func valid() throws {
    let hostile = hostilePaths.map { asset($0, finding("file-size", .error, on: $0, $0.displayText)) }
    var unread = report([])
    unread.unsupportedArt = hostilePaths.map { UnsupportedArt($0, .clipStudio) }
    var packs = report([])
    packs.builtOrComparedPacks = builds
    for sample in [sampleReport, report([]), report(hostile), unread, packs] {
      #expect(try Self.validates(Reporter.json.render(sample)))
    }
  }

  @Test("a shard report validates, and its extra data has the documented form") func shard()
    async throws
  {
    let source = AssetSource(path: Path("a\u{1B}.png"), pack: Path(".")) { _ in .bytes([1]) }
    let run = ShardableRun([source]) { _ in Configuration(rules: [] as [Rule]) }
    let report = await run.lintFiles(of: try Shard(parsing: "1/1"), jobs: 1, service: InProcessImageService())
    let text = Reporter.json.render(report)
    #expect(try Self.validates(text))
    for part in ["index", "count", "version", "configuration", "files", "results"] {
      let start = try #require(text.range(of: "\"shard\"")).lowerBound
      let wrong = text[..<start] + text[start...].replacing("\"\(part)\" :", with: "\"part\" :")
      #expect(try !Self.validates(String(wrong)), "\(part)")
    }
  }

  @Test("every line of a JSON Lines report and every answer to a record validates")
  func lines() throws {
    let hostile = hostilePaths.map { asset($0, finding("file-size", .error, on: $0, $0.displayText)) }
    let answers: [StreamAnswer] = [
      .checked(hostile[0]), .excluded(hostilePaths[0]), .failed(nil, "no"), .failed(hostilePaths[0], "no"),
    ]
    let ids: [JSON?] = [nil, .string("\n"), .integer(7), .integer(.min)]
    var packs = report([])
    packs.builtOrComparedPacks = builds
    let texts =
      [sampleReport, report([]), report(hostile), packs].map(Reporter.jsonLines.render)
      + zip(answers, ids).map { $0.jsonLine(recordNumber: 1, id: $1) }
    let all = texts.flatMap { $0.split(separator: "\n") }.map(String.init)
    #expect(all.count == 3 + 2 + 1 + hostile.count + 1 + 4 + builds.count + 1)
    #expect(try Self.validate(all, schema: "lines"))
    for wrong in ["{}", "{\"schema\":1,\"type\":\"file\"}", "{\"schema\":1,\"type\":\"error\",\"id\":null}"] {
      #expect(try !Self.validate([wrong], schema: "lines"))
    }
  }

  @Test("answers about packs validate, with names in invalid UTF-8 or control characters")
  func packs() throws {
    var answers = [
      StreamAnswer.completedOrStoppedPackBuild(
        InMemoryBuildResult(.stoppedByFindingsOrDifferences(["no"])), output: nil, archive: [0, 1, 2, 3])
    ]
    for path in hostilePaths {
      var pack = InMemoryBuildResult(.completed)
      pack.name = path.displayText
      pack.omittedStickers = [.init(path: path, failedRules: ["file-size"], reasons: ["no"])]
      (pack.notes, pack.differencesFromDestination) = ([path.displayText], ["a", "b"])
      pack.findings = [finding("file-size", .error, on: path, "no")]
      (pack.digest, pack.changes) = (builds[0].outputDigest, builds[0].changes)
      answers.append(.completedOrStoppedPackBuild(pack, output: path))
    }
    let errors: [StreamAnswer] = [.failed(nil, "no"), .failed(hostilePaths[0], "no")]
    let lines =
      answers.map { $0.jsonLine(recordNumber: 7, id: .integer(.min)) }
      + errors.map { $0.jsonLine(recordNumber: 1, id: .string("\n")) }
    #expect(lines.allSatisfy { $0.hasSuffix("\n") && !$0.dropLast().contains("\n") })
    #expect(try Self.validate(lines, schema: "packs"))
    for wrong in ["{}", lines[0].replacingOccurrences(of: "\"built\":false,", with: "")] {
      #expect(try !Self.validate([wrong], schema: "packs"))
    }
    #expect(lines[0].contains("\"zip\":\"AAECAw==\""))
  }

  @Test("baselines validate, with names in invalid UTF-8 or control characters")
  func baseline() throws {
    var baseline = Baseline()
    for path in hostilePaths {
      baseline.add(.init(path: path, rule: "file-size", fileDigest: nil), count: 2)
    }
    baseline.add(
      .init(path: Path("a.png"), rule: "x", fileDigest: String(repeating: "0a", count: 32)))
    let figure = Baseline.SeverityAndValue(
      severity: .hint, measuredValue: MeasuredValueAndLimit(2.5, limit: 2, unit: .bytes))
    baseline.add(
      .init(path: Path("b.png"), rule: "x", fileDigest: nil, severityAndValue: figure))
    #expect(try Self.validates(String(decoding: baseline.encoded(), as: UTF8.self), schema: "baseline"))
  }

  @Test("invalid reports do not validate")
  func invalid() throws {
    let good = Reporter.json.render(sampleReport)
    for (part, wrong) in [
      ("\"hint\"", "\"advice\""), ("\"schema\" : 1", "\"schema\" : 2"), ("\"fix\"", "\"cure\""),
    ] {
      #expect(try !Self.validates(good.replacingOccurrences(of: part, with: wrong)))
    }
  }

  /// Whether a document is valid.
  ///
  /// - Parameter schema: the name of a file in `docs/schemas`.
  static func validates(_ json: String, schema: String = "report") throws -> Bool {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(json.utf8).write(to: file)
    return try validatorStatus(["--schemafile", path(of: schema), file.path]) == 0
  }

  /// Whether all documents are valid.
  static func validate(_ documents: [String], schema: String) throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lines-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let files = documents.indices.map { folder.appendingPathComponent("\($0).json") }
    for (document, file) in zip(documents, files) { try Data(document.utf8).write(to: file) }
    return try validatorStatus(["--schemafile", path(of: schema)] + files.map(\.path)) == 0
  }

  private static func path(of schema: String) -> String {
    package.appendingPathComponent("docs/schemas/\(schema).schema.json").path
  }

  private static func validatorStatus(_ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = validator
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
