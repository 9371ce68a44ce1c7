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
  @Test("the schema is a valid schema")
  func metaschema() throws {
    #expect(try status(["--check-metaschema", schema]) == 0)
  }

  @Test("reports validate")
  func valid() throws {
    let hostile = hostilePaths.map { asset($0, finding("file-size", .error, on: $0, $0.shown)) }
    for sample in [sampleReport, report([]), report(hostile)] {
      #expect(try validates(Reporter.json.render(sample)))
    }
  }

  @Test("what is no report does not validate")
  func invalid() throws {
    let good = Reporter.json.render(sampleReport)
    for (part, wrong) in [
      ("\"hint\"", "\"advice\""), ("\"schema\" : 1", "\"schema\" : 2"), ("\"fix\"", "\"cure\""),
    ] {
      #expect(try !validates(good.replacingOccurrences(of: part, with: wrong)))
    }
  }

  private let schema = package.appendingPathComponent("docs/schemas/report.schema.json").path

  private func validates(_ json: String) throws -> Bool {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(json.utf8).write(to: file)
    return try status(["--schemafile", schema, file.path]) == 0
  }

  private func status(_ arguments: [String]) throws -> Int32 {
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
