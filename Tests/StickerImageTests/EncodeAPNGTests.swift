import Testing

@testable import StickerImage

@Suite struct EncodeAPNGTests {
  @Test("every kind of animation decodes to the same visible pixels and delays", arguments: MotionCase.all)
  func roundTrip(_ motion: MotionCase) throws {
    let bytes = try motion.frames.encodedAPNG(plays: 3)
    let image = try Image(decoding: bytes)
    #expect(image.container.format == .apng)
    #expect(image.container.animation?.plays == 3)
    #expect(image.container.animation?.hidesDefaultImage == false)
    expectSamePlayback(image.frames, motion.frames)
  }

  /// Expects that both show the same picture at every moment.
  private func expectSamePlayback(_ decoded: [Frame], _ original: [Frame]) {
    var index = 0
    for shown in decoded {
      var time = ExactSeconds.zero
      repeat {
        guard index < original.count else {
          Issue.record("the animation goes on after its last frame")
          return
        }
        #expect(shown.bitmap == withoutInvisibleColors(original[index].bitmap))
        time = time.adding(original[index].delay) ?? time
        index += 1
      } while !time.isSameTime(as: shown.delay) && index < original.count
      #expect(time.isSameTime(as: shown.delay))
    }
    #expect(index == original.count)
  }

  private let red = makeBitmap(12, 10) { _, _ in [255, 0, 0, 255] }
  private let blue = makeBitmap(12, 10) { _, _ in [0, 0, 255, 255] }

  private func stored(_ frames: [Frame]) throws -> [StoredFrame] {
    try #require(ImageContainer(of: frames.encodedAPNG(plays: 0))?.animation).frames
  }

  @Test("a frame equal to the previous one is merged, with their delays added exactly")
  func joined() throws {
    let frames = try stored([
      Frame(red, delay: ExactSeconds(1, 10)), Frame(red, delay: ExactSeconds(1, 15)),
      Frame(blue, delay: ExactSeconds(7, 1000)),
    ])
    #expect(frames.map(\.delay) == [ExactSeconds(1, 6), ExactSeconds(7, 1000)])
  }

  @Test("merged frames keep their total delay, and single frames keep their stored delay")
  func joinedShortFrames() throws {
    let frames = try stored([
      Frame(red, delay: .zero), Frame(red, delay: ExactSeconds(1, 100)),
      Frame(red, delay: ExactSeconds(1, 50)),
      Frame(blue, delay: ExactSeconds(1, 100)),
    ])
    // 100 ms, 100 ms and 20 ms are shown; 0, 10 and 20 ms are stored.
    #expect(frames.map(\.delay) == [ExactSeconds(11, 50), ExactSeconds(1, 100)])
  }

  @Test("frames whose total delay does not fit 16 bits are not merged, and the second is stored as one pixel")
  func notJoined() throws {
    let frames = try stored([
      Frame(red, delay: ExactSeconds(6552, 65_521)), Frame(red, delay: ExactSeconds(6552, 65_519)),
    ])
    #expect(frames.map(\.delay) == [ExactSeconds(6552, 65_521), ExactSeconds(6552, 65_519)])
    #expect(frames[1].patch.size == PixelSize(1, 1))
  }

  @Test("a delay is stored as it is, or reduced if only that fits")
  func delays() throws {
    let frames = try stored([
      Frame(red, delay: ExactSeconds(100, 1000)), Frame(blue, delay: ExactSeconds(200_000, 1_000_000)),
      Frame(red, delay: ExactSeconds(0, 1)), Frame(blue, delay: ExactSeconds(65_535, 65_534)),
    ])
    #expect(
      frames.map(\.delay) == [
        ExactSeconds(100, 1000), ExactSeconds(1, 5), ExactSeconds(0, 1), ExactSeconds(65_535, 65_534),
      ])
  }

  @Test("animations that an APNG cannot represent exactly are refused")
  func refused() {
    let far = [Frame(red, delay: ExactSeconds(1, 65_537))]
    #expect(throws: InternalError.self) { try far.encodedAPNG(plays: 0) }
    #expect(throws: InternalError.self) { try [Frame(red)].encodedAPNG(plays: -1) }
    #expect(throws: InternalError.self) { try [Frame(red)].encodedAPNG(plays: 1 << 31) }
    #expect(throws: InternalError.self) { try [Frame]().encodedAPNG(plays: 0) }
    let sizes = [Frame(red), Frame(makeBitmap(12, 9) { _, _ in [0, 0, 0, 255] })]
    #expect(throws: InternalError.self) { try sizes.encodedAPNG(plays: 0) }
  }

  @Test("a single frame is still an animation and covers the canvas")
  func oneFrame() throws {
    let frames = try stored([Frame(red, delay: ExactSeconds(1, 10))])
    #expect(frames.map(\.patch) == [PixelRect(PixelSize(12, 10))])
  }

  @Test("only the rectangle that changes is stored")
  func changedRectangle() throws {
    let noise = MotionCase.all[11].frames[0].bitmap
    var changed = noise
    for y in 5..<9 { for x in 20..<27 { changed.pixels[(y * 61 + x) * 4] ^= 255 } }
    let frames = try stored([Frame(noise), Frame(changed)])
    #expect(frames[1].patch == PixelRect(x: 20, y: 5, width: 7, height: 4))
  }

  @Test("distant opaque specks are blended over the canvas, with holes between them")
  func holes() throws {
    // With few colors, the palette has room for the transparent entry.
    let noise = speckled(61, 45, colors(100))
    var changed = noise
    for at in [0, 61 * 45 - 1] {
      changed.pixels.replaceSubrange(at * 4..<at * 4 + 4, with: [0, 255, 0, 255])
    }
    let frames = try stored([Frame(noise), Frame(changed)])
    #expect(frames[1].blend == .over)
  }

  @Test("a translucent change is never blended, because readers round alpha differently")
  func translucent() throws {
    for motion in MotionCase.all
    where ["translucent flecks on a still", "noise of every alpha"].contains(motion.name) {
      #expect(try stored(motion.frames).allSatisfy { $0.blend == .source })
    }
  }

  @Test("a spot that moves over a still is disposed to the previous canvas")
  func previous() throws {
    let motion = try #require(MotionCase.all.first { $0.name == "a spot that hops over noise" })
    let frames = try stored(motion.frames)
    #expect(frames[1...5].allSatisfy { $0.disposal == .previous })
    #expect(frames.dropFirst().allSatisfy { $0.patch.size == PixelSize(4, 4) })
  }

  @Test("a frame's region is cleared if that leaves less to store")
  func cleared() throws {
    let left = makeBitmap(60, 20) { x, y in
      x < 20 ? [UInt8(x * 11 ^ y * 7), UInt8(y * x % 251), 9, 255] : [0, 0, 0, 0]
    }
    let right = makeBitmap(60, 20) { x, y in
      x < 40 ? [0, 0, 0, 0] : [UInt8(x * 3 ^ y * 5), UInt8(y * x % 251), 9, 255]
    }
    let frames = try stored([Frame(left), Frame(right)])
    #expect(frames[0].disposal == .background)
    #expect(frames[1].patch == PixelRect(x: 40, y: 0, width: 20, height: 20))
  }

  @Test("all patches share one palette if all frames together have up to 256 colors")
  func onePalette() throws {
    func colorType(_ name: String) throws -> UInt8 {
      let motion = try #require(MotionCase.all.first { $0.name == name })
      return try motion.frames.encodedAPNG(plays: 0)[25]
    }
    #expect(try colorType("three colors") == 3)
    #expect(try colorType("256 colors without a hole") == 3)
    #expect(try colorType("grays") == 0)
    #expect(try colorType("more than 256 colors, opaque") == 2)
    #expect(try colorType("noise of every alpha") == 6)
  }

  @Test("a file that decodes differently is an internal error")
  func wrongShow() throws {
    let frames = [Frame(red, delay: ExactSeconds(1, 10)), Frame(blue, delay: ExactSeconds(1, 10))]
    let bytes = try frames.encodedAPNG(plays: 2)
    try verifyAPNG(bytes, shows: frames, frameRangesByStoredFrame: [0..<1, 1..<2], plays: 2)
    func defect(_ frames: [Frame], _ joined: [Range<Int>], plays: Int) -> String? {
      do throws(InternalError) {
        try verifyAPNG(bytes, shows: frames, frameRangesByStoredFrame: joined, plays: plays)
      } catch {
        return error.reason
      }
      return nil
    }
    #expect(defect(frames, [0..<1, 1..<2], plays: 1) == "the number of plays differs")
    #expect(
      defect([frames[0], frames[0]], [0..<1, 1..<2], plays: 2) == "frame 2: the pixel at (0, 0) differs")
    #expect(defect(frames + [frames[1]], [0..<1, 1..<3], plays: 2) == "frame 2: the delay differs")
    #expect(defect(frames + [frames[1]], [0..<1, 1..<2], plays: 2) == "frames are missing")
  }
}
