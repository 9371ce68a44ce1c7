import Foundation
import Testing

/// Another package uses the plugins of a release, and is built without network access.
@Suite("the SwiftPM plugins", .enabled(if: Release.canPack, "skipped: no GNU tar or no zip"), .serialized)
struct PluginTests {
  private let temporaryFolder: TemporaryFolder

  init() throws {
    temporaryFolder = try TemporaryFolder()
    let archive = try Release.shared().file("plugins-9.8.7.tar.gz").path
    #expect(try temporaryFolder.run("/usr/bin/env", ["tar", "-xzf", archive]).status == 0)
    // Replace the stub, which only prints its version, with the real program.
    let bundle = temporaryFolder["stickerlint-plugins/stickerlint.artifactbundle"]
    let folder = try #require(
      try FileManager.default.contentsOfDirectory(atPath: bundle.path).first { $0.hasPrefix("stickerlint-") })
    let program = bundle.appendingPathComponent("\(folder)/stickerlint")
    try FileManager.default.removeItem(at: program)
    try FileManager.default.copyItem(at: BuildProducts.program, to: program)

    try temporaryFolder.write(
      """
      // swift-tools-version: 6.1
      import PackageDescription

      let checked: [Target.PluginUsage] = [
        .plugin(name: "LintStickersOnBuild", package: "stickerlint-plugins")
      ]
      let package = Package(
        name: "App",
        dependencies: [.package(path: "../stickerlint-plugins")],
        targets: [
          .target(name: "App", resources: [.copy("Stickers")], plugins: checked),
          .target(name: "Other", plugins: checked),
        ]
      )

      """, to: "app/Package.swift")
    try temporaryFolder.write("public let name = 1\n", to: "app/Sources/App/App.swift")
    try temporaryFolder.write("public let name = 1\n", to: "app/Sources/Other/Other.swift")
    try temporaryFolder.copy("Fixtures/Art/pack/ghost.png", to: "app/Sources/App/Stickers/a ghost.png")
    try temporaryFolder.write("", to: "temporary/here")
    // A repository above the package, whose configuration applies to the package.
    try temporaryFolder.write("", to: ".git/HEAD")
    try temporaryFolder.write("fail-on: error\n", to: "shared/art.yml")
    try writeBaseline()
    try temporaryFolder.write(
      "extends: 'shared/art.yml' # ours\nbaseline: known.json\n", to: ".stickerlint.yml")
  }

  /// Writes a baseline of the current findings.
  private func writeBaseline() throws {
    let outcome = try temporaryFolder.run(
      BuildProducts.program.path, ["lint", "app/Sources", "--write-baseline", "known.json"])
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  private func swift(_ arguments: String...) throws -> (status: Int32, output: String) {
    try temporaryFolder.run(
      "/usr/bin/env", ["swift"] + arguments, in: "app",
      environment: ["TMPDIR": temporaryFolder["temporary"].path])
  }

  @Test("a good sticker is checked once, and a bad one fails the build and the commands by name") func build()
    throws
  {
    let first = try swift("build")
    try #require(first.status == 0, "\(first.output)")
    #expect(first.output.contains("Checking the stickers of App"))
    #expect(!first.output.contains("Checking the stickers of Other"), "the target Other has no stickers")

    let second = try swift("build")
    #expect(second.status == 0)
    #expect(!second.output.contains("Checking the stickers"), "nothing has changed")

    let name = "it's 2 small.png"
    try temporaryFolder.copy("Fixtures/Art/faulty/too-small.png", to: "app/Sources/App/Stickers/\(name)")
    let third = try swift("build")
    #expect(third.status != 0)
    let place = temporaryFolder["app/Sources/App/Stickers/\(name)"].path
    #expect(third.output.contains("\(place):1:1: error: 240 × 240 px: "), "\(third.output)")

    // Configuration files count too: with the rule switched off, the build succeeds.
    try temporaryFolder.write("rules: { pixel-dimensions: off }\n", to: "app/.stickerlint.yml")
    #expect(try swift("build").status == 0)
    try FileManager.default.removeItem(at: temporaryFolder["app/.stickerlint.yml"])
    #expect(try swift("build").status != 0, "the configuration file was removed")

    // So do a configuration file next to the stickers and the files that the repository's configuration
    // names.
    try temporaryFolder.write(
      "rules: { pixel-dimensions: off }\n", to: "app/Sources/App/Stickers/.stickerlint.yml")
    #expect(try swift("build").status == 0)
    try FileManager.default.removeItem(at: temporaryFolder["app/Sources/App/Stickers/.stickerlint.yml"])
    #expect(try swift("build").status != 0, "the configuration file next to the stickers was removed")
    let empty = try temporaryFolder.text("known.json")
    try writeBaseline()
    #expect(try swift("build").status == 0)
    try FileManager.default.removeItem(at: temporaryFolder["known.json"])
    try temporaryFolder.write(empty, to: "known.json")
    #expect(try swift("build").status != 0, "the baseline has changed")
    try temporaryFolder.write("rules: { pixel-dimensions: off }\n", to: "shared/art.yml")
    #expect(try swift("build").status == 0)
    try temporaryFolder.write("fail-on: error\n", to: "shared/art.yml")
    #expect(try swift("build").status != 0, "the extended configuration file has changed")

    // By now, SwiftPM has all of these files as inputs, and would not build anything after one is removed.
    try temporaryFolder.write("rules: { pixel-dimensions: off }\n", to: "app/.stickerlint.yml")
    try temporaryFolder.copy("Fixtures/Art/pack/cactus.png", to: "app/Sources/App/Stickers/cactus.png")
    #expect(try swift("build").status == 0)
    try temporaryFolder.write("profile: imessage\n", to: ".stickerlint.yml")
    for path in ["app/.stickerlint.yml", "shared"] {
      try FileManager.default.removeItem(at: temporaryFolder[path])
    }
    try temporaryFolder.write("rules: { pixel-dimensions: off }\n", to: "app/Sources/.stickerlint.yml")
    let without = try swift("build")
    #expect(without.status == 0, "\(without.output)")
    try FileManager.default.removeItem(at: temporaryFolder["app/Sources/.stickerlint.yml"])
    #expect(try swift("build").status != 0)

    let lint = try swift("package", "lint-stickers", "--format", "concise", "Sources")
    #expect(lint.status == 1)
    #expect(lint.output.contains("Sources/App/Stickers/\(name): error pixel-dimensions: "), "\(lint.output)")
    #expect(try swift("package", "lint-stickers", "--target", "Other", "--allow-empty").status == 0)

    try temporaryFolder.copy(
      "Fixtures/Art/faulty/something-behind-the-end.png", to: "app/Sources/App/Stickers/ends late.png")
    let before = try Data(contentsOf: temporaryFolder["app/Sources/App/Stickers/ends late.png"])
    #expect(try swift("package", "fix-stickers", "--help").status != 0, "writing needs permission")
    func fix(_ words: String...) throws -> Int32 {
      let package = ["package", "--allow-writing-to-package-directory", "fix-stickers"]
      return try temporaryFolder.run("/usr/bin/env", ["swift"] + package + words, in: "app").status
    }
    #expect(try fix("--check", "Sources/App/Stickers") == 1)
    #expect(try Data(contentsOf: temporaryFolder["app/Sources/App/Stickers/ends late.png"]) == before)
    #expect(try fix("Sources/App/Stickers") == 1, "a sticker is still too small")
    #expect(
      try Data(contentsOf: temporaryFolder["app/Sources/App/Stickers/ends late.png"]).count < before.count)
  }
}
