import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPage
@testable import stickerlint

@Suite("downloads from the page") struct DroppedPackTests {
  @Test("a pack is built from passing and fixed stickers") func pack() async throws {
    let collection = try DropPageModel.emptyPage()
    try await collection.drop(Fixtures.files("faulty"))
    let before = try await collection.buildPackForDownload(named: "Cats").get()
    #expect(before.packDisplayName == "Cats")
    #expect(!before.tree.paths.contains("variants/too-heavy@3x.png"))
    #expect(before.tree.paths.contains { $0.hasSuffix(".xcodeproj/project.pbxproj") })
    #expect(before.tree.paths.contains("contact-sheet.png"))
    let description = try readPackFile(#require(before.packFile), isFile: { _ in true })
    #expect(description.stickers.contains { $0.file.value == Path("too-heavy.png") })
    #expect(await collection.fixEach() > 0)
    let after = try await collection.buildPackForDownload(named: "Cats").get()
    let art = try #require(after.tree["variants/too-heavy@3x.png"])
    #expect(art.count < 500_000)
  }

  @Test("if no sticker passes, no pack is built, and the reason is shown") func nothing() async throws {
    let collection = try DropPageModel.emptyPage()
    try await collection.drop([("cat.png", Array("no picture".utf8))])
    guard case .failure(let failure) = await collection.buildPackForDownload(named: nil) else {
      Issue.record("a pack was built without a passing sticker")
      return
    }
    #expect(failure.message.contains("its only sticker fails"))
    await collection.clear()
    guard case .failure = await collection.buildPackForDownload(named: nil) else {
      Issue.record("a pack was built without files")
      return
    }
  }

  @Test("a catalog that arrives file by file in any order is a catalog") func catalog() async throws {
    let source = try DropPageModel.emptyPage()
    try await source.drop(Fixtures.files("pack"))
    let tree = try await source.buildPackForDownload(named: "Cats").get().tree
    let catalog = tree.paths.filter { $0.hasPrefix("Stickers.xcstickers/") }
    let collection = try DropPageModel.emptyPage()
    try await collection.drop(catalog.map { ($0, tree[$0] ?? []) }.shuffled())
    #expect(await collection.shownStickersOldestFirst.allSatisfy { $0.role == .sticker || $0.role == .icon })
    #expect(await !collection.shownStickersOldestFirst.isEmpty)
    #expect(await !collection.shownPackFindings.contains { $0.rule.hasPrefix("catalog-") })
    let again = try await collection.buildPackForDownload(named: "Cats").get().tree
    let art = tree.paths.filter { $0.hasPrefix("variants/") && $0.hasSuffix("@3x.png") }
    #expect(!art.isEmpty)
    for path in art { #expect(again[path] == tree[path], "\(path)") }
  }

  @Test("the archive of all files contains each file once, under its current name") func everything()
    async throws
  {
    let collection = try DropPageModel.emptyPage()
    try await collection.drop(Fixtures.files("faulty"))
    #expect(await collection.fixEach() > 0)
    let files = await collection.fixedOrOriginalFiles()
    #expect(files.count == (try Fixtures.files("faulty").count))
    #expect(Set(files.map(\.path)).count == files.count)
    for (path, bytes) in files {
      let original = try Fixtures.files("faulty").first { $0.0 == path.displayText }
      let fixed = await collection.number(of: path)
      if fixed == nil { #expect(original == nil, "no other file has the new name") }
      #expect(!bytes.isEmpty)
    }
  }

  @Test("the frames of a sequence are one sticker on the page") func sequence() async throws {
    let stills = try Fixtures.files("pack").map(\.1).filter { bytes in
      ImageContainer(of: bytes, budget: .standard).map { $0.frameCount == 1 } ?? false
    }
    let sizes = Dictionary(grouping: stills) { ImageContainer(of: $0, budget: .standard)?.canvas }
    let art = try #require(sizes.values.first { $0.count >= 2 })
    let folder = "S.xcstickers/Sticker Pack.stickerpack/boo.stickersequence"
    let document = """
      {"frames": [{"filename": "1.png"}, {"filename": "2.png"}],
       "info": {"author": "xcode", "version": 1},
       "properties": {"duration": 10, "duration-type": "fps", "repetitions": 0}}
      """
    let collection = try DropPageModel.emptyPage()
    try await collection.drop(
      ["1.png", "2.png"].map { ("\(folder)/\($0)", art[$0 == "1.png" ? 0 : 1]) }
        + [("\(folder)/Contents.json", Array(document.utf8))])
    let shown = await collection.shownStickersOldestFirst
    #expect(shown.map(\.path.displayText) == [folder])
    #expect(shown.first?.image?.parsedContainer.frameCount == 2)
    #expect(await collection.fix(1, allowsLossyFixes: false)?.contains("frames") == true)
  }
}
