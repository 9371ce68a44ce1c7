import ArgumentParser
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerPage
@testable import Stickers
@testable import stickerlint

@Suite("a page that watches a folder", .timeLimit(.minutes(2))) struct WatchedFolderPageTests {
  private struct WatchedFolderPage {
    let folder: URL
    let collection: DropPageModel
    var followed: FolderWatcher

    init(_ limits: DropLimits = DropLimits()) throws {
      let name = URL(fileURLWithPath: "/tmp").appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(
        at: name.appendingPathComponent("sub"), withIntermediateDirectories: true)
      folder = name.resolvingSymlinksInPath()
      let root = Path(folder.path)
      let search = try LintConfiguration().configurationSearchWithoutDocument(
        .forInMemoryFiles(in: root, alsoExistOnDisk: true), runsAllRules: true)
      collection = DropPageModel(search, in: root, jobs: 2, limits: limits)
      followed = FolderWatcher(root, maxFileBytes: 1 << 20)
    }

    func write(_ bytes: [UInt8], _ name: String) throws {
      try Data(bytes).write(to: folder.appendingPathComponent(name))
    }

    func write(_ text: String, _ name: String) throws { try write(Array(text.utf8), name) }

    func delete(_ name: String) throws {
      try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }

    mutating func look() async throws {
      for _ in 1...2 { await followed.scan(into: collection) }
      try await collection.waitUntilIdle()
    }

    var names: [String] {
      get async { await collection.shownStickersOldestFirst.map(\.path.displayText).sorted() }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
  }

  @Test("changes on the page survive changes in the folder, and a notice says so") func changedInBoth()
    async throws
  {
    var page = try WatchedFolderPage()
    defer { page.remove() }
    try page.write(Fixtures.bytes("pack/donut.png"), "a.png")
    try page.write("name: Old\nstickers:\n  - file: a.png\n", "stickerpack.yml")
    try await page.look()
    #expect(await page.collection.editPackFile([.name("Mine")]) == nil)
    let mine = "name: Mine\nstickers:\n  - file: a.png\n"
    try page.write("name: Theirs, and longer\nstickers:\n  - file: a.png\n", "stickerpack.yml")
    try await page.look()
    #expect(await page.collection.text(ofFile: "stickerpack.yml") == mine)
    let notices = await page.collection.notices
    #expect(notices.contains { $0.contains("Your changes on the page are kept") })
    try page.delete("stickerpack.yml")
    try await page.look()
    #expect(await page.collection.text(ofFile: "stickerpack.yml") == mine)
    try page.write("name: Theirs\nstickers:\n  - file: a.png\n", "stickerpack.yml")
    await page.collection.clear()
    page.followed.forgetAllFiles()
    try await page.look()
    #expect(await page.collection.text(ofFile: "stickerpack.yml")?.hasPrefix("name: Theirs") == true)
  }

  @Test("a changed configuration applies from then on") func configured() async throws {
    var page = try WatchedFolderPage()
    defer { page.remove() }
    try page.write(Fixtures.bytes("faulty/too-small.png"), "sub/a.png")
    try await page.look()
    #expect(await page.collection.rulesBySticker == ["sub/a.png: pixel-dimensions"])
    for place in [".stickerlint.yml", "sub/.stickerlint.yml"] {
      try page.write("rules:\n  pixel-dimensions: off\n", place)
      try await page.look()
      #expect(await page.collection.rulesBySticker == ["sub/a.png: "], "\(place)")
      try page.delete(place)
      try await page.look()
      #expect(await page.collection.rulesBySticker == ["sub/a.png: pixel-dimensions"])
    }
  }

  @Test("an invalid configuration is reported and ignored, and does not stop the page") func faulty()
    async throws
  {
    var page = try WatchedFolderPage()
    defer { page.remove() }
    let art = try Fixtures.bytes("faulty/too-small.png")
    try page.write(art, "a.png")
    try page.write(art, "sub/b.png")
    try await page.look()
    try page.write("nonsense: [", "sub/.stickerlint.yml")
    try await page.look()
    try page.write(art, "c.png")
    try await page.look()
    #expect(await page.names == ["a.png", "c.png", "sub/b.png"])
    #expect(await page.collection.notices.contains { $0.contains("sub/.stickerlint.yml:") })
    try page.delete("sub/.stickerlint.yml")
    try await page.look()
    #expect(await page.collection.notices == [])
  }

  @Test("a file that does not fit is reported, and accepted when there is room") func room() async throws {
    var page = try WatchedFolderPage(DropLimits(maxFiles: 1))
    defer { page.remove() }
    let art = try Fixtures.bytes("faulty/too-small.png")
    try page.write(art, "a.png")
    try page.write(art, "b.png")
    try await page.look()
    #expect(await page.names == ["a.png"])
    #expect(await page.collection.notices == ["b.png was not added: the page is full (limit: 1 file)"])
    #expect(await page.collection.remove(1))
    try await page.look()
    #expect(await page.names == ["b.png"], "a file that was removed from the page stays removed")
    #expect(await page.collection.notices == [])
    try page.delete("b.png")
    try page.write(Fixtures.bytes("faulty/too-heavy.png"), "a.png")
    try await page.look()
    #expect(await page.names == ["a.png"], "a removed file is added again when it changes")
  }

  @Test("starting over reads the folder again") func startOver() async throws {
    let page = try WatchedFolderPage()
    defer { page.remove() }
    try page.write(Fixtures.bytes("faulty/too-small.png"), "a.png")
    let following = Task {
      await watchFolder(Path(page.folder.path), into: page.collection, maxFileBytes: 1 << 20)
    }
    defer { following.cancel() }
    while await page.names != ["a.png"] { try await Task.sleep(for: .milliseconds(20)) }
    #expect(await page.collection.remove(1))
    try await Task.sleep(for: .milliseconds(1200))
    #expect(await page.names == [])
    await page.collection.clear()
    while await page.names != ["a.png"] { try await Task.sleep(for: .milliseconds(20)) }
  }
}
