import Foundation
import Synchronization
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPage
@testable import Stickers
@testable import stickerlint

@Suite("fixes on the page") struct PageFixTests {
  @Test("no visible change is made without a request") func lossless() async throws {
    let collection = try DropPageModel.emptyPage()
    try await collection.drop([("a.png", Fixtures.bytes("faulty/too-heavy.png"))])
    let reason = await collection.fix(1, allowsLossyFixes: false)
    #expect(reason?.hasPrefix("a.png was not fixed: lossless encoding takes ") == true)
    #expect(await collection.fix(1, allowsLossyFixes: true) == nil)
    #expect(await collection.revertFixOfShownSticker(1))
    #expect(
      await collection.fix(1, rules: ["file-size"], allowsLossyFixes: false) == nil,
      "the rule was requested explicitly"
    )
  }

  @Test("on request, the file size of every PNG is minimized, and earlier fixes are kept")
  func smallest() async throws {
    let (sound, heavy) = try (Fixtures.files("pack")[0].1, Fixtures.bytes("faulty/too-heavy.png"))
    let collection = try DropPageModel.emptyPage()
    try await collection.drop([("a.png", sound), ("b.png", heavy)])
    #expect(await collection.fix(2, allowsLossyFixes: true) == nil)
    let fixed = try #require(await collection.file(2)?.fixedFile?.bytes)
    #expect(await collection.fix(1, allowsLossyFixes: false, minimizesPNGFileSize: true) == nil)
    #expect(await collection.fix(2, allowsLossyFixes: true, minimizesPNGFileSize: true) == nil)
    let small = try #require(await collection.file(1)?.fixedFile?.bytes)
    #expect(small.count < sound.count)
    #expect(try Image(decoding: small).frames == Image(decoding: sound).frames)
    let lighter = try #require(await collection.file(2)?.fixedFile?.bytes)
    #expect(lighter.count <= fixed.count && lighter.count < 500_000)
    #expect(await collection.revertFixOfShownSticker(1))
    #expect(await collection.fix(1, allowsLossyFixes: false)?.hasSuffix("nothing can be fixed here") == true)
    #expect(await collection.fix(1, allowsLossyFixes: false, minimizesPNGFileSize: true) == nil)
    try await collection.drop([("a.png", small)])
    let reason = await collection.fix(1, allowsLossyFixes: false, minimizesPNGFileSize: true)
    #expect(reason?.hasSuffix("the file size cannot be reduced") == true)
  }

  @Test("a fix that was tried is not computed again when it is applied") func once() async throws {
    let service = CountingService()
    let collection = try DropPageModel.emptyPage(service: service)
    try await collection.drop([("a.png", Fixtures.bytes("faulty/too-heavy.png"))])
    let tried = try #require(try await collection.fixChangeIfComplete(1, rules: ["file-size"]).get())
    #expect(service.count == 1)
    #expect(await collection.fix(1, rules: ["file-size"], allowsLossyFixes: false) == nil)
    #expect(service.count == 1)
    #expect(await collection.file(1)?.fixedFile?.bytes == tried.newBytes)
    #expect(await collection.revertFixOfShownSticker(1))
    #expect(await collection.fix(1, rules: ["file-size"], allowsLossyFixes: false) == nil)
    #expect(service.count == 1)
  }

  @Test("art whose background is removed gets a white outline on request, and undo removes it")
  func outline() async throws {
    let collection = try DropPageModel.emptyPage()
    try await collection.drop([("a.png", Fixtures.bytes("faulty/white-background.png"))])
    let rules: Set = ["opaque-background"]
    #expect(await collection.fix(1, rules: rules, allowsLossyFixes: true) == nil)
    let bare = try #require(await collection.file(1)?.fixedFile?.bytes)
    #expect(await collection.fix(1, rules: rules, allowsLossyFixes: true, whiteOutlineWidth: 6) == nil)
    let change = try #require(await collection.file(1)?.shownSticker?.fixResult?.change)
    #expect(change.steps.map(\.kind).suffix(1) == [.addOutline])
    #expect(change.steps.last?.description.hasPrefix("add a white outline of 6 px") == true)
    #expect(try opaqueCount(change.newBytes) > opaqueCount(bare))
    #expect(await collection.file(1)?.fixOptions?.cutOutWhiteOutlineWidth == 6)
    guard case .success = await collection.undoOrRedo(isRedo: false) else {
      Issue.record("the outline cannot be undone")
      return
    }
    #expect(await collection.file(1)?.fixedFile?.bytes == bare)
  }

  @Test("an outline goes with the removal of the background and does not come back")
  func outlineWithoutRemoval() async throws {
    let collection = try DropPageModel.emptyPage()
    try await collection.drop([("a.png", Fixtures.bytes("faulty/white-background.png"))])
    let rules: Set = ["opaque-background"]
    #expect(await collection.fix(1, rules: rules, allowsLossyFixes: true, whiteOutlineWidth: 6) == nil)
    // The page sends the width again when another fix is undone or added.
    #expect(
      await collection.fix(
        1, rules: [], allowsLossyFixes: true, minimizesPNGFileSize: true, whiteOutlineWidth: 6) == nil)
    #expect(await collection.file(1)?.fixOptions?.cutOutWhiteOutlineWidth == nil)
    #expect(await collection.file(1)?.shownSticker?.requestedWhiteOutlineWidth == nil)
  }

  private func opaqueCount(_ bytes: [UInt8]) throws -> Int {
    let bitmap = try Image(decoding: bytes).frames[0].bitmap
    return stride(from: 3, to: bitmap.pixels.count, by: 4).count { bitmap.pixels[$0] == 255 }
  }

  @Test("a fix is kept when the pack file changes, and is repeated if necessary")
  func anew() async throws {
    let collection = try DropPageModel.emptyPage()
    try await collection.drop([("a.png", Fixtures.bytes("faulty/too-heavy.png"))])
    #expect(await collection.fix(1, rules: ["file-size"], allowsLossyFixes: true) == nil)
    let fixed = try #require(await collection.file(1)?.fixedFile?.bytes)
    for words in [
      "name: A", "name: B\nlanguages: [en]", "name: B\ngrid-size: small", "name: B\ngrid-size: large",
    ] {
      try await collection.drop([("stickerpack.yml", Array("\(words)\nstickers:\n  - file: a.png\n".utf8))])
      #expect(await collection.file(1)?.fixedFile?.bytes == fixed, "\(words)")
      #expect(await collection.shownStickersOldestFirst.first?.requestedFixRules == ["file-size"], "\(words)")
    }
    try await collection.drop([("a.png", Fixtures.bytes("faulty/too-small.png"))])
    #expect(await collection.file(1)?.fixedFile == nil, "a new image at the same path is not fixed")
  }

  @Test("two files whose fixed names are equal are both kept") func names() async throws {
    let art = try Fixtures.bytes("faulty/too-small.png")
    let collection = try DropPageModel.emptyPage()
    try await collection.drop([("a.jpg", art), ("a.gif", art)])
    let fixed = await (collection.fix(1, allowsLossyFixes: false), collection.fix(2, allowsLossyFixes: false))
    #expect(fixed == (nil, nil))
    #expect(await collection.fixedOrOriginalFiles().map(\.path.displayText) == ["a.png", "a-2.png"])
    try await collection.drop([("a.png", art), ("a-2.png", art)])
    let all = await collection.fixedOrOriginalFiles().map(\.path.displayText)
    #expect(all == ["a-2.png", "a-3.png", "a-4.png", "a.png"])
  }

  @Test("fixed files count toward the page's limit, and a fix that would exceed it is rejected") func room()
    async throws
  {
    let art = try Fixtures.bytes("faulty/too-heavy.png")
    let tight = try DropPageModel.emptyPage(limits: DropLimits(maxTotalBytes: art.count + 1000))
    try await tight.drop([("a.png", art)])
    #expect(await tight.fix(1, allowsLossyFixes: true)?.hasPrefix("the page is full") == true)
    #expect(await tight.fileCountAndBytesInMemory.bytes == art.count)
    let wide = try DropPageModel.emptyPage()
    try await wide.drop([("a.png", art)])
    #expect(await wide.fix(1, allowsLossyFixes: true) == nil)
    let fixed = try #require(await wide.file(1)?.fixedFile?.bytes.count)
    #expect(await wide.fileCountAndBytesInMemory.bytes == art.count + fixed)
  }

  @Test("an image gets a new revision only when it changes") func revisions() async throws {
    let (art, other) = try (
      Fixtures.bytes("faulty/too-heavy.png"), Fixtures.bytes("faulty/too-small.png")
    )
    let collection = try DropPageModel.emptyPage()
    try await collection.drop([("a.png", art)])
    let first = await collection.shownStickersOldestFirst[0].imageRevision
    try await collection.drop([("b.png", art)])
    #expect(await collection.shownStickersOldestFirst[0].imageRevision == first)
    #expect(await collection.fix(1, allowsLossyFixes: true) == nil)
    let fixed = await collection.shownStickersOldestFirst[0].imageRevision
    #expect(fixed > first)
    try await collection.drop([("a.png", other)])
    #expect(await collection.shownStickersOldestFirst[0].imageRevision > fixed)
  }

  @Test("only selected rules are shown and fixed") func shown() async throws {
    let files = try Fixtures.files("faulty")
    let collection = try DropPageModel.emptyPage(showing: ["pixel-dimensions"])
    try await collection.drop(files)
    let shown = await collection.shownStickersOldestFirst
    #expect(shown.count == files.count)
    #expect(Set(shown.flatMap(\.findings).map(\.rule)) == ["pixel-dimensions"])
    #expect(await collection.shownPackFindings.isEmpty)
    let heavy = try #require(shown.first { $0.path == Path("faulty/too-heavy.png") }?.number)
    #expect(await collection.fix(heavy, allowsLossyFixes: true) != nil)
  }

  @Test("a pack lists what it contains and what it leaves out") func contents() async throws {
    let collection = try DropPageModel.emptyPage()
    try await collection.drop([
      ("good.png", Fixtures.files("pack")[0].1), ("small.png", Fixtures.bytes("faulty/too-small.png")),
    ])
    let words = try await collection.buildPackForDownload(named: nil).get().packedAndSkippedReport
    #expect(words.hasPrefix("The pack contains 1 sticker. It has no icon"))
    #expect(words.contains(" Left out because they must be fixed:\nsmall.png: "))
  }
}

/// Counts the fixes that are computed.
private final class CountingService: ForwardingImageService {
  let wrapped = InProcessImageService(MemoryGate(capacity: 96 << 20), wantsFindingLocations: true)
  private let fixes = Mutex(0)

  var count: Int { fixes.withLock(\.self) }

  func fix(_ work: FixJob) async -> WorkerOutcome<FixedAsset> {
    fixes.withLock { $0 += 1 }
    return await wrapped.fix(work)
  }
}
