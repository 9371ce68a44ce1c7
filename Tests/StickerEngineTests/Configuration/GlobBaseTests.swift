import Testing

@testable import StickerEngine

@Suite("base folders of globs") struct GlobBaseTests {
  private let text = "exclude: [Drafts/]\noverrides: [{ paths: [\"a/*.png\"], rules: { not-square: off } }]"

  private func expectGlobsApply(
    _ disk: MockFileSystem, _ source: ConfigurationSearch.Source = .nearestFile, at folder: String
  )
    throws
  {
    var search = try disk.search(source)
    let drafts = search.resolvedConfiguration(at: Path("\(folder)Drafts/x.png"), isFolder: false)
    let art = search.resolvedConfiguration(at: Path("\(folder)a/x.png"), isFolder: false)
    #expect(search.errors == [])
    #expect(drafts.exclusionOrigin != nil)
    #expect(art.exclusionOrigin == nil && art.state(of: "not-square")?.hasPrefix("off") == true)
  }

  @Test("globs of a file named on the command line are relative to the working folder")
  func named() throws {
    let disk = MockFileSystem(["/repo/ci/lint.yml": text])
    try expectGlobsApply(disk, .file(Path("ci/lint.yml")), at: "")
    let parent = MockFileSystem([
      "/repo/.git/HEAD": "", "/repo/ci/lint.yml": "extends: base.yml", "/repo/ci/base.yml": text,
    ])
    try expectGlobsApply(parent, .file(Path("ci/lint.yml")), at: "")
  }

  @Test("globs of a parent are relative to its folder if the child is below it, or else to the child's")
  func parents() throws {
    let child = "extends: ../ci/base.yml"
    try expectGlobsApply(
      MockFileSystem(["/repo/.git/HEAD": "", "/repo/ci/base.yml": text, "/repo/art/.stickerlint.yml": child]),
      at: "art/")
    try expectGlobsApply(
      MockFileSystem([
        "/repo/.git/HEAD": "", "/repo/base.yml": text, "/repo/art/.stickerlint.yml": "extends: ../base.yml",
        "/repo/Drafts/.stickerlint.yml": "extends: ../base.yml",
        "/repo/a/.stickerlint.yml": "extends: ../base.yml",
      ]), at: "")
  }

  @Test("globs of a linked file are relative to the link")
  func links() throws {
    var disk = MockFileSystem(["/repo/.git/HEAD": "", "/repo/shared/base.yml": text])
    disk.links = ["/repo/art/.stickerlint.yml": "/repo/shared/base.yml"]
    try expectGlobsApply(disk, at: "art/")
  }

  @Test("a file that any configuration excludes stays excluded, whatever a child includes")
  func excludes() throws {
    let disk = MockFileSystem([
      "/repo/.git/HEAD": "", "/repo/base.yml": "exclude: [\"*.gif\", \"old*\"]\ninclude: [\"*.png\"]",
      "/repo/.stickerlint.yml": "extends: base.yml\ninclude: [\"art/**\"]",
    ])
    #expect(try disk.settings(at: "art/old.png").exclusionOrigin?.displayText == "base.yml:1:20")
    #expect(try disk.settings(at: "art/a.jpg").exclusionOrigin == nil)
    #expect(try disk.settings(at: "a.png").exclusionOrigin?.displayText == ".stickerlint.yml:2:11")
  }

  @Test("a ! and a lone slash are refused")
  func refused() throws {
    let disk = MockFileSystem(["/repo/.stickerlint.yml": "exclude: [\"!a\", /]"])
    #expect(try disk.faults().map { $0.contains("invalid glob ") } == [true, true])
  }
}
