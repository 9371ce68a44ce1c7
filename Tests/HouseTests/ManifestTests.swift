import Foundation
import Testing

@Suite("the manifest") struct ManifestTests {
  @Test("has no unsafe flags, and treats no warning as an error, for packages that depend on it")
  func dependents() throws {
    let manifest = try dumpPackage(isDevelopment: false)
    #expect(manifest.contains("\"strictMemorySafety\""))
    #expect(!manifest.contains("unsafeFlags"))
    #expect(!manifest.contains("treatAllWarnings"))
  }

  @Test("optimizes pixel code and treats warnings as errors in our own builds") func development() throws {
    let manifest = try dumpPackage(isDevelopment: true)
    #expect(manifest.contains("unsafeFlags"))
    #expect(manifest.contains("treatAllWarnings"))
  }

  /// What `swift package dump-package` prints, with or without the variable that the Makefile sets.
  private func dumpPackage(isDevelopment: Bool) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      (isDevelopment ? ["STICKERLINT_DEV=1"] : ["-u", "STICKERLINT_DEV"]) + [
        "swift", "package", "dump-package",
      ]
    process.currentDirectoryURL = SourceFile.package
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }
}
