import Testing

@testable import StickerEngine
@testable import Stickers

@Suite struct PackRequestRecordTests {
  private func read(_ text: String) throws -> StreamPackRequest {
    try StreamPackRequest(parsing: Array(text.utf8), maxBytes: 10_000)
  }

  @Test("a record that is a path is used unchanged, even if it is not UTF-8")
  func paths() throws {
    for text in ["art/cats", " cats ", "a\\n\"", "./{cats}"] {
      #expect(try read(text) == StreamPackRequest(source: Path(text)))
    }
    #expect(try StreamPackRequest(parsing: [0xFF], maxBytes: 10).artSource == .source(Path(bytes: [0xFF])))
  }

  @Test("an object has a source or files, and optionally an id, a name and an output")
  func objects() throws {
    let source = try read("{\"source\": \"cats\", \"id\": 7, \"name\": \"Cats\", \"output\": \"a b/ü\"}")
    #expect(source.artSource == .source(Path("cats")))
    #expect(source.id == .integer(7))
    #expect(source.name == "Cats")
    #expect(source.outputSubfolder == Path("a b/ü"))
    #expect(try read("{\"sourceBytes\": \"/w==\"}").artSource == .source(Path(bytes: [0xFF])))
    let second = "{\"pathBytes\": \"/w==\", \"bytes\": \"\"}"
    let files = try read("{\"files\": [{\"path\": \"a/b.png\", \"bytes\": \"Zm9v\"}, \(second)]}")
    #expect(files.artSource == .files([Path("a/b.png"): Array("foo".utf8), Path(bytes: [0xFF]): []]))
    #expect(files.outputSubfolder == nil)
  }

  @Test(
    "an output that is not a safe relative path is rejected",
    arguments: [
      "", "/", "/tmp/x", "..", "../x", "a/../../x", "a/..", ".", "./x", "a//b", "a/", ".git",
      "a/.stickerlint",
      "a\\u0000b", "a\\nb", "\\u001b[2J",
    ])
  func outputs(_ output: String) {
    #expect {
      try read("{\"source\": \"cats\", \"id\": \"x\", \"output\": \"\(output)\"}")
    } throws: { error in
      let fault = error as? Diagnostic
      return fault?.message.hasPrefix("output must be a relative path") == true
        && fault?.stickerOrRecordID == .string("x")
        && fault?.file == Path("cats")
    }
  }

  @Test(
    "invalid files in memory are rejected with a reason",
    arguments: [
      ("", "a pack must have 1 to 10,000 files, not 0"), ("7", "a file must be a JSON object, not a number"),
      ("{\"path\": \"a\"}", "a file needs a path and bytes"),
      ("{\"bytes\": \"\"}", "a file needs a path and bytes"),
      ("{\"path\": \"a\", \"bytes\": \"=\"}", "bytes is not valid Base64"),
      ("{\"path\": \"\", \"bytes\": \"\"}", "a path must not be empty"),
      ("{\"path\": \"/a\", \"bytes\": \"\"}", "/a must be a relative path"),
      ("{\"path\": \"../a\", \"bytes\": \"\"}", "../a must be a relative path"),
      ("{\"path\": \"a/./b\", \"bytes\": \"\"}", "a/./b must be a relative path"),
      ("{\"path\": \"a//b\", \"bytes\": \"\"}", "a//b must be a relative path"),
      ("{\"path\": \"a/\", \"bytes\": \"\"}", "a/ must be a relative path"),
      ("{\"path\": \"a\", \"bytes\": \"\", \"role\": \"icon\"}", "unknown key role"),
      ("{\"path\": \"a\", \"bytes\": \"\"}, {\"path\": \"a\", \"bytes\": \"\"}", "a occurs twice"),
      (
        "{\"path\": \"a\", \"bytes\": \"\"}, {\"path\": \"a/b/c\", \"bytes\": \"\"}",
        "a is both a file and a folder"
      ),
    ])
  func files(_ files: String, _ reason: String) {
    #expect {
      try read("{\"id\": 3, \"files\": [\(files)]}")
    } throws: { error in
      let fault = error as? Diagnostic
      return fault?.message.hasPrefix(reason) == true && fault?.stickerOrRecordID == .integer(3)
    }
  }

  @Test(
    "the error for an invalid record gives the reason",
    arguments: [
      ("", "the record is empty"), ("{}", "the record needs a source or files"),
      (
        "{\"source\": \"a\", \"files\": [{\"path\": \"a\", \"bytes\": \"\"}]}",
        "the record has both source and files"
      ),
      ("{\"files\": 7}", "files must be a list, not a number"),
      ("{\"source\": \"a\", \"name\": \"\"}", "name must not be empty"),
      ("{\"source\": \"a\", \"path\": \"a\"}", "unknown key path"),
      ("{\"source\": \"a\", \"output\": 7}", "output must be a string"),
      ("{\"source\": \"", "invalid JSON at column"),
    ])
  func faults(_ text: String, _ reason: String) {
    #expect {
      try read(text)
    } throws: {
      ($0 as? Diagnostic)?.message.hasPrefix(reason) == true
    }
  }

  @Test("paths that are too long or too deep are rejected")
  func long() {
    let (deep, long) = (String(repeating: "a/", count: 16) + "a", String(repeating: "a", count: 1025))
    let most = "the path of a file is too long (limit: 1024 bytes and 16 parts)"
    for path in [deep, long] {
      #expect {
        try read("{\"files\": [{\"path\": \"\(path)\", \"bytes\": \"\"}]}")
      } throws: {
        ($0 as? Diagnostic)?.message.hasPrefix(most) == true
      }
    }
    #expect {
      try StreamPackRequest(parsing: [UInt8](repeating: 0x61, count: 65_537), maxBytes: 1 << 20)
    } throws: {
      ($0 as? Diagnostic) == Diagnostic("the path is too long (limit: 65,536 bytes)")
    }
  }

  @Test("a record with more than 200,000 values is rejected")
  func values() {
    let text = "{\"files\": [" + String(repeating: "0,", count: 200_000) + "0]}"
    #expect {
      try StreamPackRequest(parsing: Array(text.utf8), maxBytes: 1 << 20)
    } throws: {
      ($0 as? Diagnostic)?.message.hasSuffix("more than 200000 values") == true
    }
  }
}
