import Testing

@testable import StickerEngine

@Suite struct NameCollisionTests {
  @Test(
    "names that become equal collide",
    arguments: [
      ["caf\u{E9}.png", "cafe\u{301}.png"],  // composed (one code point) and decomposed (two)
      ["Straße.png", "STRASSE.png"],
      ["ΟΔΟΣ.png", "οδος.png"],  // final sigma
      ["my heart.png", "my_heart.png"],
      ["My Heart.png", "my-heart@3x.png"],
      ["sun.png", "sun.gif"],
      ["P.stickerpack/Sun.sticker/a.png", "P.stickerpack/sun.sticker/b.png"],
      ["P.stickerpack/Sun.sticker/a.png", "P.stickerpack/Moon.sticker/A.png"],
    ])
  func collide(_ names: [String]) async {
    #expect(await paths(found(names.map { Path($0) })) == [names[1]])
  }

  @Test(
    "names with different letters, digits or emoji do not collide",
    arguments: [
      ["sun 1.png", "sun 2.png"], ["smile 😀.png", "smile 😁.png"], ["👍🏻.png", "👍🏿.png"], ["+.png", "-.png"],
      ["cafe.png", "café.png"], ["sun@2x.png", "sun@3x.png"],
      ["P.stickerpack/Sun.sticker/moon.png", "P.stickerpack/Moon.sticker/sun.png"],
      ["P.stickerpack/Sun.sticker/sun.png"],
    ])
  func apart(_ names: [String]) async {
    #expect(await found(names.map { Path($0) }).isEmpty)
  }

  @Test("names with invalid UTF-8 differ by their bytes and are shown escaped")
  func foreignBytes() async {
    let (a, b) = (Path(bytes: [0x61, 0xE9, 0x2E]), Path(bytes: [0x61, 0xE8, 0x2E]))
    #expect(await found([a, b]).isEmpty)
    let capital = Path(bytes: [0x41, 0xE9, 0x2E])
    let message = await found([a, capital]).first?.evidence.message
    #expect(
      message == "“A\\xE9” and “a\\xE9” differ only in case or in the encoding of accents (a\\xE9.)")
  }

  @Test("the drawing that a sticker was exported from is not a second sticker")
  func sources() async {
    let source = AssetSource("art/sun.svg", pack: Path("art"), .bytes(Array("<svg/>".utf8)))
    let sticker = AssetSource("art/sun.gif", pack: Path("art"), .bytes(Array("GIF89a".utf8)))
    #expect(await lint([source, sticker], Configuration(rules: [.nameCollision]), jobs: 1).findings == [])
  }

  @Test("each later sticker has one finding, which names the first")
  func three() async {
    let found = await found([Path("sun.png"), Path("Sun.png"), Path("SUN!.png")])
    #expect(
      found.map(\.evidence.message) == [
        "“Sun” and “sun” differ only in case or in the encoding of accents (sun.png)",
        "“SUN!” and “sun” differ only in spaces and punctuation (sun.png)",
      ])
  }

  private func found(_ paths: [Path]) async -> [Finding] {
    let sources = paths.map { path in
      AssetSource(path: path, pack: Path("Pack")) { _ in .bytes(Array("GIF89a".utf8)) }
    }
    return await lint(sources, Configuration(rules: [.nameCollision]), jobs: 1).findings
  }

  private func paths(_ findings: [Finding]) -> [String?] { findings.map(\.path.text) }
}
