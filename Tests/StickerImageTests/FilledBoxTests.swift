import Testing

@testable import StickerImage

/// Art that fills its own bounding box: 100 × 100 px, in one color.
@Suite struct FilledBoxTests {
  @Test(
    "a rectangle that takes 60% of the canvas is a filled box, a smaller one is not",
    arguments: [(60, true), (59, false)])
  func area(_ height: Int, _ isFilled: Bool) {
    let art = makeBitmap(100, 100) { _, y in y < height ? ink : clear }
    #expect(box(art) == (isFilled ? PixelRect(x: 0, y: 0, width: 100, height: height) : nil))
  }

  @Test("the margin may be anywhere, even where a word of the mask ends")
  func margin() {
    for left in 0...6 {
      let art = makeBitmap(130, 90) { x, y in x >= left && x < left + 124 && y >= 3 ? ink : clear }
      #expect(box(art) == PixelRect(x: left, y: 3, width: 124, height: 87))
    }
  }

  @Test("95% of the ring is enough, whatever is inside", arguments: [(19, true), (20, false), (21, false)])
  func ring(_ gap: Int, _ isFilled: Bool) {
    // A frame of 396 px around nothing, with a gap that is not at a corner: 20 px are 5%.
    let art = makeBitmap(100, 100) { x, y in
      let isRing = x == 0 || y == 0 || x == 99 || y == 99
      return isRing && !(y == 0 && 30..<30 + gap ~= x) ? ink : clear
    }
    #expect((box(art) != nil) == isFilled)
  }

  @Test("97% of the pixels are enough, whatever the ring is", arguments: [(16, true), (17, false)])
  func inside(_ rows: Int, _ isFilled: Bool) {
    // Every other pixel of the ring is not opaque (198 px), and neither are six pixels in each of some inner
    // rows: 300 are 3%.
    let art = makeBitmap(100, 100) { x, y in
      let isRing = x == 0 || y == 0 || x == 99 || y == 99
      if isRing { return (x + y) % 2 == 0 ? faint : ink }
      return 10..<10 + rows ~= y && 10..<16 ~= x ? faint : ink
    }
    #expect((box(art) != nil) == isFilled)
  }

  @Test("neither a disc nor an empty canvas is a filled box")
  func others() {
    #expect(
      box(makeBitmap(100, 100) { x, y in (x - 50) * (x - 50) + (y - 50) * (y - 50) < 2500 ? ink : clear })
        == nil)
    #expect(box(makeBitmap(100, 100) { _, _ in clear }) == nil)
  }

  @Test("every frame has to fill its box")
  func frames() {
    let (full, half) = (
      makeBitmap(100, 100) { _, _ in ink }, makeBitmap(100, 100) { x, _ in x < 50 ? ink : clear }
    )
    #expect(box(full, full) != nil)
    #expect(box(full, half) == nil)
    #expect(box(half, full) == nil)
  }

  @Test("mirroring and rotating by 90° change only the position")
  func mirrored() {
    let art = makeBitmap(100, 100) { x, y in x >= 4 && y >= 9 ? ink : clear }
    let turned = makeBitmap(100, 100) { x, y in y >= 4 && x < 91 ? ink : clear }
    #expect(box(art) == PixelRect(x: 4, y: 9, width: 96, height: 91))
    #expect(box(turned) == PixelRect(x: 0, y: 4, width: 91, height: 96))
  }

  private func box(_ frames: Bitmap...) -> PixelRect? {
    var pass = MeasurementPass(measuring: .border, plays: frames.count > 1 ? 0 : nil)
    for (number, bitmap) in frames.enumerated() { pass.visit(Frame(bitmap), number: number) }
    return pass.measurements()?.filledBox?.firstFrameBox
  }
}

private let (ink, faint, clear): (Color, Color, Color) = (
  [20, 30, 40, 255], [20, 30, 40, 200], [0, 0, 0, 0]
)
