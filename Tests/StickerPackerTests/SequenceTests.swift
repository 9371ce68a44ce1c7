import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPacker

@Suite struct SequenceTests {
  /// Twelve frames, with a still next to them.
  private static func folder() throws -> ArtFolder {
    var folder = ArtFolder(files: ["wave.png": try still(120, 120)])
    for number in 1...12 {
      folder.files["dance/\(number).png"] = try disc(120, 120, step: number % 7).encodedPNG()
    }
    return folder
  }

  private static func pack(
    _ timing: FrameSequence.UniformTiming = .framesPerSecond(frames: 2997, seconds: 100),
    repetitions: Int = 2,
    frames: [String] = (1...12).map { "dance/\($0).png" }
  ) -> Pack {
    let sequence = FrameSequence(frames: frames.map { Path($0) }, timing: timing, repetitions: repetitions)
    let stickers = [
      PackSticker(
        id: "", metadata: StickerMetadata(name: "dance"), file: sequence.frames[0], sequence: sequence),
      PackSticker(id: "", metadata: StickerMetadata(name: "wave"), file: Path("wave.png")),
    ]
    return packWithIDsFromNames(
      Pack(metadata: PackMetadata(name: "P", gridSize: .small), stickers: stickers)
    )
    .pack
  }

  @Test("frames become an animation with unchanged frames, exact delays and loop count")
  func assembled() async throws {
    let folder = try Self.folder()
    let plan = try await folder.buildPack(pack: Self.pack())
    let animation = try Image(decoding: try #require(plan.tree["variants/dance@3x.png"]))
    #expect(animation.container.format == .apng)
    #expect(animation.container.animation?.plays == 3)
    #expect(animation.frames.count == 12)
    for (number, frame) in animation.frames.enumerated() {
      let still = try Image(decoding: try #require(folder.files["dance/\(number + 1).png"]))
      #expect(frame.bitmap == still.frames[0].bitmap)
      #expect(frame.delay.isSameTime(as: ExactSeconds(100, 2997)))
    }
    #expect(try Image(decoding: try #require(plan.tree["variants/dance@1x.png"])).frames.count == 12)
    #expect(await verifyPack(plan.tree, fullyDecodedFiles: plan.hashedDecodableFiles) == [])
  }

  @Test("the catalog contains the unchanged frames in order, and reading it gives the same sequence")
  func catalog() async throws {
    let folder = try Self.folder()
    let plan = try await folder.buildPack(.none, pack: Self.pack(repetitions: 0))
    let set = "Stickers.xcstickers/Sticker Pack.stickerpack/dance.stickersequence"
    for number in 1...12 {
      #expect(plan.tree["\(set)/\(number).png"] == folder.files["dance/\(number).png"])
    }
    let reading = packFromCatalog(SourceFolder(plan.tree, root: Path("out")), name: "P")
    #expect(reading.faults == [] && reading.notes == [])
    let sequence = try #require(reading.pack.stickers[0].sequence)
    #expect(sequence.frames == (1...12).map { Path("\(set)/\($0).png") })
    #expect(sequence.uniformTiming == .framesPerSecond(frames: 2997, seconds: 100))
    #expect(sequence.extraPlaysOrZeroForever == 0)
    #expect(plan.manifest.stickers[0].sequence == sequence)
    #expect(try Manifest(parsing: plan.manifest.encoded()) == plan.manifest)
    #expect(plan.manifest.stickers[0].animation?.plays == 0)
  }

  @Test(
    "a total duration is divided exactly: evenly if the format allows, or else in milliseconds",
    arguments: [(2000, 12), (1, 2), (1001, 3), (10_000, 212), (9_999, 211), (60_000, 1), (59_999, 64)])
  func cycle(_ milliseconds: Int, _ count: Int) {
    let sequence = FrameSequence(
      frames: [Path](repeating: Path("a"), count: count),
      timing: .totalDuration(ExactSeconds(milliseconds, 1000).reduced), repetitions: 0)
    let delays = sequence.delays
    #expect(delays.count == count)
    #expect(delays.total()?.isSameTime(as: ExactSeconds(milliseconds, 1000)) == true)
    #expect(sequence.isStorableInAPNG)
    let shortest = delays.map(\.millisecondsRoundedToTenths).min() ?? 0
    #expect((delays.map(\.millisecondsRoundedToTenths).max() ?? 0) - shortest < 1.1)
  }

  @Test("frame names are unique in the pack in any case, and changes are reported")
  func names() async throws {
    var folder = try Self.folder()
    let sequence = Self.pack().stickers[0].sequence
    for number in 1...12 { folder.files["hop/\(number).PNG"] = folder.files["dance/\(number).png"] }
    folder.files["5.png"] = try still(120, 120)
    var other = try #require(sequence)
    other.frames = (1...12).map { Path("hop/\($0).PNG") }
    let pack = Pack(
      metadata: PackMetadata(name: "P", gridSize: .small),
      stickers: [
        PackSticker(
          id: "", metadata: StickerMetadata(name: "dance"), file: Path("dance/1.png"), sequence: sequence),
        PackSticker(id: "", metadata: StickerMetadata(name: "hop"), file: Path("hop/1.PNG"), sequence: other),
        PackSticker(id: "", metadata: StickerMetadata(name: "5"), file: Path("5.png")),
      ])
    let plan = try await folder.buildPack(.none, pack: packWithIDsFromNames(pack).pack)
    let names = plan.tree.paths.filter { $0.hasSuffix(".png") && $0.contains("/Sticker Pack") }.map {
      Path($0).name.displayText.lowercased()
    }
    #expect(names.count == 25)
    #expect(Set(names).count == 25)
    #expect(plan.tree.paths.contains { $0.hasSuffix("5.sticker/5.png") })
    let why = "another image has the same or nearly the same name"
    #expect(
      plan.notes.contains("dance/5.png is named 5-2 in the catalog, because \(why)"))
    #expect(
      plan.notes.contains(
        "hop/1.PNG is named 1-3 in the catalog, because \(why) (also renamed: 11 more frames of hop)"))
    #expect(await verifyPack(plan.tree, fullyDecodedFiles: plan.hashedDecodableFiles) == [])
  }

  @Test("the error for a frame that does not match the others gives the frame")
  func faults() throws {
    let folder = try Self.folder()
    let gray = Bitmap(PixelSize(120, 120), pixels: [UInt8](repeating: 128, count: 120 * 120 * 4))
    let cases: [([UInt8], String)] = [
      (
        try still(120, 121),
        "120 × 121 px, but the first frame is 120 × 120 px. All frames must have the same size."
      ),
      (try dance(120, 120), "animated (4 frames). A frame must be a still image."),
      (Array("text".utf8), "not a PNG, GIF or JPEG"),
      (
        try gray.encodedPNG(colorChunks: [pngChunk("gAMA", [[0, 0, 0xB1, 0x8F]])]),
        "its color profile is not the same as the first frame's. Export all frames with the same profile."
      ),
    ]
    for (bytes, reason) in cases {
      let fault = sequenceFaultBeforeDecoding(Self.pack().stickers[0], budget: .standard) { path in
        path == Path("dance/3.png") ? .bytes(bytes) : .bytes(folder.files[path.displayText] ?? [])
      }
      #expect(fault?.file == Path("dance/3.png"))
      #expect(fault?.message == reason)
      #expect(fault?.stickerID == "dance")
    }
    #expect(
      sequenceFaultBeforeDecoding(Self.pack().stickers[0], budget: .standard) {
        .bytes(folder.files[$0.displayText] ?? [])
      }
        == nil)
    #expect(
      sequenceFaultBeforeDecoding(Self.pack().stickers[1], budget: .standard) { _ in .unreadable("gone") }
        == nil)
  }

  @Test("frames over the count limit or the pixel limit are an error")
  func limits() throws {
    let folder = try Self.folder()
    var budget = DecodingBudget.standard
    budget.frames = 11
    let read = { (path: Path) in ReadOutcome.bytes(folder.files[path.displayText] ?? []) }
    #expect(
      sequenceFaultBeforeDecoding(Self.pack().stickers[0], budget: budget, read: read)?
        .ruleReportingSameProblem
        == "resource-limit")
    budget.frames = 12
    budget.allFramesPixels = 120 * 120 * 12 - 1
    #expect(
      sequenceFaultBeforeDecoding(Self.pack().stickers[0], budget: budget, read: read)?
        .ruleReportingSameProblem
        == "resource-limit")
    budget.allFramesPixels += 1
    #expect(sequenceFaultBeforeDecoding(Self.pack().stickers[0], budget: budget, read: read) == nil)
  }

  @Test("a changed frame, rate or number of repetitions is found")
  func verification() async throws {
    let plan = try await Self.folder().buildPack(.none, pack: Self.pack())
    let path = "Stickers.xcstickers/Sticker Pack.stickerpack/dance.stickersequence/Contents.json"
    let text = String(decoding: try #require(plan.tree[path]), as: UTF8.self)
    for (old, new) in [("29.97", "30"), ("\"repetitions\" : 2", "\"repetitions\" : 1"), ("7.png", "8.png")] {
      var tree = plan.tree
      #expect(text.contains(old))
      tree[path] = Array(text.replacing(old, with: new).utf8)
      let faults = await verifyPack(tree)
      #expect(
        faults.contains {
          $0.contains("dance.stickersequence/1.png has a different sequence") || $0.contains("left out")
        }, "\(faults)")
    }
  }
}
