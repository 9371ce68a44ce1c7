import Corpus
import Foundation
import Testing

@testable import StickerImage

/// Documents of drawing programs, written by other programs. `Fixtures/Documents/draw.py` lists them, and
/// computes the expected pixels.
@Suite struct DocumentTests {
  @Test(
    "documents decode to the pixels that other programs show",
    arguments: [
      "blend-modes.aseprite", "groups.aseprite", "indexed.aseprite", "gray-wide-pixels.aseprite",
      "tiles.aseprite", "tags.aseprite", "painting.ora", "painting.kra", "layers.psd", "raw.psd", "large.psb",
      "gray.psd", "indexed.psd", "flat.psd",
    ])
  func pixels(_ name: String) throws {
    let image = try ForeignImage(decoding: Document.bytes(of: name))
    let strip = try Image(decoding: Document.bytes(of: "\(name).png")).frames[0].bitmap
    let size = try #require(image.frames.first).bitmap.size
    #expect(strip.width == size.width && strip.height == size.height * image.frames.count)
    let shown = image.frames.flatMap(\.bitmap.pixels)
    try #require(shown.count == strip.pixels.count)
    // Formulas with different rounding may differ by one.
    let largest = name.hasPrefix("painting") ? 0 : 1
    for at in stride(from: 0, to: shown.count, by: 4) {
      let (own, other) = (shown[at..<at + 4], strip.pixels[at..<at + 4])
      if own.last == 0, other.last == 0 { continue }
      // The color of a pixel with hardly any alpha is a quotient of small numbers.
      let allowed = Int(other[at + 3]) < 16 && largest > 0 ? 8 : largest
      let apart = zip(own, other).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(apart <= allowed, "pixel \(at / 4 % size.width), \(at / 4 / size.width): \(own), \(other)")
    }
  }

  @Test("a sprite keeps the delays of its frames, and plays endlessly")
  func delays() throws {
    let image = try ForeignImage(decoding: Document.bytes(of: "blend-modes.aseprite"))
    #expect(image.frames.map(\.delay) == (0..<19).map { ExactSeconds(30 + 10 * $0, 1000) })
    #expect(image.plays == 0)
    let still = try ForeignImage(decoding: Document.bytes(of: "groups.aseprite"))
    #expect(still.plays == nil)
    #expect(still.frames.map(\.delay) == [.zero])
  }

  @Test("a sprite without frame delays uses the speed in its header")
  func speed() throws {
    var bytes = try Document.bytes(of: "tags.aseprite")
    (bytes[18], bytes[19], bytes[136], bytes[137]) = (70, 0, 0, 0)
    #expect(try ForeignImage(decoding: bytes).frames[0].delay == ExactSeconds(70, 1000))
  }

  @Test("tags list their frames in playing order")
  func tags() throws {
    let bytes = try Document.bytes(of: "tags.aseprite")
    let tags = asepriteTags(of: bytes)
    // According to the specification, a ping-pong tag counts each direction, so 1 plays only one direction.
    #expect(
      tags == [
        AsepriteTag(name: "idle", frameIndices: [0, 1], plays: 0),
        AsepriteTag(name: "back", frameIndices: [3, 2, 1], plays: 2),
        AsepriteTag(name: "bounce", frameIndices: [2, 3, 4, 5, 4, 3], plays: 0),
        AsepriteTag(name: "once", frameIndices: [2, 3, 4, 5], plays: 1),
        AsepriteTag(name: "idle", frameIndices: [4], plays: 0),
        AsepriteTag(name: "rück/wärts", frameIndices: [5, 4, 3, 4], plays: 2),
      ])
    let back = try ForeignImage(decodingAseprite: bytes, tag: 1)
    #expect(back.frames.map { $0.bitmap.pixels[0] } == [120, 80, 40])
    #expect(back.frames.map(\.delay.numerator) == [103, 102, 101])
    #expect(back.plays == 2)
    let one = try ForeignImage(decodingAseprite: bytes, tag: 4)
    #expect(one.plays == nil && one.frames.count == 1)
    #expect(throws: ImageError.self) { try ForeignImage(decodingAseprite: bytes, tag: 6) }
    #expect(asepriteTags(of: [1, 2, 3]).isEmpty)
  }

  @Test("the error for a document without a merged image says how to save it")
  func noMergedImage() throws {
    var bytes = try Document.bytes(of: "flat.psd")
    // hasRealMergedData, in resource 1057, which is the first one.
    bytes[50] = 0
    let failure = #expect(throws: ImageError.self) { try ForeignImage(decoding: bytes) }
    #expect(failure?.damage?.reason.contains("Maximize Compatibility") == true)
    #expect(failure?.damage?.isUnsupported == true)
  }

  @Test("unsupported depths and color modes are named", arguments: [(23, 16, "16 bits"), (25, 4, "CMYK")])
  func otherPSD(_ offset: Int, _ value: UInt8, _ words: String) throws {
    var bytes = try Document.bytes(of: "layers.psd")
    bytes[offset] = value
    let failure = #expect(throws: ImageError.self) { try ForeignImage(decoding: bytes) }
    #expect(failure?.description.contains(words) == true)
  }

  @Test("the budget's limits apply to every document")
  func limits() throws {
    var budget = DecodingBudget.standard
    budget.canvasPixels = 200
    for name in ["groups.aseprite", "layers.psd", "painting.ora"] {
      let failure = #expect(throws: ImageError.self) {
        try ForeignImage(decoding: Document.bytes(of: name), budget: budget)
      }
      #expect(failure?.exceeded?.name == "canvas-pixels", "\(name)")
    }
    budget = .standard
    budget.frames = 18
    #expect(throws: ImageError.self) {
      try ForeignImage(decoding: Document.bytes(of: "blend-modes.aseprite"), budget: budget)
    }
    budget = .standard
    budget.decodingWork = 100_000
    let failure = #expect(throws: ImageError.self) {
      try ForeignImage(decoding: Document.bytes(of: "blend-modes.aseprite"), budget: budget)
    }
    #expect(failure?.exceeded?.name == "work")
  }
}

/// A file of `Fixtures/Documents`.
enum Document {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/Documents")

  static func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}
