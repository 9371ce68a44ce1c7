import Testing

@testable import StickerEngine
@testable import Stickers

@Suite struct GitIgnoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("files that Git ignores are excluded and counted on request, and otherwise found")
  func asked() throws {
    try folder.write("out/\n*.gif\n", at: ".gitignore")
    for name in ["a.gif", "a.png", "out/b.png", "out/c.png", "sub/d.gif", "sub/notes.txt"] {
      try folder.write(at: name)
    }
    let walked = try ReadOnlyFileSystem.disk.walk([folder.path], respectingGitIgnore: true)
    #expect(names(walked) == ["a.png"])
    #expect(walked.skipCounts == [.gitIgnored: 3])
    let all = try ReadOnlyFileSystem.disk.walk([folder.path])
    #expect(names(all) == ["a.gif", "a.png", "out/b.png", "out/c.png", "sub/d.gif"])
    #expect(all.skipCounts == [:])
  }

  @Test("named files and folders are checked even if ignored")
  func named() throws {
    try folder.makeFolder(".git")
    try folder.write("out/\n*.gif\n", at: ".gitignore")
    for name in ["a.gif", "out/b.png", "out/c.gif"] { try folder.write(at: name) }
    #expect(try notIgnoredFiles(["a.gif", "out"]) == ["a.gif", "out/b.png"])
  }

  @Test("patterns of parent folders apply, up to the root of the repository")
  func above() throws {
    try folder.write("c.png\n", at: ".gitignore")
    try folder.makeFolder("top/.git")
    try folder.write("/in/art/a.png\n/b.png\n", at: "top/.gitignore")
    try folder.write("art/d.png\n", at: "top/in/.gitignore")
    for name in ["a", "b", "c", "d"] { try folder.write(at: "top/in/art/\(name).png") }
    #expect(try notIgnoredFiles(["top/in/art"]) == ["top/in/art/b.png", "top/in/art/c.png"])
  }

  @Test("outside a repository, patterns of folders above the named folder do not apply")
  func noRepository() throws {
    try folder.write("*.png\n", at: ".gitignore")
    try folder.write("/a.png\n", at: "in/.gitignore")
    for name in ["in/a.png", "in/sub/a.png"] { try folder.write(at: name) }
    #expect(try notIgnoredFiles(["in"]) == ["in/sub/a.png"])
  }

  @Test("the nearest .gitignore decides, and info/exclude comes last")
  func precedence() throws {
    try folder.write("a.png\nb.png\nc.png\n", at: ".git/info/exclude")
    try folder.write("!b.png\nd.png\n", at: ".gitignore")
    try folder.write("!c.png\n!d.png\nb.png\n", at: "sub/.gitignore")
    for name in ["a", "b", "c", "d"] {
      try folder.write(at: "\(name).png")
      try folder.write(at: "sub/\(name).png")
    }
    #expect(try notIgnoredFiles([""]) == ["b.png", "sub/c.png", "sub/d.png"])
  }

  @Test("nothing below an ignored folder can be included again")
  func noWayBack() throws {
    try folder.write("out/\nkept/*\n!a.png\n", at: ".gitignore")
    try folder.write("!a.png\n", at: "out/.gitignore")
    for name in ["out/a.png", "kept/a.png", "kept/b.png"] { try folder.write(at: name) }
    #expect(try notIgnoredFiles([""]) == ["kept/a.png"])
  }

  @Test("a nested repository has its own patterns")
  func inner() throws {
    try folder.makeFolder(".git")
    try folder.write("a.png\n", at: ".gitignore")
    try folder.write("gitdir: ../.git/modules/inner\n", at: "inner/.git")
    try folder.write("/b.png\n", at: "inner/.gitignore")
    for name in ["a.png", "inner/a.png", "inner/b.png", "inner/sub/b.png"] { try folder.write(at: name) }
    #expect(try notIgnoredFiles([""]) == ["inner/a.png", "inner/sub/b.png"])
  }

  @Test("a .gitignore that is a link, a folder or too long has no patterns")
  func unreadable() throws {
    try folder.write("*\n", at: "rules")
    try folder.write(at: "a/a.png")
    try folder.link("a/.gitignore", to: "../rules")
    try folder.write(at: "b/b.png")
    try folder.makeFolder("b/.gitignore")
    try folder.write(at: "c/c.png")
    try folder.write(Array(repeating: UInt8(ascii: "*"), count: (1 << 20) + 1), at: Path("c/.gitignore"))
    #expect(try notIgnoredFiles([""]) == ["a/a.png", "b/b.png", "c/c.png"])
  }

  @Test("folder patterns do not match links to folders, and other patterns do")
  func links() throws {
    try folder.write("one/\ntwo\n", at: ".gitignore")
    try folder.makeFolder("real")
    for name in ["one", "two"] { try folder.link(name, to: "real") }
    #expect(
      try ReadOnlyFileSystem.disk.walk([folder.path], respectingGitIgnore: true).skipCounts == [
        .unfollowedLink: 1, .gitIgnored: 1,
      ])
  }

  private func notIgnoredFiles(_ named: [String]) throws -> [String] {
    names(
      try ReadOnlyFileSystem.disk.walk(
        named.map { $0.isEmpty ? folder.path : folder[$0] }, respectingGitIgnore: true)
    )
  }

  private func names(_ walk: WalkResult) -> [String] {
    let start = folder.path.bytes.count + 1
    return walk.sources.map { String(decoding: $0.path.bytes.dropFirst(start), as: UTF8.self) }
  }
}
