import Foundation
import Testing

@testable import StickerEngine

@Suite("the configuration schema", .enabled(if: hasValidator, "skipped: no check-jsonschema"))
struct SettingsSchemaTests {
  @Test("it is a valid schema, and what `init` writes is valid")
  func valid() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("schema-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let schema = folder.appendingPathComponent("schema.json")
    try Data(configurationFileSchema(.builtIn).encoded()).write(to: schema)
    #expect(try run(["--check-metaschema", schema.path]).status == 0)
    let file = folder.appendingPathComponent("starter.yml")
    try Data(starterConfigurationText(.builtIn).utf8).write(to: file)
    #expect(try run(["--schemafile", schema.path, file.path]).status == 0)
  }

  @Test("it accepts what our reader accepts, and rejects what our reader rejects")
  func agreement() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("schema-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let schema = folder.appendingPathComponent("schema.json")
    try Data(configurationFileSchema(.builtIn).encoded()).write(to: schema)
    var names: [String] = []
    for (index, text) in (Self.right + Self.wrong).enumerated() {
      names.append(folder.appendingPathComponent("\(index).yml").path)
      try Data(text.utf8).write(to: URL(fileURLWithPath: names[index]))
    }
    let output = try run(["--schemafile", schema.path, "--output-format", "json"] + names).output
    let report = try JSONSerialization.jsonObject(with: output) as? [String: Any]
    let errors = try #require(report?["errors"] as? [[String: Any]])
    let refused = Set(errors.compactMap { $0["filename"] as? String })
    let unread = report?["parse_errors"] as? [Any] ?? []
    #expect(unread.isEmpty)
    for (index, text) in Self.right.enumerated() {
      #expect(!refused.contains(names[index]), "the schema rejects \(text)")
      #expect(try faults(text) == [], "\(text)")
    }
    for (index, text) in Self.wrong.enumerated() {
      #expect(refused.contains(names[Self.right.count + index]), "the schema accepts \(text)")
      #expect(try faults(text) != [], "the reader accepts \(text)")
    }
  }

  private func faults(_ text: String) throws -> [String] {
    try MockFileSystem(["/repo/.stickerlint.yml": text, "/repo/p.yml": "", "/repo/base.yml": ""]).faults()
  }

  private static let right = [
    "profile: imessage", "profile: ./p.yml", "extends: base.yml", "fail-on: hint", "rules:", "rules: {}",
    "limits:",
    "overrides:", "overrides: []", "include: []", "exclude: [\"*.gif\", a/**]", "{}",
    "rules: { not-square: off, whole-points: false, file-size: on, finite-loop: true, mixed-sizes: error }",
    "rules: { not-square: \"off\" }", "rules: { file-size: { max-bytes: 1 } }", "rules: { file-size: {} }",
    "rules: { file-size: { max-bytes: 1000000000, severity: off } }",
    "overrides: [{ paths: [a], role: message-image, rules: { not-square: warning } }]",
    "limits: { frames: 1, scans: 100, work: 2000000000 }", "baseline: x.json",
  ]

  private static let wrong = [
    "profile: [imessage]", "profile: \"\"", "extends: []", "fail-on: never", "fail-on: \"\"", "rules: []",
    "rules: off",
    "rulez: {}", "rules: { nothing: off }", "rules: { not-square: no }", "rules: { not-square: \"false\" }",
    "rules: { not-square: 1 }", "rules: { not-square: [] }", "rules: { not-square: }",
    "rules: { not-square: Off }",
    "rules: { not-square: { size: 1 } }", "rules: { file-size: { max-bytes: 0 } }",
    "rules: { file-size: { max-bytes: 1000000001 } }", "rules: { file-size: { max-bytes: 1.5 } }",
    "rules: { file-size: { max-bytes: \"5\" } }", "rules: { file-size: { max-bytes: } }",
    "rules: { file-size: { severity: fatal } }", "overrides: {}", "overrides: [{}]",
    "overrides: [{ paths: [] }]",
    "overrides: [{ paths: a }]", "overrides: [{ paths: [a], role: x }]", "overrides: [{ paths: [a], x: 1 }]",
    "overrides: [{ paths: [\"\"] }]", "overrides: [a]", "include: a", "exclude: [[a]]", "limits: []",
    "limits: { frames: 0 }", "limits: { frames: 4097 }", "limits: { x: 1 }", "limits: { frames: many }", "[]",
    "text", "baseline: [x.json]", "baseline: {}",
  ]

  private func run(_ arguments: [String]) throws -> (status: Int32, output: Data) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = validator
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
