import Testing

@testable import StickerEngine

@Suite("message files") struct MessageFileTests {
  @Test("every key of a message file is read with its location")
  func whole() throws {
    let message = try read(
      """
      base-url: https://example.com/vote
      image: art/vote.png
      media: ./vote.mp4
      image-title: "{question}"
      image-subtitle: 2
      caption: { en: Vote, no: Stem }
      subcaption: "{votes} votes"
      trailing-caption: "{leader}"
      trailing-subcaption: of {choices}
      accessibility-label:
        en: A vote
        fr:
      summary: "{question}: {leader}"
      states:
        - { question: Where?, votes: 12 }
        - leader: ""
          c: [Pizza, Sushi]
      """)
    #expect(
      message.unvalidatedStateBaseURL
        == Located("https://example.com/vote", at: StickerEngine.SourceLocation(line: 1, column: 11)))
    #expect(
      message.image
        == Located(Path("Pack/art/vote.png"), at: StickerEngine.SourceLocation(line: 2, column: 8)))
    #expect(message.mediaIfNoImage?.value == Path("Pack/vote.mp4"))
    #expect(message[.imageTitle]["und"]?.value == "{question}")
    #expect(message[.imageSubtitle]["und"]?.value == "2")
    #expect(message[.caption]["no"] == Located("Stem", at: StickerEngine.SourceLocation(line: 6, column: 26)))
    #expect(message[.accessibilityLabel].mapValues(\.value) == ["en": "A vote"])
    #expect(message.texts.count == InteractiveMessageTextKey.allCases.count)
    #expect(message.languages == ["en", "no", "und"])
    #expect(
      message.exampleStates.map { $0.unencodedQueryItems.map(\.name) } == [
        ["question", "votes"], ["leader", "c", "c"],
      ])
    #expect(
      message.exampleStates.map { $0.unencodedQueryItems.map(\.value.value) } == [
        ["Where?", "12"], ["", "Pizza", "Sushi"],
      ])
    #expect(message.exampleStates[1].location == StickerEngine.SourceLocation(line: 16, column: 5))
  }

  @Test(
    "errors are reported with line and column",
    arguments: [
      ("captoin: x", "1:1: unknown key \"captoin\". Did you mean caption?"),
      ("caption: [a]", "1:10: caption must be lines of the form `key: value`, not a list"),
      ("caption: { e: x }", "1:12: \"e\" is not a language tag. Use one such as en, pt-BR or zh-Hant."),
      ("base-url: {}", "1:11: base-url must be text, not a mapping"),
      ("image: ../a.png", "1:8: ../a.png is outside the folder of message.yml"),
      ("media: /a.mp4", "1:8: /a.mp4 is outside the folder of message.yml"),
      ("image: gone.png", "1:8: gone.png does not exist"),
      (
        "image: link.png",
        "1:8: link.png is a link to a file outside the folder of message.yml. Copy the file into the folder."
      ),
      ("states: x", "1:9: states must be a list, not \"x\""),
      ("states: [x]", "1:10: a state must be lines of the form `key: value`, not \"x\""),
      ("states: [{ a: [b, [c]] }]", "1:19: a must be text, a number or a list of these, not a list"),
      ("caption: \"{vote} {x}\"", "1:10: unknown placeholder {vote}. Did you mean {votes}?"),
      ("caption: { en: \"a {Leader}\" }", "1:16: unknown placeholder {Leader}. Did you mean {leader}?"),
      (
        "summary: \"{sender}\"",
        "1:10: {sender} is not allowed in summary. Messages does not insert names there."
      ),
      ("states: [{ \"\": b }]", "1:12: an item of a state needs a name before the colon"),
      ("[a]", "1:1: a message file must be lines of the form `key: value`, not a list"),
    ])
  func faults(_ text: String, _ line: String) throws {
    let faults = try #require(throws: Diagnostic.self) { try read(text) }
    #expect(faults.allDiagnostics.map { $0.messageLine(in: "m") } == ["m:\(line)"])
  }

  @Test("an invalid base URL in a message file is still read")
  func baseURL() throws { #expect(try read("base-url: http://").unvalidatedStateBaseURL?.value == "http://") }

  @Test(
    "one distinctive key, or two keys that are not generic, identify a message file",
    arguments: [
      ("base-url: x", true), ("to: all\naccessibility-label: []\n", true),
      ("caption: x\nsubcaption: y", true),
      ("base-url: x\n  broken: [", true), ("a: [\r\ncaption: b\nsubcaption: c", true),
      ("kind: Pod\nimage: nginx", false), ("image: a\nsummary: b\nmedia: c\nstates: []\ncaption: d", false),
      ("summary: {{ x }}\nimage: {{ y }}", false), ("caption: x\n  broken: [", false),
      ("", false), ("# image: x", false), ("to: all\nbody: { caption: x }", false), ("- caption: x", false),
      ("a: [\n  base-url: b", false), ("broken: [", false), ("captions: x", false), ("caption", false),
    ])
  func recognizesMessageFile(_ text: String, _ isOurs: Bool) {
    #expect(isInteractiveMessageFile(Array(text.utf8)) == isOurs)
  }

  @Test("a renamed file is updated in image and media, and nowhere else")
  func renaming() {
    let before = "image: a.gif # a.gif\nmedia: './a.gif'\ncaption: a.gif\nstates: [{ image: a.gif }]\n"
    let after = "image: a.png # a.gif\nmedia: './a.png'\ncaption: a.gif\nstates: [{ image: a.gif }]\n"
    let (old, new) = (Path("a.gif"), Path("a.png"))
    #expect(
      fileReferenceRenaming(in: Array(before.utf8), kind: .interactiveMessageFile, from: old, to: new)
        == .renamed(Array(after.utf8)))
    #expect(
      fileReferenceRenaming(in: Array("image: b.gif".utf8), kind: .interactiveMessageFile, from: old, to: new)
        == .nothingToRename)
    #expect(
      fileReferenceRenaming(in: Array("icon: a.gif".utf8), kind: .interactiveMessageFile, from: old, to: new)
        == .nothingToRename)
  }

  private func read(_ text: String) throws -> InteractiveMessageFile {
    let folder = PackFolderAccess {
      !$0.displayText.hasPrefix("gone")
    } isInside: {
      !$0.displayText.hasPrefix("link")
    }
    return try readInteractiveMessageFile(Array(text.utf8), at: Path("Pack/message.yml"), in: folder)
  }
}

@Suite("message placeholders") struct MessagePlaceholderTests {
  @Test(
    "text is split at its placeholders without losing any of it",
    arguments: [
      ("", []), ("{votes}", ["<votes>"]), ("a {votes} b{leader}", ["a ", "<votes>", " b", "<leader>"]),
      ("{{votes}}", ["{", "<votes>", "}"]), ("{vote} {", ["{vote} {"]), ("{a{choices}", ["{a", "<choices>"]),
      ("}{question", ["}{question"]), ("{votes}{votes}", ["<votes>", "<votes>"]),
    ])
  func pieces(_ text: String, _ expected: [String]) {
    let found = InteractiveMessagePlaceholder.pieces(of: text).map { piece in
      switch piece {
      case .plain(let text): text
      case .placeholder(let name): "<\(name.rawValue)>"
      }
    }
    #expect(found == expected)
  }
}
