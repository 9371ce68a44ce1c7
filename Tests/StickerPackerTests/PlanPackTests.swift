import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerPacker

@Suite struct PlanPackTests {
  @Test("a plan has a manifest, variants and a catalog, and nothing else")
  func files() async throws {
    let plan = try await ArtFolder.mixed().buildPack()
    #expect(
      plan.tree.paths == [
        "Stickers.xcstickers/Contents.json",
        "Stickers.xcstickers/Sticker Pack.stickerpack/Contents.json",
        "Stickers.xcstickers/Sticker Pack.stickerpack/Hop 10.sticker/Contents.json",
        "Stickers.xcstickers/Sticker Pack.stickerpack/Hop 10.sticker/Hop 10.png",
        "Stickers.xcstickers/Sticker Pack.stickerpack/dance.sticker/Contents.json",
        "Stickers.xcstickers/Sticker Pack.stickerpack/dance.sticker/dance.png",
        "Stickers.xcstickers/Sticker Pack.stickerpack/wave.sticker/Contents.json",
        "Stickers.xcstickers/Sticker Pack.stickerpack/wave.sticker/wave.png",
        "manifest.json",
        "variants/Hop 10@1x.png", "variants/Hop 10@2x.png", "variants/Hop 10@3x.png",
        "variants/dance@1x.png", "variants/dance@2x.png", "variants/dance@3x.png",
        "variants/wave@1x.png", "variants/wave@2x.png", "variants/wave@3x.png",
      ])
  }

  @Test("the @3x variant and the catalog's art are the source's bytes")
  func unchanged() async throws {
    let folder = try ArtFolder.mixed()
    let tree = try await folder.buildPack().tree
    let pack = "Stickers.xcstickers/Sticker Pack.stickerpack"
    #expect(tree["variants/wave@3x.png"] == folder.files["wave@3x.png"])
    #expect(tree["variants/dance@3x.png"] == folder.files["dance.apng"])
    #expect(tree["\(pack)/Hop 10.sticker/Hop 10.png"] == folder.files["Hop 10.png"])
  }

  @Test(
    "only the requested sizes are made",
    arguments: [
      (SmallerVariantSelection.all, [3, 2, 1]), (.only2x, [3, 2]), (.only1x, [3, 1]), (.none, [3]),
    ])
  func selection(_ variants: SmallerVariantSelection, _ scales: [Int]) async throws {
    let plan = try await ArtFolder(files: ["a.png": still(30, 30)]).buildPack(variants)
    #expect(plan.manifest.stickers.first?.variants.map(\.scale.rawValue) == scales)
    #expect(plan.tree.paths.filter { $0.hasPrefix("variants/") }.count == scales.count)
  }

  @Test("automatic choices and changes to the art are reported")
  func notes() async throws {
    #expect(
      try await ArtFolder.mixed().buildPack(.none).notes == [
        "dance.apng is packed as .png, because it is an APNG",
        "grid size small (300 px), which is closest to the size of the art",
      ])
    var pack = try ArtFolder.mixed().pack()
    pack.metadata.gridSize = .large
    let plan = try await ArtFolder.mixed().buildPack(.none, pack: pack)
    #expect(plan.manifest.gridSize == .large)
    #expect(plan.notes == ["dance.apng is packed as .png, because it is an APNG"])
  }

  @Test("builds with one job and with several jobs give the same bytes")
  func deterministic() async throws {
    var folder = try ArtFolder.mixed()
    for number in 0..<8 { folder.files["n\(number).png"] = try still(60 + number, 60) }
    let first = try await folder.buildPack(jobs: 1)
    #expect(try await folder.buildPack(jobs: 2).tree == first.tree)
    #expect(try await folder.buildPack(jobs: 8).tree == first.tree)
  }

  @Test("the manifest mentions no jobs, home or temporary folders, dates, users or hosts")
  func manifestText() async throws {
    let plan = try await ArtFolder.mixed().buildPack(.none, jobs: 2)
    let text = String(decoding: plan.manifest.encoded(), as: UTF8.self)
    for word in ["jobs", "/tmp", "/home", "date", "time\"", "user", "host"] { #expect(!text.contains(word)) }
  }

  @Test("every sticker that cannot be built is listed in pack order")
  func faults() async throws {
    var cut = try still(60, 60)
    cut.removeLast(30)
    let folder = ArtFolder(files: ["b.png": cut, "a.png": Array("text".utf8), "c.png": try still(30, 30)])
    var pack = folder.pack()
    pack.stickers.append(
      PackSticker(id: "gone", metadata: StickerMetadata(name: "gone"), file: Path("gone.png")))
    let error = await #expect(throws: Diagnostic.self) { try await folder.buildPack(pack: pack) }
    let faults = try #require(error).allDiagnostics
    #expect(faults.map(\.file) == [Path("a.png"), Path("b.png"), Path("gone.png")])
    #expect(faults.map(\.stickerID) == ["a", "b", "gone"])
    #expect(faults.first?.message == "not a PNG, APNG, GIF or JPEG")
    #expect(faults.last?.message == "it is not there")
  }

  @Test(
    "a real pack is built and verified", .enabled(if: Corpus.isPresent, "skipped: no corpus"),
    arguments: ["stickers/hackillinois", "rules/packs/good"])
  func realPack(_ path: String) async throws {
    let source = try source(of: Corpus.folder.appendingPathComponent(path))
    let reading = packFromCatalog(source)
    let plan = try await buildPackInMemory(reading.pack, PackOptions(jobs: 2, toolVersion: "0.0.1")) { path in
      source.readBytes(path).map(ReadOutcome.bytes) ?? .unreadable("it is not there")
    }
    #expect(plan.manifest.stickers.count == reading.pack.stickers.count)
    #expect(await verifyPack(plan.tree, jobs: 2) == [])
  }

  @Test("a pack without stickers is an error")
  func empty() async {
    await #expect(throws: Diagnostic.noSticker) { try await ArtFolder(files: [:]).buildPack() }
  }
}
