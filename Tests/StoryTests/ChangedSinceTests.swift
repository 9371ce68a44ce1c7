import Corpus
import Foundation
import Testing

/// Runs that report only files that changed according to git.
@Suite(.enabled(if: git != nil, "git is not installed"))
struct ChangedSinceTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (number, name) in ["a", "b", "c"].enumerated() {
      try folder.write(Art.disc(250, 250, red: UInt8(number * 60)), to: "art/\(name).png")
    }
    try folder.write(Art.disc(200, 200), to: "other/d.png")
    try commit("first", initialize: true)
    try runGit("branch", "base")
  }

  private func runGit(_ arguments: String..., at place: String = ".") throws {
    let identity = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]
    let outcome = try ExternalProgram.run(
      try #require(git), identity + arguments, in: folder.url.appending(path: place))
    try #require(outcome.status == 0, "\(outcome.output)")
  }

  private func commit(_ message: String, initialize: Bool = false) throws {
    if initialize { try runGit("init", "-q", "-b", "main") }
    try runGit("add", "-A")
    try runGit("commit", "-q", "-m", message)
  }

  private func run(_ line: String, at place: String = ".") throws -> Outcome {
    try Program.run(line.split(separator: " ").map(String.init), in: folder.url.appending(path: place))
  }

  /// The files with findings, in order and without repetition.
  private func files(_ outcome: Outcome) -> [String] {
    outcome.lines.compactMap { $0.split(separator: ":").first.map(String.init) }
      .reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  @Test("committed, uncommitted and untracked files are reported, and others are not")
  func changed() throws {
    #expect(try run("lint --changed-since base").text == "0 files: no findings\n")
    try folder.write(Art.disc(240, 240), to: "art/b.png")
    try commit("second")
    try folder.write(Art.disc(230, 230), to: "art/c.png")
    try folder.write(Art.disc(220, 220), to: "art/new one.png")
    let outcome = try run("lint --changed-since base --format concise --no-pack")
    #expect(files(outcome) == ["art/b.png", "art/c.png", "art/new one.png"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("3 of 5 files changed"))
    #expect(files(try run("lint --changed-since main --format concise --no-pack")).count == 2)
    #expect(
      files(try run("lint . --changed-since base --format concise --no-pack", at: "art")) == [
        "b.png", "c.png", "new one.png",
      ])
  }

  @Test("if a message file is new, changed or deleted, the image that it names is reported")
  func message() throws {
    func write(_ text: String) throws { try folder.write(Array(text.utf8), to: "art/message.yml") }
    try write("image: a.png\naccessibility-label: x")
    let new = try run("lint --changed-since base --format concise --no-pack")
    #expect(files(new) == ["art/a.png", "art/message.yml"])
    #expect(new.lines[0].contains("layout-image-size"))
    try commit("second")
    #expect(try run("lint --changed-since main").text == "0 files: no findings\n")
    try write("image: b.png\naccessibility-label: x")
    let other = try run("lint --changed-since main --format concise --no-pack")
    #expect(files(other) == ["art/b.png", "art/message.yml"])
    try FileManager.default.removeItem(at: folder.url.appending(path: "art/message.yml"))
    let gone = try run("lint --changed-since main --format concise --no-pack")
    #expect(files(gone).contains("art/a.png"))
    #expect(!gone.lines.contains { $0.contains("layout-image-size") })
  }

  @Test("changes on the other branch since the merge base do not count")
  func mergeBase() throws {
    try runGit("checkout", "-q", "base")
    try folder.write(Art.disc(240, 240), to: "art/a.png")
    try commit("theirs")
    try runGit("checkout", "-q", "main")
    #expect(try run("lint --changed-since base").text == "0 files: no findings\n")
  }

  @Test("a new duplicate of an unchanged sticker is one finding")
  func twins() throws {
    try folder.write(folder.bytes(of: "art/b.png"), to: "art/0.png")
    let outcome = try run("lint --changed-since base --format concise --select duplicate-sticker")
    #expect(outcome.lines.count == 1)
    #expect(outcome.text.contains("duplicate-sticker"))
    #expect(outcome.errors.contains("1 of 5 files changed"))
  }

  @Test("earlier problems of the pack are not reported again")
  func oldOfPack() throws {
    try folder.write(folder.bytes(of: "art/b.png"), to: "art/c.png")
    try commit("twins")
    try runGit("branch", "later")
    try folder.write(Art.disc(250, 250, red: 9), to: "art/e.png")
    let outcome = try run("lint --changed-since later --format concise --select duplicate-sticker")
    #expect(outcome.text.isEmpty)
  }

  @Test("if a configuration changed, every file that it applies to is reported")
  func configuration() throws {
    try folder.write(Array("rules: { not-square: error }\n".utf8), to: ".stickerlint.yml")
    let outcome = try run("lint --changed-since base --format concise --no-pack")
    #expect(files(outcome).count == 4)
    #expect(outcome.errors.contains("reporting all files, because .stickerlint.yml changed"))
  }

  @Test("if a pack file changed, all stickers in its pack are reported")
  func description() throws {
    let names = ["a", "b", "c"].map { "  - file: \($0).png\n" }.joined()
    try folder.write(Array("name: P\nstickers:\n\(names)".utf8), to: "art/stickerpack.yml")
    let outcome = try run("lint --changed-since base --format concise --select missing-description")
    #expect(files(outcome) == ["art/a.png", "art/b.png", "art/c.png"])
  }

  @Test("baseline entries for unchanged files are not stale")
  func baseline() throws {
    _ = try run("lint --write-baseline accepted.json")
    let outcome = try run("lint --changed-since base --baseline accepted.json --fail-on-stale")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test("a deleted configuration and a new link to one count as changes")
  func goneConfiguration() throws {
    try folder.write(Array("rules: { pixel-dimensions: off }\n".utf8), to: "art/.stickerlint.yml")
    try commit("settings")
    try runGit("branch", "quiet")
    try FileManager.default.removeItem(at: folder.url.appending(path: "art/.stickerlint.yml"))
    #expect(files(try run("lint art --changed-since quiet --format concise --no-pack")).count == 3)
    try folder.write(Array("{}\n".utf8), to: "cfg/other.yml")
    try commit("other")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "art/.stickerlint.yml").path, withDestinationPath: "../cfg/other.yml"
    )
    #expect(files(try run("lint art --changed-since main --format concise --no-pack")).count == 3)
  }

  @Test("a deleted pack file changes the roles of the files around it")
  func goneDescription() throws {
    try folder.write(
      Array("name: P\nstickers:\n  - { frames: \"*.png\", fps: 5 }\n".utf8), to: "art/stickerpack.yml")
    try commit("described")
    try runGit("branch", "described")
    try FileManager.default.removeItem(at: folder.url.appending(path: "art/stickerpack.yml"))
    let outcome = try run("lint art --changed-since described --format concise --select pixel-dimensions")
    #expect(files(outcome).count == 3)
  }

  @Test("if a baseline changed, everything is reported")
  func changedBaseline() throws {
    _ = try run("lint --write-baseline accepted.json")
    try commit("accepted")
    try runGit("branch", "accepted")
    try folder.write(Array("{\"schema\": 1, \"entries\": []}".utf8), to: "accepted.json")
    #expect(try run("lint --changed-since accepted --baseline accepted.json").status == 1)
    let both = try run("lint --changed-since accepted --write-baseline other.json")
    #expect(both.status == 2 && both.errors.contains("Omit --changed-since"))
  }

  @Test("accepted findings on a pack are not stale because one of its stickers was deleted")
  func packOfGone() throws {
    try folder.write(Art.disc(300, 300), to: "art/e.png")
    try folder.write(Art.disc(408, 408), to: "art/f.png")
    let select = "--select mixed-sizes --fail-on hint"
    _ = try run("lint art --write-baseline accepted.json \(select)")
    let accepted = String(decoding: try folder.bytes(of: "accepted.json"), as: UTF8.self)
    #expect(accepted.contains(#""path":"art","rule":"mixed-sizes""#), "\(accepted)")
    // A baseline that is not committed counts as changed, and then all files are reported.
    try commit("sizes")
    let line = "lint art --changed-since main --baseline accepted.json --fail-on-stale \(select)"
    try folder.remove("art/e.png")
    let outcome = try run(line)
    #expect(outcome.status == 0, "\(outcome.errors)")
    // Without the other image, the sizes are equal, and the finding is gone.
    try folder.remove("art/f.png")
    #expect(try run(line).status == 1)
  }

  @Test("--changed-since filters a list of paths, and rejects an image from standard input")
  func lists() throws {
    try folder.write(Art.disc(240, 240), to: "art/b.png")
    let arguments = ["lint", "--stdin-paths", "--changed-since", "base", "--format", "concise"]
    let list = Array("art/a.png\nart/b.png\n".utf8)
    let outcome = try Program.run(arguments, in: folder.url, input: list)
    #expect(files(outcome) == ["art/b.png"])
    #expect(try run("lint - --changed-since base").errors.contains("Omit -"))
  }

  @Test("any change in a submodule counts as a change of the whole submodule")
  func submodules() throws {
    let other = try TemporaryFolder()
    try other.write(Art.disc(245, 245), to: "x.png")
    for line in ["init -q", "add -A", "commit -qm a"] {
      let identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
      _ = try ExternalProgram.run(
        try #require(git), identity + line.split(separator: " ").map(String.init), in: other.url)
    }
    try runGit("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.url.path, "sub")
    try runGit("config", "-f", ".gitmodules", "submodule.sub.ignore", "all")
    try commit("sub")
    try runGit("branch", "with-sub")
    #expect(try run("lint --changed-since with-sub").text == "0 files: no findings\n")
    try folder.write(Art.disc(235, 235), to: "sub/new.png")
    let outcome = try run("lint --changed-since with-sub --format concise --select pixel-dimensions")
    #expect(files(outcome) == ["sub/new.png", "sub/x.png"])
  }

  @Test("a hook's Git variables do not select another repository")
  func hook() throws {
    let other = try TemporaryFolder()
    _ = try ExternalProgram.run(try #require(git), ["init", "-q"], in: other.url)
    try folder.write(Art.disc(240, 240), to: "art/b.png")
    let place = other.url.appending(path: ".git").path
    for environment in [
      ["GIT_DIR": place, "GIT_WORK_TREE": other.url.path, "GIT_INDEX_FILE": place + "/index"],
      ["GIT_DIR": ".git"],
    ] {
      let outcome = try Program.run(
        ["lint", ".", "--changed-since", "base", "--format", "concise", "--no-pack"],
        in: folder.url.appending(path: "art"), environment: environment)
      #expect(files(outcome) == ["b.png"], "\(outcome.errors)")
    }
  }

  @Test("names with invalid UTF-8, line breaks, quotes, accents or a leading hyphen are found")
  func names() throws {
    for name in ["new\nline.png", "quote\".png", "é ü.png", "-n.png"] {
      try folder.write(Art.disc(240, 240), to: "art/\(name)")
    }
    _ = try Program.shell("cp art/-n.png $'art/byte\\xff.png'", in: folder.url)
    let outcome = try run("lint --changed-since base --format concise --no-pack")
    #expect(
      files(outcome) == [
        "art/-n.png", "art/byte\\xFF.png", "art/new\\u{A}line.png", "art/quote\".png", "art/é ü.png",
      ])
  }

  @Test("without a repository, a known ref or complete history, the error says why")
  func failures() throws {
    func errors(_ line: String, at place: String = ".") throws -> String {
      let outcome = try run(line, at: place)
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      return outcome.errors
    }
    #expect(try errors("lint --changed-since nope").contains("git cannot find \"nope\""))
    #expect(try errors("lint --changed-since=--output=x").contains("not \"--output=x\""))
    let outside = try TemporaryFolder()
    try outside.write(Art.disc(), to: "a.png")
    let alone = try Program.run(["lint", outside.url.path, "--changed-since", "base"], in: folder.url)
    #expect(alone.status == 2)
    #expect(alone.errors.contains("is not in a git repository"))
    try folder.write(Art.disc(240, 240), to: "art/a.png")
    try commit("second")
    try runGit("clone", "-q", "--depth", "1", "--no-single-branch", "file://\(folder.url.path)", "shallow")
    #expect(
      try errors("lint --changed-since origin/base", at: "shallow").contains("The clone is shallow"))
    #expect(
      try errors("lint --changed-since main~1", at: "shallow").contains("The clone is shallow"))
  }
}

private let git = ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"].first {
  FileManager.default.isExecutableFile(atPath: $0)
}
