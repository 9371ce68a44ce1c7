import Foundation
import Testing

@testable import StickerImage
@testable import Stickers

@Suite("descriptions of images") struct ImageInspectorTests {
  @Test("frames are kept as PNG files with numbered names, and written to a new folder") func frames()
    async throws
  {
    var inspector = try ImageInspector()
    inspector.hashesFrames = true
    inspector.keepsFrames = true
    let images = try await inspector.inspect([.data(PublicArt.twoPixels, named: "two.png")])
    #expect(images.map(\.isValidImage) == [true] && images[0].frameFileNames == ["two-001.png"])
    #expect(try Sticker(images[0].frames[0]).size == Sticker(PublicArt.twoPixels).size)
    // The straight RGBA samples of the two pixels.
    let digest = SHA256.hexDigest(of: [255, 0, 0, 255, 0, 0, 255, 128])
    #expect(ImageDetails.json(images).contains(digest) && ImageDetails.text(images).contains("two.png"))
    let folder = PublicArt.newFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try ImageDetails.writeFrames(of: images, toNewFolder: BytePath(folder.path))
    #expect(try Data(contentsOf: folder.appendingPathComponent("two-001.png")) == Data(images[0].frames[0]))
    #expect(throws: StickersError.self) {
      try ImageDetails.writeFrames(of: images + images, toNewFolder: BytePath(PublicArt.newFolder().path))
    }
  }

  @Test("a damaged file has a description, and a missing file is an error") func faults() async throws {
    let inspector = try ImageInspector()
    let images = try await inspector.inspect([
      .data(Array(PublicArt.twoPixels.dropLast(20)), named: "a.png"), .data([1, 2, 3], named: "b.png"),
    ])
    #expect(images.map(\.isValidImage) == [false, false])
    await #expect(throws: StickersError.notFound(paths: ["/nowhere"])) {
      try await inspector.inspect([.file("/nowhere")])
    }
  }

  @Test("a limit is changed by its name") func limits() throws {
    var budget = DecodingBudget.standard
    try budget.setLimit("canvas-pixels", to: "1")
    let small = budget
    #expect(throws: StickersError.self) { try Sticker(PublicArt.twoPixels, budget: small) }
    #expect(throws: StickersError.self) { try budget.setLimit("canvas-pixel", to: "1") }
  }
}
