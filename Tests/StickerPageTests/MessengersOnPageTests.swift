import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPage
@testable import Stickers

@Suite("messenger packs on the page") struct MessengersOnPageTests {
  private func makePage(_ count: Int) async throws -> DropPageModel {
    let art = try Fixtures.bytes("pack/ghost.png")
    let collection = try DropPageModel.emptyPage()
    try await collection.drop((1...count).map { ("cats/cat\($0).png", art) })
    return collection
  }

  /// Requests the verdicts, and waits for them.
  private func verdicts(_ collection: DropPageModel) async throws -> [String: MessengerVerdict] {
    try await collection.waitUntilIdle()
    await collection.startMessengerBuilds()
    while await collection.messengerState.allBuildsTask != nil {
      try await Task.sleep(for: .milliseconds(10))
    }
    return await collection.messengerState.verdicts
  }

  private func setNameAuthorAndEmoji(_ collection: DropPageModel) async {
    let numbers = await collection.shownStickersOldestFirst.map(\.number)
    let edits: [PageEdit] =
      [.name("Cats"), .author("Ada")] + numbers.map { .emoji(stickerNumber: $0, ["👋"]) }
    #expect(await collection.editPackFile(edits) == nil)
  }

  @Test("every profile except the one for Messages has a row and a preview")
  func all() {
    #expect(
      Set(OtherMessengers.profileNames)
        == Set(MessengerProfile.all.map(\.name)).subtracting(["imessage"]))
    #expect(previewMessengers().count == OtherMessengers.profileNames.count)
  }

  @Test(
    "a preview uses the canvas of the messenger's profile",
    arguments: [
      ("signal", "data-canvas=\"512x512\" data-fixed=\"1\" data-moves=\"0\" data-longer=\"0\""),
      ("telegram", "data-canvas=\"512x512\" data-fixed=\"0\" data-moves=\"0\" data-longer=\"512\""),
      ("whatsapp", "data-canvas=\"512x512\" data-fixed=\"1\" data-moves=\"1\" data-longer=\"0\""),
      ("line", "data-canvas=\"370x320\" data-fixed=\"0\" data-moves=\"0\" data-longer=\"0\""),
      ("discord-sticker", "data-canvas=\"320x320\" data-fixed=\"1\" data-moves=\"1\" data-longer=\"0\""),
      ("discord-emoji", "data-canvas=\"65535x65535\" data-fixed=\"0\" data-moves=\"0\" data-longer=\"0\""),
    ])
  func look(_ profile: String, _ figures: String) throws {
    var preview = Preview(title: "Cats", stickers: [], packFindings: [])
    preview.otherMessengers = previewMessengers()
    preview.initialMessengerProfile = profile
    for pageKind in [PageKind.file, .dropPage] {
      let page = previewPage(preview, in: pageKind)
      let option = try #require(page.split(separator: "<option value=\"\(profile)\" ").last)
      #expect(option.prefix(200).contains("\(figures) selected>"), "\(option.prefix(200))")
      #expect(page.contains(" data-look=\"\(profile)\""))
      #expect(!page.contains(" style=\""))
    }
  }

  @Test("an export is exactly one archive or folder that is named after the messenger") func answers() {
    func tree(_ paths: String...) -> FileTree {
      var tree = FileTree()
      for path in paths { tree[path] = [1] }
      return tree
    }
    let (one, many) = (tree("signal.zip"), tree("signal/a.png", "signal/names.json"))
    #expect(one.hasExportLayout(for: "signal") && many.hasExportLayout(for: "signal"))
    #expect(tree("signal.tar.gz").hasExportLayout(for: "signal"))
    for other in [
      tree("line.zip"), tree("signal.exe"), tree("signal"), tree("signal.zip", "a"), tree("signals/a"),
      tree("signal/a", "line/a"),
    ] { #expect(!other.hasExportLayout(for: "signal"), "\(other.paths)") }
  }

  @Test("missing text and emoji are reported with their input fields, and nothing is built")
  func lacking() async throws {
    let collection = try await makePage(3)
    let verdicts = try await verdicts(collection)
    let first = try #require(await collection.shownStickersOldestFirst.first?.number)
    #expect(verdicts["signal"]?.summary == "Needs a name, an author and emoji for 3 stickers")
    #expect(
      verdicts["signal"]?.exportReadiness == .missingTextOrEmoji
        && verdicts["signal"]?.firstMissingField == .text(key: "name"))
    #expect(verdicts["whatsapp"]?.summary == "Needs a name, a publisher and emoji for 3 stickers")
    #expect(verdicts["line"]?.summary == "The pack has 3 stickers (must have 8, 16, 24, 32 or 40)")
    #expect(verdicts["line"]?.exportReadiness == .notExportable && verdicts["line"]?.firstMissingField == nil)
    #expect(verdicts["mastodon"]?.exportReadiness == .ready)
    #expect(await collection.messengerState.builtPacks["signal"] == nil)
    guard case .failure(let failure) = await collection.messengerDownload(for: "signal") else {
      Issue.record("an incomplete pack was downloaded")
      return
    }
    #expect(failure.message.hasPrefix("Needs a name"))
    #expect(await collection.editPackFile([.name("Cats"), .author("Ada")]) == nil)
    let now = try await self.verdicts(collection)
    #expect(
      now["signal"]?.summary == "Needs emoji for 3 stickers"
        && now["signal"]?.firstMissingField == .emoji(stickerNumber: first))
    #expect(now["whatsapp"]?.summary == "Needs emoji for 3 stickers")
  }

  @Test("a complete pack is ready, with its changes listed")
  func ready() async throws {
    let collection = try await makePage(3)
    await setNameAuthorAndEmoji(collection)
    let verdicts = try await verdicts(collection)
    let signal = try #require(verdicts["signal"])
    #expect(signal.exportReadiness == .ready && signal.summary == "Ready: 3 stickers, 3 changed")
    #expect(
      !signal.details.isEmpty && signal.details.allSatisfy { $0.hasSuffix(": 3 stickers") },
      "\(signal.details)")
    #expect(verdicts["mastodon"]?.summary == "Ready without changes")
    let made = try await collection.messengerDownload(for: "signal").get()
    #expect(made.fileName == "Cats-signal.zip" && made.singleFileBytes?.count == signal.downloadByteCount)
    let folder = try await collection.messengerDownload(for: "whatsapp").get()
    #expect(folder.fileName == "Cats-whatsapp.zip" && folder.singleFileBytes == nil)
    #expect(folder.folderTree.paths.contains("Cats-whatsapp/contents.json"))
    // The cached result equals a new one.
    await collection.cancelAndDiscardMessengerBuilds()
    #expect(
      try await collection.messengerDownload(for: "signal").get().singleFileBytes == made.singleFileBytes)
  }

  @Test("changes to many stickers are listed once for each step, with the range of their numbers")
  func groupedChanges() {
    let lines = [
      "a.png: scale it to 512 × 512 px (it fills 80%); convert to WebP (9,876 → 1,234 bytes, SSIM 0.99)",
      "b (2).png: scale it to 480 × 512 px (it fills 70%)", "c.png: scale it to 512 × 512 px",
      "d.png: keep 99999999999999999999 frames", "e.png: keep 88888888888888888888 frames", "f.png",
      "g.png: keep 20,000 bytes)", "h.png: keep 15,000 bytes",
    ]
    #expect(
      changeLinesMergedByStep(lines) == [
        "Scale it to 480–512 × 512 px: 3 stickers", "Convert to WebP: a.png",
        "Keep 99999999999999999999 frames: d.png", "Keep 88888888888888888888 frames: e.png",
        "Keep 15,000–20,000 bytes: g.png and h.png",
      ])
  }

  @Test("art that a messenger does not accept is left out, with the reason")
  func leftOut() async throws {
    let art = try ["ghost", "heart-bouncing"].map { ("cats/\($0).png", try Fixtures.bytes("pack/\($0).png")) }
    let collection = try DropPageModel.emptyPage()
    try await collection.drop(art)
    await setNameAuthorAndEmoji(collection)
    let viber = try #require(try await verdicts(collection)["viber"])
    #expect(viber.summary == "Ready: 1 sticker, 1 changed, 1 left out")
    #expect(
      viber.details.contains {
        $0.contains("is left out: animated, with 12 frames (only stills are accepted)")
      }, "\(viber.details)")
    #expect(viber.details.count == 2)
  }

  @Test("a change cancels running builds, and nothing outdated is kept or downloaded")
  func changes() async throws {
    let collection = try await makePage(8)
    await setNameAuthorAndEmoji(collection)
    try await collection.waitUntilIdle()
    await collection.startMessengerBuilds()
    while await collection.messengerState.messengerBeingBuilt == nil {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(await collection.editPackFile([.name("Dogs")]) == nil)
    #expect(await collection.messengerState.evaluatedChangeCount != collection.changeCount)
    while await collection.messengerState.allBuildsTask != nil {
      try await Task.sleep(for: .milliseconds(10))
    }
    // Without another request, the verdicts stay outdated.
    #expect(await collection.messengerState.evaluatedChangeCount != collection.changeCount)
    await collection.startMessengerBuilds()
    while await collection.messengerState.allBuildsTask != nil {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(await collection.messengerState.evaluatedChangeCount == collection.changeCount)
    #expect(try await collection.messengerDownload(for: "signal").get().fileName == "Dogs-signal.zip")
    await collection.startMessengerBuilds()
    await collection.clear()
    while await collection.messengerState.allBuildsTask != nil {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(await collection.messengerState.verdicts.isEmpty)
    #expect(await collection.messengerState.builtPacks["signal"] == nil)
  }

  @Test("a pack of 999 stickers is rejected for messengers that accept fewer") func many()
    async throws
  {
    let dot = try Bitmap(transparent: PixelSize(2, 2)).encodedPNG()
    let names = (2...1000).map { "cat\($0).png" }
    let stickers = names.map { "  - { file: \($0), emoji: [\"👋\"] }\n" }.joined()
    let yml = "name: Cats\nauthor: Ada\nstickers:\n" + stickers
    let collection = try DropPageModel.emptyPage()
    try await collection.drop([("stickerpack.yml", Array(yml.utf8))] + names.map { ($0, dot) })
    for messenger in ["signal", "telegram", "whatsapp", "line"] {
      guard case .failure(let failure) = await collection.messengerDownload(for: messenger) else {
        Issue.record("\(messenger) accepted them")
        continue
      }
      #expect(failure.message.hasPrefix("The pack has 999 stickers (must have "), "\(failure.message)")
    }
  }

  @Test("built packs are kept up to a memory limit") func kept() {
    var (packs, tree) = (BuiltPacksByMessenger(), FileTree())
    tree["a"] = [UInt8](repeating: 0, count: BuiltPacksByMessenger.maxBytes / 2)
    for messenger in ["signal", "line", "slack"] { packs.storeIfItFits(messenger, "Cats", tree) }
    #expect(packs["signal"] != nil && packs["line"] != nil && packs["slack"] == nil)
  }
}
