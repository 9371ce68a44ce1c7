import Foundation
import Testing

@testable import StickerEngine
@testable import Stickers

@Suite("files in memory") struct FileSystemTests {
  private static let paths = [
    "a.png", "b/c.gif", "b/deep/er/d.jpg", ".hidden.png", "notes.txt", "stickerpack.yml",
    "Pack.xcstickers/Contents.json", "Pack.xcstickers/Sticker Pack.stickerpack/Contents.json",
    "Pack.xcstickers/Sticker Pack.stickerpack/one.sticker/Contents.json",
    "Pack.xcstickers/Sticker Pack.stickerpack/one.sticker/one.png",
    "Pack.xcstickers/Sticker Pack.stickerpack/two.stickersequence/1.png",
    "Pack.xcstickers/iMessage App Icon.stickersiconset/icon.png", "node_modules/e.png",
  ]

  @Test("a walk treats files in memory like files on disk") func walk() throws {
    let folder = try TemporaryFolder()
    for path in Self.paths { try folder.write(path, at: path) }
    let files = Dictionary(uniqueKeysWithValues: Self.paths.map { (Path($0), Array($0.utf8)) })
    let memory = ReadOnlyFileSystem(holding: files, in: folder.path)
    let disk = ReadOnlyFileSystem.disk
    let root = folder.path
    let (kept, real) = (try memory.walk([root]), try disk.walk([root]))
    #expect(kept.sources.map(\.path) == real.sources.map(\.path))
    #expect(kept.sources.map(\.role) == real.sources.map(\.role))
    #expect(kept.sources.map(\.pack) == real.sources.map(\.pack))
    #expect(kept.sources.map { $0.read(maxBytes: 100) } == real.sources.map { $0.read(maxBytes: 100) })
    #expect(kept.skipCounts == real.skipCounts)
    #expect(kept.packFiles == real.packFiles)
    #expect(kept.catalogPacks == real.catalogPacks)
    #expect(
      kept.catalogs.map { memory.listStickerRelatedFolders(of: $0).expectedDocumentPaths }
        == real.catalogs.map { disk.listStickerRelatedFolders(of: $0).expectedDocumentPaths })
    #expect(try memory.readTree(root) == disk.readTree(root))
    // Without arguments, a walk starts in the working folder and gives relative paths.
    #expect(
      try memory.walk([]).sources.map(\.path.bytes.count)
        == real.sources.map { $0.path.bytes.count - root.bytes.count - 1 })
  }

  @Test("files in memory are read up to a limit, and files on disk do not exist") func read() throws {
    let memory = ReadOnlyFileSystem(
      holding: [Path("a/b.png"): [1, 2, 3], Path("a/c.png"): []], in: Path("/somewhere"))
    #expect(memory.readWholeFile(Path("a/b.png"), maxFileBytes: 3, follow: false) == .bytes([1, 2, 3]))
    #expect(memory.readWholeFile(Path("/somewhere/a/b.png"), maxFileBytes: 2, follow: false) == .tooLarge(3))
    #expect(memory.readWholeFile(Path("a/c.png"), maxFileBytes: 3, follow: false) == .emptyFile)
    #expect(
      memory.readWholeFile(Path("a"), maxFileBytes: 3, follow: false)
        == .unreadable("it is a folder, not a file"))
    #expect(
      memory.readWholeFile(Path("/etc/hostname"), maxFileBytes: 300, follow: true)
        == .unreadable("it does not exist")
    )
    #expect(try memory.entryKind(at: Path("a")) == .folder)
    #expect(try memory.entryKind(at: Path("b")) == nil)
    #expect(memory.realPath(of: Path("a/../a/b.png")) == Path("/somewhere/a/b.png"))
    #expect(throws: CommandError.self) { try memory.walk([Path("/etc")]) }
  }
}
