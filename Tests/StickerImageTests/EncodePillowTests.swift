import Foundation
import Testing

@testable import StickerImage

@Suite struct EncodePillowTests {
  @Test(
    "other programs see the stills and animations that went in",
    .enabled(if: Witness.python != nil, "skipped: no Pillow"))
  func pillow() throws {
    try Witness.withFolder { folder in
      for still in StillCase.all {
        try writeCase(
          "\(still.name).png", encodePNG(still.bitmap), [Frame(still.bitmap)], plays: 0, into: folder)
      }
      try expectSeenElsewhere(folder, kind: "png")
    }
    try Witness.withFolder { folder in
      for motion in MotionCase.all where motion.frames.count > 1 {
        let file = try encodeAPNG(motion.frames, plays: 0)
        // Frames that look alike have joined: our own decoder, held to the corpus, says which are left.
        try writeCase("\(motion.name).png", file, collectImage(file).frames, plays: 0, into: folder)
      }
      try expectSeenElsewhere(folder, kind: nil)
    }
  }

  @Test("pngcheck finds nothing wrong", .enabled(if: Witness.pngcheck != nil, "skipped: no pngcheck"))
  func pngcheck() throws {
    let pngcheck = try #require(Witness.pngcheck)
    try Witness.withFolder { folder in
      var paths: [String] = []
      for (number, still) in StillCase.all.enumerated() {
        let chunks = number % 2 == 0 ? [pngChunk("sRGB", [[0]]), pngChunk("gAMA", [bigEndian(45455)])] : []
        let path = folder.appendingPathComponent("\(number).png")
        try Data(encodePNG(still.bitmap, colorChunks: chunks)).write(to: path)
        paths.append(path.path)
      }
      let outcome = try Witness.run(pngcheck, ["-q"] + paths)
      #expect(outcome.status == 0, "\(outcome.output)")
    }
  }
}
