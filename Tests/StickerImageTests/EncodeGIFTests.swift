import Corpus
import Testing

@testable import StickerImage

@Suite struct EncodeGIFTests {
  @Test(
    "every kind of animation decodes to hard edges, with its own colors if they fit",
    arguments: MotionCase.all)
  func roundTrip(_ motion: MotionCase) throws {
    let gif = try motion.frames.encodedGIF(plays: 3)
    let image = try Image(decoding: gif.bytes)
    #expect(image.container.format == .gif && image.container.damage.isEmpty)
    #expect(image.frames.map(\.bitmap) == gif.displayedFrames.map(\.bitmap))
    if image.frames.count > 1 { #expect(image.container.animation?.plays == 3) }
    var (end, next) = (0.0, 0)
    let ends = frameEndSeconds(motion.frames)
    for shown in image.frames {
      // The original frame at the middle of the shown frame's time.
      let middle = end + shown.delay.seconds / 2
      next = ends.firstIndex { $0 >= middle } ?? ends.count - 1
      let wanted = hardened(motion.frames[next].bitmap)
      #expect(masks(shown.bitmap) == masks(wanted))
      if gif.isQuantizationLossless { #expect(largestDifference(shown.bitmap.pixels, wanted.pixels) <= 1) }
      end += shown.delay.seconds
    }
  }

  @Test("animations with few colors keep them, and one with noise does not")
  func exact() throws {
    for name in ["three colors", "a picture that comes and goes", "one pixel", "hidden color that changes"] {
      let motion = try #require(MotionCase.all.first { $0.name == name })
      #expect(
        try motion.frames.encodedGIF(plays: 0).isQuantizationLossless
          == (name != "a picture that comes and goes"))
    }
  }

  @Test("a translucent pixel gets its color over middle gray, and vanishes below half alpha")
  func edges() {
    let soft = makeBitmap(256, 1) { x, _ in [200, 40, 0, UInt8(x)] }
    let hard = soft.withHardEdges()
    for alpha in 0..<256 {
      let color = Array(hard.pixels[alpha * 4..<alpha * 4 + 4])
      if alpha < 128 {
        #expect(color == [0, 0, 0, 0])
      } else {
        let share = Double(alpha) / 255
        let wanted = [200, 40, 0].map { UInt8(($0 * share + 128 * (1 - share)).rounded()) }
        #expect(color == wanted + [255])
      }
    }
  }

  private static let pictures = (0..<600).map { number in
    makeBitmap(7, 5) { x, y in
      (x + y * 7) % 30 == number % 30 ? [255, 0, 0, 255] : [UInt8(number % 251), 9, 9, 255]
    }
  }

  @Test(
    "each frame ends within 5 ms of its time, lasts at least 20 ms, and the total is right",
    arguments: [
      ExactSeconds(1, 60), ExactSeconds(1, 30), ExactSeconds(33, 1000), ExactSeconds(1, 12),
      ExactSeconds(1, 120),
      ExactSeconds(1, 50), ExactSeconds(19, 1000), ExactSeconds(21, 1000), ExactSeconds(1001, 30_000),
      ExactSeconds(7, 1000),
    ])
  func times(_ delay: ExactSeconds) throws {
    for count in [2, 3, 59, 600] where Double(count) * delay.seconds >= 0.02 {
      let frames = Self.pictures.prefix(count).map { Frame($0, delay: delay) }
      let stored = try Image(decoding: frames.encodedGIF(plays: 0).bytes).frames
      let ends = frameEndSeconds(Array(frames))
      var end = 0.0
      for frame in stored {
        #expect(frame.delay.seconds > 0.0199)
        end += frame.delay.seconds
        #expect(ends.contains { abs($0 - end) < 0.005 + 1e-9 }, "\(count) of \(delay): \(end)")
      }
      #expect(abs(end - (ends.last ?? 0)) < 0.005 + 1e-9)
    }
  }

  @Test("of frames that are too short, the longest is shown for all")
  func longest() throws {
    let times = [10, 0, 10, 1, 30].map { ExactSeconds($0, 100) }
    let frames = zip(Self.pictures, times).map { Frame($0, delay: $1) }
    let shown = try Image(decoding: frames.encodedGIF(plays: 0).bytes).frames
    #expect(shown.map(\.delay) == [10, 10, 31].map { ExactSeconds($0, 100) })
    #expect(shown.map(\.bitmap) == [0, 2, 4].map { Self.pictures[$0] })
  }

  @Test("animations that a GIF cannot represent are refused")
  func refused() {
    let (red, blue) = (Self.pictures[0], Self.pictures[1])
    func gif(_ delays: [ExactSeconds], plays: Int = 0) throws -> EncodedGIF {
      try zip([red, blue, red], delays).map { Frame($0, delay: $1) }.encodedGIF(plays: plays)
    }
    let tenth = ExactSeconds(1, 10)
    #expect(throws: InternalError.self) { try gif([.zero, .zero]) }
    #expect(throws: InternalError.self) { try gif([ExactSeconds(7, 1000), ExactSeconds(7, 1000)]) }
    #expect(throws: Never.self) { try gif([ExactSeconds(1, 100), ExactSeconds(1, 100)]) }
    #expect(throws: InternalError.self) { try gif([ExactSeconds(656, 1), tenth]) }
    #expect(throws: Never.self) { try gif([ExactSeconds(655, 1), tenth]) }
    #expect(throws: InternalError.self) { try gif([tenth, tenth], plays: 65_537) }
    #expect(throws: InternalError.self) { try gif([tenth, tenth], plays: -1) }
    #expect(throws: InternalError.self) { try [Frame]().encodedGIF(plays: 0) }
    #expect(throws: InternalError.self) {
      try [Frame(red, delay: tenth), Frame(makeBitmap(7, 4) { _, _ in [0, 0, 0, 255] })].encodedGIF(plays: 0)
    }
  }

  @Test("pixels that do not change keep one color from frame to frame")
  func still() throws {
    let frames = (0..<8).map { number in
      Frame(
        makeBitmap(60, 40) { x, y in
          (x - 4 * number) * (x - 4 * number) + (y - 20) * (y - 20) < 60
            ? [255, UInt8(number * 30), 0, 255] : [UInt8(x * 4), UInt8(y * 6), UInt8(x + y), 255]
        }, delay: ExactSeconds(1, 10))
    }
    let shown = try Image(decoding: frames.encodedGIF(plays: 0).bytes).frames
    #expect(shown.count == frames.count)
    for number in 1..<frames.count {
      for at in 0..<2400
      where frames[number].bitmap.pixelWord(atPixel: at) == frames[number - 1].bitmap.pixelWord(atPixel: at) {
        #expect(
          shown[number].bitmap.pixelWord(atPixel: at) == shown[number - 1].bitmap.pixelWord(atPixel: at))
      }
    }
  }

  @Test("frames whose colors do not fit together get palettes of their own")
  func palettes() throws {
    func frame(_ base: Int) -> Frame {
      let colors = (0..<200).map { number in
        [number * 67 + base, number * 29, number * 151 + base * 3].map { UInt8($0 % 256) } + [255]
      }
      return Frame(speckled(40, 30, colors), delay: ExactSeconds(1, 10))
    }
    let gif = try [frame(0), frame(120), frame(250)].encodedGIF(plays: 0)
    #expect(gif.isQuantizationLossless)
    #expect(Set(try localPaletteOffsets(gif.bytes)).count >= 2)
    // One palette of 200 colors is enough for all of them.
    let one = try [frame(7), frame(7), frame(7)].encodedGIF(plays: 0)
    #expect(try localPaletteOffsets(one.bytes).allSatisfy { $0 == nil })
  }

  /// The offsets of local color tables; nil for frames without one.
  private func localPaletteOffsets(_ bytes: [UInt8]) throws -> [Int?] {
    let container = try #require(ImageContainer(of: bytes))
    guard case .gif(let layout) = container.dataPositions else { return [] }
    let global = layout.frames.compactMap(\.effectivePaletteRange?.lowerBound).min()
    return layout.frames.map {
      $0.effectivePaletteRange?.lowerBound == global ? nil : $0.effectivePaletteRange?.lowerBound
    }
  }

  @Test("only the changed rectangle is stored, and one pixel of an unmergeable unchanged frame")
  func patches() throws {
    let before = speckled(61, 45, colors(100))
    var after = before
    for y in 5..<9 {
      for x in 20..<27 {
        after.pixels.replaceSubrange((y * 61 + x) * 4..<(y * 61 + x) * 4 + 4, with: [1, 2, 3, 255])
      }
    }
    let long = ExactSeconds(400, 1)
    let frames = [Frame(before, delay: long), Frame(after, delay: long), Frame(after, delay: long)]
    let stored = try #require(ImageContainer(of: frames.encodedGIF(plays: 0).bytes)?.animation).frames
    #expect(
      stored.map(\.patch).dropFirst(0) == [
        PixelRect(x: 0, y: 0, width: 61, height: 45), PixelRect(x: 20, y: 5, width: 7, height: 4),
        PixelRect(x: 0, y: 0, width: 1, height: 1),
      ])
  }
}

/// The transparent pixels of a bitmap.
private func masks(_ bitmap: Bitmap) -> [Bool] {
  (0..<bitmap.size.area).map { bitmap.pixels[$0 * 4 + 3] == 0 }
}

/// Makes each pixel opaque or transparent: a pixel with at least half alpha is composited over middle gray.
private func hardened(_ bitmap: Bitmap) -> Bitmap {
  makeBitmap(bitmap.width, bitmap.height) { x, y in
    let color = Array(bitmap.pixels[(y * bitmap.width + x) * 4..<(y * bitmap.width + x) * 4 + 4])
    let share = Double(color[3]) / 255
    if share < 0.5 { return [0, 0, 0, 0] }
    return color.prefix(3).map { UInt8((Double($0) * share + 128 * (1 - share)).rounded()) } + [255]
  }
}

/// The end time of each frame, in seconds.
private func frameEndSeconds(_ frames: [Frame]) -> [Double] {
  var sum = 0.0
  return frames.map { frame in
    sum += frame.delay.seconds
    return sum
  }
}

extension ExactSeconds {
  fileprivate var seconds: Double { Double(numerator) / Double(denominator) }
}
