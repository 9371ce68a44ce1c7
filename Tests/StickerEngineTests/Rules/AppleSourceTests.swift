import Testing

@testable import StickerEngine

/// Catalog errors that are known from Apple's build system and from rejected uploads.
@Suite struct AppleSourceTests {
  private let info = #""info":{"author":"a","version":1}"#

  private func catalogJSONFindings(_ document: String, in folder: String = "P.stickerpack") -> [String] {
    InMemoryCatalog(["\(folder)/Contents.json": document]).findings(of: .catalogJson)
  }

  @Test("every pack after the first in a catalog is reported, at any depth")
  func packs() {
    let catalog = InMemoryCatalog([
      "B.stickerpack/Contents.json": "{}", "Group/C.stickerpack/Contents.json": "{}",
      "A.stickerpack/Contents.json": "{}",
    ])
    let words = "(limit: one pack per target)"
    #expect(
      catalog.findings(of: .twoPacks).map { $0.lowercased() } == [
        "b.stickerpack/contents.json error another sticker pack besides “a.stickerpack” \(words)",
        "group/c.stickerpack/contents.json error another sticker pack besides “a.stickerpack” in "
          + "s.xcstickers \(words)",
      ])
  }

  @Test(
    "packs in two catalogs share a target if the catalogs are in the same folder",
    arguments: [
      ("Ext/S.xcstickers", "Ext/A.xcassets", ["Ext/S.xcstickers/P.stickerpack/Contents.json"]),
      ("Cats/S.xcstickers", "Dogs/S.xcstickers", []), ("S.xcstickers", "Ext/S.xcstickers", []),
    ])
  func targets(_ one: String, _ other: String, _ expected: [String]) {
    var tree = FileTree()
    for catalog in [one, other] {
      tree["\(catalog)/P.stickerpack/Contents.json"] = Array("{\(info),\"stickers\":[]}".utf8)
    }
    let listings = [one, other].map { CatalogListing(tree, at: $0, reportedAs: Path($0)) }
    let found = findings(onCatalogs: listings, []) { _ in Configuration(rules: [.twoPacks]) }
    #expect(found.map(\.path.displayText) == expected)
    #expect(found.allSatisfy { $0.message.contains("besides “P.stickerpack” in Ext/A.xcassets") })
  }

  private func icons(_ images: String...) -> InMemoryCatalog {
    InMemoryCatalog([
      "I.stickersiconset/Contents.json": "{\(info),\n\"images\":[\n\(images.joined(separator: ",\n"))]}"
    ])
  }

  private func iconEntry(_ idiom: String, _ size: String, _ scale: String, _ platform: String = "") -> String
  {
    #"{"idiom":"\#(idiom)","size":"\#(size)","scale":"\#(scale)"\#(platform)}"#
  }

  @Test("Messages icons need the platform ios, app icons do not, and all slots are one finding")
  func platforms() {
    let catalog = icons(
      iconEntry("iphone", "29x29", "2x"), iconEntry("universal", "27x20", "2x"),
      iconEntry("universal", "32x24", "3x", #","platform":"ios""#),
      iconEntry("ios-marketing", "1024x768", "1x", #","platform":"iOS""#),
      iconEntry("ipad", "67x50", "2x", #","platform":"macos""#), iconEntry("universal", "1024x768", "1x"))
    let found = catalog.findings(of: .catalogIcons).filter { $0.contains("platform") }
    #expect(
      found == [
        "I.stickersiconset/Contents.json:4:1 error 4 icons do not have “platform” : “ios” "
          + "(universal 27x20 2x, ios-marketing 1024x768 1x, ipad 67x50 2x and universal 1024x768 1x)"
      ])
    #expect(catalog.findings(of: .catalogJson) == [])
  }

  @Test("a misspelled platform is reported once, by the rule about keys")
  func keys() {
    let catalog = icons(
      iconEntry("universal", "27x20", "2x", #","platfrom":"ios""#),
      iconEntry("universal", "27x20", "3x", #","platform":7"#))
    #expect(catalog.findings(of: .catalogIcons).allSatisfy { !$0.contains("platform") })
    #expect(catalog.findings(of: .catalogJson).count == 2)
  }

  @Test(
    "anything that Apple documents in at least one place is accepted",
    arguments: [
      ("P.stickerpack", #""properties":{"identifier":"com.example.a","grid-size":"small"},"stickers":[]"#),
      ("P.stickerpack", #""properties":{"on-demand-resource-tags":["a"]},"stickers":[]"#),
      ("a.sticker", #""properties":{"filename":"a.png","on-demand-resource-tags":["a","b"]}"#),
      (
        "a.stickersequence",
        #""properties":{"duration":1,"duration-type":"fps","repetitions":0,"on-demand-resource-tags":[]}"#
      ), ("I.stickersiconset", #""properties":{"on-demand-resource-tags":["a"]},"images":[]"#),
    ])
  func accepted(_ folder: String, _ text: String) {
    #expect(catalogJSONFindings("{\(info),\(text)}", in: folder) == [])
  }

  @Test("a pack without a list is a hint, because its order is undefined")
  func list() {
    #expect(
      catalogJSONFindings("{\(info)}") == [
        "P.stickerpack/Contents.json:1:1 hint the pack has no list of its stickers, so their order is undefined"
      ])
    #expect(catalogJSONFindings("{\(info),\"stikers\":[]}").allSatisfy { !$0.contains(" hint ") })
  }

  @Test("a sequence may share the name of the sticker next to it")
  func names() {
    let catalog = InMemoryCatalog([
      "P.stickerpack/Contents.json":
        "{\(info),\"stickers\":[{\"filename\":\"x.sticker\"},{\"filename\":\"x.stickersequence\"}]}",
      "P.stickerpack/x.sticker/Contents.json": "{\(info),\"properties\":{\"filename\":\"x.png\"}}",
      "P.stickerpack/x.sticker/x.png": "",
      "P.stickerpack/x.stickersequence/Contents.json": "{\(info),\"frames\":[{\"filename\":\"x 1.png\"}]}",
      "P.stickerpack/x.stickersequence/x 1.png": "",
    ])
    for rule in [Rule.catalogDuplicateName, .catalogMissingFile, .catalogUnreferencedFile] {
      #expect(catalog.findings(of: rule) == [])
    }
  }
}
