import CImageCodecs
import Corpus
import Testing

@testable import StickerImage

/// Compares the center of art with a plain sum over its pixels.
@Suite("the center of mass of art") struct CenterOfMassTests {
  @Test("is the mean position of all visible pixels", arguments: 0..<40 as Range<UInt64>)
  func plain(_ seed: UInt64) throws {
    var pictures = RandomPictures(seed: seed)
    let (width, height) = (pictures.number(1...200), pictures.number(1...90))
    let bitmap = makeBitmap(width, height) { _, _ in [1, 2, 3, UInt8(pictures.one(of: [0, 4, 5, 77, 255]))] }
    expectMean(bitmap)
  }

  @Test("is the mean position in art with straight edges, too", arguments: 0...64)
  func edges(_ place: Int) {
    for width in [64, 128, 150] {
      expectMean(makeBitmap(width, 3) { x, _ in [1, 2, 3, x % 64 < place ? 255 : 0] })
      expectMean(makeBitmap(width, 3) { x, _ in [1, 2, 3, x % 64 < place ? 0 : 255] })
    }
  }

  @Test("is exact in rows of thousands of pixels, with the generic code, too", arguments: [4095, 4096, 9001])
  func wide(_ width: Int) {
    var pictures = RandomPictures(seed: UInt64(width))
    let bitmap = makeBitmap(width, 2) { _, _ in [1, 2, 3, UInt8(pictures.one(of: [0, 4, 5, 77, 255]))] }
    expectMean(bitmap)
    let moments = unsafe sl_alpha_moments(bitmap.pixels, width, 2)
    let generic = unsafe sl_alpha_moments_portable(bitmap.pixels, width, 2)
    #expect(moments.sum == generic.sum)
    #expect(moments.by_column == generic.by_column)
    #expect(moments.by_row == generic.by_row)
  }

  private func expectMean(_ bitmap: Bitmap) {
    let (width, height) = (bitmap.width, bitmap.height)
    var (across, along, count) = (0.0, 0.0, 0.0)
    for pixel in 0..<width * height where bitmap.pixels[pixel * 4 + 3] >= 5 {
      let alpha = Double(bitmap.pixels[pixel * 4 + 3])
      across += (Double(pixel % width) + 0.5) * alpha
      along += (Double(pixel / width) + 0.5) * alpha
      count += alpha
    }
    var pass = MeasurementPass(measuring: .centerOfMass)
    pass.visit(Frame(bitmap), number: 0)
    let middle = pass.measurements()?.centerOfMass?.center
    guard count > 0 else {
      #expect(middle == nil)
      return
    }
    #expect(abs((middle?.x ?? 0) - across / count) < 1e-6)
    #expect(abs((middle?.y ?? 0) - along / count) < 1e-6)
  }
}
