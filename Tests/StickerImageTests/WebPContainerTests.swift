import Corpus
import Testing

@testable import StickerImage

/// The container alone: pixels are libwebp's, which tests of the trait ask.
@Suite struct WebPContainerTests {
  @Test("canvas, frames, delays and plays of an animation")
  func animation() throws {
    let frames = [
      frame(x: 0, y: 0, width: 20, height: 10, milliseconds: 70, flags: 0),
      frame(x: 4, y: 2, width: 7, height: 3, milliseconds: 16_777_215, flags: 3),
    ]
    let file = webP(canvas: (20, 10), flags: 2, [chunk("ANIM", [9, 9, 9, 9, 5, 0])] + frames)
    let container = try WebPContainer(file, .standard)
    #expect(container.canvas == PixelSize(20, 10))
    #expect(container.plays == 5)
    #expect(
      container.pictures.map(\.stored.delay) == [ExactSeconds(70, 1000), ExactSeconds(16_777_215, 1000)])
    #expect(
      container.pictures.map(\.stored.patch) == [
        PixelRect(x: 0, y: 0, width: 20, height: 10), PixelRect(x: 4, y: 2, width: 7, height: 3),
      ])
    #expect(container.pictures.map(\.stored.blend) == [.over, .source])
    #expect(container.pictures.map(\.stored.disposal) == [.keep, .background])
    #expect(container.pictures.map(\.stored.offset) == [44, 44 + frames[0].count])
  }

  @Test("a still, plain and extended, with profile and orientation")
  func still() throws {
    let plain = try WebPContainer(riff([lossless(30, 20)]), .standard)
    #expect((plain.canvas, plain.plays, plain.pictures.count) == (PixelSize(30, 20), nil, 1))
    let exif =
      Array("II".utf8) + little(42, 2) + little(8, 4) + little(1, 2) + little(0x0112, 2) + little(3, 2)
      + little(1, 4) + little(6, 4)
    let chunks = [chunk("ICCP", [1, 2, 3]), lossless(30, 20), chunk("EXIF", exif)]
    let extended = try WebPContainer(webP(canvas: (30, 20), flags: 0x28, chunks), .standard)
    #expect(extended.profile == [1, 2, 3])
    #expect(extended.orientation == 6)
    #expect(extended.plays == nil)
  }

  @Test("a picture alone is a file again: alpha goes with it")
  func alone() throws {
    let color: [UInt8] = [0, 0, 0, 0x9D, 1, 0x2A] + little(8, 2) + little(6, 2)
    let chunks = [chunk("ALPH", [1, 2, 3]), chunk("VP8 ", color)]
    let container = try WebPContainer(webP(canvas: (8, 6), flags: 0x10, chunks), .standard)
    #expect(container.file(of: container.pictures[0]) == webP(canvas: (8, 6), flags: 0x10, chunks))
  }

  @Test(
    "a frame outside of its canvas is damage", arguments: [(2, 0, 19, 10), (0, 2, 20, 9), (400, 0, 1, 1)])
  func outside(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    let bad = frame(x: x, y: y, width: width, height: height, milliseconds: 10, flags: 0)
    let file = webP(canvas: (20, 10), flags: 2, [chunk("ANIM", [0, 0, 0, 0, 0, 0]), bad])
    let failure = #expect(throws: ForeignFailure.self) { try WebPContainer(file, .standard) }
    guard case .damaged(let damage)? = failure else { return }
    #expect(damage.place.offset == 44)
  }

  @Test("an animation without frames, and a still without pixels, are damaged")
  func empty() {
    for file in [
      webP(canvas: (20, 10), flags: 2, [chunk("ANIM", [0, 0, 0, 0, 0, 0])]),
      webP(canvas: (20, 10), flags: 0, []),
      riff([]), riff([chunk("VP8L", [1, 2, 3, 4, 5])]), riff([lossless(30, 20)]).dropLast(9) + [],
    ] {
      #expect(throws: ForeignFailure.self) { try WebPContainer(file, .standard) }
    }
  }

  @Test("the budget is asked for canvas, frames, chunks and profile")
  func budget() throws {
    let huge = webP(canvas: (16_777_216, 2), flags: 0, [])
    #expect(throws: ForeignFailure.exceeded(LimitExceeded(.sidePixels, measured: 16_777_216, .standard))) {
      try WebPContainer(huge, .standard)
    }
    let one = frame(x: 0, y: 0, width: 20, height: 10, milliseconds: 10, flags: 0)
    let anim = chunk("ANIM", [0, 0, 0, 0, 0, 0])
    let three = webP(canvas: (20, 10), flags: 2, [anim, one, one, one])
    for (limit, most) in [(Limit.frames, 2), (.parts, 4), (.allFramesPixels, 599), (.canvasPixels, 199)] {
      var budget = Budget.standard
      budget[limit] = most
      #expect(throws: ForeignFailure.self) { try WebPContainer(three, budget) }
      budget[limit] += 1
      #expect(throws: Never.self) { try WebPContainer(three, budget) }
    }
    var small = Budget.standard
    small.chunkBytes = 2
    let profiled = webP(canvas: (30, 20), flags: 0x20, [chunk("ICCP", [1, 2, 3]), lossless(30, 20)])
    #expect(throws: ForeignFailure.self) { try WebPContainer(profiled, small) }
  }

  @Test("cut or flipped, it is damage or a picture, never a trap")
  func hostile() {
    let one = frame(x: 2, y: 2, width: 10, height: 5, milliseconds: 10, flags: 1)
    let file = webP(canvas: (20, 10), flags: 2, [chunk("ANIM", [0, 0, 0, 0, 0, 0]), one, one])
    for end in 0...file.count { _ = try? WebPContainer(Array(file[..<end]), .standard) }
    var numbers = SeededNumbers(seed: 11)
    for _ in 0..<3000 {
      var broken = file
      for _ in 0..<3 {
        broken[.random(in: 0..<file.count, using: &numbers)] = .random(in: 0...255, using: &numbers)
      }
      _ = try? WebPContainer(broken, .standard)
    }
  }

  private func riff(_ chunks: [[UInt8]]) -> [UInt8] {
    let body = Array("WEBP".utf8) + chunks.joined()
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }

  private func webP(canvas: (Int, Int), flags: Int, _ chunks: [[UInt8]]) -> [UInt8] {
    let header = little(flags, 4) + little(canvas.0 - 1, 3) + little(canvas.1 - 1, 3)
    return riff([chunk("VP8X", header)] + chunks)
  }

  private func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(data.count, 4) + data + (data.count % 2 == 1 ? [0] : [])
  }

  private func lossless(_ width: Int, _ height: Int) -> [UInt8] {
    chunk("VP8L", [0x2F] + little(width - 1 | (height - 1) << 14, 4))
  }

  private func frame(
    x: Int, y: Int, width: Int, height: Int, milliseconds: Int, flags: UInt8
  ) -> [UInt8] {
    let place = little(x / 2, 3) + little(y / 2, 3) + little(width - 1, 3) + little(height - 1, 3)
    return chunk("ANMF", place + little(milliseconds, 3) + [flags] + lossless(width, height))
  }
}
