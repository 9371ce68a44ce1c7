import Foundation
import Testing

@testable import TemplateLogic

/// Returns the beginning of a PNG with these dimensions, and some distinct bytes.
private func png(_ width: Int, _ height: Int, count: Int = 100, seed: UInt8 = 0) -> Data {
  let head = pngHead(width, height)
  return head + Data(repeating: seed, count: max(0, count - head.count))
}

private func failure(_ png: Data, _ description: String = "Hi") -> UserStickerError? {
  do throws(UserStickerError) {
    _ = try UserSticker(png: png, description: description)
    return nil
  } catch { return error }
}

@Suite struct UserStickerTests {
  @Test("A drawing must be within the limits for stickers")
  func limits() {
    for side in [300 /*«least-pixels»*/, 618 /*«most-pixels»*/] { #expect(failure(png(side, 408)) == nil) }
    for side in [300 /*«least-pixels»*/ - 1, 618 /*«most-pixels»*/ + 1] {
      #expect(failure(png(side, 408)) == .pixels(PixelSize(width: side, height: 408)))
      #expect(failure(png(408, side)) == .pixels(PixelSize(width: 408, height: side)))
    }
    #expect(failure(png(408, 408, count: 500_000 /*«sticker-bytes»*/ - 1)) == nil)
    #expect(
      failure(png(408, 408, count: 500_000 /*«sticker-bytes»*/)) == .size(bytes: 500_000 /*«sticker-bytes»*/))
    #expect(failure(Data()) == .size(bytes: 0))
    #expect(failure(Data(repeating: 0xFF, count: 100)) == .notPNG)
    for end in 1..<24 { #expect(failure(png(408, 408).prefix(end)) == .notPNG) }
    #expect(failure(png(Int(UInt32.max), 408)) == .pixels(PixelSize(width: Int(UInt32.max), height: 408)))
  }

  @Test("A drawing needs a description of at most 150 characters")
  func descriptions() {
    #expect(failure(png(408, 408), "") == .description(characters: 0))
    #expect(failure(png(408, 408), String(repeating: "é", count: 150)) == nil)
    #expect(failure(png(408, 408), String(repeating: "é", count: 151)) == .description(characters: 151))
  }

  @Test("A draft is ready once there is text to draw, and its text is truncated to the limits")
  func drafts() {
    for text in ["", " ", "\n\t\u{00A0}"] { #expect(!StickerDraft(text: text).isReady) }
    #expect(StickerDraft(text: " 👍🏽 ").drawnText == "👍🏽")
    #expect(StickerDraft(text: String(repeating: "👩‍👩‍👧‍👦", count: 50)).drawnText.count == 40)
    #expect(StickerDraft(text: " " + String(repeating: "👍🏽", count: 40) + " ").exceededLimit == nil)
    #expect(StickerDraft(text: String(repeating: "👍🏽", count: 41)).exceededLimit == 40)
    #expect(StickerDraft(description: String(repeating: "a", count: 150)).exceededLimit == nil)
    #expect(StickerDraft(description: String(repeating: "a", count: 151)).exceededLimit == 150)
    #expect(StickerDraft(text: "Yes!", description: " ").spokenText == "Yes!")
    #expect(StickerDraft(text: "🎉", description: " Party ").spokenText == "Party")
    #expect(StickerDraft(text: "🎉", description: String(repeating: "a ", count: 200)).spokenText.count == 149)
  }
}

@Suite struct UserStickerStoreTests {
  private let sun: UserSticker
  private let moon: UserSticker

  init() throws {
    sun = try UserSticker(png: png(408, 408, seed: 1), description: "Sun")
    moon = try UserSticker(png: png(300, 618, seed: 2), description: "Moon")
  }

  @Test("The stickers that a person made are saved, and listed newest first")
  func kept() async throws {
    let folder = temporaryFolderURL()
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = FolderFiles(folder: folder)
    let store = UserStickerStore(files: files, sha256: sha256)
    #expect(await store.availableStickers().stickers.isEmpty)
    try await store.add(sun)
    try await store.add(moon)
    let available = await UserStickerStore(files: files, sha256: sha256).availableStickers()
    #expect(available.stickers.map { $0.sticker.description(for: ["de"]) } == ["Moon", "Sun"])
    #expect(available.stickers.map(\.source) == [.user, .user])
    #expect(try available.stickers.map { try Data(contentsOf: $0.file) } == [moon.png, sun.png])
    #expect(available.stickers[0].sticker.pixels == PixelSize(width: 300, height: 618))
  }

  @Test("Removing a sticker removes its file and keeps the others")
  func removed() async throws {
    let files = MemoryFiles()
    let store = UserStickerStore(files: files, sha256: sha256)
    try await store.add(sun)
    try await store.add(moon)
    try await store.remove(id: sha256(sun.png))
    try await store.remove(id: "never was")
    #expect(await store.availableStickers().stickers.map(\.sticker.id) == [sha256(moon.png)])
    #expect(Set(files.contents.keys) == ["index.json", "\(sha256(moon.png)).png"])
  }

  @Test("If the index is damaged or has a later version, every operation fails and all files are kept")
  func unreadableIndex() async throws {
    let files = MemoryFiles()
    let store = UserStickerStore(files: files, sha256: sha256)
    try await store.add(sun)
    let sound = try #require(files.contents[indexName])
    let later = Data(#"{"schema":2,"name":"","stickers":[]}"#.utf8)
    for unreadable in [later, Data(), sound.dropLast()] {
      files.contents[indexName] = unreadable
      let before = files.contents
      await #expect(throws: StickerProblem.self) { try await store.add(moon) }
      await #expect(throws: StickerProblem.self) { try await store.remove(id: sha256(sun.png)) }
      #expect(files.contents == before)
      guard case .index = await store.availableStickers().problems.first else {
        Issue.record("no problem is reported")
        continue
      }
    }
  }

  @Test("If the index is missing, the files are kept")
  func missingIndex() async throws {
    let files = MemoryFiles()
    let store = UserStickerStore(files: files, sha256: sha256)
    try await store.add(sun)
    files.contents[indexName] = nil
    try await store.remove(id: sha256(sun.png))
    #expect(files.contents.count == 1)
    try await store.add(moon)
    #expect(files.contents["\(sha256(sun.png)).png"] == sun.png)
  }

  @Test("There can be a hundred stickers: one of them can be made again, but a new one cannot")
  func limit() async throws {
    let store = UserStickerStore(files: MemoryFiles(), sha256: sha256)
    for seed in 0..<100 as Range<UInt8> {
      try await store.add(try UserSticker(png: png(408, 408, seed: seed), description: "\(seed)"))
    }
    let more = try UserSticker(png: png(408, 408, seed: 100), description: "100")
    await #expect(throws: StickerProblem.tooManyUserStickers(limit: 100)) { try await store.add(more) }
    try await store.add(sun)
    #expect(await store.availableStickers().stickers.count == 100)
    try await store.remove(id: sha256(sun.png))
    try await store.add(more)
  }

  @Test("Making the same drawing again results in one sticker, with the new description")
  func again() async throws {
    let store = UserStickerStore(files: MemoryFiles(), sha256: sha256)
    try await store.add(sun)
    try await store.add(moon)
    try await store.add(try UserSticker(png: sun.png, description: "Sunshine"))
    #expect(
      await store.availableStickers().stickers.map { $0.sticker.description(for: []) } == [
        "Sunshine", "Moon",
      ])
  }

  @Test(
    "Whichever operation fails, existing stickers are kept, and the next attempt succeeds",
    arguments: MemoryFiles.Fault.allCases)
  func faults(_ fault: MemoryFiles.Fault) async throws {
    for step in 1... {
      let files = MemoryFiles()
      let store = UserStickerStore(files: files, sha256: sha256)
      try await store.add(sun)
      let before = files.steps
      files.fail(at: step, fault)
      try? await store.add(moon)
      let isOver = files.steps - before < step
      files.recover()
      let available = await store.availableStickers()
      let ids = available.stickers.map(\.sticker.id)
      #expect(available.problems == [], "step \(step)")
      #expect([[sha256(sun.png)], [sha256(moon.png), sha256(sun.png)]].contains(ids), "step \(step)")
      try await store.add(moon)
      #expect(
        await store.availableStickers().stickers.map(\.sticker.id) == [sha256(moon.png), sha256(sun.png)])
      #expect(files.contents.count == 3)
      if isOver { break }
    }
  }
}
