import Corpus
import Testing

@testable import StickerImage

/// The facts in the chunks of a WebP, before a pixel is decoded.
@Suite struct WebPContainerTests {
  private func container(_ bytes: [UInt8], _ budget: DecodingBudget = .standard) throws -> ImageContainer {
    try #require(ImageContainer(of: bytes, budget: budget))
  }

  @Test("canvas, frames, delays and loop count of an animation are read")
  func animation() throws {
    let frames = [
      HandmadeWebP.frame(0, 0, 20, 10, milliseconds: 70),
      HandmadeWebP.frame(4, 2, 7, 3, milliseconds: 16_777_215, flags: 3),
    ]
    let container = try container(HandmadeWebP.animation(20, 10, plays: 5, frames))
    #expect(container.damage == [] && container.exceededLimits == [])
    #expect(container.canvas == PixelSize(20, 10))
    let animation = try #require(container.animation)
    #expect(animation.plays == 5)
    #expect(animation.frames.map(\.delay) == [ExactSeconds(70, 1000), ExactSeconds(16_777_215, 1000)])
    #expect(
      animation.frames.map(\.patch) == [
        PixelRect(x: 0, y: 0, width: 20, height: 10), PixelRect(x: 4, y: 2, width: 7, height: 3),
      ])
    #expect(animation.frames.map(\.blend) == [.over, .source])
    #expect(animation.frames.map(\.disposal) == [.keep, .background])
    #expect(animation.frames.map(\.headerOffset) == [44, 44 + frames[0].count])
    #expect(container.parts.map(\.type) == ["VP8X", "ANIM", "ANMF", "ANMF"])
    #expect(
      container.bytes(settingPlays: 0, from: HandmadeWebP.animation(20, 10, plays: 5, frames))
        == HandmadeWebP.animation(20, 10, plays: 0, frames))
  }

  @Test("plain and extended stills are read with profile and orientation")
  func still() throws {
    let plain = try container(HandmadeWebP.file([HandmadeWebP.singleColorChunk(30, 20, [1, 2, 3, 4])]))
    #expect((plain.canvas, plain.animation, plain.frameCount) == (PixelSize(30, 20), nil, 1))
    #expect(plain.colorType == "lossless with alpha" && plain.canBeTransparent)
    let chunks = [
      HandmadeWebP.chunk("ICCP", [1, 2, 3]), HandmadeWebP.singleColorChunk(30, 20, [1, 2, 3, 4]),
      HandmadeWebP.chunk("EXIF", exifWithOrientation(6)),
    ]
    let extended = try container(HandmadeWebP.extendedFile(30, 20, flags: 0x28, chunks))
    #expect(extended.profile == [1, 2, 3])
    #expect(extended.orientation == 6)
    #expect(extended.animation == nil && extended.damage == [])
    let opaque = try container(HandmadeWebP.file([HandmadeWebP.lossy]))
    #expect((opaque.canvas, opaque.colorType) == (PixelSize(32, 24), "lossy"))
    #expect(!opaque.canBeTransparent)
  }

  /// EXIF data with only an orientation.
  private func exifWithOrientation(_ orientation: Int) -> [UInt8] {
    Array("II".utf8) + littleEndianBytes(42, 2) + littleEndianBytes(8, 4) + littleEndianBytes(1, 2)
      + littleEndianBytes(0x0112, 2) + littleEndianBytes(3, 2)
      + littleEndianBytes(1, 4) + littleEndianBytes(orientation, 4)
  }

  @Test("metadata is removed, orientation stays, and the header matches what is left")
  func stripped() throws {
    let sheet = HandmadeWebP.singleColorChunk(30, 20, [1, 2, 3, 4])
    let (exif, xmp) = (
      HandmadeWebP.chunk("EXIF", exifWithOrientation(6)), HandmadeWebP.chunk("XMP ", Array("<x/>".utf8))
    )
    let file = HandmadeWebP.extendedFile(30, 20, flags: 0x1C, [sheet, exif, xmp]) + [7, 7]
    let read = try container(file)
    #expect(read.trailingBytes == 2 && read.metadataBytes == exif.count + xmp.count)
    let bare = read.stripping([.metadata, .trailingBytes], from: file)
    let again = try container(bare)
    #expect(again.damage == [] && again.orientation == 6 && again.trailingBytes == 0)
    #expect(again.parts.map(\.type) == ["VP8X", "VP8L", "EXIF"])
    #expect(bare[20] == 0x18)  // EXIF and alpha
    #expect(read.stripping(.trailingBytes, from: file) == Array(file.dropLast(2)))
    let upright = HandmadeWebP.extendedFile(30, 20, flags: 0x14, [sheet, xmp])
    #expect(
      try container(upright).stripping(.metadata, from: upright)
        == HandmadeWebP.extendedFile(30, 20, flags: 0x10, [sheet]))
  }

  @Test("a single frame becomes a file with its alpha")
  func alone() throws {
    let chunks = [HandmadeWebP.chunk("ALPH", [1, 2, 3]), HandmadeWebP.lossy]
    let file = HandmadeWebP.extendedFile(32, 24, flags: 0x10, chunks)
    guard case .webp(let layout) = try container(file).dataPositions else {
      Issue.record("no pictures")
      return
    }
    #expect(layout.frames.map { $0.singleImageFile(from: file) } == [file])
  }

  @Test(
    "a frame outside its canvas is damage", arguments: [(2, 0, 19, 10), (0, 2, 20, 9), (400, 0, 1, 1)])
  func outside(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws {
    let damage = try container(HandmadeWebP.animation(20, 10, [HandmadeWebP.frame(x, y, width, height)]))
      .damage
    #expect(damage.map(\.location) == [ByteLocation(partName: "ANMF", partOffset: 44, frameIndex: 0)])
  }

  @Test("the budget covers canvas, frames, chunks, profile and work")
  func budget() throws {
    let huge = HandmadeWebP.extendedFile(16_777_216, 2, flags: 0, [])
    #expect(try container(huge).exceededLimits.map(\.name) == ["side-pixels", "canvas-pixels"])
    let three = HandmadeWebP.animation(20, 10, (0..<3).map { _ in HandmadeWebP.frame(0, 0, 20, 10) })
    // Each frame is drawn once, from compressed data: 200 px and 800 bytes.
    for (limit, most) in [
      (ResourceLimit.frames, 2), (.containerParts, 4), (.allFramesPixels, 599), (.canvasPixels, 199),
      (.decodingWork, 2_999),
    ] {
      var budget = DecodingBudget.standard
      budget[limit] = most
      #expect(try container(three, budget).exceededLimits.map(\.name) == [limit.name])
      budget[limit] += 1
      let within = try container(three, budget)
      #expect(within.exceededLimits == [] && within.damage == [])
    }
    var small = DecodingBudget.standard
    small.inflatedChunkBytes = 2
    let profiled = HandmadeWebP.extendedFile(
      30, 20, flags: 0x20,
      [HandmadeWebP.chunk("ICCP", [1, 2, 3]), HandmadeWebP.singleColorChunk(30, 20, [1, 2, 3, 4])])
    #expect(try container(profiled, small).exceededLimits.map(\.name) == ["chunk-bytes"])
  }

  @Test("a single-color image is decoded, and colors stay under transparent pixels")
  func sheet() throws {
    let frames = try Image(decoding: HandmadeWebP.file([HandmadeWebP.singleColorChunk(3, 2, [9, 8, 7, 0])]))
      .frames
    #expect(frames.map(\.bitmap.pixels) == [repeated([9, 8, 7, 0], 6)])
  }

  @Test("the code groups of a lossless image are counted before libwebp allocates tables")
  func groups() throws {
    for count in [1, 2, 300, 4_000] {
      let bits = HandmadeWebP.BitWriter.groups(count, squares: 64 * 64)
      let chunk = HandmadeWebP.chunk(
        "VP8L", HandmadeWebP.losslessHeader(256, 256, hasAlpha: false) + bits.bytes)
      let data = 25..<20 + chunk.count - 8
      #expect(
        prefixCodeGroupCount(inHeaderlessVP8L: data, of: HandmadeWebP.file([chunk]), PixelSize(256, 256))
          == count)
      #expect(
        prefixCodeGroupCount(inHeaderlessVP8L: 25..<30, of: HandmadeWebP.file([chunk]), PixelSize(256, 256))
          == nil)
      let image = try Image(decoding: HandmadeWebP.file([chunk]))
      #expect(image.frames[0].bitmap.pixels.prefix(8) == [0, 0, 0, 255, 0, 0, 0, 255])
      let second: [UInt8] = count == 1 ? [0, 0, 0, 255] : [1, 0, 0, 255]
      #expect(Array(image.frames[0].bitmap.pixels[16..<20]) == second)
    }
  }

  @Test("a truncated or altered file decodes or has damage, and never causes a trap")
  func hostile() {
    let one = HandmadeWebP.frame(2, 2, 10, 5, flags: 1)
    let file = HandmadeWebP.animation(20, 10, [one, one])
    for end in 12..<file.count {
      #expect(throws: (any Error).self) { try Image(decoding: Array(file[..<end])) }
    }
    var numbers = SeededNumbers(seed: 11)
    for _ in 0..<3000 {
      var broken = file
      for _ in 0..<3 {
        broken[.random(in: 0..<file.count, using: &numbers)] = .random(in: 0...255, using: &numbers)
      }
      _ = try? Image(decoding: broken)
    }
  }
}
