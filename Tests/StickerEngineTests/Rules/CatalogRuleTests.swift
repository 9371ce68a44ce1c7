import Testing

@testable import StickerEngine

/// A catalog with the documents given in code. Images are empty files if their pixels do not matter.
struct InMemoryCatalog {
  var tree = FileTree()

  init(_ files: KeyValuePairs<String, String>) {
    tree["S.xcstickers/Contents.json"] = Array(#"{"info":{"author":"a","version":1}}"#.utf8)
    for (path, text) in files { tree["S.xcstickers/\(path)"] = Array(text.utf8) }
  }

  /// A rule's findings as `path:line:column severity message`, without the name of the catalog.
  func findings(of rule: Rule) -> [String] {
    catalogFindings(in: tree, catalogFolder: "S.xcstickers", Configuration(rules: [rule])).map { finding in
      let path = finding.path.displayText.dropFirst("S.xcstickers/".count)
      var place = ""
      if case .text(let text) = finding.evidence.location { place = ":\(text.line):\(text.column)" }
      return "\(path)\(place) \(finding.severity.rawValue) \(finding.evidence.message)"
    }
  }
}

@Suite struct CatalogRuleTests {
  private let info = #""info":{"author":"a","version":1}"#

  private func catalogJSONFindings(_ document: String, in folder: String = "P.stickerpack") -> [String] {
    InMemoryCatalog(["\(folder)/Contents.json": document]).findings(of: .catalogJson)
  }

  @Test(
    "misspellings and wrong types are reported, with the correct word if one is close",
    arguments: [
      (
        #""properties":{"grid-space":"small"}"#,
        "“grid-space” is not a key of the pack's properties; use “grid-size”"
      ),
      (#""propertys":{}"#, "“propertys” is not a key of the pack; use “properties”"),
      (
        #""properties":{"grid-size":"medium"}"#,
        "grid-size is “medium” (must be small, regular or large); use “regular”"
      ),
      (
        #""properties":{"grid-size":"Large"}"#,
        "grid-size is “Large” (must be small, regular or large); use “large”"
      ),
      (#""properties":{"grid-size":"408"}"#, "grid-size is “408” (must be small, regular or large)"),
      (#""properties":{"grid-size":2}"#, "grid-size is a number (must be small, regular or large)"),
      (#""properties":[]"#, "properties is a list (must be an object)"),
      (#""stickers":{}"#, "stickers is an object (must be a list)"),
      (#""stickers":["a.sticker"]"#, "an element of stickers is a string (must be an object)"),
      (#""stickers":[{"filename":7}]"#, "filename is a number (must be a string)"),
      (#""stickers":[{}]"#, "“filename” is missing from a sticker in the list"),
      (#""stickers":[{"filname":"a"}]"#, "“filname” is not a key of a sticker in the list; use “filename”"),
      (#""name":"x""#, "“name” is not a key of the pack (must be info, properties or stickers)"),
    ])
  func pack(_ text: String, _ message: String) {
    let list = text.hasPrefix("\"stickers\"") ? "" : ",\"stickers\":[]"
    let found = catalogJSONFindings("{\(info),\(text)\(list)}")
    #expect(found.count == 1 && found[0].hasSuffix(" error \(message)"), "\(found)")
    #expect(found.allSatisfy { $0.hasPrefix("P.stickerpack/Contents.json:1:") })
  }

  @Test("missing info, and info with another version, are reported")
  func version() {
    let path = "P.stickerpack/Contents.json"
    #expect(
      catalogJSONFindings(#"{"stickers":[]}"#) == ["\(path):1:1 warning “info” is missing from the pack"])
    #expect(
      catalogJSONFindings(#"{"info":{"version":2},"stickers":[]}"#) == [
        "\(path):1:20 error version is 2 (must be 1)"
      ])
    let text = catalogJSONFindings(#"{"info":{"version":"1"},"stickers":[]}"#)
    #expect(text == ["\(path):1:20 error version is a string (must be 1)"])
  }

  @Test("each duplicate key is reported with the line of the first")
  func twice() {
    let found = catalogJSONFindings("{\(info),\n\"stickers\":[],\n\"stickers\":[],\n\"stickers\":[]}")
    #expect(
      found.map { $0.split(separator: " ")[0] } == [
        "P.stickerpack/Contents.json:3:1", "P.stickerpack/Contents.json:4:1",
      ])
    #expect(found.allSatisfy { $0.hasSuffix("“stickers” is a duplicate key, first used on line 2") })
  }

  @Test("a sequence's properties have their own allowed values")
  func sequence() {
    let folder = "a.stickersequence"
    let found = catalogJSONFindings(
      "{\(info),\"frames\":[],\n\"properties\":{\n\"repetions\":0,\n\"duration\":\"2\",\n"
        + "\"duration-type\":\"FPS\",\n\"repetitions\":1.5}}",
      in: folder)
    #expect(
      found == [
        "\(folder)/Contents.json:3:1 error “repetions” is not a key of the sequence's properties; "
          + "use “repetitions”",
        "\(folder)/Contents.json:4:12 error duration is a string (must be a number)",
        "\(folder)/Contents.json:5:17 error duration-type is “FPS” (must be fixed or fps); use “fps”",
        "\(folder)/Contents.json:6:15 error repetitions is 1.5 (must be a whole number)",
      ])
  }

  @Test("Apple's misspelled iPhone idiom is reported once and counts as the intended slot")
  func idiom() {
    let image = #"{"filename":"a.png","idiom":"iPhone","size":"29x29","scale":"2x"}"#
    let catalog = InMemoryCatalog(["I.stickersiconset/Contents.json": "{\(info),\"images\":[\(image)]}"])
    #expect(
      catalog.findings(of: .catalogJson).map { $0.split(separator: "error ")[1] } == [
        "idiom is “iPhone” (must be iphone, ipad, universal or ios-marketing); use “iphone”"
      ])
    let gaps = catalog.findings(of: .catalogIcons)
    #expect(gaps.count == 1 && gaps[0].contains("12 of 13 icons") && !gaps[0].contains("iphone 29x29 2x"))
  }

  @Test(
    "a syntax error is reported at its location, and no other rule reports it",
    arguments: [
      ("{\n  \"a\" : 1,\n}", "3:1"), ("{\"a\":\n\n[1 2]}", "3:4"), ("", "1:1"), ("{} x", "1:4"),
      ("\u{FEFF}", "1:4"),
    ])
  func broken(_ document: String, _ place: String) {
    let catalog = InMemoryCatalog(["P.stickerpack/Contents.json": document, "P.stickerpack/stray.png": ""])
    let found = catalog.findings(of: .catalogJson)
    #expect(
      found.count == 1 && found[0].hasPrefix("P.stickerpack/Contents.json:\(place) error invalid JSON: "),
      "\(found)")
    for rule in [
      Rule.catalogMissingFile, .catalogUnreferencedFile, .catalogDuplicateName, .catalogIcons,
      .sequenceFrames,
    ] {
      #expect(catalog.findings(of: rule) == [])
    }
  }

  @Test("a byte order mark is a hint, and the rest of the document is checked")
  func mark() {
    #expect(
      catalogJSONFindings("\u{FEFF}{\(info),\n\"stikers\":[]}") == [
        "P.stickerpack/Contents.json:1:1 hint begins with a byte order mark, which JSON should not have",
        "P.stickerpack/Contents.json:2:1 error “stikers” is not a key of the pack; use “stickers”",
      ])
  }

  @Test("a document above 1 MiB is not read, and ten thousand nesting levels are an error")
  func large() {
    let found = catalogJSONFindings("{" + String(repeating: " ", count: 1 << 20) + "}")
    let words = "file size is 1,048,578 bytes (limit: 1,048,576 bytes)"
    #expect(found == ["P.stickerpack/Contents.json error \(words)"])
    #expect(
      catalogJSONFindings(String(repeating: "[", count: 10_000)).map { $0.split(separator: "error ")[1] } == [
        "invalid JSON: more than 64 nested levels"
      ])
  }

  @Test("a hundred thousand listed stickers give a hundred findings and a count")
  func crowd() {
    let list = [String](repeating: "{}", count: 100_000).joined(separator: ",")
    let found = catalogJSONFindings("{\(info),\"stickers\":[\(list)]}")
    #expect(found.count == 101)
    #expect(found[0].hasSuffix("100,000 problems in this file (the first 100 are listed)"))
    #expect(found[1].hasSuffix("error “filename” is missing from a sticker in the list"))
    let names = (0..<40_000).map { #"{"filename":"\#($0)"}"# }.joined(separator: ",")
    let missing = InMemoryCatalog(["P.stickerpack/Contents.json": "{\(info),\"stickers\":[\(names)]}"])
      .findings(of: .catalogMissingFile)
    #expect(missing.count == 101 && missing[1].hasSuffix("error “0” does not exist"))
  }
}
