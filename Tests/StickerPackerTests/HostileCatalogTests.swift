import Testing

@testable import StickerEngine
@testable import StickerPacker

@Suite struct HostileCatalogTests {
  private func faults(_ path: String, _ text: String?) -> [Diagnostic] {
    var files = validCatalog
    files["P.stickerpack/\(path)"] = text
    return packFromCatalog(catalog(files), name: "P").faults
  }

  @Test(
    "the error for a broken sticker gives its folder and the reason",
    arguments: [
      (nil, "Contents.json is missing", "catalog-json"),
      ("", "Contents.json is not valid JSON: line 1, column 1: the document ends early", "catalog-json"),
      ("[]", "Contents.json must be an object, not a list", "catalog-json"),
      ("{}", "Contents.json has no properties", "catalog-json"),
      (#"{"properties":5}"#, "Contents.json has no properties", "catalog-json"),
      (#"{"properties":{}}"#, "Contents.json has no filename string", "catalog-json"),
      (#"{"properties":{"filename":5}}"#, "Contents.json has no filename string", "catalog-json"),
      (
        #"{"properties":{"filename":"one.png","accessibility-label":["x"]}}"#,
        "accessibility-label must be a string, not a list", "catalog-json"
      ),
      (#"{"properties":{"filename":"none.png"}}"#, "none.png does not exist", "catalog-missing-file"),
      (#"{"properties":{"filename":"One.png"}}"#, "One.png does not exist", "catalog-missing-file"),
      (
        #"{"properties":{"filename":".."}}"#, ".. is not a valid image file name",
        "catalog-missing-file"
      ),
      (#"{"properties":{"filename":""}}"#, " is not a valid image file name", "catalog-missing-file"),
      (
        #"{"properties":{"filename":"../b.sticker/two.gif"}}"#,
        "../b.sticker/two.gif is not a valid image file name", "catalog-missing-file"
      ),
      (
        #"{"properties":{"filename":"/etc/passwd"}}"#, "/etc/passwd is not a valid image file name",
        "catalog-missing-file"
      ),
      (
        #"{"properties":{"filename":"one.png\u0000"}}"#,
        "one.png\\u{0} is not a valid image file name", "catalog-missing-file"
      ),
      (
        #"{"properties":{"filename":"Contents.json"}}"#, "Contents.json is not a valid image file name",
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
    "a broken pack is an error",
    arguments: [
      (nil, "Contents.json is missing"),
      ("{", "Contents.json is not valid JSON: line 1, column 2: a key in quotes is missing"),
      (#"{"stickers":{}}"#, "stickers must be a list, not an object"),
      (#"{"stickers":[5]}"#, "sticker 1 in the list has no filename string"),
      (#"{"stickers":[{"filename":null}]}"#, "sticker 1 in the list has no filename string"),
      (#"{"properties":[]}"#, "properties must be an object, not a list"),
      (#"{"properties":{"grid-size":3}}"#, "grid-size must be small, regular or large, not a number"),
      (
        #"{"properties":{"grid-size":"medium"}}"#,
        "grid-size must be small, regular or large, not medium (medium is called regular)"
      ),
    ] as [(String?, String)])
  func pack(_ text: String?, _ reason: String) {
    #expect(
      faults("Contents.json", text) == [
        Diagnostic("\(reason)", file: Path("P.stickerpack/Contents.json"), rule: "catalog-json")
      ])
  }

  @Test("listed names of missing folders or of folders outside the pack are errors, and the others are read")
  func list() {
    var files = validCatalog
    files["P.stickerpack/Contents.json"] =
      #"{"stickers":[{"filename":"gone.sticker"},{"filename":"../x.sticker"},{"filename":"a.sticker"}]}"#
    let reading = packFromCatalog(catalog(files), name: "P")
    #expect(reading.pack.stickers.map(\.id) == ["a", "b"])
    #expect(
      reading.faults == [
        Diagnostic(
          "it is in the pack's list, but does not exist", file: Path("P.stickerpack/gone.sticker"),
          rule: "catalog-missing-file", sticker: "gone"),
        Diagnostic(
          "../x.sticker is not a valid file name", file: Path("P.stickerpack/Contents.json"),
          rule: "catalog-missing-file", sticker: "x"),
      ])
  }

  @Test(
    "an incomplete or invalid sequence is an error",
    arguments: [
      ("{}", "Contents.json has no properties"),
      (#"{"properties":{}}"#, "Contents.json lists no frames"),
      (#"{"properties":{},"frames":[]}"#, "Contents.json lists no frames"),
      (#"{"properties":{},"frames":[{}]}"#, "frame 1 has no filename string"),
      (#"{"properties":{},"frames":[{"filename":"2.png"}]}"#, "2.png does not exist"),
      (
        #"{"properties":{},"frames":[{"filename":"../1.png"}]}"#,
        "../1.png is not a valid image file name"
      ),
      (
        #"{"properties":{"duration":12},"frames":[{"filename":"1.png"}]}"#,
        "duration-type is missing. It must be fixed (seconds per cycle) or fps (frames per second)."
      ),
      (
        #"{"properties":{"duration":0,"duration-type":"fps"},"frames":[{"filename":"1.png"}]}"#,
        "duration is 0 (must be more than 0)"
      ),
      (
        #"{"properties":{"duration":9,"duration-type":"fps","repetitions":-1},"#
          + #""frames":[{"filename":"1.png"}]}"#,
        "repetitions is -1 (must be at least 0; 0 plays forever)"
      ),
    ])
  func sequence(_ contents: String, _ reason: String) {
    var files = validCatalog
    files["P.stickerpack/dance.stickersequence/Contents.json"] = contents
    files["P.stickerpack/dance.stickersequence/1.png"] = "art"
    let faults = packFromCatalog(catalog(files), name: "P").faults
    #expect(faults.map(\.file) == [Path("P.stickerpack/dance.stickersequence")])
    #expect(faults.map(\.message) == [reason])
  }

  @Test("an unreadable Contents.json is an error")
  func unreadable() {
    let files = validCatalog.keys.map { Path($0) }
    let reading = packFromCatalog(SourceFolder(root: Path("x"), files: files) { _ in nil }, name: "P")
    #expect(reading.pack.stickers.isEmpty)
    #expect(reading.faults.map(\.message) == [String](repeating: "Contents.json cannot be read", count: 3))
  }

  @Test("documents of 10 MB, with deep nesting or with a nonsense list do not cause a crash")
  func huge() {
    let large = #"{"stickers":[], "x":""# + String(repeating: "x", count: 10_000_000) + "\"}"
    #expect(
      faults("Contents.json", large).map(\.message) == [
        "Contents.json is not valid JSON: line 1, column 1: too large: 10,000,023 bytes (limit: 1,048,576 bytes)"
      ])
    let deep = String(repeating: "{\"a\":", count: 200_000)
    #expect(
      faults("a.sticker/Contents.json", deep).map(\.message) == [
        "Contents.json is not valid JSON: line 1, column 326: more than 64 nested levels"
      ])
    let nonsense = "{\"stickers\":[" + String(repeating: "1,", count: 500_000) + "1]}"
    #expect(faults("Contents.json", nonsense).count == 21)
  }
}
