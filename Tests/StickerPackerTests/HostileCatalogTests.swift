import Testing

@testable import StickerEngine
@testable import StickerPacker

@Suite struct HostileCatalogTests {
  private func faults(_ path: String, _ text: String?) -> [Diagnostic] {
    var files = soundCatalog
    files["P.stickerpack/\(path)"] = text
    return packFromCatalog(catalog(files), name: "P").faults
  }

  @Test(
    "a broken sticker is a fault that names its folder and reason",
    arguments: [
      (nil, "Contents.json is missing", "catalog-json"),
      ("", "no valid JSON: line 1, column 1: the document ends early", "catalog-json"),
      ("[]", "it is a list: it must be an object", "catalog-json"),
      ("{}", "Contents.json has no properties", "catalog-json"),
      (#"{"properties":5}"#, "Contents.json has no properties", "catalog-json"),
      (#"{"properties":{}}"#, "Contents.json has no filename that is a text", "catalog-json"),
      (#"{"properties":{"filename":5}}"#, "Contents.json has no filename that is a text", "catalog-json"),
      (
        #"{"properties":{"filename":"one.png","accessibility-label":["x"]}}"#,
        "accessibility-label is a list: it must be a text", "catalog-json"
      ),
      (#"{"properties":{"filename":"none.png"}}"#, "none.png is not there", "catalog-missing-file"),
      (#"{"properties":{"filename":"One.png"}}"#, "One.png is not there", "catalog-missing-file"),
      (#"{"properties":{"filename":".."}}"#, ".. is no plain name of an image file", "catalog-missing-file"),
      (#"{"properties":{"filename":""}}"#, " is no plain name of an image file", "catalog-missing-file"),
      (
        #"{"properties":{"filename":"../b.sticker/two.gif"}}"#,
        "../b.sticker/two.gif is no plain name of an image file", "catalog-missing-file"
      ),
      (
        #"{"properties":{"filename":"/etc/passwd"}}"#, "/etc/passwd is no plain name of an image file",
        "catalog-missing-file"
      ),
      (
        #"{"properties":{"filename":"one.png\u0000"}}"#,
        "one.png\\u{0} is no plain name of an image file", "catalog-missing-file"
      ),
      (
        #"{"properties":{"filename":"Contents.json"}}"#, "Contents.json is no plain name of an image file",
        "catalog-missing-file"
      ),
    ] as [(String?, String, String)])
  func sticker(_ text: String?, _ reason: String, _ rule: String) {
    #expect(
      faults("a.sticker/Contents.json", text) == [
        Diagnostic("\(reason)", file: Path("P.stickerpack/a.sticker"), rule: rule, sticker: "a")
      ])
  }

  @Test(
    "a broken pack is a fault",
    arguments: [
      (nil, "Contents.json is missing"),
      ("{", "no valid JSON: line 1, column 2: a key in quotes is missing"),
      (#"{"stickers":{}}"#, "stickers is an object: it must be a list"),
      (#"{"stickers":[5]}"#, "sticker 1 of the list has no filename that is a text"),
      (#"{"stickers":[{"filename":null}]}"#, "sticker 1 of the list has no filename that is a text"),
      (#"{"properties":[]}"#, "properties is a list: it must be an object"),
      (#"{"properties":{"grid-size":3}}"#, "grid-size is a number: it must be small, regular or large"),
      (
        #"{"properties":{"grid-size":"medium"}}"#,
        "grid-size is medium: it must be small, regular or large (medium is called regular)"
      ),
    ] as [(String?, String)])
  func pack(_ text: String?, _ reason: String) {
    #expect(
      faults("Contents.json", text) == [
        Diagnostic("\(reason)", file: Path("P.stickerpack/Contents.json"), rule: "catalog-json")
      ])
  }

  @Test("names in the list that lead nowhere or elsewhere are faults, and the others are read")
  func list() {
    var files = soundCatalog
    files["P.stickerpack/Contents.json"] =
      #"{"stickers":[{"filename":"gone.sticker"},{"filename":"../x.sticker"},{"filename":"a.sticker"}]}"#
    let reading = packFromCatalog(catalog(files), name: "P")
    #expect(reading.pack.stickers.map(\.id) == ["a", "b"])
    #expect(
      reading.faults == [
        Diagnostic(
          "the list names it, but it is not there", file: Path("P.stickerpack/gone.sticker"),
          rule: "catalog-missing-file", sticker: "gone"),
        Diagnostic(
          "../x.sticker leads elsewhere: a plain name is needed", file: Path("P.stickerpack/Contents.json"),
          rule: "catalog-missing-file", sticker: "x"),
      ])
  }

  @Test(
    "a sequence that says too little is a fault",
    arguments: [
      ("{}", "Contents.json has no properties"),
      (#"{"properties":{}}"#, "Contents.json names no frames"),
      (#"{"properties":{},"frames":[]}"#, "Contents.json names no frames"),
      (#"{"properties":{},"frames":[{}]}"#, "frame 1 has no filename that is a text"),
      (#"{"properties":{},"frames":[{"filename":"2.png"}]}"#, "2.png is not there"),
      (
        #"{"properties":{},"frames":[{"filename":"../1.png"}]}"#, "../1.png is no plain name of an image file"
      ),
      (
        #"{"properties":{"duration":12},"frames":[{"filename":"1.png"}]}"#,
        "duration-type is missing: fixed (seconds of a cycle) or fps (frames a second)"
      ),
      (
        #"{"properties":{"duration":0,"duration-type":"fps"},"frames":[{"filename":"1.png"}]}"#,
        "duration is 0, and must be more than 0"
      ),
      (
        #"{"properties":{"duration":9,"duration-type":"fps","repetitions":-1},"#
          + #""frames":[{"filename":"1.png"}]}"#,
        "repetitions is -1, and must be at least 0, which is for ever"
      ),
    ])
  func sequence(_ contents: String, _ reason: String) {
    var files = soundCatalog
    files["P.stickerpack/dance.stickersequence/Contents.json"] = contents
    files["P.stickerpack/dance.stickersequence/1.png"] = "art"
    let faults = packFromCatalog(catalog(files), name: "P").faults
    #expect(faults.map(\.file) == [Path("P.stickerpack/dance.stickersequence")])
    #expect(faults.map(\.message) == [reason])
  }

  @Test("an unreadable Contents.json is a fault")
  func unreadable() {
    let files = soundCatalog.keys.map { Path($0) }
    let reading = packFromCatalog(SourceListing(root: Path("x"), files: files) { _ in nil }, name: "P")
    #expect(reading.pack.stickers.isEmpty)
    #expect(reading.faults.map(\.message) == [String](repeating: "it cannot be read", count: 3))
  }

  @Test("ten megabytes, deep nesting and a list of nonsense end in order")
  func huge() {
    let large = #"{"stickers":[], "x":""# + String(repeating: "x", count: 10_000_000) + "\"}"
    #expect(
      faults("Contents.json", large).map(\.message) == [
        "no valid JSON: line 1, column 1: too large: 10,000,023 bytes (limit: 1,048,576 bytes)"
      ])
    let deep = String(repeating: "{\"a\":", count: 200_000)
    #expect(
      faults("a.sticker/Contents.json", deep).map(\.message) == [
        "no valid JSON: line 1, column 326: more than 64 nested levels"
      ])
    let nonsense = "{\"stickers\":[" + String(repeating: "1,", count: 500_000) + "1]}"
    #expect(faults("Contents.json", nonsense).count == 21)
  }
}
