import Foundation
import Testing

@testable import StickerEngine

private let package = URL(fileURLWithPath: #filePath)  // Tests/StickerEngineTests/Configuration/this file
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// The independent validator, which `make test-deps` installs.
let validator = package.appendingPathComponent(".build/python/bin/check-jsonschema")
let hasValidator = FileManager.default.isExecutableFile(atPath: validator.path)

/// Checks that a schema and one of our readers accept and reject the same files.
func checkAgreement(
  of schema: [UInt8], right: [String], wrong: [String], read: (String) throws -> Void
) throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("schema-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appendingPathComponent("schema.json")
  try Data(schema).write(to: file)
  #expect(try runValidator(["--check-metaschema", file.path]).status == 0)
  var names: [String] = []
  for (index, text) in (right + wrong).enumerated() {
    names.append(folder.appendingPathComponent("\(index).yml").path)
    try Data(text.utf8).write(to: URL(fileURLWithPath: names[index]))
  }
  let output = try runValidator(["--schemafile", file.path, "--output-format", "json"] + names).output
  let report = try JSONSerialization.jsonObject(with: output) as? [String: Any]
  let errors = try #require(report?["errors"] as? [[String: Any]])
  let refused = Set(errors.compactMap { $0["filename"] as? String })
  let unread = report?["parse_errors"] as? [Any] ?? []
  #expect(unread.isEmpty)
  for (index, text) in right.enumerated() {
    #expect(!refused.contains(names[index]), "the schema rejects \(text)")
    #expect(throws: Never.self, "\(text)") { try read(text) }
  }
  for (index, text) in wrong.enumerated() {
    #expect(refused.contains(names[right.count + index]), "the schema accepts \(text)")
    #expect(throws: Diagnostic.self, "the reader accepts \(text)") { try read(text) }
  }
}

private func runValidator(_ arguments: [String]) throws -> (status: Int32, output: Data) {
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
