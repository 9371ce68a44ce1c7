import FuzzTargets
import Testing

@testable import StickerEngine

@Suite struct DescriptionTargetTests {
  @Test("in the pack file target's folder, a glob matches one to three frames")
  func frames() throws {
    let counts = try ["*.png", "a*.png", "ab*.png", "a.png"].map { glob in
      let text = "stickers: [{ frames: \"\(glob)\", fps: 12 }]"
      let description = try readPackFile(Array(text.utf8), in: FuzzTarget.packFolder)
      return try #require(description.stickers.first?.sequence).frames.count
    }
    #expect(Set(counts) == [1, 2, 3])
    #expect(counts.last == 1)
  }
}
