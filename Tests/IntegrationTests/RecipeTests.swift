import Foundation
import Testing

/// Runs the files in `integrations` that users copy, the way their CI systems run them.
@Suite("recipes") struct RecipeTests {
  private let temporaryFolder: TemporaryFolder

  init() throws { temporaryFolder = try TemporaryFolder() }

  private func writeGoodSticker(_ path: String) throws {
    try temporaryFolder.copy("Fixtures/Art/pack/ghost.png", to: path)
  }
  private func writeBadSticker(_ path: String) throws {
    try temporaryFolder.copy("Fixtures/Art/faulty/too-small.png", to: path)
  }

  /// Runs a script of the project with the real program.
  private func runWithRealProgram(
    _ script: String, _ arguments: [String] = [], in folder: String = "",
    _ environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String) {
    try temporaryFolder.run(
      "/bin/sh", [BuildProducts.projectFile(script).path] + arguments, in: folder,
      path: [BuildProducts.folder.path],
      environment: environment)
  }

  @Test(
    "GitLab's schema accepts the job",
    .enabled(if: BuildProducts.pythonTool("check-jsonschema") != nil, "skipped: no check-jsonschema"))
  func gitLabSchema() throws {
    let validator = try #require(BuildProducts.pythonTool("check-jsonschema"))
    let file = BuildProducts.projectFile("integrations/gitlab/stickerlint.yml").path
    let outcome = try temporaryFolder.run(validator, ["--builtin-schema", "vendor.gitlab-ci", file])
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test("GitLab's job writes the report files that it collects, and quotes names with spaces") func gitLab()
    throws
  {
    let lines = try BuildProducts.projectText("integrations/gitlab/stickerlint.yml").components(
      separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.hasSuffix("- >-") }) + 1
    let command = lines[start...].prefix { $0.hasPrefix("      ") }.map { $0.dropFirst(6) }.joined(
      separator: " ")
    try temporaryFolder.installFakeProgram(at: "a project/.cache/bin/stickerlint", status: 1)
    func called(_ more: [String: String]) throws -> [String] {
      let given = [
        "CI_PROJECT_DIR": temporaryFolder["a project"].path, "STICKERLINT_PATHS": "Stickers Icons",
        "STICKERLINT_OPTIONS": "--fail-on=warning", "STICKERLINT_CHANGES_ONLY": "",
      ]
      let environment = given.merging(more) { $1 }
      #expect(try temporaryFolder.run("/bin/sh", ["-c", command], environment: environment).status == 1)
      return try temporaryFolder.recordedArguments()
    }
    let words = try called([:])
    let end = ["--", "Stickers", "Icons"]
    #expect(words.last(4) == ["--fail-on=warning"] + end)
    // GitLab sets this variable only for merge requests. On a branch, an empty value would be an error.
    let (request, only) = (["CI_MERGE_REQUEST_DIFF_BASE_SHA": "abc"], ["STICKERLINT_CHANGES_ONLY": "yes"])
    #expect(try called(request) == words)
    #expect(try called(only) == words)
    #expect(
      try called(request.merging(only) { $1 }).last(5) == ["--fail-on=warning", "--changed-since=abc"] + end)
    for format in ["codequality: ", "junit: "] {
      let file = try #require(lines.first { $0.contains(format) }?.components(separatedBy: format).last)
      #expect(words.contains { $0.hasSuffix("=\(file)") }, "\(file)")
    }
  }

  @Test("a container is built from the sources alone, with a Swift version that reads the manifest")
  func container()
    throws
  {
    let ignored = try BuildProducts.projectText(".dockerignore").components(separatedBy: "\n")
    for name in ["**/.build", "dist", "demo", ".git"] { #expect(ignored.contains(name), "\(name)") }
    let tools = try #require(
      try BuildProducts.projectText("Package.swift").firstMatch(of: /swift-tools-version: (6\.[0-9]+)/))
    #expect(
      try BuildProducts.projectText("integrations/container/Containerfile").contains("/swift:\(tools.1)-"))
  }

  @Test("the Jenkins job writes the report files that it collects") func jenkins() throws {
    let text = try BuildProducts.projectText("integrations/jenkins/Jenkinsfile")
    let command = try #require(text.components(separatedBy: "'''").dropFirst().first)
    try temporaryFolder.installFakeProgram(at: ".cache/bin/stickerlint")
    // Like the shell, Groovy treats a backslash at the end of a line as a continuation.
    #expect(try temporaryFolder.run("/bin/sh", ["-c", command]).status == 0)
    let words = try temporaryFolder.recordedArguments()
    #expect(words.first == "lint" && words.last(2) == ["--", "Stickers"])
    for name in [
      "junit=stickerlint-junit.xml", "sarif=stickerlint.sarif", "checkstyle=stickerlint-checkstyle.xml",
    ] {
      #expect(words.contains(name))
      #expect(
        text.components(separatedBy: name.drop { $0 != "=" }.dropFirst()).count > 2, "\(name) is collected")
    }
  }

  @Test("every report format in a recipe exists")
  func reports() throws {
    let help = try temporaryFolder.run(BuildProducts.program.path, ["lint", "--help"]).output
    let written = try #require(help.components(separatedBy: "Report format:").dropFirst().first)
    let there = Set(
      written.components(separatedBy: ".")[0].split { !$0.isLetter && !$0.isNumber }.map(String.init))
    for file in ["gitlab/stickerlint.yml", "jenkins/Jenkinsfile", "xcode/run-script.sh", "README.md"] {
      let text = try BuildProducts.projectText("integrations/\(file)")
      let asked = text.components(separatedBy: "--format").dropFirst()
        .map { String($0.drop { " =".contains($0) }.prefix { $0.isLetter }) }
      for name in asked { #expect(there.contains(name), "\(file): \(name)") }
    }
  }

  @Test(
    "every link to a file or heading in the project resolves",
    arguments: ["integrations/README.md", "docs/RELEASING.md", "docs/decisions/README.md"])
  func links(_ page: String) throws {
    let text = try BuildProducts.projectText(page)
    let headings = text.components(separatedBy: "\n").filter { $0.hasPrefix("## ") }.map { heading in
      heading.dropFirst(3).lowercased().filter { $0.isLetter || " -".contains($0) }.replacingOccurrences(
        of: " ", with: "-")
    }
    for target in text.components(separatedBy: "](").dropFirst().compactMap({ $0.split(separator: ")").first }
    ) {
      if target.hasPrefix("#") {
        #expect(headings.contains(String(target.dropFirst())), "\(target)")
      } else if !target.hasPrefix("http") {
        let name = target.split(separator: "#")[0]
        let file = BuildProducts.projectFile(page).deletingLastPathComponent().appendingPathComponent(
          String(name))
        #expect(FileManager.default.fileExists(atPath: file.path), "\(target)")
      }
    }
  }

  @Test("Xcode Cloud stops at a bad sticker and names it, even if its folder has spaces") func xcodeCloud()
    throws
  {
    try writeGoodSticker("a repository/Stickers/good.png")
    try temporaryFolder.copy(
      "integrations/xcode-cloud/ci_post_clone.sh", to: "a repository/ci_scripts/ci_post_clone.sh")
    func run(_ environment: [String: String]) throws -> (status: Int32, output: String) {
      try temporaryFolder.run(
        "/bin/sh", ["./ci_post_clone.sh"], in: "a repository/ci_scripts", path: [BuildProducts.folder.path],
        environment: environment)
    }
    #expect(try run([:]).status == 0)
    try writeBadSticker("a repository/Stickers/it's bad.png")
    for folder in [[:], ["CI_PRIMARY_REPOSITORY_PATH": temporaryFolder["a repository"].path]] {
      let outcome = try run(folder)
      #expect(outcome.status == 1)
      #expect(outcome.output.contains("Stickers/it's bad.png: error pixel-dimensions: "))
    }
  }

  @Test("Xcode gets compiler-style messages with absolute paths") func xcode() throws {
    try writeGoodSticker("My App/Stickers/good.png")
    let root = temporaryFolder["My App"].path
    let script = "integrations/xcode/run-script.sh"
    #expect(try runWithRealProgram(script, [], ["SRCROOT": root]).status == 0)
    try writeBadSticker("My App/Stickers/bad: one.png")
    for arguments in [[], ["Stickers"], ["\(root)/Stickers"]] {
      let outcome = try runWithRealProgram(script, arguments, ["SRCROOT": root])
      #expect(outcome.status == 1)
      #expect(
        outcome.output.hasPrefix("\(root)/Stickers/bad: one.png:1:1: error: 240 × 240 px: "),
        "\(outcome.output)")
      #expect(outcome.output.contains(" px per side) [pixel-dimensions]\n"))
    }
    // Indexing and previews run the same build phases many times a minute.
    #expect(try runWithRealProgram(script, [], ["SRCROOT": root, "ACTION": "indexbuild"]).output == "")
    #expect(try runWithRealProgram(script, [], ["SRCROOT": root, "ENABLE_PREVIEWS": "YES"]).output == "")
  }

  private func runWithRealProgram(
    _ script: String, _ arguments: [String], _ environment: [String: String]
  ) throws -> (status: Int32, output: String) {
    try runWithRealProgram(script, arguments, in: "", environment)
  }

  @Test(
    "Xcode continues with a warning if stickerlint is not installed",
    .enabled(if: BuildProducts.tool("stickerlint") == nil, "skipped: stickerlint is installed"))
  func xcodeWithout() throws {
    let outcome = try temporaryFolder.run(
      "/bin/sh", [BuildProducts.projectFile("integrations/xcode/run-script.sh").path],
      environment: ["PATH": "/nowhere"])
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("warning: stickerlint is not installed"))
  }

  @Test(
    "make stops at a bad sticker", .enabled(if: BuildProducts.tool("make") != nil, "skipped: no make"))
  func make() throws {
    try writeGoodSticker("Art/good.png")
    try temporaryFolder.copy("integrations/make/stickers.mk", to: "stickers.mk")
    try temporaryFolder.write(
      "STICKERS = Art\ninclude stickers.mk\napp: check-stickers\n\t@echo built\n", to: "Makefile")
    let make = try #require(BuildProducts.tool("make"))
    #expect(
      try temporaryFolder.run(make, ["app"], path: [BuildProducts.folder.path]).output.hasSuffix("built\n"))
    try writeBadSticker("Art/bad one.png")
    let outcome = try temporaryFolder.run(make, ["app"], path: [BuildProducts.folder.path])
    #expect(outcome.status == 2)
    #expect(outcome.output.contains("Art/bad one.png: error pixel-dimensions: "))
    #expect(!outcome.output.contains("built"))
  }
}

extension Array {
  fileprivate func last(_ count: Int) -> [Element] { Array(suffix(count)) }
}
