import Testing

@testable import StickerEngine
@testable import StickerPacker
@testable import StickerPage

@Suite("the pack file on the page") struct PackFileOnPageTests {
  private static func art(_ names: String...) throws -> [(String, [UInt8])] {
    let all = try Fixtures.files("pack").filter { $0.0.hasSuffix(".png") }
    return zip(names, all).map { ($0, $1.1) }
  }

  private static func makePage(_ files: [(String, [UInt8])]) async throws -> DropPageModel {
    let collection = try DropPageModel.emptyPage()
    try await collection.drop(files)
    return collection
  }

  @Test("without a pack file, the first change writes one, and the pack is built with it")
  func composed() async throws {
    let collection = try await Self.makePage(Self.art("cats/b.png", "cats/a.png", "cats/c.png"))
    let before = await collection.descriptionJSON
    #expect(before["source"] == .null && before["unsaved"] == .bool(false) && before["name"] == .null)
    #expect(before["called"] == .string("cats"))
    #expect(await collection.number(of: Path("cats/stickerpack.yml")) == nil)
    let numbers = await collection.numbers("cats/b.png", "cats/a.png", "cats/c.png")
    let (b, a, c) = (numbers[0], numbers[1], numbers[2])
    #expect(before["order"] == .array([.integer(a), .integer(b), .integer(c)]))
    let edits: [PageEdit] = [
      .name("Kätzchen: #1"), .languages(["en", "fr"]),
      .description(stickerNumber: b, language: "fr", "Un chat"),
      .keywords(stickerNumber: b, ["hello", "yes"]), .emoji(stickerNumber: b, ["👋", "❤️"]), .gridSize(.small),
      .icon(.sticker(b, background: 0xFFD54F)), .stickerNumbersInNewOrder([b, c, a]), .removeSticker(c),
    ]
    #expect(await collection.editPackFile(edits) == nil)
    let text = try #require(await collection.text(ofFile: "cats/stickerpack.yml"))
    let said = try readPackFile(Array(text.utf8), isFile: { _ in true })
    #expect(
      said.metadata.name == "Kätzchen: #1" && said.metadata.languages == ["en", "fr"]
        && said.metadata.gridSize == .small)
    #expect(said.stickers.map(\.file.value.displayText) == ["b.png", "a.png"])
    #expect(said.stickers[0].metadata.descriptions == ["fr": "Un chat"])
    #expect(
      said.stickers[0].metadata.keywords == ["hello", "yes"] && said.stickers[0].metadata.emoji == ["👋", "❤️"])
    #expect(said.iconSticker?.value == Path("b.png") && said.iconBackground == 0xFFD54F)
    let after = await collection.descriptionJSON
    #expect(after["text"] == .string(text) && after["unsaved"] == .bool(true) && after["source"] == .null)
    #expect(after["icon"]?["kind"] == .string("sticker") && after["icon"]?["number"] == .integer(b))
    #expect(after["apart"] == .array([.apart(c, "c.png", "it was removed", true)]))
    try await collection.waitUntilIdle()
    let pack = try await collection.buildPackForDownload(named: nil).get()
    let manifest = try Manifest(parsing: #require(pack.tree[Manifest.fileName]))
    #expect(pack.packDisplayName == "Kätzchen: #1" && manifest.stickers.map(\.name) == ["b", "a"])
    #expect(manifest.icons.count == IconSlot.all.count)
  }

  @Test("a missing icon is a pack finding only if the pack file cannot be edited")
  func lacking() async throws {
    let one = try await Self.makePage(
      [("cats/stickerpack.yml", Array("name: Cats\nstickers:\n  - { file: a.png }\n".utf8))]
        + Self.art("cats/a.png"))
    try await one.waitUntilIdle()
    #expect(await !one.shownPackFindings.contains { $0.rule == RuleID.missingIcon })
    let broken = Array("name: Cats\nstickers:\n  - { file: a.png }\nicon: [\n".utf8)
    let other = try await Self.makePage(
      [("cats/stickerpack.yml", Array("name: Cats\nstickers:\n  - { file: a.png }\n".utf8))]
        + Self.art("cats/a.png") + [("dogs/stickerpack.yml", broken)])
    try await other.waitUntilIdle()
    #expect(await other.descriptionJSON["problem"] != .null)
    #expect(await other.shownPackFindings.contains { $0.rule == RuleID.missingIcon })
  }

  private static let existingPackFile = """
    # Ours, of 2024.
    name: 'Old'  # for now
    x-team: Ann
    stickers:
      # The best.
      - file: b.png
        description: Waves
      - file: a.png
    """

  @Test(
    "a dropped pack file keeps its comments, and a file without a folder goes to the pack file's folder")
  func dropped() async throws {
    let files = try Self.art("cats/a.png", "cats/b.png", "c.png")
    let yml = ("cats/stickerpack.yml", Array(Self.existingPackFile.utf8))
    let collection = try await Self.makePage([yml] + files.dropLast())
    #expect(await collection.droppedPathDefaultingToPackFolder(for: "c.png") == "cats/c.png")
    try await collection.drop([("cats/c.png", files[2].1)])
    let numbers = await collection.numbers("cats/a.png", "cats/b.png", "cats/c.png")
    let (a, b, c) = (numbers[0], numbers[1], numbers[2])
    let before = await collection.descriptionJSON
    #expect(
      before["source"] == .string("cats/stickerpack.yml") && before["text"] == .string(Self.existingPackFile))
    #expect(before["apart"] == .array([.apart(c, "c.png", "stickerpack.yml does not list it", true)]))
    #expect(
      await collection.editPackFile([.name("New"), .stickerNumbersInNewOrder([a, b]), .addSticker(c)]) == nil)
    #expect(
      await collection.text(ofFile: "cats/stickerpack.yml")
        == """
        # Ours, of 2024.
        name: 'New'  # for now
        x-team: Ann
        stickers:
          - file: a.png
          # The best.
          - file: b.png
            description: Waves
          - file: "c.png"

        """)
    #expect(await collection.descriptionJSON["source"] == .string("cats/stickerpack.yml"))
  }

  @Test("images that arrive later join a pack whose pack file the page writes, and removed ones stay out")
  func newcomers() async throws {
    let files = try Self.art("a.png", "b.png", "c.png", "icon.png")
    let collection = try await Self.makePage(Array(files.prefix(2)))
    let a = await collection.numbers("a.png")[0]
    #expect(await collection.editPackFile([.removeSticker(a)]) == nil)
    try await collection.drop(Array(files.dropFirst(2)))
    let numbers = await collection.numbers("b.png", "c.png", "icon.png")
    let (b, c, icon) = (numbers[0], numbers[1], numbers[2])
    #expect(await collection.descriptionJSON["order"] == .array([.integer(b), .integer(c), .integer(icon)]))
    #expect(await collection.editPackFile([.icon(.file(icon))]) == nil)
    let said = await collection.descriptionJSON
    #expect(said["order"] == .array([.integer(b), .integer(c)]) && said["icon"]?["kind"] == .string("file"))
    #expect(
      said["apart"]
        == .array([
          .apart(a, "a.png", "it was removed", true), .apart(icon, "icon.png", "it is the icon", false),
        ]))
    #expect(await collection.removeFromPackAndPage(b))
    try await collection.waitUntilIdle()
    #expect(await collection.descriptionJSON["order"] == .array([.integer(c)]))
    #expect(
      await collection.editPackFile([.removeSticker(icon)])?.contains("icon.png is not a sticker in the pack")
        == true
    )
    #expect(await collection.removeFromPackAndPage(icon))
    #expect(await collection.descriptionJSON["icon"]?["kind"] == .string("none"))
  }

  @Test("stickers whose images are missing keep their position")
  func missing() async throws {
    let text = "stickers:\n" + ["a", "gone", "b", "c"].map { "  - file: \($0).png\n" }.joined()
    let collection = try await Self.makePage(
      [("stickerpack.yml", Array(text.utf8))] + Self.art("a.png", "b.png", "c.png"))
    let numbers = await collection.numbers("a.png", "b.png", "c.png")
    let (a, b, c) = (numbers[0], numbers[1], numbers[2])
    #expect(await collection.editPackFile([.stickerNumbersInNewOrder([c, a, b])]) == nil)
    let expected = ["c", "gone", "a", "b"].map { "  - file: \($0).png\n" }.joined()
    #expect(await collection.text(ofFile: "stickerpack.yml") == "stickers:\n" + expected)
    for wrong in [[a, b], [a, b, c, c], [a, b, 99], []] {
      #expect(
        await collection.editPackFile([.stickerNumbersInNewOrder(wrong)])?.contains("Arrange them again")
          == true)
    }
  }

  @Test(
    "a pack file that cannot be edited safely stays unchanged, and the reason is shown",
    arguments: [
      ("name: [", "expected"), ("nmae: x\n", "nmae"), ("name: &a x\nx-b: *a\n", "a"),
      ("stickers:\n  - file: ../a.png\n", "outside"), ("icon-background: red\n", "color"),
      ("\u{FEFF}stickers: 5\n", "stickers"), ("languages: [Klingon]\n", "language"), ("a\rb: c", ""),
    ])
  func refused(_ text: String, _ word: String) async throws {
    let collection = try await Self.makePage(
      [("stickerpack.yml", Array(text.utf8))] + Self.art("a.png"))
    let said = await collection.descriptionJSON
    guard case .string(let problem)? = said["problem"] else {
      Issue.record("no problem is reported")
      return
    }
    #expect(!problem.contains("\n"))
    #expect(said["source"] == .string("stickerpack.yml"))
    let reason = await collection.editPackFile([.name("x")])
    #expect(reason != nil && reason?.contains("\n") == false)
    #expect(await collection.text(ofFile: "stickerpack.yml") == text)
  }

  @Test("either all edits in a request are applied, or none") func whole() async throws {
    let collection = try await Self.makePage(Self.art("a.png"))
    #expect(await collection.editPackFile([.name("x"), .removeSticker(77)])?.contains("was removed") == true)
    #expect(await collection.text(ofFile: "stickerpack.yml") == nil)
    #expect(await collection.descriptionJSON["name"] == .null)
  }

  @Test("for catalogs and for two pack files, the page says why nothing can be changed") func nowhere()
    async throws
  {
    let art = try Self.art("a/x.png", "b/y.png")
    let two = try await Self.makePage(
      art + ["a", "b"].map { ("\($0)/stickerpack.yml", Array("name: \($0)\n".utf8)) })
    #expect(await two.editPackFile([.name("x")])?.contains("one pack at a time") == true)
    let catalog = try await Self.makePage(
      art + [("a.xcstickers/Contents.json", Array("{}".utf8))])
    #expect(await catalog.editPackFile([.name("x")])?.contains("in Xcode") == true)
    #expect(await catalog.descriptionJSON["problem"] != .null)
  }

  @Test("two tabs receive each other's changes, and every change is kept") func tabs() async throws {
    let collection = try await Self.makePage(Self.art("a.png", "b.png"))
    let numbers = await collection.numbers("a.png", "b.png")
    let (a, b) = (numbers[0], numbers[1])
    let tabs = [await collection.connectPage(), await collection.connectPage()]
    async let one = collection.editPackFile([.description(stickerNumber: a, language: "en", "One")])
    async let other = collection.editPackFile([.description(stickerNumber: b, language: "en", "Other")])
    #expect(await [one, other] == [nil, nil])
    for tab in tabs {
      var last: JSON = .null
      for await line in tab {
        let json = try JSON(parsing: Array(line.utf8), maxBytes: 1 << 20)
        guard json["type"] == .string("description") else { continue }
        last = json
        guard case .array(let stickers)? = json["stickers"] else { continue }
        if stickers.allSatisfy({ $0["descriptions"]?["en"] != nil }) { break }
      }
      #expect(last["unsaved"] == .bool(true))
    }
  }

  @Test("hostile names and other text come back unchanged") func hostile() async throws {
    let texts = [
      "\u{202E}evil", "<script>alert(1)</script>", "a\u{0}b", "a\nb: c", "'\"\\",
      String(repeating: "x", count: 4000),
      "#", "- a", "null", "~", "{}", "\u{FEFF}", "\u{2028}", "é\u{301}\u{1F468}\u{200D}\u{1F469}",
    ]
    let collection = try await Self.makePage(Self.art("a.png"))
    let a = await collection.numbers("a.png")[0]
    for text in texts {
      #expect(
        await collection.editPackFile([
          .name(text), .languages(["en"]), .description(stickerNumber: a, language: "en", text),
          .keywords(stickerNumber: a, [text]),
        ]) == nil, "\(text.debugDescription)")
      let said = await collection.descriptionJSON
      guard case .array(let stickers)? = said["stickers"], case .string(let name)? = said["name"] else {
        Issue.record("the message is incomplete for \(text.debugDescription)")
        continue
      }
      #expect(name.unicodeScalars.elementsEqual(text.unicodeScalars))
      #expect(stickers[0]["descriptions"] == .object(["en": .string(text)]))
      #expect(stickers[0]["keywords"] == .array([.string(text)]))
    }
  }
}

extension DropPageModel {
  /// The pack file message that pages receive.
  var descriptionJSON: JSON { packFileMessage.json }

  /// The numbers of files by path; 0 for a missing file.
  func numbers(_ paths: String...) -> [Int] { paths.map { number(of: Path($0)) ?? 0 } }

  /// The text of a file; nil if it does not exist.
  func text(ofFile path: String) -> String? {
    number(of: Path(path)).flatMap { file($0) }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}

extension JSON {
  fileprivate static func apart(_ number: Int, _ name: String, _ why: String, _ canBeAdded: Bool) -> JSON {
    .object([
      "number": .integer(number), "name": .string(name), "why": .string(why), "canBeAdded": .bool(canBeAdded),
      "inPlace": .null,
    ])
  }
}
