import ArgumentParser
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerPage
@testable import stickerlint

@Suite("saving to the folder") struct SaveToFolderTests {
  private static func art() throws -> [String: [UInt8]] {
    [
      "a.png": try Fixtures.bytes("pack/donut.png"),
      "b.png": try Fixtures.bytes("faulty/something-behind-the-end.png"),
    ]
  }

  @Test("the pack file is saved next to the art, and another page reads the same contents from it")
  func described() async throws {
    var page = try await FolderPage(["a.png": Fixtures.bytes("pack/donut.png")])
    defer { page.remove() }
    let before = page.bytes("a.png")
    let a = try await page.number("a.png")
    #expect(await page.collection.editPackFile([.name("Sweets"), .emoji(stickerNumber: a, ["🍩"])]) == nil)
    #expect(try await page.save() == ["stickerpack.yml"])
    #expect(try page.names == ["a.png", "stickerpack.yml"] && page.bytes("a.png") == before)
    let said = await page.collection.descriptionJSON
    #expect(said["unsaved"] == .bool(false) && said["source"] == .string("stickerpack.yml"))
    try await page.scan()
    #expect(await page.collection.descriptionJSON == said)
    #expect(await page.collection.notices == [])
    let other = try await FolderPage([
      "a.png": before ?? [], "stickerpack.yml": page.bytes("stickerpack.yml") ?? [],
    ])
    defer { other.remove() }
    let again = await other.collection.descriptionJSON
    #expect(again["text"] == said["text"] && again["name"] == .string("Sweets"))
    // Although the folder has not been scanned since, the saved file does not prevent edits and saves.
    #expect(await page.collection.editPackFile([.name("Sweeter")]) == nil)
    #expect(try await page.save() == ["stickerpack.yml"])
    #expect(await page.collection.editPackFile([.name("Sweetest")]) == nil)
    try await page.scan()
    #expect(await page.collection.notices == [])
    #expect(try await page.save() == ["stickerpack.yml"])
    #expect(page.text("stickerpack.yml")?.contains("\nname: \"Sweetest\"\n") == true)
  }

  @Test("fixed art is saved as a copy that replaces the original in the pack until the original changes")
  func fixed()
    async throws
  {
    let art = try Self.art()
    var page = try await FolderPage(art)
    defer { page.remove() }
    let b = try await page.number("b.png")
    #expect(await page.collection.editPackFile([.name("Two"), .keywords(stickerNumber: b, ["big"])]) == nil)
    #expect(await page.collection.fix(b, rules: ["trailing-data"], allowsLossyFixes: true) == nil)
    let fixed = try #require(await page.collection.file(b)?.fixedFile?.bytes)
    #expect(try await page.save() == ["stickerpack.yml", "fixed/b.png"])
    #expect(try page.names == ["a.png", "b.png", "fixed", "fixed/b.png", "stickerpack.yml"])
    #expect(page.bytes("fixed/b.png") == fixed && page.bytes("b.png") == art["b.png"])
    func pack() throws -> PackFile {
      try readPackFile(page.bytes("stickerpack.yml") ?? [], isFile: { _ in true })
    }
    #expect(try pack().stickers.map(\.file.value.displayText) == ["a.png", "fixed/b.png"])
    #expect(try pack().stickers[1].metadata.keywords == ["big"])
    try await page.scan()
    let verdicts = await page.collection.rulesBySticker
    #expect(
      verdicts == ["a.png: missing-description", "b.png: trailing-data", "fixed/b.png: missing-description"])
    let (new, json) = (try await page.number("fixed/b.png"), await page.collection.descriptionJSON)
    guard case .array(let apart)? = json["apart"], apart.count == 1 else {
      Issue.record("the original of the fixed copy is not listed as outside the pack")
      return
    }
    #expect(apart[0]["number"] == .integer(b) && apart[0]["inPlace"] == .integer(new))
    #expect(apart[0]["why"] == .string("fixed/b.png replaces it in the pack"))
    // Nothing has changed, so only the pack file is saved, without a second copy of the art.
    #expect(try await page.save() == ["stickerpack.yml"])
    try page.write(Fixtures.bytes("pack/avocado.png"), "b.png")
    try await page.scan()
    #expect(await page.collection.text(ofFile: "stickerpack.yml")?.contains("- file: \"b.png\"") == true)
    #expect(try await page.save() == ["stickerpack.yml"])
    #expect(try pack().stickers.map(\.file.value.displayText) == ["a.png", "b.png"])
    #expect(try pack().stickers[1].metadata.keywords == ["big"])
  }

  @Test("an existing image with the name of a fixed file stays, and the fixed file gets a number")
  func numbered() async throws {
    let page = try await FolderPage(Self.art().merging(["fixed/b.png": [1, 2, 3]]) { $1 })
    defer { page.remove() }
    let b = try await page.number("b.png")
    #expect(await page.collection.fix(b, rules: ["trailing-data"], allowsLossyFixes: true) == nil)
    #expect(try await page.save() == ["stickerpack.yml", "fixed/b-2.png"])
    #expect(page.bytes("fixed/b.png") == [1, 2, 3])
  }

  @Test("a pack file that was added, changed or deleted in the meantime is reported and not replaced")
  func newer() async throws {
    var page = try await FolderPage(["a.png": Fixtures.bytes("pack/donut.png")])
    defer { page.remove() }
    #expect(await page.collection.editPackFile([.name("Mine")]) == nil)
    let theirs = "name: Theirs\nstickers:\n  - file: a.png\n"
    try page.write(Array(theirs.utf8), "stickerpack.yml")
    guard
      case .conflict(let sentence, let tag) = await page.collection.save(if: try await page.savePrecondition)
    else {
      Issue.record("the newer pack file was replaced")
      return
    }
    #expect(sentence.contains("stickerpack.yml was added to the folder, or changed there"))
    #expect(page.text("stickerpack.yml") == theirs)
    try await page.scan()
    guard case .conflict = await page.collection.save(if: try await page.savePrecondition) else {
      Issue.record("the pack file that the page had rejected was replaced")
      return
    }
    // With the tag from the conflict, saving succeeds.
    guard case .string(let known) = tag, case .saved = await page.collection.save(if: .hasTag(known))
    else {
      Issue.record("the pack file was not replaced, although the tag matched")
      return
    }
    #expect(page.text("stickerpack.yml")?.contains("\nname: \"Mine\"\n") == true)
    try FileManager.default.removeItem(at: page.folder.appendingPathComponent("stickerpack.yml"))
    guard case .conflict(let gone, .null) = await page.collection.save(if: try await page.savePrecondition)
    else {
      Issue.record("the deleted pack file was treated as existing")
      return
    }
    #expect(gone.contains("was removed from the folder"))
    guard case .saved = await page.collection.save(if: .isMissing) else {
      Issue.record("the pack file was not written, although none existed")
      return
    }
  }

  @Test("reloading the pack file from the folder discards the page's changes") func reread() async throws {
    let page = try await FolderPage(["a.png": Fixtures.bytes("pack/donut.png")])
    defer { page.remove() }
    #expect(await page.collection.reloadPackFileFromFolder() == "stickerpack.yml is no longer in the folder")
    #expect(await page.collection.editPackFile([.name("Mine")]) == nil)
    try page.write(Array("name: Theirs\nstickers:\n  - file: a.png\n".utf8), "stickerpack.yml")
    #expect(await page.collection.reloadPackFileFromFolder() == nil)
    #expect(await page.collection.descriptionJSON["name"] == .string("Theirs"))
    #expect(try await page.save() == ["stickerpack.yml"])
  }

  @Test("if saving fails, the error is one sentence, and nothing is written") func refused()
    async throws
  {
    let page = try await FolderPage(["a.png": Fixtures.bytes("pack/donut.png")])
    defer { page.remove() }
    _ = await page.collection.addOrReplaceFile("dropped.png", try Fixtures.bytes("pack/avocado.png"))
    try await page.collection.waitUntilIdle()
    let missing = await #expect(throws: CommandError.self) { try await page.save() }
    #expect(
      missing?.message
        == "dropped.png is not in the folder. Copy it there, or remove it from the pack.")
    let dropped = try await page.number("dropped.png")
    #expect(await page.collection.editPackFile([.removeSticker(dropped)]) == nil)
    try FileManager.default.createSymbolicLink(
      atPath: page.folder.appendingPathComponent("stickerpack.yml").path, withDestinationPath: "a.png")
    let linked = await #expect(throws: CommandError.self) { try await page.save() }
    #expect(linked?.message == "cannot write stickerpack.yml: it is a link, which is not followed")
    #expect(try page.bytes("a.png") == Fixtures.bytes("pack/donut.png"))
    _ = await page.collection.addOrReplaceFile("stickerpack.yml", Array("stickers: 3\n".utf8))
    let broken = await #expect(throws: CommandError.self) { try await page.save() }
    #expect(broken?.message.contains("stickerpack.yml") == true)
    try FileManager.default.removeItem(at: page.folder.appendingPathComponent("stickerpack.yml"))
    let away = page.folder.appendingPathExtension("away")
    try FileManager.default.moveItem(at: page.folder, to: away)
    defer { try? FileManager.default.removeItem(at: away) }
    _ = await page.collection.addOrReplaceFile("stickerpack.yml", Array("stickers:\n  - file: a.png\n".utf8))
    let moved = await #expect(throws: CommandError.self) { try await page.save() }
    #expect(moved?.message.contains("was moved, renamed or replaced") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: away.path) == ["a.png"])
  }

  @Test("a page without a folder saves nothing") func withoutFolder() async throws {
    let collection = try DropPageModel.emptyPage()
    try await collection.drop([("a.png", Fixtures.bytes("pack/donut.png"))])
    guard case .failed = await collection.save(if: .isMissing) else {
      Issue.record("a page of files in memory saved something")
      return
    }
    #expect(await collection.descriptionJSON["folder"] == .null)
    #expect(await collection.reloadPackFileFromFolder() != nil)
  }
}
