import Testing

@testable import StickerEngine

@Suite("YAML reading") struct ReadYAMLTests {
  @Test("keys and values keep their order and locations")
  func places() throws {
    let root = try YAMLParser.parse(
      Array("# note\nrules:\n  file-size: { max-bytes: 500 }\n  not-square: off\n".utf8))
    let rules = try #require(root["rules"])
    guard case .mapping(let members) = rules.content else {
      throw Diagnostic("no mapping")
    }
    #expect(members.map(\.key) == ["file-size", "not-square"])
    #expect(
      members.map(\.keyLocation) == [
        StickerEngine.SourceLocation(line: 3, column: 3), StickerEngine.SourceLocation(line: 4, column: 3),
      ])
    #expect(
      members[1].value
        == YAMLNode(
          .scalar("off", isQuoted: false), at: StickerEngine.SourceLocation(line: 4, column: 15), 60..<63))
    let bytes = members[0].value["max-bytes"]
    #expect(
      bytes
        == YAMLNode(
          .scalar("500", isQuoted: false), at: StickerEngine.SourceLocation(line: 3, column: 27), 40..<43))
  }

  @Test(
    "scalars are the written text, whatever YAML 1.1 makes of them",
    arguments: ["no", "off", "NO", "yes", "~", "null", "0x1F", "012", "1_000", "12:30", "1e3", ".inf", "="])
  func scalars(_ text: String) throws {
    let node = try YAMLParser.parse(Array("language: \(text)".utf8))["language"]
    #expect(node?.content == .scalar(text, isQuoted: false))
  }

  @Test(
    "quotes, folds and escapes are decoded and recorded",
    arguments: [
      ("\"a\\tb\\u00e9\"", "a\tbé"), ("'it''s'", "it's"), ("|\n  one\n  two\n", "one\ntwo\n"),
      (">\n  one\n  two\n", "one two\n"),
    ])
  func quoted(_ written: String, _ text: String) throws {
    #expect(try YAMLParser.parse(Array("a: \(written)".utf8))["a"]?.content == .scalar(text, isQuoted: true))
  }

  @Test("columns count characters, not bytes")
  func characters() throws {
    let root = try YAMLParser.parse(Array("{äöü🙂: 1, b: 2}".utf8))
    #expect(root["b"]?.location == StickerEngine.SourceLocation(line: 1, column: 14))
  }

  @Test("line endings of all systems are accepted", arguments: ["\n", "\r\n", "\r"])
  func lines(_ end: String) throws {
    let root = try YAMLParser.parse(Array("a: 1\(end)\(end)b: 2\(end)".utf8))
    #expect(root["b"]?.location == StickerEngine.SourceLocation(line: 3, column: 4))
    #expect(faults("a: 1\(end)\(end)a: 2\(end)") == ["3:1: the key a is used twice, first on line 1"])
  }

  @Test(
    "an empty document in any form is an empty mapping",
    arguments: ["", "\n", "# only a comment\n", "\u{FEFF}", "---\n", "---\n...\n", "{}", "   "])
  func nothing(_ text: String) throws {
    #expect(try YAMLParser.parse(Array(text.utf8)).content == .mapping([]))
  }

  @Test("a byte order mark does not shift any location")
  func byteOrderMark() throws {
    #expect(
      try YAMLParser.parse(Array("\u{FEFF}a: 1".utf8))["a"]?.location
        == StickerEngine.SourceLocation(line: 1, column: 4))
  }

  @Test(
    "only markers and comments may surround a document",
    arguments: ["a: 1\n...\n# the end\n", "---\na: 1\n", "# first\n---\na: 1\n...\n\n...\n"])
  func ends(_ text: String) throws {
    #expect(try YAMLParser.parse(Array(text.utf8))["a"]?.content == .scalar("1", isQuoted: false))
  }

  @Test(
    "every error gives the location and the problem",
    arguments: [
      ("a: 1\n---\nb: 2\n", "2:1: a second document starts here. Put it in a file of its own."),
      ("a: 1\n...\n%TAG ! x\n", "3:1: a second document starts here. Put it in a file of its own."),
      ("%YAML 1.2\n---\na: 1\n", "1:1: directives (%YAML, %TAG) are not supported. Remove the line."),
      ("a: &x 1\n", "1:4: anchors (&name) are not supported. Remove the anchor."),
      ("a: !!str 1\n", "1:4: tags (!name) are not supported. Remove the tag."),
      ("a: !x!y 1\n", "1:4: tags (!name) are not supported. Put the text in quotes."),
      ("a:\n  <<: { b: 1 }\n", "2:3: merge keys (<<) are not supported. Write the keys here."),
      ("a:\n\tb: 1\n", "2:1: the indentation contains a tab. Indent with spaces."),
      ("a:\n  - b\n \t- c\n", "3:2: the indentation contains a tab. Indent with spaces."),
      ("a: 1\nb: 2\na: 3\n", "3:1: the key a is used twice, first on line 1"),
      ("{a: 1, \"a\": 2}", "1:8: the key a is used twice, first on line 1"),
      ("[a, b]: 1\n", "1:1: a key must be text, not a list"),
      ("a: [1, 2\nb: 3\n", "2:2: missing comma or ] in the list that starts on line 1"),
      ("a: {b: 1\n", "2:1: missing comma or } in the mapping that starts on line 1"),
      ("a: \"one\nb: 2\n", "1:4: the quoted text that starts here has no closing quote"),
      (
        "a: b: c\n",
        "1:5: unexpected colon. Put text with a colon in quotes, and each key on its own line."
      ),
      (
        "a: \"\\d\"\n",
        "1:5: in double quotes, \\ starts an escape sequence. Write \\\\, or use single quotes."
      ),
      ("a: @b\n", "1:4: text cannot start with this character. Put the text in quotes."),
      ("a: `b`\n", "1:4: text cannot start with this character. Put the text in quotes."),
      ("a: 1\nb\n", "3:1: missing colon after the previous key, or missing space after that colon"),
      (
        "a: 1\n  b: 2\n",
        "2:4: unexpected colon. Put text with a colon in quotes, and each key on its own line."
      ),
      ("a: [1]\n - b\n", "2:2: this does not belong to the mapping that starts on line 1"),
      ("a: \0b", "1:4: this is not a text file: it has a zero byte here"),
      ("a: \u{1B}[31m", "1:4: invalid character (U+001B)"),
      ("a: b\u{2028}c: d", "1:5: unsupported line break (U+2028)"),
      ("a: \u{FEFF}b", "1:4: invalid character (U+FEFF)"),
    ])
  func fault(_ text: String, _ line: String) {
    #expect(faults(text) == [line])
  }

  @Test("invalid UTF-8 is reported with its location")
  func encoding() {
    #expect(faults(Array("a: 1\nb: ".utf8) + [0xFC]) == ["2:4: the text is not valid UTF-8"])
    #expect(faults([0xFF, 0xFE, 0x61, 0]) == ["1:1: the text is not valid UTF-8"])
    #expect(faults(Array("a: ".utf8) + [0xED, 0xA0, 0x80]) == ["1:4: the text is not valid UTF-8"])
  }

  @Test("errors that do not stop the reader are all reported at once")
  func several() {
    let text = "a: *b\nc: !t 1\nc: &d 2\n"
    #expect(faults(text).map { $0.prefix(4) } == ["1:4:", "2:4:", "3:1:", "3:4:"])
  }

  private func faults(_ text: String) -> [String] { faults(Array(text.utf8)) }

  private func faults(_ bytes: [UInt8]) -> [String] {
    do {
      _ = try YAMLParser.parse(bytes)
      return []
    } catch {
      return error.allDiagnostics.map { $0.messageLine(in: "").dropFirst().description }
    }
  }
}
