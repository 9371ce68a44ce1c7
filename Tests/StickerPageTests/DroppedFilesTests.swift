import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerPage
@testable import Stickers

@Suite("dropped files") struct DroppedFilesTests {
  @Test("the page reports what `lint` reports about the same files", arguments: ["faulty", "pack"])
  func same(_ name: String) async throws {
    var search = try pageSearch()
    let files = FileSelection([Path(Fixtures.folder.appendingPathComponent(name).path)])
    let run = try StickerRun(files, &search, checksPacks: true)
    let linter = LintPass(run.configurationMap, service: InProcessImageService(), jobs: 1)
    let report = await run.lint(linter, .none)
    let folder = Fixtures.folder.path + "/"
    let said = Dictionary(grouping: report.findings, by: \.path)
    let expected = run.sources.map { source in
      let rules = (said[source.path] ?? []).map(\.rule).sorted().joined(separator: " ")
      return "\(source.path.displayText.dropFirst(folder.count)): \(rules)"
    }
    let collection = try DropPageModel.emptyPage()
    try await collection.drop(Fixtures.files(name).shuffled())
    #expect(await collection.rulesBySticker == expected.sorted())
    #expect(!expected.isEmpty)
    let ofPacks = report.forHumanReadableOutput(listsEveryFile: false).findings.filter {
      !$0.path.displayText.contains(".")
    }
    #expect(await collection.shownPackFindings.count == ofPacks.count)
  }

  @Test(
    "system files and files that are not images are ignored",
    arguments: [
      ".DS_Store", "a/.DS_Store", "a/._cat.png", "Thumbs.db", "a/desktop.ini", ".git/cat.png",
      "__MACOSX/a/cat.png", "notes.txt", "cat", "cat.psd", "data.json",
    ])
  func junk(_ path: String) async throws {
    let collection = try DropPageModel.emptyPage()
    #expect(await collection.addOrReplaceFile(path, [1, 2, 3]) == .ignored)
    #expect(await collection.fileCountAndBytesInMemory == (0, 0))
  }

  @Test("a TGS is a sticker, with a verdict and the name of its format, but without an image")
  func tgs() async throws {
    let collection = try DropPageModel.emptyPage()
    try await collection.drop([("duck.tgs", HandmadeLottie.tgs())])
    let sticker = try #require(await collection.shownStickersOldestFirst.first)
    #expect(sticker.vectorAnimationFormat == .tgs && sticker.image == nil)
    #expect(sticker.findings.map(\.rule) == ["unsupported-format"])
    #expect(
      await collection.existingOrNewPackFileBytes.map { String(decoding: $0, as: UTF8.self) }?.contains(
        "duck.tgs") == true
    )
  }

  @Test("a TGS follows the rules of Telegram under its profile")
  func tgsForTelegram() async throws {
    let collection = try DropPageModel.emptyPage(profile: "telegram")
    let wide = HandmadeLottie.tgs(HandmadeLottie.json(width: "600"))
    try await collection.drop([("duck.tgs", HandmadeLottie.tgs()), ("wide.tgs", wide)])
    var found: [String: Set<String>] = [:]
    for sticker in await collection.shownStickersOldestFirst {
      found[sticker.path.displayText] = Set(sticker.findings.map(\.rule))
    }
    #expect(found["duck.tgs"]?.isDisjoint(with: ["unsupported-format", "tgs-canvas"]) == true)
    #expect(found["wide.tgs"]?.contains("tgs-canvas") == true)
  }

  @Test(
    "an invalid path is rejected with a short reason",
    arguments: [
      "", "/etc/cat.png", "../cat.png", "a/../../cat.png", "a//cat.png", "./cat.png", "a/", "a\\cat.png",
      "a\u{0}.png", "a\nb.png", String(repeating: "x", count: 1025) + ".png",
      String(repeating: "a/", count: 16) + "cat.png",
    ])
  func hostilePath(_ path: String) async throws {
    let collection = try DropPageModel.emptyPage()
    guard case .rejected(400, let sentence) = await collection.addOrReplaceFile(path, [1]) else {
      Issue.record("it was accepted")
      return
    }
    #expect(!sentence.contains("\n") && !sentence.contains("\u{0}") && sentence.utf8.count < 400)
  }

  @Test("files above the limits of the page are rejected, and the others stay")
  func limits() async throws {
    let collection = try DropPageModel.emptyPage(limits: DropLimits(maxFiles: 3, maxTotalBytes: 1000))
    #expect(
      await collection.addOrReplaceFile("a.png", [UInt8](repeating: 0, count: 500))
        == .addedOrAlreadyOnPage(id: 1))
    #expect(await collection.addOrReplaceFile("b/c.png", [1]) == .addedOrAlreadyOnPage(id: 2))
    #expect(
      await collection.addOrReplaceFile("b/d.png", [UInt8](repeating: 0, count: 500))
        == .rejected(
          status: 413,
          reason: "b/d.png was not added: its 500 bytes would make the page too large (limit: 1000 bytes)"))
    #expect(
      await collection.addOrReplaceFile("a.png", [UInt8](repeating: 0, count: 900))
        == .addedOrAlreadyOnPage(id: 1),
      "it replaces the old version")
    #expect(await collection.addOrReplaceFile("b/e.png", [1]) == .addedOrAlreadyOnPage(id: 3))
    #expect(
      await collection.addOrReplaceFile("b/f.png", [1])
        == .rejected(status: 413, reason: "b/f.png was not added: the page is full (limit: 3 files)"))
    #expect(await collection.fileCountAndBytesInMemory.files == 3)
  }

  @Test("a file and a folder with the same name cannot both exist") func both() async throws {
    let collection = try DropPageModel.emptyPage()
    #expect(await collection.addOrReplaceFile("a.png/b.png", [1]) == .addedOrAlreadyOnPage(id: 1))
    guard case .rejected(409, _) = await collection.addOrReplaceFile("a.png", [1]) else {
      Issue.record("a folder became a file")
      return
    }
    guard case .rejected(409, _) = await collection.addOrReplaceFile("a.png/b.png/c.png", [1]) else {
      Issue.record("a file became a folder")
      return
    }
    #expect(await collection.remove(1))
    #expect(
      await collection.addOrReplaceFile("a.png", [1]) == .addedOrAlreadyOnPage(id: 2),
      "the folder is gone with its last file")
  }

  @Test("a path keeps its number, and a number is never reused") func numbers() async throws {
    let collection = try DropPageModel.emptyPage()
    #expect(await collection.addOrReplaceFile("a.png", [1]) == .addedOrAlreadyOnPage(id: 1))
    #expect(await collection.addOrReplaceFile("a.png", [2]) == .addedOrAlreadyOnPage(id: 1))
    #expect(await collection.remove(1))
    #expect(await !collection.remove(1))
    #expect(await collection.addOrReplaceFile("a.png", [3]) == .addedOrAlreadyOnPage(id: 2))
    await collection.clear()
    #expect(await collection.addOrReplaceFile("a.png", [4]) == .addedOrAlreadyOnPage(id: 3))
    #expect(await collection.fileCountAndBytesInMemory == (1, 1))
  }

  @Test("an image that was converted for the page counts toward its size, and is not shown without room")
  func converted() async throws {
    let document = try Fixtures.bytes("../Documents/flat.psd")
    let wide = try DropPageModel.emptyPage()
    try await wide.drop([("a.psd", document)])
    let image = try #require(await wide.shownStickersOldestFirst[0].image)
    #expect(image.isConverted && image.originalFormatName == "PSD" && image.parsedContainer.format == .png)
    #expect(await wide.fileCountAndBytesInMemory.bytes == document.count + image.bytes.count)
    await wide.reanalyzeAllArt()
    try await wide.waitUntilIdle()
    #expect(await wide.fileCountAndBytesInMemory.bytes == document.count + image.bytes.count)
    let tight = try DropPageModel.emptyPage(
      limits: DropLimits(maxTotalBytes: document.count + image.bytes.count - 1))
    try await tight.drop([("a.psd", document)])
    #expect(await tight.shownStickersOldestFirst[0].image == nil)
    #expect(await tight.fileCountAndBytesInMemory.bytes == document.count)
  }

  @Test("a file that arrives again is checked again, and its fix is discarded") func replaced()
    async throws
  {
    let art = try Fixtures.files("faulty").filter { $0.0.hasSuffix("too-heavy.png") }
    let good = try Fixtures.files("pack")[0].1
    let collection = try DropPageModel.emptyPage()
    try await collection.drop(art)
    #expect(await collection.fix(1, allowsLossyFixes: true) == nil)
    #expect(await collection.file(1)?.fixedFile != nil)
    try await collection.drop([(art[0].0, good)])
    #expect(await collection.file(1)?.fixedFile == nil)
    #expect(await collection.file(1)?.fixedOrOriginalFile.bytes == good)
    #expect(await collection.shownStickersOldestFirst.first?.image?.bytes == good)
  }

  @Test("a name is shown as text, whatever it contains") func hostileName() async throws {
    let collection = try DropPageModel.emptyPage()
    var heard = await collection.connectPage().makeAsyncIterator()
    let art = try Fixtures.files("pack")[0].1
    try await collection.drop([("<script>alert(1)</script>\"'&.png", art)])
    var message = ""
    while !message.contains("id=\\\"sticker-1\\\"") { message = try #require(await heard.next()) }
    let json = try JSON(parsing: Array(message.utf8), maxBytes: 1 << 20)
    guard case .string(let html) = json["html"] else { throw CommandError("no html") }
    #expect(!html.lowercased().contains("<script"))
    #expect(html.contains("&lt;script"))
    #expect(!message.contains("\n"))
  }

  @Test("two pages receive the same events, and a later one receives the existing sticker") func listeners()
    async throws
  {
    let collection = try DropPageModel.emptyPage()
    var (one, other) = (
      await collection.connectPage().makeAsyncIterator(), await collection.connectPage().makeAsyncIterator()
    )
    try await collection.drop(Fixtures.files("pack").prefix(1).map { $0 })
    for _ in 1...5 { #expect(await one.next() == other.next()) }
    var late = await collection.connectPage().makeAsyncIterator()
    #expect(await late.next()?.contains("sticker-1") == true)
  }

  @Test("a page that falls behind is disconnected, and a new one can connect") func slow() async throws {
    let collection = try DropPageModel.emptyPage()
    let slow = await collection.connectPage()
    for number in 1...5000 { await collection.showWatchedFolderNotices(["\(number)"]) }
    var count = 0
    for await _ in slow { count += 1 }
    #expect(count < 5000, "the stream ends")
    var quick = await collection.connectPage().makeAsyncIterator()
    #expect(await quick.next()?.contains("reset") == true)
  }

  @Test("a pack file that arrives after its images applies to them") func described() async throws {
    let art = try Fixtures.files("pack").filter { $0.0.hasSuffix(".png") }
    let first = try #require(art.first)
    let name = try #require(first.0.split(separator: "/").last)
    let collection = try DropPageModel.emptyPage()
    try await collection.drop([first])
    let text = """
      name: Ones
      stickers:
        - file: \(name)
          description:
            en: A thing that is drawn

      """
    try await collection.drop([("pack/stickerpack.yml", Array(text.utf8))])
    #expect(await collection.shownStickersOldestFirst.first?.voiceOverDescription == "A thing that is drawn")
    #expect(await collection.fileCountAndBytesInMemory.files == 2)
    #expect(await collection.shownStickersOldestFirst.count == 1)
  }

  @Test("an invalid pack file is reported, and images are checked without it") func faulty() async throws {
    let collection = try DropPageModel.emptyPage()
    let art = try Fixtures.files("pack")[0]
    try await collection.drop([art, ("pack/stickerpack.yml", Array("nonsense: [".utf8))])
    #expect(await collection.shownStickersOldestFirst.count == 1)
    #expect(await collection.notices.contains { $0.hasPrefix("pack/stickerpack.yml:2:1: ") })
    let late = await collection.connectPage()
    var messages: [String] = []
    for await message in late.prefix(3) { messages.append(message) }
    #expect(messages[2].hasPrefix("{\"lines\":[\"pack/stickerpack.yml:2:1: "))
    #expect(messages[2].hasSuffix("],\"type\":\"notices\"}"))
    await collection.clear()
    #expect(await collection.notices == [])
  }
}
