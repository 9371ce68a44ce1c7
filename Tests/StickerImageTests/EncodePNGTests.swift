import Corpus
import Testing

@testable import StickerImage

@Suite struct EncodePNGTests {
  @Test("every kind of image decodes to the same visible pixels", arguments: StillCase.all)
  func roundTrip(_ still: StillCase) throws {
    let image = try Image(decoding: still.bitmap.encodedPNG())
    #expect(image.frames.map(\.bitmap) == [withoutInvisibleColors(still.bitmap)])
  }

  @Test("fast encoding decodes to the same pixels in barely more bytes", arguments: StillCase.all)
  func haste(_ still: StillCase) throws {
    let hasty = try still.bitmap.encodedPNG(colorChunks: [], isFast: true)
    #expect(try Image(decoding: hasty).frames.map(\.bitmap) == [withoutInvisibleColors(still.bitmap)])
    #expect(hasty.count <= (try still.bitmap.encodedPNG()).count * 21 / 20)
  }

  @Test("an image is stored in the fewest bits that hold it", arguments: StillCase.all)
  func fewestBits(_ still: StillCase) throws {
    let bytes = try still.bitmap.encodedPNG()
    // Depth and color type come after width and height in IHDR, whose data begins at byte 16.
    #expect(bytes[24] == still.bitDepth)
    #expect(bytes[25] == still.colorType)
  }

  @Test("images of any small size decode to themselves", arguments: [1, 2, 3, 7, 8, 9, 17, 33])
  func smallSizes(_ width: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(width))
    for height in [1, 2, 5, 16] {
      for count in [1, 2, 3, 16, 17, 300] {
        let palette = (0..<count).map { _ in (0..<4).map { _ in UInt8.random(in: 0...255, using: &numbers) } }
        let bitmap = speckled(width, height, palette, seed: numbers.next())
        let image = try Image(decoding: bitmap.encodedPNG())
        #expect(image.frames.map(\.bitmap) == [withoutInvisibleColors(bitmap)])
      }
    }
  }

  @Test("a photograph is stored with filters and decodes to itself")
  func filtered() throws {
    let bitmap = makeBitmap(150, 140) { x, y in
      [UInt8((x * x + y * 3) / 97 % 256), UInt8((x * 2 + y * y) / 89 % 256), UInt8((x + y) % 256), 255]
    }
    let bytes = try bitmap.encodedPNG()
    let image = try Image(decoding: bytes)
    #expect(image.frames.map(\.bitmap) == [bitmap])
    let idat = try #require(image.container.parts.first { $0.type == "IDAT" })
    let stream = bytes[idat.offset + 8..<idat.offset + idat.length - 4]
    let (_, rows) = inflate(stream, expecting: 140 * 451)
    #expect(Set(Swift.stride(from: 0, to: rows.count, by: 451).map { rows[$0] }) != [0])
  }

  @Test("a file has IHDR, palette, data and end, without a timestamp or text")
  func parts() throws {
    let still = try #require(StillCase.all.first { $0.name == "256 colors" })
    let container = try #require(ImageContainer(of: still.bitmap.encodedPNG()))
    #expect(container.parts.map(\.type) == ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"])
  }

  @Test("tRNS ends after the last color that is not opaque")
  func opaqueTail() throws {
    let bitmap = speckled(137, 131, colors(100) + colors(3, alpha: 9) + [[0, 0, 0, 0]])
    let container = try #require(ImageContainer(of: bitmap.encodedPNG()))
    #expect(container.parts.first { $0.type == "PLTE" }?.length == 12 + 3 * 104)
    #expect(container.parts.first { $0.type == "tRNS" }?.length == 12 + 4)
  }

  @Test("a few pixels of many colors get no palette")
  func palettePaysOff() throws {
    let bytes = try speckled(20, 10, colors(200)).encodedPNG()
    #expect(bytes[25] == 2)
  }

  @Test("an image without pixels is refused")
  func empty() {
    #expect(throws: InternalError.self) { try Bitmap(transparent: PixelSize(0, 4)).encodedPNG() }
  }

  @Test("a file that decodes differently is an internal error")
  func wrongPixels() throws {
    let (red, blue) = (
      makeBitmap(9, 9) { _, _ in [255, 0, 0, 255] }, makeBitmap(9, 9) { _, _ in [0, 0, 255, 255] }
    )
    let bytes = try red.encodedPNG()
    #expect(throws: InternalError("frame 1: the pixel at (0, 0) differs")) {
      try verifyPNG(bytes, shows: blue)
    }
    #expect(throws: InternalError.self) { try verifyPNG(Array(bytes.dropLast(20)), shows: red) }
    var transparent = red
    transparent.pixels[(8 * 9 + 7) * 4 + 3] = 254
    #expect(throws: InternalError("frame 1: the pixel at (7, 8) differs")) {
      try verifyPNG(bytes, shows: transparent)
    }
  }
}
