import Foundation
import Testing

@testable import StickerEngine
@testable import StickerPage

@Suite("saving again from the page") struct SaveAgainTests {
  private static func large(_ side: Int = 700) -> [UInt8] {
    guard case .bytes(let bytes)? = try? ExampleFile.disc(side, side).makeContents() else { return [] }
    return bytes
  }

  private static func page(_ more: [String: [UInt8]] = [:]) async throws -> FolderPage {
    let art = ["a.png": try Fixtures.bytes("pack/donut.png"), "b.png": large()]
    return try await FolderPage(art.merging(more) { $1 })
  }

  @Test("a second fix replaces the copy that the page saved, and keeps its name")
  func replaced() async throws {
    var page = try await Self.page()
    defer { page.remove() }
    let b = try await page.number("b.png")
    #expect(await page.collection.fix(b, rules: ["pixel-dimensions"], allowsLossyFixes: true) == nil)
    #expect(try await page.save() == ["stickerpack.yml", "fixed/b.png"])
    let first = page.bytes("fixed/b.png")
    try await page.scan()
    for size in [GridSize.regular, .small] {
      let copy = try await page.number("fixed/b.png")
      #expect(await page.collection.editPackFile([.gridSize(size)]) == nil)
      try await page.collection.waitUntilIdle()
      #expect(await page.collection.fix(copy, rules: ["grid-size"], allowsLossyFixes: true) == nil)
      #expect(try await page.save() == ["stickerpack.yml", "fixed/b.png"])
      #expect(try page.names == ["a.png", "b.png", "fixed", "fixed/b.png", "stickerpack.yml"])
      #expect(page.text("stickerpack.yml")?.contains("- file: \"fixed/b.png\"") == true)
      try await page.scan()
    }
    #expect(page.bytes("fixed/b.png") != first)
    #expect(page.bytes("b.png") == Self.large())
    // A file that the page did not write is never replaced, even if it has the name of the fixed copy.
    try page.write(Self.large(690), "fixed/b.png")
    try await page.scan()
    let theirs = try await page.number("fixed/b.png")
    #expect(await page.collection.fix(theirs, rules: ["pixel-dimensions"], allowsLossyFixes: true) == nil)
    #expect(try await page.save() == ["stickerpack.yml", "fixed/b-2.png"])
    #expect(page.bytes("fixed/b.png") == Self.large(690))
    // The page replaces a file that it wrote itself, and keeps the number in its name.
    try await page.scan()
    let second = try await page.number("fixed/b-2.png")
    _ = await page.collection.editPackFile([.gridSize(.small)])
    try await page.collection.waitUntilIdle()
    #expect(await page.collection.fix(second, rules: ["grid-size"], allowsLossyFixes: true) == nil)
    #expect(try await page.save() == ["stickerpack.yml", "fixed/b-2.png"])
    #expect(try page.names.filter { $0.hasPrefix("fixed/") } == ["fixed/b-2.png", "fixed/b.png"])
  }

  @Test("a copy that another sticker refers to is not replaced") func named() async throws {
    let page = try await Self.page()
    defer { page.remove() }
    let b = try await page.number("b.png")
    #expect(await page.collection.fix(b, rules: ["pixel-dimensions"], allowsLossyFixes: true) == nil)
    _ = try await page.save()
    let saved = page.bytes("fixed/b.png")
    try await page.collection.waitUntilIdle()
    // The original is added to the pack again, next to its copy, and is fixed differently.
    #expect(await page.collection.editPackFile([.addSticker(b), .gridSize(.small)]) == nil)
    try await page.collection.waitUntilIdle()
    #expect(
      await page.collection.fix(b, rules: ["pixel-dimensions", "grid-size"], allowsLossyFixes: true) == nil)
    #expect(try await page.save() == ["stickerpack.yml", "fixed/b-2.png"])
    #expect(page.bytes("fixed/b.png") == saved)
  }

  @Test("pack findings ignore originals of fixed art and removed stickers")
  func counted() async throws {
    var page = try await Self.page(["c.png": Self.large(680), "d.png": Fixtures.bytes("pack/avocado.png")])
    defer { page.remove() }
    let numbers = [try await page.number("b.png"), try await page.number("c.png")]
    for number in numbers {
      #expect(await page.collection.fix(number, rules: ["pixel-dimensions"], allowsLossyFixes: true) == nil)
    }
    _ = try await page.save()
    try await page.scan()
    for name in ["a.png", "d.png"] {
      #expect(await page.collection.editPackFile([.removeSticker(try await page.number(name))]) == nil)
    }
    try await page.collection.waitUntilIdle()
    let rules = await page.collection.shownPackFindings.map(\.rule)
    #expect(!rules.contains("mixed-sizes") && !rules.contains("unlisted-sticker"), "\(rules)")
    let apart = String(
      decoding: await page.collection.descriptionJSON.encoded(onOneLine: true), as: UTF8.self)
    #expect(apart.contains("fixed/b.png replaces it in the pack"))
  }

  @Test("a fix without selected rules is kept when the grid size changes") func unnamed() async throws {
    let page = try await Self.page()
    defer { page.remove() }
    let b = try await page.number("b.png")
    #expect(await page.collection.fix(b, allowsLossyFixes: true) == nil)
    #expect(await page.collection.file(b)?.fixedFile != nil)
    #expect(await page.collection.editPackFile([.gridSize(.small)]) == nil)
    try await page.collection.waitUntilIdle()
    #expect(await page.collection.file(b)?.fixedFile != nil)
    #expect(
      await page.collection.shownStickersOldestFirst.first { $0.number == b }?.requestedFixRules == [
        "pixel-dimensions"
      ])
  }

  @Test("pages are notified when an analysis begins and when it ends") func checking() async throws {
    let page = try await Self.page()
    defer { page.remove() }
    let b = try await page.number("b.png")
    #expect(await page.collection.pendingAnalyses == PendingAnalyses())
    _ = await page.collection.fix(b, rules: ["pixel-dimensions"], allowsLossyFixes: true)
    #expect(await page.collection.pendingAnalyses == PendingAnalyses(fileNumbers: [b], isPackOutdated: true))
    let heard = Task {
      var numbers: [JSON?] = []
      for await line in await page.collection.connectPage() {
        let message = try JSON(parsing: Array(line.utf8), maxBytes: 1 << 20)
        guard message["type"] == .string("checking") else { continue }
        numbers.append(message["numbers"])
        if message["pack"] == .bool(false) { break }
      }
      return numbers
    }
    try await page.collection.waitUntilIdle()
    #expect(await page.collection.pendingAnalyses == PendingAnalyses())
    let numbers = try await heard.value
    #expect(numbers.first == .array([.integer(b)]) && numbers.last == .array([]), "\(numbers)")
  }
}
