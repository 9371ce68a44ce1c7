import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPacker

/// How a catalog describes the timing of a sequence.
@Suite struct CatalogSequenceTests {
  private func read(_ properties: String, frames: Int = 2) -> PackReadResult {
    let set = "P.stickerpack/hop.stickersequence"
    let names = (1...frames).map { "{\"filename\":\"\($0).png\"}" }.joined(separator: ",")
    var files = [
      "P.stickerpack/Contents.json":
        #"{"properties":{"grid-size":"small"},"stickers":[{"filename":"hop.stickersequence"}]}"#,
      "\(set)/Contents.json": "{\"frames\":[\(names)],\"properties\":{\(properties)}}",
    ]
    for number in 1...frames { files["\(set)/\(number).png"] = "art" }
    return packFromCatalog(catalog(files), name: "P")
  }

  @Test(
    "each missing or out-of-range value has its own reason",
    arguments: [
      (
        #""duration":0.0004,"duration-type":"fixed","repetitions":0"#,
        "duration is 0.0004 (must be at least 0.001)"
      ),
      (
        #""duration":1000.5,"duration-type":"fixed","repetitions":0"#,
        "duration is 1000.5 (must be at most 1000)"
      ),
      (
        #""duration":1001,"duration-type":"fps","repetitions":0"#,
        "duration is 1001 (must be at most 1000)"
      ),
      (#""duration":0,"duration-type":"fps","repetitions":0"#, "duration is 0 (must be more than 0)"),
      (#""duration-type":"fps","repetitions":0"#, "duration is missing"),
      (
        #""duration":2,"repetitions":0"#,
        "duration-type is missing. It must be fixed (seconds per cycle) or fps (frames per second)."
      ),
      (
        #""duration":2,"duration-type":"fps","repetitions":99999999999"#,
        "repetitions is 99,999,999,999 (must be at most 2,147,483,646; 0 plays forever)"
      ),
      (
        #""duration":2,"duration-type":"fps","repetitions":0.5"#,
        "repetitions must be a whole number, not 0.5"
      ),
    ])
  func reasons(_ properties: String, _ reason: String) {
    let reading = read(properties)
    #expect(reading.faults.map(\.message) == [reason])
    #expect(reading.faults.map(\.ruleReportingSameProblem) == ["sequence-frames"])
  }

  @Test("a missing number of repetitions is a note, not an error")
  func missing() {
    let reading = read(#""duration":2,"duration-type":"fps""#)
    #expect(reading.faults == [])
    #expect(reading.pack.stickers.first?.sequence?.extraPlaysOrZeroForever == 0)
    #expect(reading.notes == ["hop.stickersequence: repetitions is missing (default: 0, endless)"])
  }

  @Test(
    "a value that an animation can store is kept exactly, and any other value is rounded with a note",
    arguments: [
      ("0.0625", "fixed", 2, FrameSequence.UniformTiming.totalDuration(ExactSeconds(1, 16)), nil),
      ("29.97", "fps", 2, .framesPerSecond(frames: 2997, seconds: 100), nil),
      ("0.001", "fps", 2, .framesPerSecond(frames: 1, seconds: 1000), nil),
      ("1000", "fixed", 2, .totalDuration(ExactSeconds(1000, 1)), nil),
      ("0.0416667", "fixed", 2, .totalDuration(ExactSeconds(21, 500)), "0.042"),
      ("999.999", "fps", 2, .framesPerSecond(frames: 1000, seconds: 1), "1000"),
      ("59.9999", "fixed", 7, .totalDuration(ExactSeconds(60, 1)), "60"),
    ] as [(String, String, Int, FrameSequence.UniformTiming, String?)])
  func rounding(
    _ figure: String, _ word: String, _ frames: Int, _ timing: FrameSequence.UniformTiming, _ taken: String?
  ) {
    let reading = read(
      "\"duration\":\(figure),\"duration-type\":\"\(word)\",\"repetitions\":0", frames: frames)
    #expect(reading.faults == [])
    #expect(reading.pack.stickers.first?.sequence?.uniformTiming == timing)
    #expect(reading.pack.stickers.first?.sequence?.isStorableInAPNG == true)
    let expected = taken.map {
      "hop.stickersequence: duration \(figure) was changed to \($0), which an animation can store"
    }
    #expect(reading.notes == (expected.map { [$0] } ?? []))
  }

  @Test("a frame that is listed twice is one file")
  func repeated() async throws {
    var folder = ArtFolder(files: [:])
    for number in 1...2 { folder.files["\(number).png"] = try disc(120, 120, step: number).encodedPNG() }
    let frames = [1, 2, 1].map { Path("\($0).png") }
    let sequence = FrameSequence(
      frames: frames, timing: .framesPerSecond(frames: 2, seconds: 1), repetitions: 0)
    let pack = Pack(
      metadata: PackMetadata(name: "P", gridSize: .small),
      stickers: [
        PackSticker(id: "", metadata: StickerMetadata(name: "hop"), file: frames[0], sequence: sequence)
      ]
    )
    let plan = try await folder.buildPack(.none, pack: packWithIDsFromNames(pack).pack)
    let set = "Stickers.xcstickers/Sticker Pack.stickerpack/hop.stickersequence"
    #expect(
      plan.tree.paths.filter { $0.hasPrefix(set) && $0.hasSuffix(".png") } == [
        "\(set)/1.png", "\(set)/2.png",
      ])
    #expect(plan.manifest.stickers[0].sequence?.frames == [1, 2, 1].map { Path("\(set)/\($0).png") })
    #expect(plan.notes.filter { $0.text.contains("is packed as") } == [])
    #expect(try Image(decoding: try #require(plan.tree["variants/hop@3x.png"])).frames.count == 3)
    #expect(await verifyPack(plan.tree, fullyDecodedFiles: plan.hashedDecodableFiles) == [])
  }
}
