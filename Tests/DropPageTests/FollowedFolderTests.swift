import Foundation
import StickerModel
import Testing

@testable import stickerlint

@Suite("a folder that is followed") struct FollowedFolderTests {
  /// A folder, what is followed of it, and what pictures are.
  private func made() throws -> (folder: URL, followed: FollowedFolder, art: [UInt8]) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return (
      folder, FollowedFolder(Path(folder.path), mostBytes: 1 << 20), try Fixtures.files("pack")[0].1
    )
  }

  private func names(_ step: FollowedFolder.Step) -> [String] { step.new.map(\.path.shown) }

  @Test("what is there is told once, when it has not changed between two looks") func new() throws {
    var (folder, followed, art) = try made()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(art).write(to: folder.appendingPathComponent("a.png"))
    try Data("x".utf8).write(to: folder.appendingPathComponent("notes.txt"))
    #expect(names(followed.look()) == [])
    let step = followed.look()
    #expect(names(step) == ["a.png"])
    #expect(step.new.first?.bytes == art)
    #expect(names(followed.look()) == [])
  }

  @Test("an export that is written in pieces is not told before it is whole") func pieces() throws {
    var (folder, followed, art) = try made()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a.png")
    for end in stride(from: 1000, to: art.count, by: art.count / 3) {
      try Data(art[..<end]).write(to: file)
      #expect(names(followed.look()) == [], "it has just changed")
      #expect(names(followed.look()) == [], "it is torn, and may go on")
    }
    try Data(art).write(to: file)
    #expect(names(followed.look()) == [])
    #expect(followed.look().new.map(\.bytes) == [art])
  }

  @Test("what stays torn is told in the end") func torn() throws {
    var (folder, followed, art) = try made()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(art.prefix(1000)).write(to: folder.appendingPathComponent("a.png"))
    var looks = 0
    while names(followed.look()).isEmpty, looks < 20 { looks += 1 }
    #expect(2...10 ~= looks)
  }

  @Test("a changed file is told again, one that is replaced in one step too, and one that is gone")
  func changed() throws {
    var (folder, followed, art) = try made()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, other) = (folder.appendingPathComponent("a.png"), try Fixtures.files("pack")[1].1)
    try Data(art).write(to: file)
    _ = (followed.look(), followed.look())
    try Data(other).write(to: file, options: .atomic)
    _ = followed.look()
    #expect(followed.look().new.map(\.bytes) == [other])
    try FileManager.default.removeItem(at: file)
    #expect(followed.look().gone == [Path("a.png")])
    #expect(followed.look().gone == [])
  }

  @Test("a folder that goes away is told, keeps what it had, and goes on when it is back") func gone() throws
  {
    var (folder, followed, art) = try made()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(art).write(to: folder.appendingPathComponent("a.png"))
    _ = (followed.look(), followed.look())
    let away = folder.appendingPathExtension("away")
    try FileManager.default.moveItem(at: folder, to: away)
    let step = followed.look()
    #expect(step.notes.count == 1 && step.gone.isEmpty)
    #expect(followed.look().notes == [])
    try FileManager.default.moveItem(at: away, to: folder)
    try Data(art).write(to: folder.appendingPathComponent("b.png"))
    #expect(followed.look().notes.count == 1)
    #expect(names(followed.look()) == ["b.png"])
  }

  @Test("a file that is too large is told, and not read") func large() throws {
    var (folder, followed, _) = try made()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(count: 1 << 20 + 1).write(to: folder.appendingPathComponent("a.png"))
    _ = followed.look()
    let step = followed.look()
    #expect(step.new.isEmpty)
    #expect(step.notes == ["a.png is not taken: 1 048 577 bytes, and at most 1 048 576 are"])
  }

  @Test("catalogs come with their documents") func catalog() throws {
    var (folder, followed, art) = try made()
    defer { try? FileManager.default.removeItem(at: folder) }
    let set = folder.appendingPathComponent("S.xcstickers/Sticker Pack.stickerpack/a.sticker")
    try FileManager.default.createDirectory(at: set, withIntermediateDirectories: true)
    try Data(art).write(to: set.appendingPathComponent("a.png"))
    try Data("{}".utf8).write(to: set.appendingPathComponent("Contents.json"))
    _ = followed.look()
    #expect(
      Set(names(followed.look())) == [
        "S.xcstickers/Sticker Pack.stickerpack/a.sticker/a.png",
        "S.xcstickers/Sticker Pack.stickerpack/a.sticker/Contents.json",
      ])
  }
}
