import Testing

@testable import StickerEngine

@Suite("paths in forge reports") struct ReportContextTests {
  /// The path in the Checkstyle report, which is the shortest report.
  private func reportedPath(_ path: String, from folder: String? = nil, root: String? = nil) -> String? {
    let context = ReportContext(
      workingFolder: folder.map { Path($0) }, repositoryRoot: root.map { Path($0) })
    let one = report([asset(Path(path), finding("file-size", .error, on: Path(path), "x"))])
    let line = Reporter.checkstyle.render(one, in: context).split(separator: "\n")[2]
    return line.split(separator: "\"").dropFirst().first.map(String.init)
  }

  @Test(
    "redundant dots are removed",
    arguments: [
      ("a.png", "a.png"), ("./a.png", "a.png"), ("art/./a.png", "art/a.png"), ("art//a.png", "art/a.png"),
      ("art/../a.png", "a.png"), (".hidden/a.png", ".hidden/a.png"), ("art/", "art"), (".", "."),
      ("a/..", "."),
      ("..a/b.png", "..a/b.png"),
    ])
  func plain(_ path: String, _ expected: String) { #expect(reportedPath(path) == expected) }

  @Test(
    "paths outside the folder keep their ..",
    arguments: [
      ("../a.png", "../a.png"), ("art/../../a.png", "../a.png"), ("/art/a.png", "/art/a.png"),
      ("/art/../a.png", "/a.png"), ("/../a.png", "/a.png"),
    ])
  func outside(_ path: String, _ expected: String) {
    #expect(reportedPath(path) == expected)
    #expect(reportedPath(path, from: "/builds/repository") == (path == "../a.png" ? "../a.png" : expected))
  }

  @Test(
    "an absolute path inside the working folder, and a detour back into it, become relative",
    arguments: [
      ("/builds/app/art/a.png", "art/a.png"), ("../app/a.png", "a.png"), ("/builds/app", "."),
      ("/builds/application/a.png", "/builds/application/a.png"),
    ])
  func inside(_ path: String, _ expected: String) {
    #expect(reportedPath(path, from: "/builds/app") == expected)
  }

  @Test("a job in a subfolder names files relative to the repository")
  func root() {
    #expect(reportedPath("a.png", from: "/builds/app/ios", root: "/builds/app") == "ios/a.png")
    #expect(reportedPath("./a.png", from: "/builds/app/ios", root: "/builds/app") == "ios/a.png")
    #expect(reportedPath("../a.png", from: "/builds/app/ios", root: "/builds/app") == "a.png")
    #expect(reportedPath("/builds/app/b/a.png", from: "/builds/app/ios", root: "/builds/app/") == "b/a.png")
    #expect(reportedPath("a.png", from: "/builds/app", root: "/elsewhere") == "a.png")
  }
}
