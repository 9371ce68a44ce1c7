import Testing

@testable import StickerEngine

@Suite struct FixPlatformTests {
  private let path = "S.xcstickers/I.stickersiconset/Contents.json"

  /// Fixes the list of an icon set. Returns the new list and descriptions of the changes.
  private func fixed(_ images: String) throws -> (images: String, words: [String]) {
    let (start, end) = (#"{"info":{"author":"a","version":1},"images":["#, "]}")
    var tree = FileTree()
    tree["S.xcstickers/Contents.json"] = Array(#"{"info":{"author":"a","version":1}}"#.utf8)
    tree[path] = Array("\(start)\(images)\(end)".utf8)
    let configuration = Configuration(rules: Rule.all)
    let fixes = fixCatalog(in: tree, at: "S.xcstickers", configuration) { _ in true }
    try expectGuarantees(of: fixes, tree, at: "S.xcstickers", configuration) { _ in true }
    var after = tree
    for case .write(let path, _, let new) in fixes.changes { after[path] = new }
    let text = String(decoding: after[path] ?? [], as: UTF8.self)
    return (String(text.dropFirst(start.count).dropLast(end.count)), fixes.steps.map(\.description))
  }

  @Test(
    "the platform is written where Xcode writes it, and every other byte stays",
    arguments: [
      (
        "\n{ \"idiom\" : \"universal\",\n  \"size\" : \"27x20\",\n  \"scale\" : \"2x\" }\n",
        "\n{ \"idiom\" : \"universal\",\n  \"platform\" : \"ios\",\n  \"size\" : \"27x20\",\n"
          + "  \"scale\" : \"2x\" }\n"
      ),
      (
        #"{"scale":"3x","idiom":"universal", "platform" : "iOS" ,"size":"27x20"}"#,
        #"{"scale":"3x","idiom":"universal", "platform" : "ios" ,"size":"27x20"}"#
      ),
      (
        "{\"filename\":\"a\",\"idiom\":\"ios-marketing\"\n,\"size\":\"1024x768\",\"scale\":\"1x\"}",
        "{\"filename\":\"a\",\"idiom\":\"ios-marketing\"\n,\"platform\" : \"ios\",\"size\":\"1024x768\","
          + "\"scale\":\"1x\"}"
      ),
    ])
  func written(_ before: String, _ after: String) throws {
    let fixes = try fixed(before)
    #expect(fixes.images == after)
    #expect(fixes.words == ["set “platform” : “ios” for 1 icon"])
  }

  @Test("app icons, and icons that already have the platform, stay")
  func right() throws {
    let images =
      #"{"idiom":"iphone","scale":"2x","size":"29x29"},"#
      + #"{"idiom":"universal","platform":"ios","scale":"2x","size":"27x20"}"#
    let fixes = try fixed(images)
    #expect(fixes.images == images && fixes.words == [])
  }
}
