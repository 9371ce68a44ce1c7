import Testing

@testable import StickerEngine
@testable import StickerPacker

@Suite struct PropertyListTests {
  @Test("a value is written as Xcode writes it")
  func written() {
    let value = PropertyList.members([
      .init("isa", "PBXGroup"),
      .init("children", .list([.text("ABC", comment: "a.png"), "b c"])),
      .init("path", ""), .init("empty", .list([])), .init("dot", "folder.stickers"), .init("dash", "a-b"),
      .init("url", "http://a"), .init("lines", "___a"), .init("quote", "a\"\\\n\t\u{1}é"),
    ])
    #expect(
      value.written(indent: "") == """
        {
        \tisa = PBXGroup;
        \tchildren = (
        \t\tABC /* a.png */,
        \t\t"b c",
        \t);
        \tpath = "";
        \tempty = (
        \t);
        \tdot = folder.stickers;
        \tdash = "a-b";
        \turl = "http://a";
        \tlines = "___a";
        \tquote = "a\\"\\\\\\n\\t\\U0001é";
        }
        """)
    #expect(
      PropertyList.members([.init("isa", "A"), .init("b", .list(["c"]))]).written(
        indent: "\t", isOnOneLine: true) == "{isa = A; b = (c, ); }")
  }

  @Test("a comment cannot end early")
  func comments() throws {
    let text = PropertyList.text("A", comment: "a */ = b; /* c").written(indent: "")
    #expect(try PropertyList(parsing: Array(text.utf8)) == "A")
  }

  @Test("what is written is read back", arguments: 0..<300)
  func roundTrip(_ seed: Int) throws {
    var source = Source(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1)
    let value = source.value(depth: 0)
    for isOnOneLine in [false, true] {
      let text = value.written(indent: "", isOnOneLine: isOnOneLine)
      #expect(try PropertyList(parsing: Array(text.utf8)) == value)
    }
  }

  /// Values of hostile texts, from a counter.
  private struct Source {
    var state: UInt64

    mutating func next(_ most: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % most
    }

    mutating func text() -> String {
      let pieces = [
        "a", "Z9", "_", "/", "//", "/*", "*/", "\"", "'", "\\", "\n", "\t", "\r", "\u{0}", "\u{7F}", " ", ";",
        "=",
        "{", "(", ",", ")", "}", "$(HOME)", "é", "e\u{301}", "猿", "😀", "-", ":", "\\U0041", "___",
      ]
      return (0..<next(5)).map { _ in pieces[next(pieces.count)] }.joined()
    }

    mutating func value(depth: Int) -> PropertyList {
      switch next(depth < 4 ? 3 : 1) {
      case 0: return .text(text())
      case 1: return .list((0..<next(4)).map { _ in value(depth: depth + 1) })
      default:
        return .members((0..<next(4)).map { number in .init("\(number)" + text(), value(depth: depth + 1)) })
      }
    }
  }

  @Test("what is no property list is a fault with its line")
  func faults() {
    let cases: [(String, String, Int)] = [
      ("", "it ends too early", 1), ("{\n a = b\n}", "; is missing", 3), ("{ a b; }", "= is missing", 1),
      ("(a b)", ") is missing", 1), ("{ a = ; }", "a value is missing", 1), ("\"a", "a text has no end", 1),
      ("\"a\\", "a text has no end", 1), ("/* a", "a comment has no end", 1),
      ("{\n\na = b;\na = c; }", "a key stands twice", 4), ("a b", "more follows after the end", 1),
      ("\"\\U12\"", "\\U is not followed by a character's four digits", 1),
      ("\"\\UD800\"", "\\U is not followed by a character's four digits", 1),
      ("\"\\q\"", "a backslash stands before a character that needs none", 1),
      ("<0fbd77>", "a value is missing", 1),
      (String(repeating: "(", count: 40), "values lie deeper in one another than 32", 1),
    ]
    for (text, reason, line) in cases {
      #expect(throws: Diagnostic("\(reason)", line: line), "\(text)") {
        try PropertyList(parsing: Array(text.utf8))
      }
    }
    #expect(throws: Diagnostic("a text is not UTF-8", line: 1)) {
      try PropertyList(parsing: [0x22, 0xFF, 0x22])
    }
  }

  @Test("a project file cut anywhere is a fault, never a trap")
  func cut() {
    let tree = xcodeProject(ProjectDescription(name: "A")).tree
    let bytes = tree["A.xcodeproj/project.pbxproj"] ?? []
    #expect((try? PropertyList(parsing: bytes)) != nil)
    for end in stride(from: 0, to: bytes.count - 2, by: 7) {
      #expect((try? PropertyList(parsing: Array(bytes[..<end]))) == nil)
    }
  }
}
