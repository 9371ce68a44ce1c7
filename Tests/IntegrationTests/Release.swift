import Foundation
import Testing

/// A release, packed by the project's own script. The program is a stub that only prints its version, because
/// the tests are about packing, and compressing the real program takes seconds.
struct Release {
  static let version = "9.8.7"
  let folder: TemporaryFolder

  /// - Parameter time: the modification time of every file.
  init(time: Int = 1_700_000_000) throws {
    folder = try TemporaryFolder()
    try folder.write(
      "#!/bin/sh\nif [ $1 = --version ]; then echo \(Self.version); else echo \"# $2\"; fi\n",
      to: "bin/stickerlint", executable: true)
    try folder.write(".TH stickerlint 1\n", to: "stickerlint.1")
    let outcome = try folder.run(
      "/bin/bash",
      [
        BuildProducts.projectFile("Scripts/dist.sh").path, folder["bin/stickerlint"].path,
        folder["stickerlint.1"].path,
        folder["dist"].path,
      ],
      environment: ["SOURCE_DATE_EPOCH": String(time), "RELEASES": "https://example.com/releases"])
    try #require(outcome.status == 0, "\(outcome.output)")
  }

  /// A shared release, which tests must not modify.
  static func shared() throws -> Release { try made.get() }
  private static let made = Result { try Release() }

  /// The names of the files, in byte order.
  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder["dist"].path).sorted()
  }

  /// The only file whose name has this suffix.
  func file(_ end: String) throws -> URL {
    let names = try files().filter { $0.hasSuffix(end) }
    try #require(names.count == 1, "\(end): \(names)")
    return folder["dist/\(names[0])"]
  }

  /// Runs a program on the release and returns its output.
  func runProgram(_ program: String, _ arguments: [String], in subfolder: String = "dist") throws -> String {
    let outcome = try folder.run("/usr/bin/env", [program] + arguments, in: subfolder)
    try #require(outcome.status == 0, "\(program) \(arguments): \(outcome.output)")
    return outcome.output
  }

  /// Whether this machine can pack releases.
  static let canPack: Bool = {
    guard let zip = BuildProducts.tool("zip"), !zip.isEmpty else { return false }
    guard let tar = BuildProducts.tool("gtar") ?? BuildProducts.tool("tar") else { return false }
    let outcome = try? TemporaryFolder().run(tar, ["--version"])
    return outcome?.output.contains("GNU tar") == true
  }()
}
