import Testing

@testable import StickerEngine
@testable import Stickers

@Suite struct CacheFolderTrimmingTests {
  @Test("only cache files are removed from the cache folder, oldest first, until the rest fits")
  func trimmed() throws {
    let folder = try TemporaryFolder()
    for name in ["old.results", "young.results"] {
      try folder.write([UInt8](repeating: 1, count: 90), at: name)
    }
    for name in ["art.psd", "Package.swift", "results"] {
      try folder.write([UInt8](repeating: 1, count: 900), at: name)
    }
    try folder.makeFolder("b.results")
    FileWriter.shared.removeOldestFiles(in: folder.path, withExtension: "results", maxBytes: 100)
    #expect(try folder.names() == ["Package.swift", "art.psd", "b.results", "results", "young.results"])
  }

  @Test("a link to a folder is not followed")
  func link() throws {
    let folder = try TemporaryFolder()
    try folder.write([1, 2, 3], at: "real/a.results")
    try folder.link("cache", to: folder["real"].displayText)
    FileWriter.shared.removeOldestFiles(in: folder["cache"], withExtension: "results", maxBytes: 0)
    #expect(try folder.names(in: "real") == ["a.results"])
  }

  @Test("a folder is created with its parents, and only its owner has access")
  func made() throws {
    let folder = try TemporaryFolder()
    try FileWriter.shared.makePrivateFolderIfMissing(folder["a/b"])
    let status = try SystemCalls.real.status(FileLocation(folder["a/b"]), false)
    #expect(status.kind == .folder && status.permissions == 0o700)
    try FileWriter.shared.makePrivateFolderIfMissing(folder["a/b"])
  }
}
