import StickerModel
import Testing

@testable import StickerPacker

@Suite struct CatalogTreeTests {
  @Test("a written catalog is read as the same pack")
  func roundTrip() async throws {
    let folder = try ArtFolder.mixed()
    var pack = folder.pack("Sticker Pack")
    pack.gridSize = .large
    pack.stickers[1].descriptions = ["und": "A \"dance\"\n/ été 🙈"]
    let tree = try await folder.plan(.none, pack: pack).tree
    let reading = packFromCatalog(SourceListing(tree, root: Path("/out")), name: "Sticker Pack")
    #expect(reading.faults.isEmpty)
    #expect(reading.notes.isEmpty)
    var expected = pack
    for index in expected.stickers.indices {
      let id = expected.stickers[index].id
      expected.stickers[index].file = Path(
        "Stickers.xcstickers/Sticker Pack.stickerpack/\(id).sticker/\(id).png")
    }
    #expect(reading.pack == expected)
  }

  @Test("the documents are those that Xcode writes")
  func style() {
    let art = CatalogSticker(id: "wave", label: "A wave", fileExtension: "gif", bytes: [1])
    let tree = catalogTree(
      [art, CatalogSticker(id: "b", label: nil, fileExtension: "png", bytes: [])], gridSize: .small)
    let pack = "Sticker Pack.stickerpack"
    let info = "\"info\" : {\n    \"author\" : \"xcode\",\n    \"version\" : 1\n  }"
    func text(_ path: String) -> String { String(decoding: tree[path] ?? [], as: UTF8.self) }
    #expect(text("Contents.json") == "{\n  \(info)\n}\n")
    #expect(
      text("\(pack)/Contents.json") == """
        {
          \(info),
          "properties" : {
            "grid-size" : "small"
          },
          "stickers" : [
            {
              "filename" : "wave.sticker"
            },
            {
              "filename" : "b.sticker"
            }
          ]
        }

        """)
    #expect(
      text("\(pack)/wave.sticker/Contents.json") == """
        {
          \(info),
          "properties" : {
            "accessibility-label" : "A wave",
            "filename" : "wave.gif"
          }
        }

        """)
    #expect(
      text("\(pack)/b.sticker/Contents.json")
        == "{\n  \(info),\n  \"properties\" : {\n    \"filename\" : \"b.png\"\n  }\n}\n")
  }

  @Test("the label is the one of unknown language, else the English, else the first")
  func label() {
    #expect(accessibilityLabel(in: ["und": "a", "en": "b"]) == "a")
    #expect(accessibilityLabel(in: ["fr": "a", "en": "b", "de": "c"]) == "b")
    #expect(accessibilityLabel(in: ["fr": "a", "de": "c"]) == "c")
    #expect(accessibilityLabel(in: [:]) == nil)
  }
}
