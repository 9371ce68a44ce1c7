import Foundation
import Testing

@testable import TemplateLogic

private func failure(_ text: String) -> StickerServerError? {
  do throws(StickerServerError) {
    _ = try StickerServer(text)
    return nil
  } catch { return error }
}

@Suite struct StickerServerTests {
  @Test(
    "Files are next to the index, whether or not the address ends in a slash",
    arguments: [
      "https://example.com/stickers", "https://example.com/stickers/",
    ])
  func addresses(_ text: String) throws {
    let server = try StickerServer(text)
    #expect(server.indexURL.absoluteString == "https://example.com/stickers/index.json")
    #expect(server.fileURL(of: sample("wave")).absoluteString == "https://example.com/stickers/wave.png")
  }

  @Test("The host, the port and capital letters are kept unchanged")
  func hosts() throws {
    #expect(
      try StickerServer("https://example.com").indexURL.absoluteString == "https://example.com/index.json")
    #expect(
      try StickerServer("HTTPS://example.com:8443/a%20b").indexURL.absoluteString
        .hasSuffix("example.com:8443/a%20b/index.json"))
  }

  @Test("A file name is a single component of the path")
  func names() throws {
    let server = try StickerServer("https://example.com/s")
    #expect(
      server.fileURL(of: sample("a?b#c%2F d")).absoluteString
        == "https://example.com/s/a%3Fb%23c%252F%20d.png")
  }

  @Test(
    "An address that is not the https URL of a folder is rejected",
    arguments: [
      ("http://example.com/", StickerServerError.notSecure), ("ftp://example.com/", .notSecure),
      ("file:///stickers", .notSecure), ("example.com/stickers", .notSecure), ("", .notSecure),
      ("https:///stickers", .noHost), ("https:stickers", .noHost),
      ("https://me@example.com/", .credentials), ("https://me:secret@example.com/", .credentials),
      ("https://example.com/?a=b", .queryOrFragment), ("https://example.com/?", .queryOrFragment),
      ("https://example.com/#a", .queryOrFragment), ("https://exa mple.com:x/", .notAnAddress),
    ])
  func refused(_ text: String, _ error: StickerServerError) {
    #expect(failure(text) == error)
  }
}
