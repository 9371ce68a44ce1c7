import Testing

@testable import StickerEngine
@testable import StickerPage

@Suite("page edits") struct PageEditTests {
  @Test(
    "each valid edit is parsed",
    arguments: [
      (#"{"set":"name","to":"Cats"}"#, PageEdit.name("Cats")),
      (#"{"set":"author","to":"Ada"}"#, .author("Ada")),
      (#"{"set":"publisher","to":""}"#, .publisher("")),
      (#"{"set":"icon","to":null}"#, .icon(nil)),
      (#"{"set":"icon","to":{"file":3}}"#, .icon(.file(3))),
      (
        ##"{"set":"icon","to":{"sticker":2,"background":"#00ff0A"}}"##,
        .icon(.sticker(2, background: 0xFF0A))
      ),
      (#"{"set":"grid","to":"large"}"#, .gridSize(.large)), (#"{"set":"grid","to":null}"#, .gridSize(nil)),
      (#"{"set":"languages","to":["en","pt-BR"]}"#, .languages(["en", "pt-BR"])),
      (
        #"{"set":"description","sticker":1,"language":"en","to":""}"#,
        .description(stickerNumber: 1, language: "en", "")
      ),
      (#"{"set":"keywords","sticker":1,"to":["a"," ","a","b"]}"#, .keywords(stickerNumber: 1, ["a", "b"])),
      (#"{"set":"emoji","sticker":1,"to":["👋","👋"]}"#, .emoji(stickerNumber: 1, ["👋"])),
      (#"{"set":"order","to":[2,1]}"#, .stickerNumbersInNewOrder([2, 1])),
      (#"{"takeOut":4}"#, .removeSticker(4)),
      (#"{"add":4}"#, .addSticker(4)),
    ])
  func read(_ text: String, _ edit: PageEdit) throws {
    #expect(try PageEdit.edits(parsing: Array("{\"edits\":[\(text)]}".utf8)).get() == [edit])
  }

  static let hostile = [
    "", "{", "[]", "null", "{}", #"{"edits":{}}"#, #"{"edits":[1]}"#, #"{"edits":[{}]}"#,
    #"{"edits":[{"set":"nothing","to":"x"}]}"#, #"{"edits":[{"set":"name"}]}"#,
    #"{"edits":[{"set":"name","to":5}]}"#, #"{"edits":[{"set":"name","to":null}]}"#,
    #"{"edits":[{"set":"author","to":["Ada"]}]}"#,
    #"{"edits":[{"set":"name","to":"a","to":"b"}]}"#, #"{"edits":[{"set":["name"],"to":"a"}]}"#,
    #"{"edits":[{"set":"icon"}]}"#, #"{"edits":[{"set":"icon","to":{"file":-1}}]}"#,
    #"{"edits":[{"set":"icon","to":{"file":"../../etc/passwd"}}]}"#,
    #"{"edits":[{"set":"icon","to":{"sticker":1}}]}"#,
    #"{"edits":[{"set":"icon","to":{"sticker":1,"background":"red"}}]}"#,
    ##"{"edits":[{"set":"icon","to":{"sticker":1,"background":"#+12345"}}]}"##,
    #"{"edits":[{"set":"grid","to":"huge"}]}"#, #"{"edits":[{"set":"languages","to":"en"}]}"#,
    #"{"edits":[{"set":"languages","to":["../x"]}]}"#, #"{"edits":[{"set":"languages","to":["en","EN"]}]}"#,
    #"{"edits":[{"set":"description","sticker":1,"language":"en\nfr","to":"x"}]}"#,
    #"{"edits":[{"set":"description","sticker":1.5,"language":"en","to":"x"}]}"#,
    #"{"edits":[{"set":"emoji","sticker":1,"to":["<b>"]}]}"#,
    #"{"edits":[{"set":"emoji","sticker":1,"to":["👋👋"]}]}"#,
    #"{"edits":[{"set":"order","to":[1,"2"]}]}"#, #"{"edits":[{"takeOut":"1"}]}"#, #"{"edits":[{"add":0}]}"#,
    #"{"edits":[{"takeOut":99999999999999999999}]}"#,
    "{\"edits\":[{\"set\":\"name\",\"to\":\"\(String(repeating: "x", count: 20_001))\"}]}",
    String(repeating: "[", count: 100_000), "{\"edits\":[\(String(repeating: "1,", count: 30_000))1]}",
  ]

  @Test("anything else is rejected with one sentence", arguments: hostile)
  func refused(_ text: String) {
    guard case .failure(let failure) = PageEdit.edits(parsing: Array(text.utf8)) else {
      Issue.record("it was accepted")
      return
    }
    #expect(!failure.message.contains("\n") && failure.message.utf8.count < 300)
  }

  @Test("an empty body and invalid text are rejected") func bytes() {
    for bytes in [[], [0xFF, 0xFE], [UInt8](repeating: 0, count: 2 << 20)] {
      guard case .failure = PageEdit.edits(parsing: bytes) else {
        Issue.record("it was accepted")
        continue
      }
    }
  }
}
