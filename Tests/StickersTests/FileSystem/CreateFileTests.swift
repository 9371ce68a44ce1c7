import Testing

@testable import StickerEngine
@testable import Stickers

@Suite struct CreateFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func text(_ name: String) -> String? {
    guard
      case .bytes(let bytes) = ReadOnlyFileSystem.disk.readWholeFile(
        folder[name], maxFileBytes: 100, follow: false)
    else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("an existing file stays, and one with the same bytes counts as written")
  func exists() throws {
    try folder.write("old", at: "a")
    #expect(
      try FileWriter(.unflushed).createFileOrMatchExisting(Array("new".utf8), at: folder["a"]) == false)
    #expect(text("a") == "old")
    #expect(try FileWriter(.unflushed).createFileOrMatchExisting(Array("old".utf8), at: folder["a"]))
    #expect(try FileWriter(.unflushed).createFileOrMatchExisting(Array("new".utf8), at: folder["b"]))
    #expect(text("b") == "new")
    #expect(try folder.names() == ["a", "b"])
  }

  @Test("a file that appears at the last moment stays")
  func appears() throws {
    var calls = SystemCalls.unflushed
    calls.createHardLink = { [folder] (from, to) throws(SystemError) in
      _ = try? folder.write("other", at: "a")
      try SystemCalls.real.createHardLink(from, to)
    }
    #expect(try FileWriter(calls).createFileOrMatchExisting(Array("new".utf8), at: folder["a"]) == false)
    #expect(text("a") == "other")
    #expect(try folder.names() == ["a"])
  }
}
