import Testing

@testable import StickerEngine
@testable import Stickers

/// A search finds art that cannot be read, and distinguishes it from files that only have the same extension.
@Suite struct UnsupportedArtWalkTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func joined(_ head: [UInt8], _ text: String = "", _ tail: [UInt8] = []) -> [UInt8] {
    head + Array(text.utf8) + tail
  }

  private static let ebml: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x42, 0x82, 0x88]

  @Test(
    "a file's content identifies it, and its extension only if the content cannot",
    arguments: [
      ("a.mkv", joined(ebml, "matroska"), UnsupportedArtFormat.matroska),
      ("a.mp4", joined(ebml, "matroska"), .matroska),
      ("a.mov", joined([0, 0, 0, 16], "ftypisom", [0, 0, 2, 0]), .mp4),
      ("a.mp4", joined([0, 0, 0, 16], "ftypqt  ", [0, 0, 2, 0]), .quickTime),
      ("a.clip", joined([], "CSFCHUNK"), .clipStudio), ("a.ai", joined([], "%PDF-1.6"), .illustrator),
      ("A.PROCREATE", joined([], "PK\u{3}\u{4}"), .procreate), ("a.sketch", [1, 2, 3], .sketch),
      ("a.fig", joined([], "fig-kiwi"), .figma), ("a.jxl", [0xFF, 0x0A], .jpegXL),
      ("empty.psd", [], .photoshop), ("a.tgs", [0x1F, 0x8B, 1], .tgs),
      (
        "a.psd", joined([], "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"),
        .gitLFSPointer
      ),
    ] as [(String, [UInt8], UnsupportedArtFormat)])
  func formats(_ name: String, _ bytes: [UInt8], _ format: UnsupportedArtFormat) throws {
    try folder.write(bytes, at: Path(name))
    let walk = try ReadOnlyFileSystem.disk.walk([folder.path])
    #expect(walk.sources.isEmpty)
    #expect(walk.unsupportedArt == [UnsupportedArt(folder[name], format)])
  }

  @Test(
    "a file that only has an art program's extension is ignored, and an image with such a name is checked",
    arguments: [
      ("a.ase", joined([], "ASEF"), false),  // Adobe Swatch Exchange
      ("a.fig", joined([], "MATLAB 5.0"), false),
      ("empty.fig", [], false), ("empty.ase", [], false),
      ("a.mp4", joined([], "GIF89a"), true), ("a.mkv", joined(ebml, "webm"), true),
      ("a.psd", joined([137], "PNG\r\n\u{1A}\n"), true),
    ] as [(String, [UInt8], Bool)])
  func others(_ name: String, _ bytes: [UInt8], _ isChecked: Bool) throws {
    try folder.write(bytes, at: Path(name))
    let walk = try ReadOnlyFileSystem.disk.walk([folder.path])
    #expect(walk.unsupportedArt.isEmpty)
    #expect(walk.sources.map(\.path) == (isChecked ? [folder[name]] : []))
  }

  private static let sprite: [UInt8] = [0, 1, 0, 0, 0xE0, 0xA5, 1, 0, 32, 0, 32, 0, 32, 0]

  @Test("a document is art, unless its export is next to it")
  func documents() throws {
    try folder.write(Array("8BPS".utf8), at: "a.psd")
    try folder.write(Self.sprite, at: "b.ase")
    try folder.write(Self.sprite, at: "c.aseprite")
    try folder.write(at: "C.png")
    var walk = try ReadOnlyFileSystem.disk.walk([folder.path])
    #expect(walk.sources.map(\.path.name.displayText) == ["C.png", "a.psd", "b.ase", "c.aseprite"])
    try folder.write(at: "c.gif")
    walk = try ReadOnlyFileSystem.disk.walk([folder.path])
    #expect(walk.sources.map(\.path.name.displayText) == ["C.png", "a.psd", "b.ase", "c.gif"])
    #expect(walk.unsupportedArt.isEmpty)
    #expect(walk.skipCounts == [.documentWithExport: 1])
  }

  @Test("a video is art if a program draws it, unless its export is next to it")
  func rendered() throws {
    let video = Self.joined([0, 0, 0, 16], "ftypqt  ", [0, 0, 2, 0])
    for name in ["a.mov", "b.mov"] { try folder.write(video, at: Path(name)) }
    try folder.write(at: "b.png")
    let walk = try ReadOnlyFileSystem.disk.walk([folder.path], rendering: [.video])
    #expect(walk.sources.map(\.path.name.displayText) == ["a.mov", "b.png"])
    #expect(try ReadOnlyFileSystem.disk.walk([folder.path], rendering: [.svg]).unsupportedArt.count == 2)
  }

  @Test("walking a folder of ordinary art opens no file")
  func cost() throws {
    for name in ["a.png", "b/b.gif", "c.webp", "d.webm", "notes.txt"] { try folder.write(at: name) }
    var calls = SystemCalls.real
    calls.open = { (place, mode) throws(SystemError) in
      if case .reading = mode { Issue.record("\(place.path.displayText) was opened") }
      return try SystemCalls.real.open(place, mode)
    }
    #expect(try ReadOnlyFileSystem(calls: calls).walk([folder.path]).sources.count == 4)
  }

  @Test("a named file is checked, even if its folder is walked later")
  func named() throws {
    try folder.write(Array("8BPS".utf8), at: "a.psd")
    let walk = try ReadOnlyFileSystem.disk.walk([folder["a.psd"], folder.path])
    #expect(walk.sources.map(\.path) == [folder["a.psd"]])
    #expect(walk.unsupportedArt.isEmpty)
  }

  @Test("a video in a catalog is checked, because the catalog says what it should contain")
  func catalog() throws {
    try folder.write(at: "P.stickerpack/a.sticker/a.mp4")
    try folder.write(Array("8BPS".utf8), at: "P.stickerpack/a.sticker/a.psd")
    let walk = try ReadOnlyFileSystem.disk.walk([folder.path])
    #expect(walk.sources.map(\.path) == [folder["P.stickerpack/a.sticker/a.mp4"]])
    #expect(walk.unsupportedArt.isEmpty)
  }

  @Test("videos and Lottie animations are checked on request")
  func videos() throws {
    try folder.write(at: "a.mp4")
    try folder.write(#"{"v":"5.7.4","fr":30,"layers":[]}"#, at: "b.json")
    try folder.write(Array("CSFCHUNK".utf8), at: "c.clip")
    let walk = try ReadOnlyFileSystem.disk.walk([folder.path], includingVideosAndLottie: true)
    #expect(walk.sources.map(\.path) == [folder["a.mp4"], folder["b.json"]])
    #expect(walk.unsupportedArt == [UnsupportedArt(folder["c.clip"], .clipStudio)])
  }

  @Test("a link to unsupported art is skipped, and Git-ignored files are only counted")
  func links() throws {
    try folder.write(Array("8BPS".utf8), at: "real/a.psd")
    try folder.link("b.psd", to: "real/a.psd")
    try folder.write("real/", at: ".gitignore")
    let walk = try ReadOnlyFileSystem.disk.walk([folder.path], respectingGitIgnore: true)
    #expect(walk.unsupportedArt.isEmpty)
    #expect(walk.skipCounts == [.unfollowedLink: 1, .gitIgnored: 1])
    #expect(walk.skipNotesExceptGitIgnored == ["1 symbolic link left out"])
    #expect(walk.gitIgnoredCountNotes == ["1 file or folder that git ignores left out"])
  }

  @Test("Finder's companion files are ignored, and a hidden image is skipped and counted")
  func finder() throws {
    try folder.write([0, 5, 0x16, 7, 0, 2, 0, 0], at: "._a.png")
    try folder.write(at: "._b.png")
    let walk = try ReadOnlyFileSystem.disk.walk([folder.path])
    #expect(walk.sources.isEmpty && walk.unsupportedArt.isEmpty)
    #expect(walk.skipCounts == [.hidden: 1])
  }
}
