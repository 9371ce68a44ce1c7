import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite struct EditableImageTests {
  @Test("an image with a loop count is stored as APNG, and one without as PNG", arguments: [nil, 0, 3])
  func formats(_ plays: Int?) throws {
    let bitmap = Bitmap(PixelSize(2, 1), pixels: [255, 0, 0, 255, 0, 0, 0, 0])
    let bytes = try EditableImage([Frame(bitmap, delay: ExactSeconds(1, 10))], plays: plays).verifiedPNGOrGIF(
      .fast)
    let container = try #require(ImageContainer(of: bytes))
    #expect(container.format == (plays == nil ? .png : .apng))
    #expect(container.animation?.plays == plays)
  }

  @Test("frames without a loop count are refused instead of flattened")
  func neverFlattened() {
    let frames = [Frame(Bitmap(transparent: PixelSize(1, 1)), delay: ExactSeconds(1, 10))]
    #expect(throws: InternalError.self) { try EditableImage(frames + frames).verifiedPNGOrGIF(.fast) }
  }
}
