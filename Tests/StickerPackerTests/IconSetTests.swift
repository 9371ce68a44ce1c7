import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPacker

@Suite struct IconSetTests {
  private static let art = iconArt(1024, 1024)

  private func icons(_ source: IconSetSource) throws -> [String: Bitmap] {
    let set = try iconSet(from: source)
    return try Dictionary(
      uniqueKeysWithValues: set.icons.map { icon in
        (icon.slot.name, try #require(Image(decoding: icon.bytes).frames.first).bitmap)
      })
  }

  @Test("the 13 slots have Apple's order and pixel sizes")
  func slots() {
    // Copied from the icon set of Xcode's template.
    let expected = [
      "iphone-29x29@2x 58x58", "iphone-29x29@3x 87x87", "iphone-60x45@2x 120x90", "iphone-60x45@3x 180x135",
      "ipad-29x29@2x 58x58", "ipad-67x50@2x 134x100", "ipad-74x55@2x 148x110",
      "ios-marketing-1024x1024@1x 1024x1024", "universal-27x20@2x 54x40", "universal-27x20@3x 81x60",
      "universal-32x24@2x 64x48", "universal-32x24@3x 96x72", "ios-marketing-1024x768@1x 1024x768",
    ]
    #expect(IconSlot.all.map { "\($0.name) \($0.pixelSize.width)x\($0.pixelSize.height)" } == expected)
    #expect(
      IconSlot.all.map(\.platform) == Array(repeating: nil, count: 8) + Array(repeating: "ios", count: 5))
    #expect(IconSlot.named("ipad-67x50@2x") == IconSlot.all[5])
    #expect(IconSlot.named("ipad-67x50") == nil)
    // No safe sticker name can be an icon's name, because the compiled pack is one flat folder.
    #expect(safeNames(IconSlot.all.map(\.name)).allSatisfy { $0.changeReason == .unsafeName })
  }

  @Test("Contents.json lists every icon, as Xcode's does")
  func contents() throws {
    let tree = try iconSet(from: IconSetSource(picture(Self.art.encodedPNG()))).tree
    let text = String(decoding: try #require(tree["Contents.json"]), as: UTF8.self)
    #expect(tree.paths.count == 14)
    #expect(
      text.hasPrefix(
        """
        {
          "images" : [
            {
              "filename" : "iphone-29x29@2x.png",
              "idiom" : "iphone",
              "scale" : "2x",
              "size" : "29x29"
            },
        """))
    #expect(
      text.hasSuffix(
        """
            {
              "filename" : "ios-marketing-1024x768@1x.png",
              "idiom" : "ios-marketing",
              "platform" : "ios",
              "scale" : "1x",
              "size" : "1024x768"
            }
          ],
          "info" : {
            "author" : "xcode",
            "version" : 1
          }
        }

        """))
    guard case .array(let images) = try JSON(parsing: Array(text.utf8), maxBytes: 1 << 20)["images"] else {
      return #expect(Bool(false), "no images")
    }
    #expect(images.map { $0["filename"] } == IconSlot.all.map { JSON.string("\($0.name).png") })
  }

  @Test("an icon is 8-bit RGB without alpha in sRGB, even for gray art")
  func form() throws {
    for art in [Self.art, Bitmap(PixelSize(1024, 1024), color: 0x808080)] {
      for icon in try iconSet(from: IconSetSource(picture(art.encodedPNG()))).icons {
        let container = try #require(ImageContainer(of: icon.bytes))
        #expect(container.canvas == icon.slot.pixelSize && container.format == .png)
        #expect(container.colorType == "truecolor" && container.bitDepth == 8)
        #expect(Set(container.parts.map(\.type)) == ["IHDR", "sRGB", "IDAT", "IEND"])
      }
    }
  }

  @Test("a wide icon shows the whole image in its center, on the background or border color")
  func wide() throws {
    let bytes = try Self.art.encodedPNG()
    for (background, beside) in [(UInt32?.none, [0x33, 0x66, 0xCC]), (0xFFD54F, [0xFF, 0xD5, 0x4F])] {
      let icon = try #require(
        icons(IconSetSource(picture(bytes), background: background))["ios-marketing-1024x768@1x"])
      let square = Self.art.scaled(to: PixelSize(768, 768))
      for (x, y) in [(0, 0), (127, 700), (896, 3), (1023, 767)] {
        #expect(icon.color(x, y) == beside.map { UInt8($0) })
      }
      for (x, y) in [(128, 0), (500, 300), (895, 767)] {
        #expect(icon.color(x, y) == square.color(x - 128, y))
      }
    }
  }

  @Test("the border color is the most frequent one, or the lowest of several equally frequent ones")
  func border() {
    var art = Bitmap(PixelSize(8, 8), color: 0x00FF00)
    for x in 0..<8 { art.draw(Bitmap(PixelSize(1, 1), color: 0x0000FF), x: x, y: 0) }
    art.draw(Bitmap(PixelSize(6, 6), color: 0xFF0000), x: 1, y: 1)
    #expect(mostFrequentBorderColor(of: art) == 0x00FF00)  // 20 of 28
    art.draw(Bitmap(PixelSize(1, 6), color: 0x0000FF), x: 0, y: 1)
    #expect(mostFrequentBorderColor(of: art) == 0x0000FF)  // 14 of 28, the same as the other
    art.draw(Bitmap(PixelSize(1, 1), color: 0x00FF00), x: 0, y: 1)
    #expect(mostFrequentBorderColor(of: art) == 0x00FF00)  // 15 of 28
  }

  @Test("the border color is noted if no background was chosen")
  func said() throws {
    let bytes = try Self.art.encodedPNG()
    #expect(
      try iconSet(from: IconSetSource(picture(bytes))).notes == [
        "icon.png: wide icons are padded with #3366CC, the most common color in the image's border "
          + "(set icon-background to use another)"
      ])
    #expect(try iconSet(from: IconSetSource(picture(bytes), background: 0)).notes == [])
  }

  @Test("an opaque alpha channel is accepted, and transparent art is put on the background")
  func alpha() throws {
    var art = Self.art
    let opaque = try icons(IconSetSource(picture(art.encodedPNG()), background: 0xFF0000))
    // A corner with alpha 128: half red, and half the background.
    for y in 0..<10 {
      for x in 0..<10 { art.pixels[(y * 1024 + x) * 4 + 3] = 128 }
    }
    let flat = try icons(IconSetSource(picture(art.encodedPNG()), background: 0xFF0000))
    let large = try #require(flat["ios-marketing-1024x1024@1x"])
    // 0x33 · 128/255 + 0xFF · 127/255 = 152.6, 0x66 · 128/255 = 51.2, 0xCC · 128/255 = 102.4
    #expect(large.color(5, 5) == [153, 51, 102])
    #expect(large.color(500, 500) == opaque["ios-marketing-1024x1024@1x"]?.color(500, 500))
    let withAlpha = withAlphaChannel(Self.art)
    #expect(try #require(ImageContainer(of: withAlpha)).canBeTransparent)
    let isSame = try icons(IconSetSource(picture(withAlpha), background: 0xFF0000)) == opaque
    #expect(isSame)
  }

  @Test("a rotated image is turned upright first")
  func orientation() throws {
    var rotated = Bitmap(transparent: Self.art.size)  // orientation 3 undoes this rotation
    for at in stride(from: 0, to: rotated.pixels.count, by: 4) {
      let from = rotated.pixels.count - 4 - at
      for sample in 0..<4 { rotated.pixels[at + sample] = Self.art.pixels[from + sample] }
    }
    let tiff: [UInt8] = [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 3, 0, 0, 0, 0, 0, 0,
    ]
    let turned = withChunks(try rotated.encodedPNG(), pngChunk("eXIf", [tiff]))
    let isSame =
      try icons(IconSetSource(picture(turned))) == icons(IconSetSource(picture(Self.art.encodedPNG())))
    #expect(isSame)
  }

  @Test("the same source gives the same bytes")
  func deterministic() throws {
    let source = IconSetSource(picture(try iconArt(1100, 1100).encodedPNG()), background: 0x123456)
    let isSame = try iconSet(from: source) == iconSet(from: source)
    #expect(isSame)
  }
}

extension Bitmap {
  func color(_ x: Int, _ y: Int) -> [UInt8] { Array(pixels[(y * width + x) * 4..<(y * width + x) * 4 + 3]) }
}
