import Corpus
import Testing

@testable import StickerImage

/// Viewers show a frame of at most 10 ms for 100 ms.
///
/// - Source: Gecko FrameTimeout.h; gif2webp, which converts a GIF's delays of 0 and 1 to 100 ms.
@Suite("the delay that viewers use") struct ShownDelayTests {
  @Test(
    "is 100 ms for at most 10 ms, and the stored delay above that",
    arguments: [
      (ExactSeconds(0, 1), ExactSeconds(1, 10)), (ExactSeconds(0, 65_535), ExactSeconds(1, 10)),
      (ExactSeconds(1, 100), ExactSeconds(1, 10)), (ExactSeconds(10, 1000), ExactSeconds(1, 10)),
      (ExactSeconds(655, 65_500), ExactSeconds(1, 10)),
      (ExactSeconds(655, 65_499), ExactSeconds(655, 65_499)),
      (ExactSeconds(11, 1000), ExactSeconds(11, 1000)), (ExactSeconds(2, 100), ExactSeconds(2, 100)),
      (ExactSeconds(.max, 1), ExactSeconds(.max, 1)), (ExactSeconds(1, .max), ExactSeconds(1, 10)),
    ])
  func shown(_ written: ExactSeconds, _ shown: ExactSeconds) {
    #expect(written.shownDelay == shown)
    #expect(Frame(Bitmap(transparent: PixelSize(1, 1)), delay: written).shownDelay == shown)
  }

  private let red = makeBitmap(12, 10) { _, _ in [255, 0, 0, 255] }
  private let blue = makeBitmap(12, 10) { _, _ in [0, 0, 255, 255] }

  /// Frames of 0, 10, 20 and 10 ms.
  private var frames: [Frame] {
    zip([red, blue, red, blue], [0, 10, 20, 10]).map { Frame($0, delay: ExactSeconds($1, 1000)) }
  }

  @Test("is the duration of an animation")
  func duration() throws {
    let animation = try #require(ImageContainer(of: frames.encodedAPNG(plays: 0))?.animation)
    #expect(animation.duration == ExactSeconds(320, 1000).reduced)
    #expect(animation.storedDuration == ExactSeconds(40, 1000).reduced)
  }

  @Test("is written in place into APNG and WebP files")
  func written() throws {
    for file in [try frames.encodedAPNG(plays: 3), try frames.encodedWebP(plays: 3)] {
      let container = try #require(ImageContainer(of: file))
      let changed = try #require(container.bytesWritingShownDelays(from: file))
      #expect(changed.count == file.count)
      let image = try Image(decoding: changed)
      #expect(image.container.animation?.plays == 3)
      #expect(image.frames.map(\.delay.millisecondsRoundedToTenths) == [100, 100, 20, 100])
      #expect(image.frames.map(\.bitmap) == frames.map(\.bitmap))
    }
  }

  @Test("is written into a GIF, even for a frame without a graphic control extension")
  func writtenIntoGIF() throws {
    let file = SolidGIF.file(
      9, 7, [SolidGIF.Frame(0, 0, 9, 7), SolidGIF.Frame(2, 2, 3, 3, disposal: 1), SolidGIF.Frame(0, 0, 9, 7)])
    let container = try #require(ImageContainer(of: file))
    #expect(container.animation?.frames.map(\.delay.numerator) == [0, 0, 0])
    let changed = try #require(container.bytesWritingShownDelays(from: file))
    // Two frames get an extension of 8 bytes.
    #expect(changed.count == file.count + 16)
    let image = try Image(decoding: changed)
    #expect(image.frames.map(\.delay) == [ExactSeconds](repeating: ExactSeconds(10, 100), count: 3))
    #expect(try image.frames.map(\.bitmap) == Image(decoding: file).frames.map(\.bitmap))
  }

  @Test("is written only into its own frames of a GIF")
  func writtenBetween() throws {
    let slow = zip([red, blue, red, blue], [50, 20, 50, 20]).map { Frame($0, delay: ExactSeconds($1, 1000)) }
    var file = try slow.encodedGIF(plays: 0).bytes
    let controls = try #require(ImageContainer(of: file)).parts.filter {
      $0.type == "graphic control extension"
    }
    try #require(controls.count == 4)
    // The delay, in hundredths of a second, begins at byte 4.
    for number in [0, 2] { file[controls[number].offset + 4] = 1 }
    let changed = try #require(ImageContainer(of: file)?.bytesWritingShownDelays(from: file))
    #expect(changed.count == file.count)
    #expect(
      try Image(decoding: changed).frames.map(\.delay.millisecondsRoundedToTenths) == [100, 20, 100, 20])
  }

  @Test("does not apply to a still")
  func still() throws {
    let file = try red.encodedPNG()
    #expect(try #require(ImageContainer(of: file)).bytesWritingShownDelays(from: file) == nil)
  }
}
