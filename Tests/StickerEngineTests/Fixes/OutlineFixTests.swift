import Testing

@testable import StickerEngine
@testable import StickerImage

/// The outline that is added to art with too little contrast.
@Suite struct OutlineFixTests {
  private let still = ImageContainer(format: .png, canvas: PixelSize(300, 300))

  @Test(
    "if there is room for the outline, the art stays where it is", arguments: [(255, "white"), (0, "black")])
  func room(_ sample: Int, _ name: String) throws {
    var image = EditableImage([Frame(disc(140))])
    let words = try image.apply(Fix(.addOutline, sample, 4), originalContainer: still, FixOptions())
    #expect(words == "add a \(name) outline of 4 px")
    let bitmap = image.frames[0].bitmap
    #expect(bitmap.size == PixelSize(300, 300))
    #expect(pixel(bitmap, 150, 150) == [10, 10, 10, 255])
    // These pixels are 2 px and 8 px outside the art.
    #expect(pixel(bitmap, 150, 8) == [UInt8(sample), UInt8(sample), UInt8(sample), 255])
    #expect(pixel(bitmap, 150, 2)[3] == 0)
  }

  @Test("without room, the art is scaled down, and the plan says so")
  func scaled() throws {
    var image = EditableImage([Frame(disc(150))])
    let words = try image.apply(Fix(.addOutline, 255, 4), originalContainer: still, FixOptions())
    #expect(
      words
        == "add a white outline of 4 px, and scale the art from 300 × 300 px to 290 × 290 px to make room for it"
    )
    let bitmap = image.frames[0].bitmap
    #expect(bitmap.size == PixelSize(300, 300))
    // The art takes 290 px and begins at 5 px. The outline begins 4 px before it, and fades out at the edge
    // of the canvas.
    #expect(pixel(bitmap, 150, 3) == [255, 255, 255, 255])
    #expect(pixel(bitmap, 150, 0)[3] < 128)
  }

  @Test("a canvas without room for any art is left alone")
  func tiny() {
    var image = EditableImage([Frame(disc(4, side: 8))])
    #expect(throws: Diagnostic.self) {
      _ = try image.apply(Fix(.addOutline, 255, 4), originalContainer: still, FixOptions())
    }
  }

  @Test(
    "art that disappears gets the outline that keeps it visible, if the rule is selected",
    arguments: [10, 250])
  func found(_ gray: UInt8) async throws {
    let source = AssetSource("a.png", .bytes(try disc(120, gray: gray).encodedPNG()))
    let configuration = Configuration(rules: [.lowContrast])
    let plain = await MemoryGatedFixer(FixOptions(), configuration, MemoryGate()).fix(source)
    #expect(plain.change == nil)
    let fixOptions = FixOptions(selectedRules: ["low-contrast"])
    let fixed = await MemoryGatedFixer(fixOptions, configuration, MemoryGate()).fix(source)
    #expect(fixed.change != nil)
  }

  private func disc(_ radius: Int, side: Int = 300, gray: UInt8 = 10) -> Bitmap {
    var bitmap = Bitmap(transparent: PixelSize(side, side))
    for y in 0..<side {
      for x in 0..<side {
        let (across, down) = (2 * x + 1 - side, 2 * y + 1 - side)
        guard across * across + down * down < 4 * radius * radius else { continue }
        bitmap.pixels.replaceSubrange(
          (y * side + x) * 4..<(y * side + x) * 4 + 4, with: [gray, gray, gray, 255])
      }
    }
    return bitmap
  }

  private func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> [UInt8] {
    let at = (y * bitmap.width + x) * 4
    return Array(bitmap.pixels[at..<at + 4])
  }
}
