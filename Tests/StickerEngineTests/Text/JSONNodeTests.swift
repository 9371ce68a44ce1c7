import Testing

@testable import StickerEngine

@Suite struct JSONNodeTests {
  private func document(_ text: String) throws -> JSONDocument {
    try JSONDocument(parsing: Array(text.utf8), maxBytes: 1 << 20)
  }

  @Test("every key and value has its line and column, in bytes")
  func places() throws {
    let json = try document(
      """
      {
        "é" : [ 1,
          {"b":null} ], "a" : "x"
      }
      """)
    let members = json.root.members
    #expect(members.map(\.key) == ["é", "a"])
    #expect(json.location(of: json.root.offset) == StickerEngine.SourceLocation(line: 1, column: 1))
    #expect(json.location(of: members[0].keyOffset) == StickerEngine.SourceLocation(line: 2, column: 3))
    // é takes two bytes.
    #expect(json.location(of: members[0].value.offset) == StickerEngine.SourceLocation(line: 2, column: 10))
    let elements = try #require(members[0].value.elements)
    #expect(
      elements.map { json.location(of: $0.offset) } == [
        .init(line: 2, column: 12), .init(line: 3, column: 5),
      ])
    #expect(
      json.location(of: try #require(elements[1]["b"]).offset)
        == StickerEngine.SourceLocation(line: 3, column: 10))
    #expect(json.location(of: members[1].value.offset) == StickerEngine.SourceLocation(line: 3, column: 25))
  }

  @Test("JSONDocument keeps a duplicate key, and JSON rejects it")
  func twice() throws {
    let text = "{\"a\": 1,\n \"b\": {\"c\": 1, \"c\": 2},\n \"a\": 3}"
    let json = try document(text)
    #expect(json.root.members.map(\.key) == ["a", "b", "a"])
    #expect(json.root["b"]?.members.map { json.location(of: $0.keyOffset).column } == [8, 16])
    #expect(throws: Diagnostic.self) { try JSON(parsing: Array(text.utf8), maxBytes: 100) }
    do { _ = try JSON(parsing: Array(text.utf8), maxBytes: 100) } catch {
      // Of the two errors, the first in the document is reported, although it is in the inner object.
      #expect(error.description == "line 2, column 16: duplicate key")
    }
  }

  @Test("a byte order mark is skipped and reported, and locations count its bytes")
  func mark() throws {
    let json = try document("\u{FEFF}{\"a\": 1}")
    #expect(json.startsWithByteOrderMark)
    #expect(json.location(of: json.root.offset) == StickerEngine.SourceLocation(line: 1, column: 4))
    #expect(try document("{}").startsWithByteOrderMark == false)
  }

  @Test("another encoding is reported by name", arguments: [[0xFF, 0xFE, 0x7B, 0], [0xFE, 0xFF, 0, 0x7B]])
  func otherEncoding(_ bytes: [UInt8]) {
    let fault = #expect(throws: Diagnostic.self) { try JSONDocument(parsing: bytes, maxBytes: 100) }
    #expect(fault?.description == "line 1, column 1: the text is UTF-16. Save it as UTF-8")
  }

  @Test("ten thousand nested lists are an error at the first that is too deep")
  func deep() {
    let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 10_000)
    let fault = #expect(throws: Diagnostic.self) { try JSONDocument(parsing: bytes, maxBytes: 1 << 20) }
    #expect(fault?.location?.column == JSON.maxDepth + 2)
  }

  @Test("a hundred thousand locations are found on their lines")
  func many() throws {
    let lines = (0..<100_000).map { "\($0)" }.joined(separator: ",\n")
    let json = try document("[\n" + lines + "]")
    let elements = try #require(json.root.elements)
    for (index, element) in elements.enumerated() {
      #expect(json.location(of: element.offset) == StickerEngine.SourceLocation(line: index + 2, column: 1))
    }
  }

  @Test(
    "strings are the same with and without locations",
    arguments: [#""a\nb""#, #""\u00e9\ud83d\ude00""#, #""é""#])
  func texts(_ text: String) throws {
    let plain = try JSON(parsing: Array(text.utf8), maxBytes: 100)
    #expect(try document(text).root.text.map(JSON.string) == plain)
  }
}
