import Testing

@testable import StickerEngine
@testable import StickerPacker

@Suite struct PackFromFolderTests {
  @Test("names come from the files in natural order, without @3x")
  func names() {
    let reading = packFromFolder(
      ["wave 10@3x.png", "dance.apng", "Wave 2@3X.png"].map { Path($0) }, name: "Monkey")
    #expect(reading.pack.name == "Monkey")
    #expect(reading.pack.metadata.gridSize == nil)
    #expect(reading.pack.stickers.map(\.id) == ["dance", "Wave 2", "wave 10"])
    #expect(reading.pack.stickers.map(\.metadata.name) == ["dance", "Wave 2", "wave 10"])
    #expect(
      reading.pack.stickers.map(\.file.displayText) == ["dance.apng", "Wave 2@3X.png", "wave 10@3x.png"])
    #expect(reading.notes.isEmpty)
    #expect(reading.faults.isEmpty)
  }

  @Test("smaller scales next to their @3x art are excluded with a note")
  func scales() {
    let files = ["a@1x.png", "a@2x.png", "a@3x.png", "b@2x.png", "sub/a@2x.png"].map { Path($0) }
    let reading = packFromFolder(files, name: "x")
    #expect(reading.pack.stickers.map(\.file.displayText) == ["a@3x.png", "b@2x.png", "sub/a@2x.png"])
    #expect(
      reading.notes.prefix(2) == [
        "a@1x.png is left out, because this size is made from the @3x art next to it",
        "a@2x.png is left out, because this size is made from the @3x art next to it",
      ])
  }

  @Test("a changed name is reported with control characters escaped")
  func changed() {
    let reading = packFromFolder([Path("wo\u{1B}w.png"), Path("Hi.png"), Path("more/hi.gif")], name: "x")
    #expect(reading.pack.stickers.map(\.id) == ["Hi", "hi-2", "wo-w"])
    #expect(
      reading.notes == [
        "more/hi.gif is packed as hi-2, because another sticker has the same or nearly the same name",
        "wo\\u{1B}w.png is packed as wo-w, because its name is not safe in every file system",
      ])
  }

  @Test("a name with invalid UTF-8 is packed")
  func notUTF8() {
    let path = Path(bytes: [0xFF] + Array("a.png".utf8))
    let reading = packFromFolder([path], name: "x")
    #expect(reading.pack.stickers.map(\.file) == [path])
    #expect(reading.pack.stickers.map(\.id) == ["a"])
    #expect(reading.notes == ["\\xFFa.png is packed as a, because its name is not safe in every file system"])
  }

  @Test("the grid size is the one closest to the longer sides")
  func gridSize() {
    #expect(GridSides.apple.nearest(to: [300, 300, 320]) == .small)
    #expect(GridSides.apple.nearest(to: [408]) == .regular)
    #expect(GridSides.apple.nearest(to: [618, 600, 408]) == .large)
    #expect(GridSides.apple.nearest(to: [354]) == .regular)
    #expect(GridSides.apple.nearest(to: [513]) == .regular)
    #expect(GridSides.apple.nearest(to: []) == .regular)
  }
}
