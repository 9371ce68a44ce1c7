import Testing

@testable import StickerEngine
@testable import Stickers

@Suite struct WalkLinkTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("a file in the walked folder that several links lead to is checked once, under the first link's name")
  func inside() throws {
    try folder.write([7], at: "in/store/content")
    try folder.link("in/a.png", to: "store/content")
    try folder.link("in/b.png", to: "../in/store/content")
    let walk = try ReadOnlyFileSystem.disk.walk([folder["in"]])
    #expect(walk.sources.map(\.path) == [folder["in/a.png"]])
    #expect(walk.sources.map { $0.read(maxBytes: 10) } == [.bytes([7])])
    #expect(walk.skipCounts == [.unfollowedLink: 1])
  }

  @Test("a link to a file that is also checked directly is skipped, even if the link comes first")
  func alreadyMet() throws {
    try folder.write(at: "in/z.png")
    try folder.link("in/a.png", to: "z.png")
    let walk = try ReadOnlyFileSystem.disk.walk([folder["in"]])
    #expect(walk.sources.map(\.path) == [folder["in/z.png"]])
    #expect(walk.skipCounts == [.unfollowedLink: 1])
  }

  @Test(
    "links to files outside the folder, to folders, to missing files and in circles are skipped and counted")
  func outside() throws {
    try folder.write(at: "secret.png")
    try folder.makeFolder("in/sub")
    try folder.link("in/out.png", to: "../secret.png")
    try folder.link("in/up", to: "..")
    try folder.link("in/sub/loop.png", to: "../sub")
    try folder.link("in/nowhere.png", to: "gone.png")
    try folder.link("in/circle.png", to: "circle.png")
    try folder.link("in/text", to: "../secret.png")
    try folder.makeFolder("inner")
    try folder.write(at: "inner/x.png")
    // The neighboring folder `inner`, whose name also starts with `in`, is outside.
    try folder.link("in/neighbor.png", to: "../inner/x.png")
    let walk = try ReadOnlyFileSystem.disk.walk([folder["in"]])
    #expect(walk.sources.map(\.path) == [])
    #expect(walk.skipCounts == [.unfollowedLink: 6])
  }

  @Test("a named link is followed to a file or a folder")
  func named() throws {
    try folder.write([7], at: "store/content")
    try folder.write([8], at: "art/x.png")
    try folder.link("a", to: "store/content")
    try folder.link("b", to: "art")
    let walk = try ReadOnlyFileSystem.disk.walk([folder["a"], folder["b"]])
    #expect(walk.sources.map(\.path) == [folder["a"], folder["b/x.png"]])
    #expect(walk.sources.map { $0.read(maxBytes: 10) } == [.bytes([7]), .bytes([8])])
  }

  @Test("a named link to a missing file is an unreadable asset")
  func nowhere() throws {
    try folder.link("a.png", to: "gone.png")
    let walk = try ReadOnlyFileSystem.disk.walk([folder["a.png"], folder["a.png"]])
    #expect(walk.sources.map { $0.read(maxBytes: 10) } == [.unreadable("it is a link to a missing file")])
  }

  @Test("a link that is redirected after the walk still leads to the original file")
  func turned() throws {
    try folder.write([7], at: "in/content")
    try folder.write([6], at: "secret")
    try folder.link("in/a.png", to: "content")
    let walk = try ReadOnlyFileSystem.disk.walk([folder["in"]])
    try SystemCalls.real.removeFile(FileLocation(folder["in/a.png"]))
    try folder.link("in/a.png", to: "../secret")
    #expect(walk.sources.map { $0.read(maxBytes: 10) } == [.bytes([7])])
  }
}
