import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite struct PictureTests {
  @Test("a picture with plays is stored as an APNG, one without as a PNG", arguments: [nil, 0, 3])
  func formats(_ plays: Int?) throws {
    let bitmap = Bitmap(PixelSize(2, 1), pixels: [255, 0, 0, 255, 0, 0, 0, 0])
    let bytes = try EditableImage([Frame(bitmap, delay: ExactSeconds(1, 10))], plays: plays).encoded(.fast)
    let container = try #require(Container(of: bytes))
    #expect(container.format == (plays == nil ? .png : .apng))
    #expect(container.animation?.plays == plays)
  }

  @Test("frames without a number of plays are refused, not flattened")
  func neverFlattened() {
    let frames = [Frame(Bitmap(transparent: PixelSize(1, 1)), delay: ExactSeconds(1, 10))]
    #expect(throws: InternalError.self) { try EditableImage(frames + frames).encoded(.fast) }
  }
}
