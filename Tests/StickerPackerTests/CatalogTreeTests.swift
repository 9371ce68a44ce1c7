import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPacker

@Suite struct CatalogTreeTests {
  @Test("reading a written catalog gives the same pack")
  func roundTrip() async throws {
    let folder = try ArtFolder.mixed()
    var pack = folder.pack("Sticker Pack")
    pack.metadata.gridSize = .large
    pack.stickers[1].metadata.descriptions = ["und": "A \"dance\"\n/ été 🙈"]
    let tree = try await folder.buildPack(.none, pack: pack).tree
    let reading = packFromCatalog(SourceFolder(tree, root: Path("/out")), name: "Sticker Pack")
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

  @Test("the documents have the form that Xcode writes")
  func style() {
    let art = CatalogSticker(
      id: "wave", accessibilityLabel: "A wave",
      art: .image(CatalogImageFile(nameUniqueInPack: "wave.gif", bytes: [1])))
    let other = CatalogSticker(
      id: "b", accessibilityLabel: nil, art: .image(CatalogImageFile(nameUniqueInPack: "b.png", bytes: [])))
    let tree = catalogTree([art, other], gridSize: .small)
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

  @Test("a sequence's document has its frames in order, their rate or duration, and its repetitions")
  func sequence() {
    func text(_ timing: FrameSequence.UniformTiming, _ repetitions: Int) -> String {
      let sequence = FrameSequence(
        frames: [Path("2.png"), Path("1.png")], timing: timing, repetitions: repetitions)
      let files = ["2.png", "1.png"].map { CatalogImageFile(nameUniqueInPack: $0, bytes: [1]) }
      let tree = catalogTree(
        [CatalogSticker(id: "dance", accessibilityLabel: "A dance", art: .frames(files, sequence))],
        gridSize: .large)
      let path = "Sticker Pack.stickerpack/dance.stickersequence"
      #expect(tree["\(path)/1.png"] == [1])
      return String(decoding: tree["\(path)/Contents.json"] ?? [], as: UTF8.self)
    }
    #expect(
      text(.framesPerSecond(frames: 25, seconds: 2), 3) == """
        {
          "frames" : [
            {
              "filename" : "2.png"
            },
            {
              "filename" : "1.png"
            }
          ],
          "info" : {
            "author" : "xcode",
            "version" : 1
          },
          "properties" : {
            "accessibility-label" : "A dance",
            "duration" : 12.5,
            "duration-type" : "fps",
            "repetitions" : 3
          }
        }

        """)
    let fixed = text(.totalDuration(ExactSeconds(2, 1)), 0)
    #expect(fixed.contains("\"duration\" : 2,\n    \"duration-type\" : \"fixed\",\n    \"repetitions\" : 0"))
  }

  @Test(
    "the label is in the pack's first language, else without a language, else in English, else in the first")
  func label() {
    #expect(accessibilityLabel(from: ["und": "a", "en": "b"], preferringFirstOf: []) == "a")
    #expect(accessibilityLabel(from: ["fr": "a", "en": "b", "de": "c"], preferringFirstOf: []) == "b")
    #expect(accessibilityLabel(from: ["fr": "a", "de": "c"], preferringFirstOf: []) == "c")
    #expect(
      accessibilityLabel(from: ["fr": "a", "en": "b", "und": "c"], preferringFirstOf: ["fr", "en"])
        == "a")
    #expect(accessibilityLabel(from: ["en": "b", "de": "c"], preferringFirstOf: ["fr", "de"]) == "b")
    #expect(accessibilityLabel(from: [:], preferringFirstOf: ["en"]) == nil)
  }
}
