import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite("sequences and icons in pack files") struct DescribedSequenceTests {
  private let folder = PackFolderAccess {
    !$0.displayText.hasPrefix("gone")
  } framesMatching: { glob in
    switch glob {
    case "dance/*.png", "dance/wave-*.png": (1...3).map { Path("dance/\($0).png") }
    case "*.png": [Path("b@3x.png"), Path("c.png")]
    default: []
    }
  }

  private func read(_ text: String, slots: [String]? = nil) throws -> PackFile {
    try readPackFile(Array(text.utf8), in: folder, allowedIconSlots: slots)
  }

  @Test("frames, rate and repetitions are read exactly")
  func whole() throws {
    let text =
      "stickers: [{ frames: dance/*.png, fps: 29.97, repetitions: 4 }, { frames: \"*.png\", duration: 1.25 }]"
    let stickers = try read(text).stickers
    #expect(stickers.map(\.metadata.name) == ["dance", "b"])
    #expect(stickers[0].sequence?.frames == (1...3).map { Path("dance/\($0).png") })
    #expect(stickers[0].sequence?.uniformTiming == .framesPerSecond(frames: 2997, seconds: 100))
    #expect(stickers[0].sequence?.extraPlaysOrZeroForever == 4)
    #expect(stickers[0].file.value == Path("dance/1.png"))
    #expect(stickers[1].sequence?.uniformTiming == .totalDuration(ExactSeconds(5, 4)))
    #expect(stickers[1].sequence?.extraPlaysOrZeroForever == 0)
  }

  @Test("a sequence is named after its glob, or else after its folder")
  func names() throws {
    #expect(try read("stickers: [{ frames: dance/wave-*.png, fps: 9 }]").stickers[0].metadata.name == "wave")
    #expect(try read("stickers: [{ frames: ./dance//*.png, fps: 9 }]").stickers[0].metadata.name == "dance")
  }

  @Test("each file has its role, and rules see the first frame")
  func roles() throws {
    let description = try read(
      "icon: i.png\nicons: { a: s.png }\nstickers: [{ file: a.png }, { frames: dance/*.png, fps: 12 }]")
    let roles = description.roles(resolvingFilesIn: Path("p"))
    #expect(roles[Path("p/i.png")] == .icon && roles[Path("p/s.png")] == .icon)
    #expect(roles[Path("p/a.png")] == .sticker)
    #expect((1...3).allSatisfy { roles[Path("p/dance/\($0).png")] == .frame })
    let listing = description.packDeclaration(in: Path("p"))
    #expect(listing.stickers.map(\.imagePath) == [Path("p/a.png"), Path("p/dance/1.png")])
    #expect(listing.slotIcons == [Path("p/s.png")])
  }

  @Test("a description without a value is ignored, and an empty string in quotes is kept")
  func unfilled() throws {
    let text =
      "stickers:\n - file: a.png\n   description:\n    en:\n    fr: U\n - { file: b.png, description: }"
    #expect(try read(text).stickers.map(\.metadata.descriptions) == [["fr": "U"], [:]])
    #expect(
      try read("stickers: [{ file: a.png, description: { en: \"\" } }]").stickers[0].metadata.descriptions
        == [
          "en": ""
        ])
  }

  @Test(
    "errors are reported with line and column",
    arguments: [
      ("{}", "1:12: a sticker needs file (the name of its image) or frames (a glob for several images)"),
      ("{ file: a.png, frames: dance/*.png }", "1:27: use file or frames for a sticker, not both"),
      ("{ file: a.png, fps: 3 }", "1:27: fps is only allowed with frames"),
      (
        "{ frames: dance/*.png }",
        "1:14: frames needs fps (frames per second) or duration (seconds for all frames)"
      ),
      (
        "{ frames: dance/*.png, fps: 3, duration: 1 }",
        "1:43: use fps or duration for a sequence, not both"
      ),
      (
        "{ frames: nothing/*.png, fps: 3 }",
        "1:22: frames nothing/*.png matches no images. Use a glob such as dance/*.png."
      ),
      ("{ frames: ../*.png, fps: 3 }", "1:22: ../*.png is outside the folder of stickerpack.yml"),
      ("{ frames: /tmp/*.png, fps: 3 }", "1:22: /tmp/*.png is outside the folder of stickerpack.yml"),
      ("{ frames: dance/*.png, fps: 0 }", "1:40: fps must be a number from 0.1 to 60, not \"0\""),
      ("{ frames: dance/*.png, fps: 61 }", "1:40: fps must be a number from 0.1 to 60, not \"61\""),
      (
        "{ frames: dance/*.png, fps: 2.0001 }",
        "1:40: fps must have at most 3 decimal places, not \"2.0001\""
      ),
      (
        "{ frames: dance/*.png, duration: -1 }",
        "1:45: duration must be a number from 0.001 to 60 s, not \"-1\""
      ),
      (
        "{ frames: dance/*.png, fps: 3, repetitions: -1 }",
        "1:56: repetitions must be a whole number from 0 to 1,000,000, not \"-1\""
      ),
      (
        "{ frames: dance/*.png, fps: 3 }, { file: dance/2.png }",
        "1:53: dance/2.png is listed twice, first on line 1"
      ),
      (
        "{ frames: dance/*.png, fps: 3 }, { frames: dance/*.png, fps: 3 }",
        "1:55: dance/1.png is listed twice, first on line 1"
      ),
    ])
  func faults(_ sticker: String, _ line: String) throws {
    let faults = try #require(throws: Diagnostic.self) { try read("stickers: [\(sticker)]") }
    #expect(faults.allDiagnostics.map { $0.messageLine(in: "p") } == ["p:\(line)"])
  }

  @Test("an unknown icon size is reported with the closest known sizes")
  func slots() throws {
    let slots = ["iphone-29x29@2x", "ipad-29x29@2x"]
    #expect(try read("icons: { iphone-29x29@2x: a.png }", slots: slots).slotIcons.map(\.slot) == [slots[0]])
    let faults = try #require(throws: Diagnostic.self) {
      try read("icons: { iphone-29x29@3x: a.png, ipad-29x29@2x: gone.png }", slots: slots)
    }
    #expect(
      faults.allDiagnostics.map { $0.messageLine(in: "p") } == [
        "p:1:10: unknown icon size \"iphone-29x29@3x\". "
          + "Did you mean iphone-29x29@2x or ipad-29x29@2x?",
        "p:1:49: gone.png does not exist",
      ])
  }
}
