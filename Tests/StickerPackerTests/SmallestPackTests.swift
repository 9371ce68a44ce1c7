import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPacker

/// A pack in which all generated files are as small as possible.
@Suite struct SmallestPackTests {
  private func buildPack(_ folder: ArtFolder, _ pack: Pack, _ minimizingEffort: OptimizingEffort?)
    async throws
    -> PackInMemory
  {
    var options = PackOptions(jobs: 2, toolVersion: "0.0.1")
    options.minimizingEffort = minimizingEffort
    return try await buildPackInMemory(pack, options) { path in
      path.text.flatMap { folder.files[$0] }.map(ReadOutcome.bytes) ?? .unreadable("it is not there")
    }
  }

  @Test(
    "sizes, sequences and icons look the same in fewer bytes overall, and no file grows",
    arguments: [OptimizingEffort.fast, .normal])
  func smaller(_ effort: OptimizingEffort) async throws {
    var folder = try ArtFolder.mixed()
    folder.files["icon.png"] = try iconArt(1024, 1024).encodedPNG()
    for number in 1...4 { folder.files["turn/\(number).png"] = try disc(300, 300, step: number).encodedPNG() }
    var pack = packFromFolder(["wave@3x.png", "Hop 10.png", "dance.apng"].map { Path($0) }, name: "P").pack
    let frames = (1...4).map { Path("turn/\($0).png") }
    let sequence = FrameSequence(
      frames: frames, timing: .framesPerSecond(frames: 10, seconds: 1), repetitions: 0)
    pack.stickers.append(
      PackSticker(id: "turn", metadata: StickerMetadata(name: "turn"), file: frames[0], sequence: sequence))
    pack.icon = PackIcon(art: Path("icon.png"))
    let (plain, small) = try await (buildPack(folder, pack, nil), buildPack(folder, pack, effort))
    #expect(await verifyPack(small.tree, fullyDecodedFiles: small.hashedDecodableFiles) == [])
    #expect(small.tree.paths == plain.tree.paths)
    var (count, saved) = (0, 0)
    for path in plain.tree.paths where path.hasSuffix(".png") {
      let (old, new) = (try #require(plain.tree[path]), try #require(small.tree[path]))
      let (before, after) = try (Image(decoding: old), Image(decoding: new))
      #expect(new.count <= old.count, "\(path)")
      #expect(after.frames == before.frames, "\(path)")
      #expect(after.container.animation?.plays == before.container.animation?.plays, "\(path)")
      if path.contains("stickersiconset") {
        #expect(after.container.colorType == "truecolor" && !after.container.canBeTransparent, "\(path)")
      }
      (count, saved) = (count + (new.count < old.count ? 1 : 0), saved + old.count - new.count)
    }
    #expect(count > 12 && saved > 0, "\(count) are smaller, by \(saved) bytes")
    #expect(small.tree["variants/wave@3x.png"] == folder.files["wave@3x.png"], "the source art is unchanged")
  }

  @Test("an image that can serve as an icon stays unchanged unless it can be smaller")
  func readyIcon() throws {
    let art = iconArt(1024, 1024)
    let ready = try art.encodedOpaqueTruecolorPNG(colorChunks: [pngChunk("sRGB", [[0]])])
    let source = IconSetSource(picture(ready))
    let large = { (set: IconSet) in set.icons.first { $0.slot.pixelSize == art.size }?.bytes }
    #expect(try large(iconSet(from: source)) == ready)
    let small = try #require(try large(iconSet(from: source, minimizingEffort: .fast)))
    #expect(small.count < ready.count)
    let again = IconSetSource(picture(small))
    #expect(try large(iconSet(from: again, minimizingEffort: .fast)) == small)
  }
}
