import CImageCodecs
import Corpus
import Testing

@testable import StickerImage

@Suite("the conversion of a WebM's frames to RGBA") struct WebMConversionTests {
  @Test(
    "gives the same pixels with the generic code",
    arguments: [PixelSize(64, 64), PixelSize(33, 47), PixelSize(1, 1), PixelSize(2, 99), PixelSize(129, 3)])
  func generic(_ size: PixelSize) throws {
    var pictures = RandomPictures(seed: UInt64(size.area))
    let frames = (0..<2).map { _ in
      Frame(
        makeBitmap(size.width, size.height) { x, y in
          // Transparent sides and a transparent row, so that a part of each row is converted.
          let isOpaque = 4 * x >= size.width && 4 * x <= 3 * size.width && y != size.height / 2
          return (0..<4).map { channel in channel == 3 && !isOpaque ? 0 : UInt8(pictures.number(0...255)) }
        },
        delay: ExactSeconds(1, 10))
    }
    let bytes = try frames.encodedWebM(cqLevel: 10)
    let container = try #require(ImageContainer(of: bytes, budget: .standard))
    guard case .webm(let positions) = container.dataPositions else {
      Issue.record("the file is not a WebM")
      return
    }
    let reader = try unsafe #require(sl_vp9_reader_open(UInt32(size.width), UInt32(size.height)))
    defer { unsafe sl_vp9_reader_close(reader) }
    if let color = positions.frames.first?.colorByteRanges.first {
      let data = Array(bytes[color])
      try #require(unsafe sl_vp9_read_frame(reader, SL_VP9_COLOR, data, data.count) == SL_OK)
      var pixels = [UInt8](repeating: 1, count: size.area * 4)
      #expect(unsafe sl_vp9_convert_to_rgba(reader, SL_VP9_BT601, 0, &pixels, pixels.count) == SL_OK)
      #expect(stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }, "without alpha")
      #expect(
        unsafe sl_vp9_convert_to_rgba(reader, SL_VP9_BT601, 1, &pixels, pixels.count) == SL_SHORT,
        "no alpha has been read")
    }
    for frame in positions.frames {
      for (ranges, stream) in [(frame.alphaByteRanges, SL_VP9_ALPHA), (frame.colorByteRanges, SL_VP9_COLOR)] {
        for range in ranges {
          let data = Array(bytes[range])
          try #require(unsafe sl_vp9_read_frame(reader, stream, data, data.count) == SL_OK)
        }
      }
      for matrix in [SL_VP9_BT601, SL_VP9_BT709, SL_VP9_BT2020] {
        var (pixels, generic) = (
          [UInt8](repeating: 1, count: size.area * 4), [UInt8](repeating: 2, count: size.area * 4)
        )
        #expect(unsafe sl_vp9_convert_to_rgba(reader, matrix, 1, &pixels, pixels.count) == SL_OK)
        #expect(unsafe sl_vp9_convert_to_rgba_portable(reader, matrix, 1, &generic, generic.count) == SL_OK)
        #expect(pixels == generic)
        // The same colors without alpha, where nothing is skipped.
        var opaque = generic
        #expect(unsafe sl_vp9_convert_to_rgba(reader, matrix, 0, &opaque, opaque.count) == SL_OK)
        for at in stride(from: 0, to: pixels.count, by: 4) {
          let expected = pixels[at + 3] == 0 ? [0, 0, 0] : Array(opaque[at..<at + 3])
          guard Array(pixels[at..<at + 3]) != expected else { continue }
          Issue.record("pixel \(at / 4)")
          break
        }
      }
    }
  }
}
