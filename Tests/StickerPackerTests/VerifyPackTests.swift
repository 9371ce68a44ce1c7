import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPacker

@Suite struct VerifyPackTests {
  private let pack = "Stickers.xcstickers/Sticker Pack.stickerpack"

  /// Returns the tree with updated hashes and an updated digest in its manifest, so that only the test's
  /// change is wrong.
  private func rehashed(_ tree: FileTree, _ change: (inout Manifest) -> Void = { _ in }) throws -> FileTree {
    var (tree, manifest) = (tree, try Manifest(parsing: try #require(tree[Manifest.fileName])))
    for index in manifest.stickers.indices {
      for number in manifest.stickers[index].variants.indices {
        let path = manifest.stickers[index].variants[number].file.path
        if let bytes = tree[path] {
          manifest.stickers[index].variants[number].file = ManifestFile(path, bytes)
        }
      }
    }
    manifest.catalogFiles = manifest.catalogFiles.map { file in
      tree[file.path].map { ManifestFile(file.path, $0) } ?? file
    }
    change(&manifest)
    manifest.filesOutsideProjectDigest = manifestFilesDigest(of: manifest.filesOutsideProject)
    tree[Manifest.fileName] = manifest.encoded()
    return tree
  }

  @Test("an unchanged built pack is valid", arguments: SmallerVariantSelection.allCases)
  func sound(_ variants: SmallerVariantSelection) async throws {
    #expect(await verifyPack(try await ArtFolder.mixed().buildPack(variants).tree, jobs: 2) == [])
  }

  @Test("only files that were replaced are checked again")
  func made() async throws {
    let plan = try await ArtFolder(files: ["a.png": still(30, 30)]).buildPack()
    let pictures = plan.tree.paths.filter { $0.hasSuffix(".png") }
    #expect(plan.hashedDecodableFiles.keys.sorted() == pictures.sorted())
    for path in pictures {
      let bytes = try #require(plan.tree[path])
      #expect(plan.hashedDecodableFiles[path]?.bytes == bytes)
      #expect(plan.hashedDecodableFiles[path]?.sha256 == SHA256.hexDigest(of: bytes))
      var tree = plan.tree
      tree[path]?[60] ^= 1
      let another = "\(path) has a different SHA-256"
      #expect(await verifyPack(tree, fullyDecodedFiles: plan.hashedDecodableFiles).contains(another))
      // The stated hashes are trusted. The bytes are not hashed again.
      var made = plan.hashedDecodableFiles
      made[path] = FullyDecodedFile(bytes: bytes, sha256: "no hash")
      #expect(await verifyPack(plan.tree, fullyDecodedFiles: made) == [another])
    }
    #expect(await verifyPack(plan.tree, fullyDecodedFiles: plan.hashedDecodableFiles) == [])
  }

  @Test("only frames of replaced files are decoded again")
  func decodedOnce() async throws {
    var tree = try await ArtFolder(files: ["a.png": still(30, 30)]).buildPack().tree
    let path = "variants/a@2x.png"
    var bytes = try #require(tree[path])
    let data = try #require(ImageContainer(of: bytes)?.parts.first { $0.type == "IDAT" })
    bytes[data.offset + 8 + 4] ^= 0x55  // the image is damaged, but its chunk is valid
    let crc = pngChunk("IDAT", [Array(bytes[data.offset + 8..<data.offset + data.length - 4])])
    bytes.replaceSubrange(data.offset..<data.offset + data.length, with: crc)
    tree[path] = bytes
    let broken = try rehashed(tree)
    #expect(await verifyPack(broken).count == 1)
    let made = [path: FullyDecodedFile(bytes: bytes, sha256: SHA256.hexDigest(of: bytes))]
    #expect(await verifyPack(broken, fullyDecodedFiles: made) == [])
  }

  @Test("a missing or broken manifest is an error")
  func manifest() async throws {
    var tree = try await ArtFolder(files: ["a.png": still(30, 30)]).buildPack(.none).tree
    tree[Manifest.fileName]?.removeLast(3)
    #expect(await verifyPack(tree).first?.hasPrefix("manifest.json: line ") == true)
    tree[Manifest.fileName] = nil
    #expect(await verifyPack(tree) == ["manifest.json is missing"])
  }

  @Test("missing, changed and foreign files are errors")
  func files() async throws {
    let sound = try await ArtFolder(files: ["a.png": still(30, 30)]).buildPack().tree
    var tree = sound
    tree["variants/a@2x.png"] = nil
    #expect(await verifyPack(tree) == ["variants/a@2x.png is missing"])
    tree = sound
    tree["notes.txt"] = [1]
    #expect(await verifyPack(tree) == ["notes.txt is not in the manifest"])
    tree = sound
    tree["variants/a@2x.png"]?[60] ^= 1
    #expect(await verifyPack(tree).first == "variants/a@2x.png has a different SHA-256")
    tree = sound
    tree["Stickers.xcstickers/Contents.json"]?.append(0x20)
    #expect(
      await verifyPack(tree) == [
        "Stickers.xcstickers/Contents.json has 64 bytes, not 63",
        "Stickers.xcstickers/Contents.json has a different SHA-256",
      ])
  }

  @Test("a wrong digest is an error")
  func digest() async throws {
    var tree = try await ArtFolder(files: ["a.png": still(30, 30)]).buildPack(.none).tree
    var manifest = try Manifest(parsing: try #require(tree[Manifest.fileName]))
    manifest.filesOutsideProjectDigest = String(manifest.filesOutsideProjectDigest.reversed())
    tree[Manifest.fileName] = manifest.encoded()
    #expect(await verifyPack(tree) == ["the digest of all files differs"])
  }

  @Test("a wrong size, format, frame count or timing is an error even if the hash is right")
  func variants() async throws {
    let folder = ArtFolder(files: ["a.png": try dance(60, 60)])
    let sound = try await folder.buildPack().tree
    func faults(_ bytes: [UInt8], _ change: (inout Manifest) -> Void = { _ in }) async throws -> [String] {
      var tree = sound
      tree["variants/a@2x.png"] = bytes
      return await verifyPack(try rehashed(tree, change)).map {
        $0.replacing("variants/a@2x.png: ", with: "")
      }
    }
    let frames = danceDelays.enumerated().map { Frame(disc(40, 40, step: $0.offset), delay: $0.element) }
    #expect(try await faults(frames.encodedAPNG(plays: 3)) == [])
    #expect(try await faults(frames.encodedAPNG(plays: 0)) == ["the loop count is different"])
    #expect(
      try await faults(Array(frames.dropLast()).encodedAPNG(plays: 3)) == [
        "has 3 frames, not 4", "the duration is different",
      ])
    #expect(
      try await faults(disc(39, 40).encodedPNG()) == [
        "is PNG, not APNG", "is 39 × 40 px, not 40 × 40 px", "has 1 frames, not 4",
      ])
    #expect(try await faults(Array("text".utf8)) == ["not an image"])
    var cut = try frames.encodedAPNG(plays: 3)
    cut.removeLast(40)
    #expect(try await !faults(cut).isEmpty)
    #expect(
      try await faults(frames.map { Frame(disc(41, 40), delay: $0.delay) }.encodedAPNG(plays: 3)) {
        $0.stickers[0].variants[1].pixels = PixelSize(41, 40)
        $0.stickers[0].variants[1].storedFrameCount = 1
      }.contains("should be 40 × 40 px, not 41 × 40 px"))
  }

  @Test("delays whose sum overflows are valid, and a wrong delay among them is an error")
  func sumWithoutEnd() async throws {
    // Merged, the last two frames take a second. Before the merge, 65521 · 65519 · 65497 · 65479 does not
    // fit in 64 bits.
    let delays = [
      ExactSeconds(1000, 65521), ExactSeconds(1000, 65519), ExactSeconds(1000, 65497),
      ExactSeconds(1000, 65479), ExactSeconds(64479, 65479),
    ]
    var pictures = [0, 1, 2, 3, 3].map { disc(60, 60, step: $0) }
    pictures[4].pixels[(3 * 60 + 3) * 4 + 3] = 1  // too faint to be visible in a smaller size
    let art = try zip(pictures, delays).map { Frame($0, delay: $1) }.encodedAPNG(plays: 0)
    #expect(try #require(ImageContainer(of: art)?.animation).duration == nil)
    let sound = try await ArtFolder(files: ["a.png": art]).buildPack().tree
    let variant = try #require(sound["variants/a@2x.png"].flatMap { ImageContainer(of: $0) }?.animation)
    #expect(variant.frames.map(\.delay.reduced) == delays.prefix(3) + [ExactSeconds(1, 1)])
    #expect(variant.duration != nil)
    #expect(await verifyPack(sound) == [])

    for wrong in [[0, 0, 0, 1], [0, 1, 2, 3]] {
      var tree = sound
      let frames = wrong.enumerated().map { index, number in
        Frame(disc(40, 40, step: index), delay: delays[number])
      }
      tree["variants/a@2x.png"] = try frames.encodedAPNG(plays: 0)
      #expect(
        await verifyPack(try rehashed(tree)) == ["variants/a@2x.png: the delays differ from those of the art"]
      )
    }
  }

  @Test("a catalog that differs from the manifest is an error even if hashes match")
  func catalog() async throws {
    let folder = ArtFolder(files: ["a.png": try still(30, 30), "b.png": try still(33, 30)])
    let sound = try await folder.buildPack(.none).tree
    func faults(_ path: String, _ from: String, _ to: String) async throws -> [String] {
      var tree = sound
      let text = String(decoding: try #require(tree[path]), as: UTF8.self)
      tree[path] = Array(text.replacing(from, with: to).utf8)
      return await verifyPack(try rehashed(tree))
    }
    let catalog = "Stickers.xcstickers"
    #expect(
      try await faults("\(pack)/Contents.json", "small", "large") == ["\(catalog) has a different grid size"])
    #expect(
      try await faults("\(pack)/Contents.json", "a.sticker", "c.sticker").first
        == "\(catalog)/Sticker Pack.stickerpack/c.sticker: it is in the pack's list, but does not exist")
    #expect(
      try await faults("\(pack)/a.sticker/Contents.json", "a.png", "../b.sticker/b.png")
        == [
          "\(catalog)/Sticker Pack.stickerpack/a.sticker: "
            + "../b.sticker/b.png is not a valid image file name"
        ])
    #expect(
      try await faults(
        "\(pack)/a.sticker/Contents.json", "\"filename\"", "\"accessibility-label\" : \"x\", \"filename\"")
        == ["\(catalog)/Sticker Pack.stickerpack/a.sticker has a different label"])
    var tree = sound
    tree["\(pack)/a.sticker/a.png"] = tree["\(pack)/b.sticker/b.png"]
    #expect(
      await verifyPack(try rehashed(tree)) == [
        "\(catalog)/Sticker Pack.stickerpack/a.sticker/a.png is not the @3x art"
      ])
  }

  @Test("differences are missing, changed and foreign files")
  func diff() async throws {
    let planned = try await ArtFolder(files: ["a.png": still(30, 30)]).buildPack().tree
    #expect(differenceTexts(planned: planned, onDisk: planned) == [])
    var onDisk = planned
    onDisk["variants/a@1x.png"] = nil
    onDisk["variants/a@2x.png"] = [1]
    onDisk["my\u{1B}notes.txt"] = [1]
    #expect(
      differenceTexts(planned: planned, onDisk: onDisk) == [
        "my\\u{1B}notes.txt does not belong to the build", "variants/a@1x.png is missing",
        "variants/a@2x.png differs",
      ])
  }

  @Test("foreign files are those that the manifest does not list")
  func foreign() async throws {
    let previous = try await PreviousBuild(ArtFolder(files: ["a.png": still(30, 30)]).buildPack().tree)
    let files = previous.tree.paths.map { Path($0) }
    #expect(previous.filesNotGeneratedOrKept(files) == [])
    let strange = [Path("notes.txt"), Path(bytes: [0xFF])]
    #expect(previous.filesNotGeneratedOrKept(files + strange) == strange)
    var other = previous.tree
    other[Manifest.fileName] = Array("{}".utf8)
    #expect(PreviousBuild(other).filesNotGeneratedOrKept(files) == nil)
  }
}
