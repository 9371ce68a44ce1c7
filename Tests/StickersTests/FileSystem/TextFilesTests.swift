import Testing

@testable import Stickers

@Suite struct TextFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func found(_ isWanted: ([UInt8]) -> Bool = { $0 == Array("yes".utf8) })
    -> TextFilesWithMatchingContents
  {
    ReadOnlyFileSystem.disk.textFiles(in: folder.path, where: isWanted)
  }

  @Test("text files at any depth are read in byte order, and other files are not")
  func finds() throws {
    for name in ["z.md", "a/b/c.json", "a.TXT", "a/no.png", "b", ".hidden.md", ".git/x.md", "a/.x/y.md"] {
      try folder.write("yes", at: name)
    }
    try folder.write("no", at: "a/b/d.html")
    try folder.write("", at: "a/b/e.html")
    #expect(
      found()
        == TextFilesWithMatchingContents(
          paths: ["a.TXT", "a/b/c.json", "z.md"].map { folder[$0] }, isComplete: true))
  }

  @Test("links are not followed, except for the folder itself")
  func links() throws {
    try folder.write("yes", at: "real/a.md")
    try folder.link("link", to: "real")
    try folder.link("real/b.md", to: "a.md")
    #expect(found().paths == [folder["real/a.md"]])
    #expect(
      ReadOnlyFileSystem.disk.textFiles(in: folder["link"]) { _ in true }.paths == [folder["link/a.md"]])
  }

  @Test("a file that is too long is skipped, and the result is marked as incomplete")
  func long() throws {
    try folder.makeSparse("a.md", length: TextFilesWithMatchingContents.maxFileBytes + 1)
    try folder.makeSparse("b.md", length: TextFilesWithMatchingContents.maxFileBytes)
    #expect(found { _ in true } == TextFilesWithMatchingContents(paths: [folder["b.md"]], isComplete: false))
  }

  @Test("if there are too many files, the least nested ones are read, and the result is marked as incomplete")
  func many() throws {
    for number in 0...TextFilesWithMatchingContents.maxReadFiles {
      try folder.write("yes", at: "deep/\(number).md")
    }
    try folder.write("yes", at: "near.md")
    let found = found()
    #expect(found.paths.count == TextFilesWithMatchingContents.maxReadFiles)
    #expect(found.paths.contains(folder["near.md"]) && !found.isComplete)
  }

  @Test("a missing folder has no files", arguments: ["none", "file"])
  func nothing(_ name: String) throws {
    try folder.write("x", at: "file")
    #expect(
      ReadOnlyFileSystem.disk.textFiles(in: folder[name]) { _ in true }
        == TextFilesWithMatchingContents(paths: [], isComplete: false))
  }

  @Test("pipes and the contents of very deep folders are skipped")
  func hostile() throws {
    try folder.makePipe("a.md")
    try folder.makeDeep(200, name: "d", file: "x.md")
    #expect(found { _ in true } == TextFilesWithMatchingContents(paths: [], isComplete: false))
  }
}
