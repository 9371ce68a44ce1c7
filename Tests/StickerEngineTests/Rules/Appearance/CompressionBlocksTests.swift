import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

/// The encoder is libjpeg-turbo, so the artifacts are like those in real art.
@Suite("JPEG blocks") struct CompressionBlocksTests {
  /// Flat colors with soft edges on a large background.
  private static func face(_ x: Int, _ y: Int) -> Color {
    let eyes = max(coverage(x, y, 22, 115, 120), coverage(x, y, 22, 185, 120))
    let face = mixed([60, 40, 30, 255], [255, 204, 120, 255], eyes)
    return mixed(face, [40, 120, 160, 255], coverage(x, y, 100))
  }

  private static func letters(_ x: Int, _ y: Int) -> Color {
    // Slanted strokes. The gaps between them are wider than the area that JPEG smears.
    y % 90 < 60 && (x + y / 3) % 80 < 26 ? [20, 20, 60, 255] : [240, 230, 90, 255]
  }

  private static func leaf(_ x: Int, _ y: Int) -> Color {
    let leaf = min(coverage(x, y, 120, 100, 150), coverage(x, y, 120, 200, 150))
    return mixed([20, 120, 40, 255], [250, 250, 250, 255], leaf)
  }

  /// An image after JPEG compression, with rounded corners like those of a sticker.
  private static func jpegDamaged(quality: Int, _ color: (Int, Int) -> Color) throws -> Bitmap {
    let bytes = try drawImage(300, 300, color).encodedJPEG(quality: quality)
    let picture = try #require(try Image(decoding: bytes).frames.first?.bitmap)
    return drawImage { isInDisc($0, $1, 149) ? picture.pixel($0, $1) : clear }
  }

  @Test(
    "are reported",
    arguments: [
      NamedImage("a leaf of quality 50") { try jpegDamaged(quality: 50, leaf) },
      NamedImage("a face of quality 20") { try jpegDamaged(quality: 20, face) },
      NamedImage("a face of quality 40") { try jpegDamaged(quality: 40, face) },
      NamedImage("letters of quality 30") { try jpegDamaged(quality: 30, letters) },
      NamedImage("letters of quality 60") { try jpegDamaged(quality: 60, letters) },
      NamedImage("a leaf of quality 30") { try jpegDamaged(quality: 30, leaf) },
      NamedImage("a face of quality 30, cropped off the 8 px grid") {
        try jpegDamaged(quality: 30, face).cut(PixelRect(x: 3, y: 5, width: 290, height: 290))
      },
      NamedImage("a face of quality 30, mirrored") { try jpegDamaged(quality: 30, face).mirrored },
    ])
  fileprivate func fires(_ made: NamedImage) async throws {
    let message = try #require(try await messages(.compressionBlocks, made.make()).first)
    #expect(message.hasPrefix("JPEG blocks of 8 × 8 px are visible: "), "\(message)")
  }

  @Test(
    "are not found in art that never was a JPEG",
    arguments: [
      NamedImage("a face") { drawImage(300, 300, face) },
      NamedImage("letters") { drawImage(300, 300, letters) },
      NamedImage("pixel art in squares of 8 px, in faint colors") {
        drawImage(36, 36) { x, y in [UInt8(100 + (x * 7 + y * 5) % 4 * 9), 90, 90, 255] }.enlarged(8)
      },
      NamedImage("pixel art in squares of 4 px") {
        drawImage(70, 70) { x, y in [UInt8(100 + (x * 7 + y * 5) % 4 * 9), 90, 90, 255] }.enlarged(4)
      },
      NamedImage("a pattern that dithers over 8 × 8 px") {
        drawImage { x, y in x % 8 == 3 && y % 8 == 5 ? [110, 90, 90, 255] : [100, 90, 90, 255] }
      },
      NamedImage("faint stripes, 8 px apart") {
        drawImage { x, _ in x / 8 % 2 == 0 ? [100, 90, 90, 255] : [110, 90, 90, 255] }
      },
      NamedImage("noise") {
        var numbers = SeededNumbers(seed: 3)
        return drawImage { _, _ in [UInt8.random(in: 90...130, using: &numbers), 90, 90, 255] }
      },
      // Ringing that a resampler leaves along the sides of a rectangle: a faint step in a few columns, at one
      // position.
      NamedImage("a sheet with ringing beside its sides") {
        drawImage { x, y in
          guard 20..<282 ~= x, 20..<282 ~= y else { return [240, 230, 90, 255] }
          let ring = [8, 6, 5, 4, 3, 2, 1]
          let depth = [x - 23, 278 - x, y - 23, 278 - y].min() ?? 0
          let tone = UInt8(44 + (ring.indices.contains(depth) ? ring[depth] : 0))
          return [tone, tone, tone, 255]
        }
      },
      NamedImage("a gradient in steps") { drawImage { x, y in [UInt8((x + y) / 12 * 5), 90, 90, 255] } },
    ])
  fileprivate func passes(_ made: NamedImage) async throws {
    #expect(try await messages(.compressionBlocks, made.make()) == [])
  }

  @Test("a JPEG may look like one")
  func jpeg() async throws {
    let bytes = try drawImage(300, 300, Self.face).encodedJPEG(quality: 20)
    let report = await lint(
      [AssetSource("a.jpg", .bytes(bytes))], Configuration(rules: [.compressionBlocks]), jobs: 1)
    #expect(report.findings.isEmpty)
  }

  @Test("mirroring and rotating by 90° give the same value")
  func mirrored() async throws {
    let art = try Self.jpegDamaged(quality: 40, Self.face)
    let said = try await messages(.compressionBlocks, art)
    #expect(said.count == 1)
    #expect(try await messages(.compressionBlocks, art.mirrored) == said)
    #expect(try await messages(.compressionBlocks, art.rotatedClockwise) == said)
  }
}
