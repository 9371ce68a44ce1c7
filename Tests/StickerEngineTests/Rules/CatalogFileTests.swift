import Testing

@testable import StickerEngine

/// Rules that compare documents with the files next to them.
@Suite struct CatalogFileTests {
  private let info = #""info":{"author":"a","version":1}"#

  private func sticker(_ name: String) -> String { #"{\#(info),"properties":{"filename":"\#(name)"}}"# }

  private func pack(_ names: String...) -> String {
    let list = names.map { #"{"filename":"\#($0)"}"# }.joined(separator: ",\n")
    return "{\(info),\"stickers\":[\n\(list)]}"
  }

  @Test(
    "only a plain file name is valid",
    arguments: [
      ("../a.png", "“../a.png” is a path (must be a file name); use “a.png”, which is in the same folder"),
      ("/Users/ci/b.png", "“/Users/ci/b.png” is a path (must be a file name)"),
      (
        #"C:\\art\\a.png"#,
        #"“C:\art\a.png” is a path (must be a file name); use “a.png”, which is in the same folder"#
      ),
      ("..", "“..” is a path (must be a file name)"),
      ("", "the name is empty (must be a file name)"),
      ("sub", "“sub” is a folder (must be a file)"),
    ])
  func names(_ name: String, _ message: String) {
    let set = "P.stickerpack/a.sticker"
    let catalog = InMemoryCatalog([
      "\(set)/Contents.json": sticker(name), "\(set)/a.png": "", "\(set)/sub/x.png": "",
    ])
    #expect(catalog.findings(of: .catalogMissingFile) == ["\(set)/Contents.json:1:61 error \(message)"])
  }

  @Test("a composed name in the catalog matches a decomposed name on disk")
  func normalization() {
    let set = "P.stickerpack/a.sticker"
    let catalog = InMemoryCatalog([
      "\(set)/Contents.json": sticker("caf\u{E9}.png"), "\(set)/cafe\u{301}.png": "",
    ])
    #expect(catalog.findings(of: .catalogMissingFile) == [])
    #expect(catalog.findings(of: .catalogUnreferencedFile) == [])
  }

  @Test("the pack's list accepts only sticker folders, and each missing one is reported at its line")
  func list() {
    let catalog = InMemoryCatalog([
      "P.stickerpack/Contents.json": pack(
        "a.sticker", "gone.sticker", "group", "b.png", "a.sticker", "A.sticker"),
      "P.stickerpack/a.sticker/Contents.json": sticker("a.png"), "P.stickerpack/a.sticker/a.png": "",
      "P.stickerpack/group/x": "", "P.stickerpack/b.png": "",
    ])
    let document = "P.stickerpack/Contents.json"
    #expect(
      catalog.findings(of: .catalogMissingFile) == [
        "\(document):3:13 error “gone.sticker” does not exist",
        "\(document):4:13 error “group” is not a sticker (the folder name must end in .sticker or "
          + ".stickersequence)",
        "\(document):5:13 error “b.png” is a file (must be a .sticker or .stickersequence folder)",
        "\(document):7:13 warning “A.sticker” is named “a.sticker” on disk, so it is not found on "
          + "case-sensitive file systems",
      ])
    #expect(
      catalog.findings(of: .catalogDuplicateName) == [
        "\(document):6:13 error “a.sticker” is listed twice, first on line 2",
        "\(document):7:13 error “A.sticker” is listed twice, first as “a.sticker” on line 2",
      ])
  }

  @Test("unlisted items are reported, and wrongly listed ones are left to another rule")
  func unreferenced() {
    let set = "P.stickerpack/a.sticker"
    let catalog = InMemoryCatalog([
      "P.stickerpack/Contents.json": pack("a.sticker"), "P.stickerpack/notes.txt": "", "stray.png": "",
      "\(set)/Contents.json": #"{\#(info),"properties":{"filname":"/x/A.PNG"}}"#, "\(set)/a.png": "",
      "\(set)/old.png": "", "P.stickerpack/b.sticker/Contents.json": sticker("b.png"),
      "P.stickerpack/b.sticker/b.png": "", "Other.imageset/x.png": "",
    ])
    let words = "warning not listed in Contents.json, so Xcode omits it"
    #expect(
      catalog.findings(of: .catalogUnreferencedFile) == [
        "\(set)/old.png \(words)",
        "P.stickerpack/b.sticker warning not in the pack's list of stickers, so Xcode may omit it",
        "P.stickerpack/notes.txt \(words)", "stray.png \(words)",
      ])
  }

  @Test("without a list, every sticker in the pack's folder belongs to it")
  func noList() {
    let catalog = InMemoryCatalog([
      "P.stickerpack/Contents.json": "{\(info)}", "P.stickerpack/a.sticker/Contents.json": sticker("a.png"),
      "P.stickerpack/a.sticker/a.png": "",
    ])
    #expect(catalog.findings(of: .catalogUnreferencedFile) == [])
  }

  @Test("two packs may share image names, and a sequence may repeat an image")
  func duplicates() {
    let frames = #"{\#(info),"frames":[{"filename":"a.png"},{"filename":"b.png"},{"filename":"a.png"}]}"#
    let catalog = InMemoryCatalog([
      "P.stickerpack/s.stickersequence/Contents.json": frames,
      "P.stickerpack/x.sticker/Contents.json": sticker("B.png"),
      "Q.stickerpack/x.sticker/Contents.json": sticker("b.png"),
    ])
    #expect(
      catalog.findings(of: .catalogDuplicateName) == [
        "P.stickerpack/x.sticker/Contents.json:1:61 error “B.png” is also the image of "
          + "“s.stickersequence” (the compiled pack keeps only one of them)"
      ])
  }

  @Test(
    "a sequence has a valid duration and number of repetitions",
    arguments: [
      (
        "{}",
        [
          "2:14 error “duration” is missing",
          "2:14 error “duration-type” is missing, so the unit of duration is undefined",
          "2:14 warning “repetitions” is missing, so Xcode chooses a value",
        ]
      ),
      (
        #"{"duration":-0.5,"duration-type":"fps","repetitions":-1}"#,
        [
          "2:26 error duration is -0.5 (must be more than 0)",
          "2:67 error repetitions is -1 (must be at least 0; 0 plays forever)",
        ]
      ),
      (#"{"duration":0.5,"duration-type":"fixed","repetitions":0}"#, []),
      (
        #"{"duration":0.0004,"duration-type":"fixed","repetitions":2147483646}"#,
        ["2:26 error duration is 0.0004 (must be at least 0.001)"]
      ),
      (
        #"{"duration":1001,"duration-type":"fps","repetitions":2147483647}"#,
        [
          "2:26 error duration is 1001 (must be at most 1000)",
          "2:67 error repetitions is 2,147,483,647 (must be at most 2,147,483,646; 0 plays forever)",
        ]
      ),
      (#"{"duration":15,"duration-type":"fps","repetions":0}"#, []),
    ])
  func timing(_ properties: String, _ expected: [String]) {
    let set = "P.stickerpack/a.stickersequence"
    let document = "{\"frames\":[{\"filename\":\"a\"}],\n\"properties\":\(properties),\n\(info)}"
    let catalog = InMemoryCatalog(["\(set)/Contents.json": document])
    #expect(
      catalog.findings(of: .sequenceFrames).map { String($0.dropFirst("\(set)/Contents.json:".count)) }
        == expected)
  }

  @Test(
    "a sequence without frames is reported, whatever the cause",
    arguments: [
      #"{"frames":[],"#, "{",
    ])
  func noFrames(_ start: String) {
    let rest = #""properties":{"duration":1,"duration-type":"fps","repetitions":0},\#(info)}"#
    let found = InMemoryCatalog(["a.stickersequence/Contents.json": start + rest]).findings(
      of: .sequenceFrames)
    #expect(found.count == 1 && found[0].hasSuffix("error the sequence has no frames (minimum: 1)"))
  }

  /// Checks the icon set of a pack in an app, which requires only the icons for Messages.
  private func iconFindings(_ images: String) -> [String] {
    var catalog = InMemoryCatalog([:])
    catalog.tree = FileTree()
    catalog.tree["S.xcassets/I.stickersiconset/Contents.json"] = Array(
      "{\"images\":[\(images)],\(info)}".utf8)
    return catalogFindings(
      in: catalog.tree, catalogFolder: "S.xcassets", Configuration(rules: [.catalogIcons])
    ).map {
      "\($0.severity.rawValue) \($0.evidence.message)"
    }
  }

  /// The nine icons for Messages, and one that only older versions of Xcode need.
  private let messagesIcons = [
    ("iphone", "60x45", "2x"), ("iphone", "60x45", "3x"), ("ipad", "67x50", "2x"), ("ipad", "74x55", "2x"),
    ("universal", "27x20", "2x"), ("universal", "27x20", "3x"), ("universal", "32x24", "2x"),
    ("universal", "32x24", "3x"), ("ios-marketing", "1024x768", "1x"), ("ipad", "67x50", "1x"),
  ].map { idiom, size, scale in
    #"{"filename":"\#(idiom)\#(size)\#(scale).png","#
      + #""idiom":"\#(idiom)","platform":"ios","size":"\#(size)","scale":"\#(scale)"}"#
  }

  @Test("a pack inside an app needs the Messages icons, and app icons only if listed")
  func iconsOfApp() {
    let all = messagesIcons.joined(separator: ",")
    #expect(iconFindings(all) == [])
    let empty = #",{"idiom":"ios-marketing","size":"1024x1024","scale":"1x"}"#
    #expect(iconFindings(all + empty) == ["warning 1 of 10 icons is missing: ios-marketing 1024x1024 1x"])
    let fewer = messagesIcons.dropFirst().joined(separator: ",")
    #expect(iconFindings(fewer) == ["error 1 of 9 icons is missing: iphone 60x45 2x"])
    #expect(iconFindings("") == ["error 9 of 9 icons are missing"])
  }

  @Test("images without a slot, and two for one slot, are reported")
  func homeless() {
    let all = messagesIcons.joined(separator: ",")
    let first = messagesIcons[0].replacing("iphone60x452x", with: "other")
    #expect(
      iconFindings("\(all),\(first)") == [
        "error “iphone 60x45 2x” has two images, “iphone60x452x.png” and “other.png”"
      ])
    #expect(
      iconFindings(#"\#(all),{"filename":"u.png","unassigned":true}"#) == [
        "error “u.png” is unassigned, so no icon uses it"
      ])
    #expect(
      iconFindings(#"\#(all),{"filename":"u.png","idiom":"ipad"}"#) == [
        "error “u.png” has no size or scale, so no icon uses it"
      ])
    #expect(
      iconFindings(#"\#(all),{"filename":"u.png","idiom":"ipad","size":"76x76","scale":"2x"}"#) == [
        "warning “u.png” is for slot “ipad 76x76 2x”, which icon sets do not have, so Xcode ignores the image"
      ])
  }
}
