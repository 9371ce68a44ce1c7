import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPage
@testable import stickerlint

@Suite("dropped messages") struct DroppedMessageTests {
  private let text = "base-url: https://example.com/v\nimage: vote.png\naccessibility-label: A <vote>\n"

  private func voteImage() throws -> [UInt8] { try Bitmap(PixelSize(900, 900), color: 0xE4572E).encodedPNG() }

  @Test("a message is shown with its image, in whatever order they arrive")
  func order() async throws {
    let files = [("a/message.yml", Array(text.utf8)), ("a/vote.png", try voteImage())]
    let ghost = ("a/ghost.png", try Fixtures.bytes("pack/ghost.png"))
    for order in [files + [ghost], files.reversed() + [ghost], [ghost] + files.reversed()] {
      let collection = try DropPageModel.emptyPage()
      try await collection.drop(order)
      #expect(await collection.shownStickersOldestFirst.map(\.path) == [Path("a/ghost.png")])
      let markup = await collection.interactiveMessagesMarkup
      #expect(markup.contains("data-verdict=\"fine\"") && markup.contains("A &lt;vote&gt;"))
      #expect(markup.contains("src=\"art/"))
    }
  }

  @Test("without a message file the image is a sticker, and a corrected file updates the page")
  func changes() async throws {
    let collection = try DropPageModel.emptyPage()
    try await collection.drop([
      ("message.yml", Array("captoin: x\nimage: vote.png\nbase-url: x".utf8)), ("vote.png", try voteImage()),
    ])
    #expect(await collection.interactiveMessagesMarkup.isEmpty)
    #expect(await collection.notices.contains { $0.hasPrefix("message.yml:1:1: unknown key") })
    try await collection.drop([("message.yml", Array(text.utf8))])
    #expect(await collection.shownStickersOldestFirst.isEmpty)
    #expect(await collection.interactiveMessagesMarkup.contains("data-verdict=\"fine\""))
    try await collection.drop([("message.yml", Array("image: vote.png\ncaption: a\nsubcaption: b".utf8))])
    #expect(await collection.interactiveMessagesMarkup.contains("message-fallback"))
    await collection.removeDeletedFileUnlessUnsaved(at: Path("message.yml"))
    try await collection.waitUntilIdle()
    #expect(await collection.interactiveMessagesMarkup.isEmpty)
    #expect(await collection.rulesBySticker.first?.contains("pixel-dimensions") == true)
    await collection.clear()
    #expect(await collection.shownStickersOldestFirst.isEmpty)
  }
}
