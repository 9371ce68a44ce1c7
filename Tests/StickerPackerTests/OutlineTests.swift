import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPacker

/// A brown line around orange art on white, as in cartoons. Incorrect scaling turns the line into dots that
/// are darker than the art's.
@Suite struct OutlineTests {
  private static let brown: [UInt8] = [0x3C, 0x1E, 0x14]

  /// - Parameter width: the width of the line, in pixels.
  private func art(_ side: Int, width: Double) -> Bitmap {
    var bitmap = Bitmap(PixelSize(side, side), color: 0xFFFFFF)
    let middle = Double(side) / 2
    for y in 0..<side {
      for x in 0..<side {
        let (dx, dy) = (Double(x) + 0.5 - middle, Double(y) + 0.5 - middle)
        // Waves, so that the line has every angle and phase.
        let far = (dx * dx + dy * dy).squareRoot() - middle * 0.7 - 9 * (dx * dy).remainder(dividingBy: 7) / 7
        let line = min(max(width / 2 + 0.5 - abs(far), 0), 1)
        let ground: [Double] = far < 0 ? [0xFF, 0xA0, 0x1E] : [255, 255, 255]
        let color = zip(ground, Self.brown).map { UInt8(($0 * (1 - line) + Double($1) * line).rounded()) }
        let at = (y * side + x) * 4
        bitmap.pixels.replaceSubrange(at..<at + 4, with: color + [255])
      }
    }
    return bitmap
  }

  /// The luma (BT.601), 0...255, of the darkest opaque pixel.
  private func darkest(_ bitmap: Bitmap) -> Double {
    stride(from: 0, to: bitmap.pixels.count, by: 4).filter { bitmap.pixels[$0 + 3] == 255 }
      .map { luma(bitmap.pixels[$0..<$0 + 3]) }.min() ?? 0
  }

  private func luma(_ color: some Sequence<UInt8>) -> Double {
    zip(color, [0.299, 0.587, 0.114]).reduce(0) { $0 + Double($1.0) * $1.1 }
  }

  @Test("no variant has a pixel darker than the art's outline", arguments: [1.5, 3, 6])
  func sizes(_ width: Double) async throws {
    let sticker = PackSticker(id: "a", metadata: StickerMetadata(name: "a"), file: Path("a.png"))
    let made = try await buildSticker(
      sticker, try art(618, width: width).encodedPNG(), PackOptions(toolVersion: "0"), reusing: nil,
      MemoryGate()
    )
    #expect(made.artAndVariants.count == 3)
    for variant in made.artAndVariants {
      let shown = try Image(decoding: variant.bytes).frames[0].bitmap
      #expect(darkest(shown) >= luma(Self.brown) - 1, "\(variant.scale.suffix)")
    }
  }

  @Test("no icon has a pixel darker than the art's outline", arguments: [2.5, 10])
  func icons(_ width: Double) throws {
    let set = try iconSet(from: IconSetSource(picture(try art(1024, width: width).encodedPNG())))
    #expect(set.icons.count == 13)
    for icon in set.icons {
      let shown = try Image(decoding: icon.bytes).frames[0].bitmap
      #expect(darkest(shown) >= luma(Self.brown) - 1, "\(icon.slot.name)")
    }
  }
}
