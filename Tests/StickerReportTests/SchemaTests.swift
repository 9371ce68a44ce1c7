import Foundation
import StickerModel
import StickerReport
import Testing

private let package = URL(fileURLWithPath: #filePath)  // Tests/StickerReportTests/SchemaTests.swift
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The independent validator; `make deps` puts it there.
private let validator = package.appendingPathComponent(".build/python/bin/check-jsonschema")
private let isThere = FileManager.default.isExecutableFile(atPath: validator.path)

@Suite(.enabled(if: isThere, "skipped: no check-jsonschema"))
struct SchemaTests {
  @Test("a schema is a valid schema", arguments: ["report", "fix"])
  func metaschema(_ name: String) throws {
    #expect(try Self.status(["--check-metaschema", Self.path(of: name)]) == 0)
  }

  @Test("reports validate")
  func valid() throws {
    let hostile = hostilePaths.map { asset($0, finding("file-size", .error, on: $0, $0.shown)) }
    for sample in [sampleReport, report([]), report(hostile)] {
      #expect(try Self.validates(Reporter.json.render(sample)))
    }
  }

  @Test("what is no report does not validate")
  func invalid() throws {
    let good = Reporter.json.render(sampleReport)
    for (part, wrong) in [
      ("\"hint\"", "\"advice\""), ("\"schema\" : 1", "\"schema\" : 2"), ("\"fix\"", "\"cure\""),
    ] {
      #expect(try !Self.validates(good.replacingOccurrences(of: part, with: wrong)))
    }
  }

  static let isValidatorThere = isThere

  /// - Parameter schema: the name of a file in `docs/schemas`.
  static func validates(_ json: String, schema: String = "report") throws -> Bool {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(json.utf8).write(to: file)
    return try status(["--schemafile", path(of: schema), file.path]) == 0
  }

  private static func path(of schema: String) -> String {
    package.appendingPathComponent("docs/schemas/\(schema).schema.json").path
  }

  private static func status(_ arguments: [String]) throws -> Int32 {
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
