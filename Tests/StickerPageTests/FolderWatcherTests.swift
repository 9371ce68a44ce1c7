import Foundation
import Testing

@testable import StickerEngine
@testable import StickerPage
@testable import stickerlint

@Suite("watched folders") struct FolderWatcherTests {
  /// Creates a folder and its watcher, and reads art.
  private func makeWatchedFolder() throws -> (folder: URL, followed: FolderWatcher, art: [UInt8]) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return (
      folder, FolderWatcher(Path(folder.path), maxFileBytes: 1 << 20), try Fixtures.files("pack")[0].1
    )
  }

  private func names(_ step: ScanOutput) -> [String] { step.new.map(\.path.displayText) }

  @Test("a file is reported once it is unchanged between two scans") func new() throws {
    var (folder, followed, art) = try makeWatchedFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(art).write(to: folder.appendingPathComponent("a.png"))
    try Data("x".utf8).write(to: folder.appendingPathComponent("notes.txt"))
    #expect(names(followed.scanAndRead()) == [])
    let step = followed.scanAndRead()
    #expect(names(step) == ["a.png"])
    #expect(step.new.first?.bytes == art)
    #expect(names(followed.scanAndRead()) == [])
  }

  @Test("a folder counts as processed after a few scans, even with a truncated file") func once() throws {
    var (folder, followed, art) = try makeWatchedFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(art).write(to: folder.appendingPathComponent("a.png"))
    try Data(art.prefix(1000)).write(to: folder.appendingPathComponent("torn.png"))
    #expect(!followed.hasProcessedAllFiles)
    var looks = 0
    while !followed.hasProcessedAllFiles, looks < 20 {
      _ = followed.scanAndRead()
      looks += 1
    }
    #expect(followed.hasProcessedAllFiles && 2...10 ~= looks)
    followed.forgetAllFiles()
    #expect(!followed.hasProcessedAllFiles)
  }

  @Test("an export written in pieces is reported only when it is complete") func pieces() throws {
    var (folder, followed, art) = try makeWatchedFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a.png")
    for end in stride(from: 1000, to: art.count, by: art.count / 3) {
      try Data(art[..<end]).write(to: file)
      #expect(names(followed.scanAndRead()) == [], "it has just changed")
      #expect(names(followed.scanAndRead()) == [], "it is truncated, and may still grow")
    }
    try Data(art).write(to: file)
    #expect(names(followed.scanAndRead()) == [])
    #expect(followed.scanAndRead().new.map(\.bytes) == [art])
  }

  @Test("a file that stays incomplete is eventually reported") func torn() throws {
    var (folder, followed, art) = try makeWatchedFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(art.prefix(1000)).write(to: folder.appendingPathComponent("a.png"))
    var looks = 0
    while names(followed.scanAndRead()).isEmpty, looks < 20 { looks += 1 }
    #expect(2...10 ~= looks)
  }

  @Test("changed, replaced and deleted files are reported")
  func changed() throws {
    var (folder, followed, art) = try makeWatchedFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, other) = (folder.appendingPathComponent("a.png"), try Fixtures.files("pack")[1].1)
    try Data(art).write(to: file)
    _ = (followed.scanAndRead(), followed.scanAndRead())
    try Data(other).write(to: file, options: .atomic)
    _ = followed.scanAndRead()
    #expect(followed.scanAndRead().new.map(\.bytes) == [other])
    try FileManager.default.removeItem(at: file)
    #expect(followed.scanAndRead().gone == [Path("a.png")])
    #expect(followed.scanAndRead().gone == [])
  }

  @Test(
    "if the folder disappears, that is reported, its files are kept, and watching continues when it is back")
  func gone()
    throws
  {
    var (folder, followed, art) = try makeWatchedFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(art).write(to: folder.appendingPathComponent("a.png"))
    _ = (followed.scanAndRead(), followed.scanAndRead())
    let away = folder.appendingPathExtension("away")
    try FileManager.default.moveItem(at: folder, to: away)
    #expect(followed.scanAndRead().gone.isEmpty)
    #expect(followed.notices == ["\(folder.path) is missing. Its files stay on the page until it is back."])
    try FileManager.default.moveItem(at: away, to: folder)
    try Data(art).write(to: folder.appendingPathComponent("b.png"))
    _ = followed.scanAndRead()
    #expect(followed.notices == [])
    #expect(names(followed.scanAndRead()) == ["b.png"])
  }

  @Test("a file that is too large is reported and not read") func large() throws {
    var (folder, followed, _) = try makeWatchedFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(count: 1 << 20 + 1).write(to: folder.appendingPathComponent("a.png"))
    _ = followed.scanAndRead()
    let step = followed.scanAndRead()
    #expect(step.new.isEmpty)
    #expect(
      followed.notices == ["a.png was not added: file size is 1,048,577 bytes (limit: 1,048,576 bytes)"])
    try Data(count: 10).write(to: folder.appendingPathComponent("a.png"))
    _ = (followed.scanAndRead(), followed.scanAndRead())
    #expect(followed.notices == [])
  }

  @Test("images in a catalog are reported together with their documents") func catalog() throws {
    var (folder, followed, art) = try makeWatchedFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let set = folder.appendingPathComponent("S.xcstickers/Sticker Pack.stickerpack/a.sticker")
    try FileManager.default.createDirectory(at: set, withIntermediateDirectories: true)
    try Data(art).write(to: set.appendingPathComponent("a.png"))
    try Data("{}".utf8).write(to: set.appendingPathComponent("Contents.json"))
    _ = followed.scanAndRead()
    #expect(
      Set(names(followed.scanAndRead())) == [
        "S.xcstickers/Sticker Pack.stickerpack/a.sticker/a.png",
        "S.xcstickers/Sticker Pack.stickerpack/a.sticker/Contents.json",
      ])
  }
}

/// The result of one scan.
private struct ScanOutput {
  var new: [(path: Path, bytes: [UInt8])] = []
  var gone: [Path] = []
}

extension FolderWatcher {
  /// Scans once, and reads every file that is ready.
  fileprivate mutating func scanAndRead() -> ScanOutput {
    let step = scan()
    var handed = ScanOutput(gone: step.removedPaths)
    for (path, _) in step.readyFiles {
      guard let bytes = readIfFullyWritten(path) else { continue }
      handed.new.append((path, bytes))
      recordOutcome(of: path, .addedOrAlreadyOnPage(id: 1))
    }
    return handed
  }
}
