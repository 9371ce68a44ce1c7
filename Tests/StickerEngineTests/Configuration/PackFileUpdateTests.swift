import Testing

@testable import StickerEngine

@Suite struct PackFileUpdateTests {
  /// - Parameter there: the images in the folder.
  private func update(_ text: String, _ there: String...) throws(Diagnostic) -> UpdatedPackFile {
    try updatedPackFile(Array(text.utf8), images: there.map { Path($0) }) { path in
      there.contains { Path($0) == path }
    }
  }

  private func text(_ update: UpdatedPackFile) -> String { String(decoding: update.bytes, as: UTF8.self) }

  private let start = """
    # Mine.
    languages: [en, "no"]   # two
    stickers:
      - file: 'b.png'   # the first
        description: { en: "A bee" }

      # The second.
      - { file: a.png, keywords: [x] }

    """

  @Test(
    "new images are added at the end in natural order, and every other byte stays",
    arguments: [
      "", "\n# The end.\n", "\ngrid-size: small\n", "\n  # Drawn later.\n\ngrid-size: small # ok\n",
    ])
  func added(_ end: String) throws {
    let new = """
        - file: "n 2.png"
          description:
            en:
            "no":
        - file: "n 10.png"
          description:
            en:
            "no":

      """
    let update = try update(start + end, "n 10.png", "b.png", "a.png", "n 2.png")
    #expect(text(update) == start + new + end)
    #expect(update.addedImages == ["n 2.png", "n 10.png"].map { Path($0) } && update.missingFiles.isEmpty)
  }

  @Test("added lines use the file's line endings and indentation")
  func layout() throws {
    let before = "stickers:\r\n- file: a.png\r\n  description: |\r\n    # no comment\r\n    x\r\n"
    let found = try update(before, "a.png", "c.png")
    #expect(text(found) == before + "- file: \"c.png\"\r\n  description:\r\n")
    #expect(
      text(try update("stickers:\n- file: a.png", "a.png", "c.png"))
        == "stickers:\n- file: a.png\n- file: \"c.png\"\n  description:\n")
    #expect(text(try update("stickers:\n", "c.png")) == "stickers:\n  - file: \"c.png\"\n    description:\n")
    #expect(
      text(try update("stickers:   # none\nname: x", "c.png"))
        == "stickers:   # none\n  - file: \"c.png\"\n    description:\nname: x")
  }

  @Test(
    "a sticker whose art was exported under another name keeps its position and text",
    arguments: [("wave.png", "wave@3x.png"), ("wave.gif", "wave.png"), ("art/wave@3x.png", "art/wave.gif")])
  func renamed(_ old: String, _ new: String) throws {
    let before = "stickers:\n  - file: \(old) # hello\n    description: It waves\n  - file: b.png\n"
    let update = try update(before, new, "b.png")
    #expect(text(update) == before.replacing(old, with: new))
    #expect(update.renamedStickers.map(\.to) == [Path(new)] && update.addedImages.isEmpty)
  }

  @Test("an ambiguous image, or one in another folder, is not treated as renamed")
  func doubts() throws {
    let before = "stickers:\n  - file: wave.png\n"
    let two = try update(before, "wave.gif", "wave@3x.png")
    #expect(
      two.missingFiles == [Path("wave.png")] && two.renamedStickers.isEmpty && two.addedImages.count == 2)
    #expect(try update(before, "art/wave.gif").missingFiles == [Path("wave.png")])
  }

  @Test("frames, icons and icon.png are not new stickers, and adding nothing changes nothing")
  func nothing() throws {
    let text = "icon: i.png\nstickers: [{ frames: d/*.png, fps: 12 }, { file: a.png }]"
    let found = try update(text, "i.png", "d/1.png", "d/2.png", "a.png")
    #expect(found.bytes == Array(text.utf8) && found.addedImages.isEmpty)
    #expect(try update("stickers: [{ file: a.png }]", "a.png", "icon.png").addedImages.isEmpty)
  }

  @Test(
    "what cannot be changed safely is refused with a reason",
    arguments: [
      ("stickers: [{ file: a.png }]", "in brackets"),
      ("stickers:\n  - file: a.png\n  - fiel: b.png\n", "line 3"),
      ("name: x", "no list of stickers"), ("stickers:\n  - file: a.png\n...\n", "second document"),
      ("stickers:\n  - file: a.png\n    description: |\n      x\n      # y\n", ""),
      ("\u{0}", "line 1"), ("stickers:\n  - file: a.png\n    description: \"x\n      y\"\n", ""),
    ])
  func refused(_ before: String, _ reason: String) {
    do throws(Diagnostic) {
      let found = try update(before, "a.png", "c.png")
      // A pack file that ends in a multiline string is updated correctly or not at all.
      #expect(reason.isEmpty && text(found).hasPrefix(before) && found.addedImages == [Path("c.png")])
    } catch { #expect(error.message.contains(reason), "\(error.message)") }
  }
}
