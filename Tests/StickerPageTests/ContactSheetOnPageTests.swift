import ArgumentParser
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPacker
@testable import StickerPage
@testable import Stickers
@testable import stickerlint

/// Simulates a worker process that crashes when it decodes one file, and an attempt to decode it again.
private struct CrashingDecoder: ForwardingImageService {
  let wrapped = InProcessImageService(wantsFindingLocations: true)
  let crashing: [UInt8]

  func contactSheetThumbnail(
    of bytes: [UInt8], maxLongerSide side: Int, _ configuration: Configuration
  ) async -> WorkerOutcome<ContactSheetThumbnail?> {
    if bytes == crashing { return .failed(.crashed("SIGSEGV")) }
    return await wrapped.contactSheetThumbnail(of: bytes, maxLongerSide: side, configuration)
  }
}

@Suite("contact sheets on the page") struct ContactSheetOnPageTests {
  private func page(_ names: [String], service: (any ImageService)? = nil) async throws -> DropPageModel {
    let page = try DropPageModel.emptyPage(service: service)
    try await page.drop(names.map { ($0, try Fixtures.bytes("pack/\($0)")) })
    return page
  }

  private func sheet(
    _ page: DropPageModel, _ numbers: [Int],
    on backgrounds: [ContactSheetBackground] = ContactSheetBackground.defaults
  ) async throws -> Bitmap {
    let sheets = try await page.contactSheets(of: numbers, on: backgrounds).get()
    try #require(sheets.count == 1)
    return try #require(Image(decoding: sheets[0]).frames.first).bitmap
  }

  /// The rows that the library draws from the files.
  private func expected(_ rows: [(name: String, file: String, mark: ContactSheetVerdictMark)]) throws
    -> Bitmap
  {
    let drawn = try rows.enumerated().map { index, row in
      let bytes = try Fixtures.bytes(row.file)
      let container = try #require(ImageContainer(of: bytes, budget: .standard))
      return ContactSheetRow(
        number: index + 1, ContactSheetThumbnail(of: bytes, container), row.mark, name: row.name)
    }
    return try #require(Image(decoding: contactSheetPNGs(drawn)[0]).frames.first).bitmap
  }

  @Test("a sheet shows the requested stickers in order, with names and numbers from 1")
  func order() async throws {
    let page = try await page(["ghost.png", "rocket.png", "star-blinking.png"])
    let rows = [("star-blinking.png", 3), ("ghost.png", 1)]
    let expected = try expected(rows.map { ($0.0, "pack/\($0.0)", .passes) })
    #expect(try await sheet(page, rows.map(\.1)) == expected)
    #expect(try await sheet(page, [99, 3, 1, -1]) == expected)
  }

  @Test("a sheet shows the fixed version of a sticker, under its new name and with its new verdict")
  func fixed() async throws {
    let page = try DropPageModel.emptyPage()
    try await page.drop([("photo.jpg", Fixtures.bytes("faulty/jpeg-has-no-transparency.jpg"))])
    let before = try await sheet(page, [1])
    #expect(await page.fix(1, allowsLossyFixes: true) == nil)
    try await page.waitUntilIdle()
    let file = try #require(await page.file(1))
    let fixed = try #require(file.fixedFile)
    #expect(fixed.path == Path("photo.png"))
    let container = try #require(ImageContainer(of: fixed.bytes, budget: .standard))
    let sticker = try #require(file.shownSticker)
    let mark: ContactSheetVerdictMark =
      sticker.remainingFindings.contains { $0.failsRun } ? .fails : .passes
    let row = ContactSheetRow(
      number: 1, ContactSheetThumbnail(of: fixed.bytes, container), mark, name: "photo.png")
    let after = try await sheet(page, [1])
    #expect(after == (try #require(Image(decoding: contactSheetPNGs([row])[0]).frames.first).bitmap))
    #expect(after != before)
  }

  @Test("if decoding a sticker crashes, its row is empty and the others are drawn")
  func crash() async throws {
    let service = CrashingDecoder(crashing: try Fixtures.bytes("pack/ghost.png"))
    let page = try await page(["ghost.png", "rocket.png"], service: service)
    let empty = try expected([("rocket.png", "pack/rocket.png", .passes)])
    let sheet = try await sheet(page, [2])
    #expect(sheet == empty)
    let both = try await self.sheet(page, [1, 2])
    let layout = ContactSheetLayout(stickerCount: 2, hasMarks: true, hasNames: true)
    let (left, top) = layout.rowOrigin(of: 0, among: 2)
    let middle = layout.backgroundSide / 2
    #expect(both.color(left + layout.numberAndMarkColumnWidth + middle, top + middle) == [255, 255, 255])
  }

  @Test("a background is one of the names of `preview --sheet-background`, or a color")
  func backgrounds() throws {
    for name in ContactSheetBackground.names + ["#7CB7FF"] {
      let body = Array("{\"stickers\":[2,1],\"background\":\"\(name)\"}".utf8)
      let request = try ContactSheetRequest(parsing: body)
      #expect(request.fileNumbers == [2, 1])
      #expect(request.backgrounds == [SheetBackground(argument: name)?.background])
    }
    let request = try ContactSheetRequest(parsing: Array("{\"stickers\":[1]}".utf8))
    #expect(request.backgrounds == ContactSheetBackground.defaults && request.backgrounds.count == 6)
  }

  @Test(
    "an invalid request is rejected",
    arguments: [
      "", "[]", "{}", "{\"stickers\":1}", "{\"stickers\":[1],\"background\":\"gone\"}",
      "{\"stickers\":[1],\"background\":7}", "{\"stickers\":[1],\"background\":\"#7CB7F\"}",
    ])
  func invalid(_ body: String) {
    #expect(throws: CommandError.self) { try ContactSheetRequest(parsing: Array(body.utf8)) }
  }

  @Test("without stickers, there is no sheet") func nothing() async throws {
    let page = try await page(["ghost.png"])
    for numbers in [[], [99]] {
      guard case .failure = await page.contactSheets(of: numbers, on: ContactSheetBackground.defaults) else {
        return #expect(Bool(false), "\(numbers)")
      }
    }
  }
}

extension Bitmap {
  fileprivate func color(_ x: Int, _ y: Int) -> [UInt8] {
    Array(pixels[(y * width + x) * 4..<(y * width + x) * 4 + 3])
  }
}
