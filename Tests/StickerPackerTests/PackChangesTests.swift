import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPacker

/// How stickers of two builds are matched, and what exports report about changes.
@Suite struct PackChangesTests {
  /// Creates stickers from text such as `s01:red`: an id and its art.
  private func stickers(_ text: String, _ pairing: StickerIDMeaning = .names) -> [ComparableSticker] {
    text.split(separator: " ").map { word in
      let parts = word.split(separator: ":").map(String.init)
      return ComparableSticker(
        id: parts[0], artHash: parts[1], texts: pairing == .names ? ["name": .string(parts[0])] : [:])
    }
  }

  private func summary(
    _ old: String, _ new: String, _ pairing: StickerIDMeaning = .names
  ) -> String {
    PackChanges(from: stickers(old, pairing), to: stickers(new, pairing), pairing).escapedSummary
  }

  @Test("a sticker inserted among numbered files is one new sticker")
  func inserted() {
    #expect(
      summary("1:a 2:b 3:c", "1:a 2:x 3:b 4:c")
        == "2 renamed to 3, 3 renamed to 4, 2 added, 1 unchanged")
    #expect(summary("1:a 2:b 3:c", "1:a 2:x 3:b 4:c", .positions) == "2 added, 3 unchanged")
    #expect(summary("1:a 2:b 3:c", "1:b 2:c", .positions) == "1 removed, 2 unchanged")
  }

  @Test("swapped names are renames, and a file moved over another is not an edit")
  func swapped() {
    #expect(summary("1:a 2:b", "2:a 1:b") == "1 renamed to 2, 2 renamed to 1")
    #expect(summary("1:a 2:b", "1:b 2:a") == "2 renamed to 1, 1 renamed to 2, order changed")
    #expect(summary("1:a 2:b", "2:a") == "1 renamed to 2, 2 removed")
    #expect(summary("1:a 2:b", "1:x 2:b") == "1 changed, 1 unchanged")
  }

  @Test("stickers with equal art are each paired once, by name if possible")
  func equal() {
    #expect(summary("1:a 2:a", "1:a 2:a") == "2 unchanged")
    #expect(summary("1:a 2:a", "2:a 3:a") == "1 renamed to 3, order changed, 1 unchanged")
    #expect(summary("1:a", "1:a 2:a") == "2 added, 1 unchanged")
    #expect(summary("1:a 2:a", "1:a") == "2 removed, 1 unchanged")
  }

  @Test("the order is compared for the stickers in both builds")
  func order() {
    #expect(summary("1:a 2:b 3:c", "3:c 1:a 2:b") == "order changed, 3 unchanged")
    #expect(summary("1:a 2:b 3:c", "4:d 1:a 3:c") == "4 added, 2 removed, 2 unchanged")
  }

  @Test("unchanged packs give empty changes, and changes survive binary encoding")
  func values() throws {
    var changes = PackChanges(from: stickers("1:a"), to: stickers("1:a"), .names)
    #expect(changes.isEmpty && changes.escapedSummary == "1 unchanged")
    changes.icon = .added
    changes.changedBuildOptions = [.gridSize, .generatorVersion]
    changes.changedProperties = [.name, .browserBackground]
    #expect(!changes.isEmpty)
    #expect(
      changes.escapedSummary
        == "icon added, pack name, background color, grid size and version of stickerlint changed, 1 unchanged"
    )
    #expect(try PackChanges(binary: changes.binaryEncoded) == changes)
  }

  @Test("names are escaped, and more than four are replaced by their number")
  func names() {
    var changes = PackChanges()
    changes.addedStickerIDs = ["a\u{1B}"]
    changes.stickersWithChangedTexts = ["1", "2", "3", "4", "5"]
    #expect(changes.escapedSummary == "a\\u{1B} added, text of 5 stickers changed")
  }

  private func tree(_ files: [String: String]) -> FileTree {
    var tree = FileTree()
    for (path, text) in files { tree[path] = Array(text.utf8) }
    return tree
  }

  @Test("the stickers, text, links and tray icon in WhatsApp's list are compared")
  func whatsApp() {
    func export(_ emoji: String, _ site: String, _ tray: String, _ sticker: String) -> FileTree {
      let json = """
        {"sticker_packs": [{"identifier": "cats", "name": "Cats", "publisher": "Ada",
          "tray_image_file": "tray.png", "publisher_website": "\(site)", "stickers": [
          {"image_file": "01.webp", "emojis": ["\(emoji)"]}, {"image_file": "02.webp", "emojis": ["a"]}]}]}
        """
      return tree([
        "contents.json": json, "cats/01.webp": "x", "cats/02.webp": sticker, "cats/tray.png": tray,
      ])
    }
    let old = export("a", "s", "t", "y")
    #expect(exportChanges(from: old, to: old)?.escapedSummary == "2 unchanged")
    #expect(exportChanges(from: old, to: export("b", "s", "t", "y"))?.stickersWithChangedTexts == ["01"])
    #expect(exportChanges(from: old, to: export("a", "z", "t", "y"))?.changedProperties == [.links])
    #expect(exportChanges(from: old, to: export("a", "s", "u", "y"))?.icon == .changed)
    #expect(exportChanges(from: old, to: export("a", "s", "t", "z"))?.stickersWithChangedArt == ["02"])
  }

  @Test("Telegram's and Discord's lists are compared")
  func others() {
    func telegram(_ title: String, _ art: String) -> FileTree {
      tree([
        "stickers.json":
          "{\"title\": \"\(title)\", \"stickers\": [{\"sticker\": \"attach://01.png\", \"emoji_list\": [\"a\"]}]}",
        "01.png": art,
      ])
    }
    #expect(
      exportChanges(from: telegram("A", "x"), to: telegram("B", "y"))?.escapedSummary
        == "01 changed, pack name changed")
    func discord(_ name: String, _ tags: String) -> FileTree {
      tree([
        "names.json":
          "{\"stickers\": [{\"file\": \"\(name).png\", \"name\": \"\(name)\", \"tags\": \"\(tags)\"}]}",
        "\(name).png": "x",
      ])
    }
    #expect(exportChanges(from: discord("a", "t"), to: discord("b", "t"))?.escapedSummary == "a renamed to b")
    #expect(
      exportChanges(from: discord("a", "t"), to: discord("a", "u"))?.escapedSummary == "text of a changed")
  }

  @Test("exports without a valid list give no comparison")
  func none() {
    let line = tree(["01.png": "x", "main.png": "x"])
    #expect(exportChanges(from: line, to: line) == nil)
    for text in ["", "[]", "{}", "{\"stickers\": 1}", "{\"stickers\": [{\"file\": 1}]}"] {
      let broken = tree(["names.json": text, "a.png": "x"])
      #expect(exportChanges(from: broken, to: broken) == nil, "\(text)")
    }
  }

  @Test("files in generated archives are found by path")
  func archives() throws {
    let files = tree(["manifest.json": "{}", "cats/01.png": "x"])
    let zip = try ZipArchive(files.paths.map { ($0, files[$0] ?? []) }).pieces.joined()
    #expect(archiveTreeOmittingUnsafePaths(Array(zip)) == files)
    #expect(try archiveTreeOmittingUnsafePaths(#require(gzip(TarArchive(files).bytes))) == files)
    let unsafe = Array(zip).replacing("cats/01".utf8, with: "../../1".utf8)
    #expect(archiveTreeOmittingUnsafePaths(unsafe) == files.filter { $0 == "manifest.json" })
  }
}
