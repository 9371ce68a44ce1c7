import Foundation
import Testing

@testable import StickerEngine

@Suite struct JSONTests {
  private func parse(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8), maxBytes: 1 << 20) }

  @Test("Foundation reads what is written")
  func written() throws {
    let text = "quote \" backslash \\ slash / tab \t nul \u{0} esc \u{1B} é 波 🙈 \u{2028}"
    let bytes = JSON.object(["k \"": .string(text), "n": .integer(.max), "l": .array([.bool(true), .null])])
      .encoded()
    let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(object["k \""] as? String == text)
    #expect(object["n"] as? Int == .max)
    #expect((object["l"] as? [Any])?.count == 2)
  }

  @Test("the style is Xcode's")
  func style() {
    let info = JSON.object(["version": .integer(1), "author": .string("xcode")])
    let text = String(
      decoding: JSON.object(["info": info, "a": .array([.string("/")])]).encoded(), as: UTF8.self)
    #expect(
      text == """
        {
          "a" : [
            "/"
          ],
          "info" : {
            "author" : "xcode",
            "version" : 1
          }
        }

        """)
  }

  @Test("what Foundation writes is read")
  func read() throws {
    let text = "\u{1F648}\u{0}\n\\\"/é"
    let source: [String: Any] = [
      "s": text, "i": [-1, 0, 12], "d": 1.5, "b": false, "e": [String](), "o": ["x": NSNull()],
    ]
    let data = try JSONSerialization.data(withJSONObject: source)
    #expect(
      try JSON(parsing: [UInt8](data), maxBytes: 1000)
        == .object([
          "s": .string(text), "i": .array([.integer(-1), .integer(0), .integer(12)]), "d": .number(1.5),
          "b": .bool(false), "e": .array([]), "o": .object(["x": .null]),
        ]))
    #expect(try parse(#""\ud83d\ude48\u00e9""#) == .string("🙈é"))
    #expect(try parse("\u{FEFF}[]") == .array([]))
  }

  @Test(
    "invalid JSON is an error with its location",
    arguments: [
      ("", 1, 1), ("{", 1, 2), ("[1,]", 1, 4), ("{\"a\":1,}", 1, 8), ("[01]", 1, 4), ("[1.]", 1, 4),
      ("[-]", 1, 2),
      ("[1e]", 1, 4), ("[1] x", 1, 5), ("[\n  tru\n]", 2, 3), ("\"\\x\"", 1, 4), ("\"\\ud83d\"", 1, 8),
      ("\"\\u12g4\"", 1, 4), ("\"a\nb\"", 1, 3), ("{\"a\":1,\n \"a\":2}", 2, 2), ("{a:1}", 1, 2),
      ("[1 2]", 1, 4),
      ("{\"a\" 1}", 1, 6), ("[1e999]", 1, 7), ("\"abc", 1, 5), ("nan", 1, 1), ("'a'", 1, 1),
      ("// c\n[]", 1, 1),
    ])
  func fault(_ text: String, _ line: Int, _ column: Int) {
    let fault = #expect(throws: Diagnostic.self) { try parse(text) }
    #expect(fault?.line == line)
    #expect(fault?.location?.column == column)
  }

  @Test("invalid UTF-8 is an error")
  func notUTF8() {
    #expect(throws: Diagnostic.self) { try JSON(parsing: [0x22, 0xFF, 0x22], maxBytes: 10) }
    #expect(throws: Diagnostic.self) { try JSON(parsing: [0x22, 0xED, 0xA0, 0x80, 0x22], maxBytes: 10) }
  }

  @Test("ten million open lists and ten megabytes are errors, not crashes")
  func hostile() {
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 10_000_000)
    #expect(throws: Diagnostic.self) { try JSON(parsing: deep, maxBytes: 20_000_000) }
    let fault = #expect(throws: Diagnostic.self) { try JSON(parsing: deep, maxBytes: 1 << 20) }
    #expect(fault?.message == "too large: 10,000,000 bytes (limit: 1,048,576 bytes)")
    #expect(throws: Never.self) {
      try JSON(
        parsing: Array((String(repeating: "[", count: 60) + String(repeating: "]", count: 60)).utf8),
        maxBytes: 200)
    }
  }

  @Test("a document truncated anywhere is an error")
  func cut() throws {
    let whole = Array(
      #"{"info":{"author":"x\u00e9\n","version":1.5e3},"stickers":[{"filename":"a"},null,true]}"#.utf8)
    #expect(throws: Never.self) { try JSON(parsing: whole, maxBytes: 1000) }
    for end in whole.indices {
      #expect(throws: Diagnostic.self) { try JSON(parsing: Array(whole[..<end]), maxBytes: 1000) }
    }
  }
}
