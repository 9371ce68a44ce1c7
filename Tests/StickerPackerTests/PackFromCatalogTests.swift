import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerPacker

/// A catalog written by hand for a test.
func catalog(_ files: [String: String], root: String = "/art/Stickers.xcstickers") -> SourceFolder {
  SourceFolder(root: Path(root), files: files.keys.sorted().map { Path($0) }) { path in
    path.text.flatMap { files[$0] }.map { Array($0.utf8) }
  }
}

/// A valid catalog of two stickers, which a test may break.
let validCatalog = [
  "Contents.json": #"{"info":{"author":"xcode","version":1}}"#,
  "P.stickerpack/Contents.json":
    #"{"properties":{"grid-size":"large"},"stickers":[{"filename":"b.sticker"},{"filename":"a.sticker"}]}"#,
  "P.stickerpack/a.sticker/Contents.json":
    #"{"properties":{"filename":"one.png","accessibility-label":"An A"}}"#,
  "P.stickerpack/a.sticker/one.png": "art",
  "P.stickerpack/b.sticker/Contents.json": #"{"properties":{"filename":"two.gif"}}"#,
  "P.stickerpack/b.sticker/two.gif": "art",
]

@Suite struct PackFromCatalogTests {
  @Test("a catalog gives the pack's name, grid size, order, art and labels")
  func sound() {
    let reading = packFromCatalog(catalog(validCatalog))
    let stickers = [
      PackSticker(
        id: "b", metadata: StickerMetadata(name: "b"), file: Path("P.stickerpack/b.sticker/two.gif")),
      PackSticker(
        id: "a", metadata: StickerMetadata(name: "a", descriptions: ["und": "An A"]),
        file: Path("P.stickerpack/a.sticker/one.png")),
    ]
    #expect(reading.pack == Pack(metadata: PackMetadata(name: "P", gridSize: .large), stickers: stickers))
    #expect(reading.faults.isEmpty)
    #expect(reading.notes == ["the pack is named P after its folder"])
  }

  @Test(
    "the pack is found in any named folder that contains it",
    arguments: ["", "P.stickerpack", "App/Assets.xcassets"])
  func anyRoot(_ root: String) {
    var files: [String: String] = [:]
    for (path, text) in validCatalog {
      if root.hasSuffix("stickerpack") {
        guard path.hasPrefix(root + "/") else { continue }
        files[String(path.dropFirst(root.count + 1))] = text
      } else {
        files[root.isEmpty ? path : "\(root)/\(path)"] = text
      }
    }
    let reading = packFromCatalog(
      catalog(files, root: "/art/" + (root.hasSuffix("stickerpack") ? root : "x")))
    #expect(reading.pack.stickers.map(\.id) == ["b", "a"])
    #expect(reading.pack.name == "P")
    #expect(reading.faults.isEmpty)
  }

  @Test(
    "a pack with a template's name is named after its folder",
    arguments: [
      ("/a/Monkey/Stickers.xcstickers", "Monkey"), ("/a/Monkey", "Monkey"), ("/a/Cats.xcassets", "Cats"),
      ("Stickers.xcstickers", "Sticker Pack"),
    ])
  func name(_ root: String, _ expected: String) {
    let files = ["Sticker Pack.stickerpack/Contents.json": "{}"]
    #expect(packFromCatalog(catalog(files, root: root)).pack.name == expected)
    #expect(packFromCatalog(catalog(files, root: root), name: "Mine").pack.name == "Mine")
  }

  @Test("unlisted stickers come last, and a note says so")
  func unlisted() {
    var files = validCatalog
    files["P.stickerpack/Contents.json"] = #"{"stickers":[{"filename":"b.sticker"}]}"#
    let reading = packFromCatalog(catalog(files), name: "P")
    #expect(reading.pack.stickers.map(\.id) == ["b", "a"])
    #expect(reading.pack.metadata.gridSize == .regular)
    #expect(
      reading.notes == [
        "the catalog sets no grid size (default: regular)",
        "a.sticker is not in the pack's list, so it comes last",
      ])
  }

  @Test("without a list the order is natural, and a note says so")
  func noList() {
    var files = validCatalog
    files["P.stickerpack/Contents.json"] = #"{"properties":{"grid-size":"small"}}"#
    let reading = packFromCatalog(catalog(files), name: "P")
    #expect(reading.pack.stickers.map(\.id) == ["a", "b"])
    #expect(reading.notes == ["the catalog sets no order, so the stickers are in natural order"])
  }

  @Test("files that no Contents.json lists are reported")
  func leftOver() {
    var files = validCatalog
    files["P.stickerpack/b.sticker/three.png"] = "art"
    files["P.stickerpack/loose.png"] = "art"
    files["App Icon.stickersiconset/Contents.json"] = "{}"
    let reading = packFromCatalog(catalog(files), name: "P")
    #expect(
      reading.notes == [
        "P.stickerpack/b.sticker/three.png is left out, because no Contents.json lists it",
        "P.stickerpack/loose.png is left out, because no Contents.json lists it",
        "App Icon.stickersiconset is left out, because it has no Contents.json that lists images",
      ])
  }

  @Test("names match in any Unicode normalization")
  func normalization() {
    let files = [
      "P.stickerpack/Contents.json": "{\"stickers\":[{\"filename\":\"\u{E9}.sticker\"}]}",
      "P.stickerpack/e\u{301}.sticker/Contents.json": "{\"properties\":{\"filename\":\"\u{E9}.png\"}}",
      "P.stickerpack/e\u{301}.sticker/e\u{301}.png": "art",
    ]
    let reading = packFromCatalog(catalog(files), name: "P")
    #expect(reading.faults.isEmpty)
    #expect(reading.pack.stickers.map(\.file) == [Path("P.stickerpack/e\u{301}.sticker/e\u{301}.png")])
  }

  @Test("a catalog with no sticker pack, or with several, is an error")
  func noPack() {
    #expect(packFromCatalog(catalog(["a.png": ""])).faults.map(\.message) == ["contains no .stickerpack"])
    let two = ["A.stickerpack/Contents.json": "{}", "B.stickerpack/Contents.json": "{}"]
    #expect(
      packFromCatalog(catalog(two)).faults.map(\.message) == [
        "contains 2 sticker packs. Choose one: A.stickerpack or B.stickerpack."
      ])
  }

  @Test(
    "the real packs in the corpus are read completely",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"),
    arguments: realPacks)
  func corpus(_ path: String) throws {
    let folder = Corpus.folder.appendingPathComponent(path)
    let source = try source(of: folder)
    let reading = packFromCatalog(source)
    let folders = Set(source.files.flatMap(\.components).filter { $0.lowercasedExtension == "sticker" })
    #expect(reading.pack.stickers.count == folders.count)
    #expect(reading.faults.isEmpty)
    #expect(reading.pack.name == folder.lastPathComponent)
    let art = Set(reading.pack.stickers.map(\.file))
    #expect(art.count == folders.count)
    #expect(art.isSubset(of: source.files))
  }

  @Test("a real pack keeps its order and grid size", .enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func realOrder() throws {
    let scholars = packFromCatalog(
      try source(of: Corpus.folder.appendingPathComponent("stickers/wwdcscholars"))
    ).pack
    #expect(scholars.stickers.map(\.id) == (1...39).map(String.init))
    #expect(scholars.metadata.gridSize == .regular)
    let uhooi = packFromCatalog(try source(of: Corpus.folder.appendingPathComponent("stickers/uhooi"))).pack
    #expect(uhooi.stickers.prefix(2).map(\.id) == ["uhooi_sticker_small", "ayausa_sticker_small"])
    #expect(uhooi.metadata.gridSize == .small)
    let good = packFromCatalog(try source(of: Corpus.folder.appendingPathComponent("rules/packs/good"))).pack
    #expect(good.stickers.map(\.id) == ["Sun", "Star", "Heart"])
    #expect(good.stickers.first?.metadata.descriptions == ["und": "A smiling sun"])
  }
}

private let realPacks =
  ["stickers/uhooi", "stickers/wwdcscholars", "stickers/hackillinois"] + CorpusPack.all.map(\.path)

/// A folder on disk as the packer sees it.
func source(of folder: URL) throws -> SourceFolder {
  let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { path in
    try folder.appendingPathComponent(path).resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
  }
  return SourceFolder(root: Path(folder.path), files: files.map { Path($0) }) { path in
    guard let text = path.text else { return nil }
    return try? [UInt8](Data(contentsOf: folder.appendingPathComponent(text)))
  }
}
