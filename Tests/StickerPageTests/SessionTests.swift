import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPage
@testable import Stickers
@testable import stickerlint

@Suite("the session of a page, kept for the next run") struct SessionTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  private var store: SessionStore { SessionStore(PrivateFolder(Path(folder.path))) }

  private func makePage(_ limits: DropLimits = DropLimits()) throws -> DropPageModel {
    try DropPageModel.emptyPage(limits: limits, sessions: PrivateFolder(Path(folder.path)))
  }

  private func makeSavedPage() async throws -> DropPageModel {
    let collection = try makePage()
    try await collection.drop(Fixtures.files("pack").prefix(3).map { ($0.0, $0.1) })
    #expect(await collection.editPackFile([.name("Round Friends")], actionIdentifier: nil) == nil)
    try await collection.waitUntilIdle()
    try await collection.waitUntilSessionSaveEnds()
    return collection
  }

  @Test("dropped files, names and fixes are restored") func again() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try makePage()
    let heavy = try Fixtures.bytes("faulty/too-heavy.png")
    try await first.drop(Fixtures.files("pack").prefix(2).map { ($0.0, $0.1) } + [("pack/heavy.png", heavy)])
    #expect(await first.editPackFile([.name("Round Friends")], actionIdentifier: nil) == nil)
    #expect(await first.fix(3, rules: ["file-size"], allowsLossyFixes: true) == nil)
    try await first.waitUntilIdle()
    let fixed = try #require(await first.file(3)?.fixedFile?.bytes)
    try await first.waitUntilSessionSaveEnds()
    let second = try makePage()
    let offered = try #require(await second.sessionState.offeredSession)
    #expect(offered.session.packName == "Round Friends" && offered.session.stickerCount == 3)
    #expect(await second.continueSession() == nil)
    try await second.waitUntilIdle()
    let number = try #require(await second.number(of: Path("pack/heavy.png")))
    #expect(await second.file(number)?.fixedFile?.bytes == fixed)
    #expect(await second.existingOrNewPackFileBytes == first.existingOrNewPackFileBytes)
  }

  @Test("after the pack was downloaded, the next run does not list it as unsaved work")
  func downloaded() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try await makeSavedPage()
    let unsaved = try #require(store.latestContinuableSession(in: ""))
    #expect(unsaved.session.needsSaveOrDownload)
    _ = try await first.buildPackForDownload(named: nil).get()
    try await first.waitUntilSessionSaveEnds()
    let downloaded = try #require(store.latestContinuableSession(in: ""))
    #expect(!downloaded.session.needsSaveOrDownload)
  }

  @Test("only the owner can read the files of a session") func modes() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await makeSavedPage()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.isEmpty)
    for name in names {
      let values = try FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent(name).path)
      #expect(values[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test("a session file with any byte changed, missing or added is rejected") func corrupt() throws {
    let session = SavedSession(
      servedFolderPath: "", packName: "A", stickerCount: 1, pageWrittenPath: "stickerpack.yml",
      hasUnsavedWork: true,
      files: [
        SavedSession.File(
          path: "a.png", digest: String(repeating: "0", count: 64), byteCount: 3,
          requestedFixRules: ["file-size"],
          whiteOutlineWidth: 5)
      ])
    let bytes = session.encoded
    #expect(try SavedSession(decoding: bytes, DropLimits()) == session)
    for at in bytes.indices {
      var changed = bytes
      changed[at] ^= 0x55
      #expect(throws: (any Error).self) { try SavedSession(decoding: changed, DropLimits()) }
      #expect(throws: (any Error).self) { try SavedSession(decoding: Array(bytes.prefix(at)), DropLimits()) }
    }
    #expect(throws: (any Error).self) { try SavedSession(decoding: bytes + [0], DropLimits()) }
  }

  @Test(
    "a session that no page could have written is rejected, even if its checksum is correct",
    arguments: [
      FaultySession(path: "../a.png"), FaultySession(path: "/a.png"), FaultySession(path: ""),
      FaultySession(path: "a\u{0}.png"),
      FaultySession(digest: "../../../etc/passwd"), FaultySession(digest: String(repeating: "A", count: 64)),
      FaultySession(digest: ""), FaultySession(byteCount: -1), FaultySession(byteCount: 1 << 40),
      FaultySession(rules: ["no-such-rule"]),
      FaultySession(outline: 0), FaultySession(outline: 9), FaultySession(count: 1001),
      FaultySession(page: "../stickerpack.yml"),
      FaultySession(isTwice: true),
    ])
  func foreign(_ file: FaultySession) {
    #expect(throws: (any Error).self) { try SavedSession(decoding: file.session.encoded, DropLimits()) }
  }

  /// A session with one fault.
  struct FaultySession: Sendable {
    var path = "a.png"
    var digest = String(repeating: "0", count: 64)
    var byteCount = 3
    var rules = ["file-size"]
    var outline: Int?
    var count = 1
    var page = "stickerpack.yml"
    var isTwice = false

    var session: SavedSession {
      let file = SavedSession.File(
        path: path, digest: digest, byteCount: byteCount, requestedFixRules: rules, whiteOutlineWidth: outline
      )
      return SavedSession(
        servedFolderPath: "", packName: "A", stickerCount: count, pageWrittenPath: page,
        hasUnsavedWork: false,
        files: isTwice ? [file, file] : [file])
    }
  }

  @Test("art that was changed on disk is named and not restored") func changedArt() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await makeSavedPage()
    let art = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".art") }
    for name in art { try Data([1, 2, 3]).write(to: folder.appendingPathComponent(name)) }
    let second = try makePage()
    #expect(await second.continueSession()?.contains("could not be restored") == true)
    #expect(await second.fileCountAndBytesInMemory.files == 0)
  }

  @Test(
    "a session file that is a link is ignored, and a folder that cannot be written does not affect the page")
  func links() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await makeSavedPage()
    let session = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".session") })
    let place = folder.appendingPathComponent(session)
    let other = folder.appendingPathComponent("elsewhere")
    try FileManager.default.moveItem(at: place, to: other)
    try FileManager.default.createSymbolicLink(at: place, withDestinationURL: other)
    #expect(store.latestContinuableSession(in: "") == nil)
    // There is a file where the folder should be.
    let blocked = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data().write(to: blocked)
    defer { try? FileManager.default.removeItem(at: blocked) }
    let page = try DropPageModel.emptyPage(sessions: PrivateFolder(Path(blocked.path)))
    try await page.drop(Fixtures.files("pack").prefix(1).map { ($0.0, $0.1) })
    try await page.waitUntilSessionSaveEnds()
    #expect(await page.fileCountAndBytesInMemory.files == 1)
  }

  @Test("discarding a session keeps the art that a running save needs") func discardWhileSaving() async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await makeSavedPage()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let second = try makePage()
    // As if the running save had just written the art, which is the same as in the first session.
    await second.setWrittenFileHashes(names.filter { $0.hasSuffix(".art") }.map { String($0.dropLast(4)) })
    for (path, bytes) in try Fixtures.files("pack").prefix(3) {
      _ = await second.addOrReplaceFile(path, bytes)
    }
    await second.discardOfferedSession()
    try await second.waitUntilIdle()
    try await second.waitUntilSessionSaveEnds()
    let sessions = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".session") }
    #expect(sessions == [await second.sessions?.currentSessionFileName])
    #expect(try await makePage().continueSession() == nil)
  }

  @Test("two pages keep separate sessions") func two() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (one, other) = (try await makeSavedPage(), try await makeSavedPage())
    #expect(await one.sessions?.currentSessionFileName != other.sessions?.currentSessionFileName)
    let sessions = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".session") }
    #expect(sessions.count == 2)
    // Discarding one session keeps the art that the other one needs.
    let third = try makePage()
    await third.discardOfferedSession()
    let fourth = try makePage()
    #expect(await fourth.continueSession() == nil)
  }
}

extension DropPageModel {
  fileprivate func setWrittenFileHashes(_ hashes: [String]) { sessionState.writtenFileHashes = Set(hashes) }
}

@Suite("undo on the page") struct HistoryTests {
  @Test("each action can be undone and redone, and files that arrived in between stay") func everything()
    async throws
  {
    let collection = try DropPageModel.emptyPage()
    let art = try Fixtures.files("pack")
    try await collection.drop(art.prefix(3).map { ($0.0, $0.1) })
    let first = await collection.existingOrNewPackFileBytes
    #expect(await collection.editPackFile([.name("One")], actionIdentifier: "a") == nil)
    let named = await collection.existingOrNewPackFileBytes
    #expect(await collection.removeFromPackAndPage(2, actionIdentifier: "b"))
    try await collection.drop([(art[3].0, art[3].1)])
    #expect(await collection.fileCountAndBytesInMemory.files == 4, "three images and the pack file")
    let refusal = CommandError("Something else was changed in the meantime.")
    #expect(await collection.undoOrRedo(ifLastIs: "other") == .failure(refusal))
    #expect(await collection.undoOrRedo() == .success("Remove from page"))
    try await collection.waitUntilIdle()
    #expect(await collection.file(2)?.bytes == art[1].1)
    #expect(await collection.fileCountAndBytesInMemory.files == 5)
    #expect(await collection.undoOrRedo() == .success("Rename pack"))
    try await collection.waitUntilIdle()
    #expect(await collection.text(ofFile: "stickerpack.yml")?.contains("One") != true)
    #expect(await collection.undoOrRedo() == .failure(CommandError("There is nothing to undo.")))
    #expect(await collection.undoOrRedo(isRedo: true) == .success("Rename pack"))
    #expect(await collection.existingOrNewPackFileBytes == named)
    #expect(first != named && named != nil)
    await collection.clear(actionIdentifier: "c")
    #expect(await collection.fileCountAndBytesInMemory.files == 0)
    #expect(await collection.undoOrRedo() == .success("Start over"))
    try await collection.waitUntilIdle()
    #expect(await collection.fileCountAndBytesInMemory.files == 5)
  }

  @Test("all requests of one action are undone in one step") func together() async throws {
    let collection = try DropPageModel.emptyPage()
    try await collection.drop(Fixtures.files("pack").prefix(3).map { ($0.0, $0.1) })
    for number in 1...3 { #expect(await collection.removeFromPackAndPage(number, actionIdentifier: "all")) }
    #expect(await collection.undoOrRedo() == .success("Remove from page"))
    try await collection.waitUntilIdle()
    #expect(await collection.shownStickersOldestFirst.count == 3)
  }

  @Test("the memory of the steps is limited, and the oldest step is forgotten first") func limit()
    async throws
  {
    let art = try Fixtures.files("pack").prefix(4)
    let most = art.map(\.1.count).max() ?? 0
    let collection = try DropPageModel.emptyPage(limits: DropLimits(maxTotalBytes: 4 * most + 10_000))
    try await collection.drop(art.map { ($0.0, $0.1) })
    for round in 0..<8 {
      #expect(
        await collection.removeFromPackAndPage(round % 4 + 1, actionIdentifier: "\(round)") || round > 3)
    }
    #expect(await collection.history.undoSteps.count <= 5)
  }
}
