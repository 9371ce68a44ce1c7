import Testing

@testable import StickerEngine
@testable import Stickers

@Suite struct FileRequestRecordTests {
  private func read(_ text: String) throws -> StreamFileRequest {
    try StreamFileRequest(parsing: Array(text.utf8), maxBytes: 1000)
  }

  @Test("a record that is a path is used unchanged, including spaces, backslashes and quotes")
  func paths() throws {
    for text in ["a.png", " a.png ", "a\\n\".png", "./{a}.png", "[1]", "\"a\""] {
      #expect(try read(text) == StreamFileRequest(path: Path(text)))
    }
    let bytes: [UInt8] = [0xFF, 0x2E]
    #expect(try StreamFileRequest(parsing: bytes, maxBytes: 10).pathOrNameOfBytes == Path(bytes: bytes))
  }

  @Test("an object has a path or bytes, and optionally an id and a role")
  func objects() throws {
    let record = try read("{\"path\": \"a.png\", \"bytes\": \"Zm9v\", \"id\": \"7\", \"role\": \"icon\"}")
    #expect(record.pathOrNameOfBytes == Path("a.png"))
    #expect(record.bytes == Array("foo".utf8))
    #expect(record.id == .string("7"))
    #expect(record.role == .icon)
    #expect(try read(" {\"pathBytes\": \"/w==\"}").pathOrNameOfBytes == Path(bytes: [0xFF]))
    #expect(try read("{\"bytes\": \"\"}").bytes == [])
    #expect(try read("{\"path\": \"a\", \"id\": null, \"bytes\": null}").id == nil)
    #expect(try read("{\"path\": \"a\", \"id\": -9223372036854775808}").id == .integer(.min))
  }

  @Test(
    "the error for an invalid record gives the reason",
    arguments: [
      ("", "the record is empty"), ("  ", "the record is empty"), ("a\0b", "the path contains a zero byte"),
      ("{", "invalid JSON at column 2"), ("{} {}", "invalid JSON at column 4"),
      ("{}", "the record needs a path or bytes"),
      ("{\"path\": 1}", "path must be a string, not a number"),
      ("{\"path\": \"\"}", "a path must not be empty"),
      ("{\"path\": \"a\\u0000\"}", "a path must not be empty"),
      ("{\"path\": \"a\", \"pathBytes\": \"YQ==\"}", "the record has both path and pathBytes. Remove one."),
      ("{\"bytes\": \"a\"}", "bytes is not valid Base64"),
      ("{\"path\": \"a\", \"role\": \"king\"}", "role must be sticker, frame, icon or message-image"),
      ("{\"pth\": \"a\"}", "unknown key pth"),
      ("{\"path\": \"a\", \"id\": {}}", "id must be a 64-bit integer"),
      ("{\"path\": \"a\", \"id\": 12345678901234567890}", "id must be a 64-bit integer"),
      ("{\"path\": \"a\", \"id\": 1.5}", "id must be a 64-bit integer"),
      ("{\"path\": \"a\", \"path\": \"b\"}", "invalid JSON at column 15: duplicate key"),
    ])
  func faults(_ text: String, _ reason: String) {
    #expect {
      try read(text)
    } throws: {
      ($0 as? Diagnostic)?.message.hasPrefix(reason) == true
    }
  }

  @Test("the error for an invalid object has its id and path")
  func faultsOfObjects() {
    #expect {
      try read("{\"path\": \"a\", \"id\": 9, \"role\": \"king\"}")
    } throws: {
      let fault = $0 as? Diagnostic
      return fault?.stickerOrRecordID == .integer(9) && fault?.file == Path("a")
    }
  }
}
