import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPacker

@Suite struct IconSourceTests {
  @Test("an image that is too small or not square is rejected with its size and advice")
  func size() throws {
    let small = try iconArt(1023, 1023).encodedPNG()
    #expect(
      iconFaults(IconSetSource(picture(small))) == [
        "icon.png: 1023 × 1023 px is too small (minimum: 1024 × 1024 px). Export a larger icon."
      ])
    let wide = try iconArt(1100, 1024).encodedPNG()
    #expect(
      iconFaults(IconSetSource(picture(wide))) == [
        "icon.png: 1100 × 1024 px is not square. Export a square icon of at least 1024 × 1024 px."
      ])
    #expect(iconFaults(IconSetSource(picture(try iconArt(1024, 1024).encodedPNG()))) == [])
  }

  @Test("a transparent pixel needs a background")
  func transparent() throws {
    var art = iconArt(1024, 1024)
    art.pixels[3] = 254
    art.pixels[art.pixels.count - 1] = 0
    let bytes = try art.encodedPNG()
    #expect(
      iconFaults(IconSetSource(picture(bytes))) == [
        "icon.png: 2 of 1,048,576 pixels are not opaque. "
          + "Set icon-background to a color such as \"#FFFFFF\", or export the icon without transparency."
      ])
    #expect(iconFaults(IconSetSource(picture(bytes), background: 0xFFFFFF)) == [])
  }

  @Test("animations, other files and damaged images are rejected")
  func others() throws {
    let frame = iconArt(1024, 1024)
    let frames = [frame, Bitmap(frame.size, color: 0)].map { Frame($0, delay: ExactSeconds(1, 10)) }
    let moving = try frames.encodedAPNG(plays: 0)
    #expect(
      iconFaults(IconSetSource(picture(moving))) == [
        "icon.png: animated (2 frames). An icon must be a still image. Export one frame."
      ])
    #expect(
      iconFaults(IconSetSource(picture(Array("<svg/>".utf8), "icon.svg"))) == [
        "icon.svg: not a PNG or JPEG. Export the icon as PNG."
      ])
    #expect(
      iconFaults(IconSetSource(picture([]))) == ["icon.png: not a PNG or JPEG. Export the icon as PNG."])
    let sound = try frame.encodedPNG()
    for cut in [40, sound.count / 2, sound.count - 13] {
      let faults = iconFaults(IconSetSource(picture(Array(sound[..<cut]))))
      #expect(faults.count == 1 && faults[0].hasSuffix(". Export the icon again."), "\(cut): \(faults)")
    }
  }

  @Test("a source that exceeds a resource limit is rejected with a diagnostic")
  func limits() throws {
    var budget = DecodingBudget()
    budget.canvasPixels = 1_000_000
    let bytes = try iconArt(1024, 1024).encodedPNG()
    #expect {
      try iconSet(from: IconSetSource(picture(bytes)), budget: budget)
    } throws: { error in
      (error as? Diagnostic)?.allDiagnostics.map(\.ruleReportingSameProblem) == ["resource-limit"]
    }
  }

  @Test("a separate image of exactly the slot's size replaces the icon, unchanged if it complies")
  func own() throws {
    let source = picture(try iconArt(1024, 1024).encodedPNG())
    let slot = try #require(IconSlot.named("ipad-67x50@2x"))
    let ready = try iconArt(300, 300).cut(134, 100).encodedOpaqueTruecolorPNG(colorChunks: [
      pngChunk("sRGB", [[1]])
    ]
    )
    let plain = try iconSet(from: IconSetSource(source))
    let with = try iconSet(from: IconSetSource(source, imagesBySlot: [slot: picture(ready)]))
    for (icon, before) in zip(with.icons, plain.icons) {
      let isTaken = icon.bytes == ready
      #expect(isTaken == (icon.slot == slot) && (isTaken || icon == before))
    }
    // Timestamps and text must not be in a store icon.
    let chatty = withChunks(ready, pngChunk("tEXt", [Array("Author\0Me".utf8)]))
    let cleaned = try iconSet(from: IconSetSource(source, imagesBySlot: [slot: picture(chatty)])).icons[5]
      .bytes
    #expect(try #require(ImageContainer(of: cleaned)).textKeywords == [])
    let isSamePicture = try Image(decoding: cleaned).frames == Image(decoding: ready).frames
    #expect(isSamePicture)
  }

  @Test("all problems with all images are reported at once")
  func all() throws {
    let slots = ["iphone-29x29@2x", "universal-27x20@3x"].compactMap(IconSlot.named)
    let tile = try iconArt(300, 300).cut(58, 57).encodedPNG()
    var clear = iconArt(300, 300).cut(81, 60)
    clear.pixels[3] = 0
    let own = [slots[0]: picture(tile, "a.png"), slots[1]: picture(try clear.encodedPNG(), "b.png")]
    let faults = iconFaults(IconSetSource(picture([0], "c.png"), imagesBySlot: own))
    try #require(faults.count == 3)
    #expect(faults[0].hasPrefix("c.png: not a PNG"))
    #expect(
      faults[1]
        == "a.png: 58 × 57 px is the wrong size for icon iphone-29x29@2x. Export it at exactly 58 × 58 px.")
    #expect(faults[2].hasPrefix("b.png: 1 of 4860 pixels"))
  }

  @Test("colors that cannot be converted are rejected, and other colors are converted")
  func colors() throws {
    let sound = try iconArt(1024, 1024).encodedPNG()
    // Code points from ITU-T H.273: BT.2020 with PQ; Display P3; sRGB.
    let highRange = withChunks(sound, pngChunk("cICP", [[9, 16, 0, 1]]))
    #expect(
      iconFaults(IconSetSource(picture(highRange))) == [
        "icon.png: its cICP chunk names an unsupported color space (primaries 9, transfer 16). "
          + "Export the icon in sRGB."
      ])
    let displayP3 = try iconSet(
      from: IconSetSource(picture(withChunks(sound, pngChunk("cICP", [[12, 13, 0, 1]]))), background: 0))
    #expect(displayP3.notes == ["icon.png: converted the colors to sRGB from Display P3"])
    let plain = try iconSet(from: IconSetSource(picture(sound), background: 0))
    let named = try iconSet(
      from: IconSetSource(picture(withChunks(sound, pngChunk("cICP", [[1, 13, 0, 1]]))), background: 0))
    let (isOther, isSame) = (displayP3.icons != plain.icons, named.icons == plain.icons)
    #expect(isOther && isSame)
  }
}

extension Bitmap {
  /// Returns the upper left part of the bitmap, in pixels.
  fileprivate func cut(_ width: Int, _ height: Int) -> Bitmap {
    var part = Bitmap(PixelSize(width, height), color: 0)
    part.draw(self, x: 0, y: 0)
    return part
  }
}
