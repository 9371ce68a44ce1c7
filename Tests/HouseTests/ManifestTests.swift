import Testing

@Suite("the package manifest") struct ManifestTests {
  @Test("has no unsafe flags and no warnings as errors for packages that depend on it")
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

  /// The output of `swift package dump-package`, with or without the variable that the Makefile sets.
  private func dumpPackage(isDevelopment: Bool) throws -> String {
    let variable = isDevelopment ? ["STICKERLINT_DEV=1"] : ["-u", "STICKERLINT_DEV"]
    let run = try BuiltProgram(path: "/usr/bin/env")
      .run(variable + ["swift", "package", "dump-package"], in: SourceFile.package)
    try #require(run.status == 0, "\(run.standardError)")
    return run.output
  }
}
