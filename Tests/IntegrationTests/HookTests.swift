import Foundation
import Testing

private let isThere = BuildProducts.pythonTool("pre-commit") != nil && BuildProducts.tool("git") != nil

/// Runs pre-commit itself in a repository that gets the hook from a clone of the project.
@Suite("the pre-commit hook", .enabled(if: isThere, "skipped: no pre-commit or no git"), .serialized)
struct HookTests {
  private let temporaryFolder: TemporaryFolder

  init() throws { temporaryFolder = try TemporaryFolder() }

  private func git(_ arguments: String..., in folder: String) throws -> String {
    let git = try #require(BuildProducts.tool("git"))
    let outcome = try temporaryFolder.run(git, arguments, in: folder)
    #expect(outcome.status == 0, "git \(arguments): \(outcome.output)")
    return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func preCommit(_ arguments: String...) throws -> (status: Int32, output: String) {
    let program = try #require(BuildProducts.pythonTool("pre-commit"))
    return try temporaryFolder.run(
      program, arguments, in: "app", path: [BuildProducts.folder.path],
      environment: ["PRE_COMMIT_HOME": temporaryFolder["hooks"].path])
  }

  /// Clones the project, with the hooks of the working tree, and returns the commit.
  private func cloneProject() throws -> String {
    if FileManager.default.fileExists(atPath: BuildProducts.projectFile(".git").path) {
      _ = try git("clone", "-q", "--depth", "1", "file://\(BuildProducts.package.path)", "project", in: "")
      try FileManager.default.removeItem(at: temporaryFolder["project/.pre-commit-hooks.yaml"])
    } else {
      _ = try git("init", "-q", "project", in: "")
    }
    try temporaryFolder.copy(".pre-commit-hooks.yaml", to: "project/.pre-commit-hooks.yaml")
    _ = try git("add", "-A", in: "project")
    _ = try git("commit", "-q", "--allow-empty", "-m", "The hooks as they are", in: "project")
    return try git("rev-parse", "HEAD", in: "project")
  }

  /// Creates a repository for an app that uses the hook.
  private func makeApp() throws {
    let revision = try cloneProject()
    _ = try git("init", "-q", "-b", "main", "app", in: "")
    try temporaryFolder.write(
      """
      repos:
        - repo: \(temporaryFolder["project"].path)
          rev: \(revision)
          hooks:
            - id: stickerlint-system

      """, to: "app/.pre-commit-config.yaml")
    for name in ["ghost", "rocket"] {
      try temporaryFolder.copy("Fixtures/Art/pack/\(name).png", to: "app/Stickers/a \(name)'s $name.png")
    }
    // An image set is not a sticker, although this image would fail as one.
    try temporaryFolder.copy(
      "Fixtures/Art/faulty/too-small.png", to: "app/A.xcassets/Photo.imageset/photo.png")
    try temporaryFolder.write("{}", to: "app/A.xcassets/Photo.imageset/Contents.json")
    try temporaryFolder.write("# App", to: "app/README.md")
    _ = try git("add", "-A", in: "app")
    _ = try git("commit", "-q", "-m", "An app", in: "app")
  }

  @Test("the hook accepts good art, rejects and names bad art, and gets only the changed files")
  func run() throws {
    try makeApp()
    let good = try preCommit("run", "--all-files")
    #expect(good.status == 0, "\(good.output)")
    #expect(good.output.contains("Passed"))

    // Without `--` in front of them, these names would be parsed as options.
    for name in ["--version.png", "--format=json=x.png", "Stickers/too small.png"] {
      try temporaryFolder.copy("Fixtures/Art/faulty/too-small.png", to: "app/\(name)")
    }
    _ = try git("add", "-A", in: "app")
    let bad = try preCommit("run")
    #expect(bad.status == 1)
    for name in ["--version.png", "--format=json=x.png", "Stickers/too small.png"] {
      #expect(bad.output.contains("\n\(name)\n  error    pixel-dimensions"), "\(bad.output)")
    }
    #expect(bad.output.contains("3 files:"))
    #expect(!bad.output.contains("ghost"))

    _ = try git("commit", "-q", "--no-verify", "-m", "Bad art", in: "app")
    try temporaryFolder.copy("Fixtures/Art/pack/cactus.png", to: "app/Stickers/cactus.png")
    _ = try git("add", "-A", in: "app")
    let later = try preCommit("run")
    #expect(later.status == 0, "\(later.output)")
    _ = try git("commit", "-q", "-m", "Good art", in: "app")
    try temporaryFolder.write("# The app", to: "app/README.md")
    _ = try git("add", "-A", in: "app")
    let words = try preCommit("run")
    #expect(words.status == 0 && words.output.contains("Skipped"), "no image has changed: \(words.output)")
    #expect(try preCommit("run", "--all-files").status == 1)
  }

  @Test("a catalog's Contents.json is checked with its catalog") func catalog() throws {
    try makeApp()
    let pack = "app/S.xcstickers/P.stickerpack"
    let info = "\"info\" : { \"author\" : \"xcode\", \"version\" : 1 }"
    try temporaryFolder.write("{ \(info) }", to: "app/S.xcstickers/Contents.json")
    try temporaryFolder.write("{ \(info), ", to: "\(pack)/Contents.json")
    _ = try git("add", "-A", in: "app")
    let outcome = try preCommit("run")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("S.xcstickers/P.stickerpack/Contents.json"), "\(outcome.output)")
    #expect(outcome.output.contains("catalog-json"))
    #expect(!outcome.output.contains("unsupported-format"))
  }

  @Test("pre-commit accepts the hook list, and each hook has file patterns and runs serially")
  func manifest()
    throws
  {
    let program = try #require(BuildProducts.pythonTool("pre-commit"))
    let file = BuildProducts.projectFile(".pre-commit-hooks.yaml").path
    let outcome = try temporaryFolder.run(program, ["validate-manifest", file])
    #expect(outcome.status == 0, "\(outcome.output)")
    let lines = try BuildProducts.projectText(".pre-commit-hooks.yaml").components(separatedBy: "\n")
    for word in ["- id: stickerlint", "language: python", "language: swift", "language: system"] {
      #expect(lines.contains { $0.hasSuffix(word) }, "\(word)")
    }
    // A custom `exclude` replaces the hook's, so the documented one has to include the hook's pattern.
    let exclude = try #require(lines.first { $0.contains(#"(?i)\\.xcassets"#) }).dropFirst("    (?i)".count)
      .dropLast().replacingOccurrences(of: #"\\"#, with: #"\"#)
    #expect(
      try BuildProducts.projectText("integrations/README.md").contains("exclude: '^docs/|\(exclude)'\n"),
      "\(exclude)")
    for word in ["files:", "exclude:", "args: [--]", "require_serial: true"] {
      #expect(lines.count { $0.contains("  \(word)") } == 3, "\(word)")
    }
  }
}
