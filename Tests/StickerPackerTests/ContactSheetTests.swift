import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPacker

@Suite struct ContactSheetTests {
  private func pictures(_ count: Int) -> [(name: String, picture: ContactSheetThumbnail)] {
    let discs = (0..<4).map { ContactSheetThumbnail(disc(60, 60, step: $0)) }
    return (0..<count).map { ("disc \($0)", discs[$0 % 4]) }
  }

  private func sheet(_ picture: ContactSheetThumbnail, _ name: String) throws -> Bitmap {
    let tree = try contactSheetPNGTree([(name, picture)])
    #expect(tree.paths == ["contact-sheet.png"])
    return try #require(Image(decoding: tree["contact-sheet.png"] ?? []).frames.first).bitmap
  }

  @Test("stickers fit on sheets up to 4096 px, and no stickers give no sheet")
  func sizes() throws {
    #expect(try contactSheetPNGTree([]).paths == [])
    for count in [1, 2, 7, 60, 61, 99, 100, 400, 401, 2000, 20_000] {
      let layout = ContactSheetLayout(stickerCount: count, hasNames: count % 2 == 1)
      var rest = count
      while rest > 0 {
        let here = min(rest, layout.maxStickersPerSheet)
        let size = layout.sheetSize(for: here)
        #expect(size.longerSide <= 4096, "\(count): \(size)")
        for index in 0..<here {
          let (x, y) = layout.rowOrigin(of: index, among: here)
          let end = (
            x + layout.numberAndMarkColumnWidth + 6 * layout.backgroundPitch - layout.gap,
            y + layout.backgroundSide
          )
          guard end.0 < size.width, end.1 < size.height, x > 0, y > 0 else {
            return #expect(Bool(false), "\(count): sticker \(index) sticks out")
          }
        }
        rest -= here
      }
    }
  }

  @Test("no two stickers on a sheet have the same origin")
  func places() {
    for count in [1, 13, 60, 61, 400, 500] {
      let layout = ContactSheetLayout(stickerCount: count)
      let here = min(count, layout.maxStickersPerSheet)
      let places = (0..<here).map { layout.rowOrigin(of: $0, among: here) }
      #expect(Set(places.map { "\($0.x) \($0.y)" }).count == here)
    }
  }

  @Test("several sheets are numbered from the second on")
  func names() throws {
    let tiny = ContactSheetThumbnail(Bitmap(PixelSize(1, 1), color: 0))
    let tree = try contactSheetPNGTree(Array(repeating: ("tiny", tiny), count: 450))
    #expect(tree.paths == ["contact-sheet-2.png", "contact-sheet.png"])
  }

  @Test("a sticker is centered on each of the six backgrounds in order")
  func backgrounds() throws {
    let red = ContactSheetThumbnail(Bitmap(PixelSize(136, 20), color: 0x123456))
    let sheet = try sheet(red, "red")
    let layout = ContactSheetLayout(stickerCount: 1)
    for (column, background) in TestBackground.all.enumerated() {
      let (left, top) = layout.rowOrigin(of: 0, among: 1)
      let x = left + layout.numberAndMarkColumnWidth + column * layout.backgroundPitch
      let middle = layout.backgroundSide / 2
      #expect(sheet.color(x + middle, top + middle) == [0x12, 0x34, 0x56])
      #expect(sheet.color(x + middle, top + middle - 11) != [0x12, 0x34, 0x56])
      // Next to the art, near the corner that is cut off.
      let tile = background.bitmap(PixelSize(layout.backgroundSide, layout.backgroundSide))
      #expect(sheet.color(x + 12, top + 12) == tile.color(12, 12), "\(background.name)")
      #expect(sheet.color(x, top) == sheet.color(0, 0), "\(background.name) has no round corner")
    }
  }

  @Test("the image of an animation is its most opaque frame, or the first of several equally opaque ones")
  func fullest() throws {
    let blank = Bitmap(transparent: PixelSize(50, 40))
    let (full, other) = (disc(50, 40), disc(50, 40, step: 1))
    #expect(ContactSheetThumbnail(mostOpaqueOf: [blank, full, blank])?.bitmap == full)
    #expect(ContactSheetThumbnail(mostOpaqueOf: [blank])?.bitmap == blank)
    #expect(ContactSheetThumbnail(mostOpaqueOf: [Bitmap]()) == nil)
    #expect(
      ContactSheetThumbnail(mostOpaqueOf: [other.with(alpha: 200, at: 0), full])?.bitmap.pixels[3] == 200)
    let (red, blue) = (Bitmap(PixelSize(5, 4), color: 0xFF0000), Bitmap(PixelSize(5, 4), color: 0x0000FF))
    #expect(ContactSheetThumbnail(mostOpaqueOf: [red, blue])?.bitmap == red)
  }

  @Test("large art is scaled down to 136 px, and small art is unchanged")
  func scaled() {
    #expect(ContactSheetThumbnail(disc(618, 300)).bitmap.size == PixelSize(136, 66))
    #expect(ContactSheetThumbnail(Bitmap(PixelSize(1, 4000), color: 0)).bitmap.size == PixelSize(1, 136))
    #expect(ContactSheetThumbnail(disc(136, 20)).bitmap.size == PixelSize(136, 20))
  }

  /// What a line of text looks like on a sheet.
  private func line(_ text: String, _ font: TextFont, on sheet: Bitmap) -> Bitmap {
    let size = PixelSize((font.width(of: text) ?? 0) + 6, font.ascent + font.descent)
    let color = sheet.color(0, 0).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    var bitmap = Bitmap(size, color: color)
    font.drawSkippingMissingGlyphs(text, color: 0x48484A, x: 3, baseline: font.ascent, on: &bitmap)
    return bitmap
  }

  /// The name below the backgrounds of the only row, with 3 px on either side.
  private func name(on sheet: Bitmap, _ layout: ContactSheetLayout, width: Int) -> Bitmap {
    let (left, top) = layout.rowOrigin(of: 0, among: 1)
    let font = layout.font
    return sheet.part(
      x: left + layout.numberAndMarkColumnWidth - 3, y: top + layout.nameBaseline - font.ascent, width,
      font.ascent + font.descent)
  }

  @Test(
    "a name is drawn below the backgrounds, and a name in another script is replaced with the number",
    arguments: [
      ("Ag_1", "Ag_1"), ("Müller – Ωδή", "Müller – Ωδή"), ("Кот", "Кот"), ("猫", "#1"), ("cat 猫", "#1"),
      ("star ⭐", "#1"), ("a\u{202E}b", "#1"), ("a\nb", "#1"), (String(repeating: "猫", count: 10_000), "#1"),
    ])
  func named(_ given: String, _ shown: String) throws {
    let art = ContactSheetThumbnail(Bitmap(PixelSize(136, 20), color: 0x123456))
    let (sheet, layout) = (try sheet(art, given), ContactSheetLayout(stickerCount: 1, hasNames: true))
    let expected = line(shown, layout.font, on: sheet)
    #expect(name(on: sheet, layout, width: expected.width) == expected)
    #expect(sheet.size == layout.sheetSize(for: 1))
    #expect(sheet.height > ContactSheetLayout(stickerCount: 1).sheetSize(for: 1).height)
  }

  @Test("a long name is truncated where the backgrounds end", arguments: [1, 6]) func long(_ count: Int)
    throws
  {
    let art = ContactSheetThumbnail(disc(136, 136))
    let backgrounds = Array(ContactSheetBackground.defaults.prefix(count))
    let sheets = try contactSheetPNGs(
      [ContactSheetRow(number: 1, art, name: String(repeating: "M", count: 300))], on: backgrounds)
    let sheet = try #require(Image(decoding: sheets[0]).frames.first).bitmap
    let layout = ContactSheetLayout(stickerCount: 1, hasNames: true, backgroundCount: count)
    let (left, top) = layout.rowOrigin(of: 0, among: 1)
    let end = left + layout.numberAndMarkColumnWidth + count * layout.backgroundPitch - layout.gap
    let font = layout.font
    let cut = try #require(
      font.shortenedIfAllGlyphsExist(String(repeating: "M", count: 300), toWidth: layout.maxNameWidth))
    #expect(cut.hasSuffix("…"))
    let expected = line(cut, font, on: sheet)
    #expect(name(on: sheet, layout, width: expected.width) == expected)
    for x in end..<sheet.width {
      for y in top + layout.backgroundSide..<top + layout.rowPitch {
        #expect(sheet.color(x, y) == sheet.color(0, 0))
      }
    }
  }

  @Test("a sheet can show stickers on a single chosen color") func colored() throws {
    let art = ContactSheetThumbnail(Bitmap(PixelSize(136, 20), color: 0x123456))
    let sheets = try contactSheetPNGs([ContactSheetRow(number: 1, art)], on: [.test(.flat("sky", 0x7CB7FF))])
    let sheet = try #require(Image(decoding: sheets[0]).frames.first).bitmap
    let layout = ContactSheetLayout(stickerCount: 1, backgroundCount: 1)
    let (left, top) = layout.rowOrigin(of: 0, among: 1)
    #expect(
      sheet.size == layout.sheetSize(for: 1)
        && sheet.width < ContactSheetLayout(stickerCount: 1).sheetSize(for: 1).width)
    #expect(sheet.color(left + layout.numberAndMarkColumnWidth + 12, top + 12) == [0x7C, 0xB7, 0xFF])
    #expect(sheet.color(left + layout.numberAndMarkColumnWidth + 76, top + 76) == [0x12, 0x34, 0x56])
  }

  @Test("the checkerboard has squares of 12 px, and a sheet can show it") func checkerboard() throws {
    let background = try #require(ContactSheetBackground(parsing: "checkerboard"))
    let bitmap = background.bitmap(side: 152)
    for (x, y) in [(0, 0), (11, 11), (12, 11), (12, 12), (24, 0), (151, 151), (150, 0)] {
      let isWhite = (x / 12 + y / 12) % 2 == 0
      #expect(bitmap.color(x, y) == (isWhite ? [255, 255, 255] : [0xDC, 0xDC, 0xE0]), "\(x) \(y)")
    }
    let sheets = try contactSheetPNGs([ContactSheetRow(number: 1, nil)], on: [background])
    let sheet = try #require(Image(decoding: sheets[0]).frames.first).bitmap
    let layout = ContactSheetLayout(stickerCount: 1, backgroundCount: 1)
    let (left, top) = layout.rowOrigin(of: 0, among: 1)
    #expect(sheet.color(left + layout.numberAndMarkColumnWidth + 18, top + 6) == [0xDC, 0xDC, 0xE0])
  }

  @Test(
    "a verdict is drawn below the number, in its color and shape",
    arguments: [ContactSheetVerdictMark.passes, .warns, .fails], [7, 1234])
  func verdicts(_ verdict: ContactSheetVerdictMark, _ number: Int) throws {
    let picture = ContactSheetThumbnail(Bitmap(PixelSize(136, 20), color: 0x123456))
    let sheets = try contactSheetPNGs([ContactSheetRow(number: number, picture, verdict)])
    let sheet = try #require(Image(decoding: sheets[0]).frames.first).bitmap
    let layout = ContactSheetLayout(stickerCount: 1, highestNumber: number, hasMarks: true)
    let (left, top) = layout.rowOrigin(of: 0, among: 1)
    let right = left + layout.numberAndMarkColumnWidth - layout.gap
    // Digits of 10 px, a gap of 6 px and a mark of 22 px are centered in 152 px.
    let (markLeft, markTop) = (right - 22, top + (152 - 38) / 2 + 16)
    let (paper, white) = (sheet.color(0, 0), [UInt8](repeating: 255, count: 3))
    let (color, isCornered): ([UInt8], Bool) =
      switch verdict {
      case .passes: ([0x19, 0x7B, 0x33], false)
      case .warns: ([0x9A, 0x5B, 0x00], false)
      case .fails: ([0xC9, 0x25, 0x2D], true)
      }
    #expect(sheet.color(markLeft, markTop) == (isCornered ? color : paper))
    #expect(sheet.color(markLeft + 21, markTop + 21) == (verdict == .passes ? paper : color))
    #expect(sheet.color(markLeft + 10, markTop + 18) == (verdict == .warns ? white : color))
    #expect(sheet.color(markLeft + 10, markTop + 10) == (verdict == .passes ? color : white))
    // The number ends where the mark does. A sticker begins to the right of both.
    let expected = line(String(number), layout.font, on: sheet)
    let numberTop = markTop - 6 - layout.font.ascent
    #expect(
      sheet.part(x: right + 3 - expected.width, y: numberTop, expected.width, layout.font.ascent)
        == expected.part(x: 0, y: 0, expected.width, layout.font.ascent))
    #expect(sheet.color(left + layout.numberAndMarkColumnWidth + 76, top + 76) == [0x12, 0x34, 0x56])
  }

  @Test("white has a contrast of at least 4.5:1 on the color of each verdict")
  func legible() {
    for verdict in [ContactSheetVerdictMark.passes, .warns, .fails] {
      let bitmap = verdict.bitmap(dotSide: 1)
      let color = (0..<121).lazy.map { bitmap.color($0 % 11, $0 / 11) }.first { $0 != [0, 0, 0] } ?? []
      // WCAG 2.2: relative luminance, and 1.05 / (L + 0.05) against white.
      let linear = color.map { sample -> Double in
        let share = Double(sample) / 255
        return share <= 0.04045 ? share / 12.92 : Foundation.pow((share + 0.055) / 1.055, 2.4)
      }
      let luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
      #expect(1.05 / (luminance + 0.05) >= 4.5, "\(verdict)")
    }
  }

  @Test("a file that cannot be shown has a row of empty backgrounds")
  func emptyRow() throws {
    let sheets = try contactSheetPNGs([ContactSheetRow(number: 1, nil, .fails)])
    let sheet = try #require(Image(decoding: sheets[0]).frames.first).bitmap
    let layout = ContactSheetLayout(stickerCount: 1, hasMarks: true)
    let (left, top) = layout.rowOrigin(of: 0, among: 1)
    for (column, background) in TestBackground.all.enumerated() {
      let tile = background.bitmap(PixelSize(layout.backgroundSide, layout.backgroundSide))
      let x = left + layout.numberAndMarkColumnWidth + column * layout.backgroundPitch
      for place in [20, 76, 130] {
        #expect(sheet.color(x + place, top + place) == tile.color(place, place), "\(background.name)")
      }
    }
  }

  @Test("a file over a limit, or with damaged pixels, has no contact sheet image")
  func pictureOfFile() throws {
    let bytes = try disc(200, 100).encodedPNG()
    let container = try #require(ImageContainer(of: bytes, budget: .standard))
    #expect(ContactSheetThumbnail(of: bytes, container)?.bitmap.size == PixelSize(136, 68))
    #expect(ContactSheetThumbnail(of: bytes, container, side: 68)?.bitmap.size == PixelSize(68, 34))
    var broken = bytes
    broken[bytes.count / 2] ^= 0xFF
    let damaged = ImageContainer(of: broken, budget: .standard)
    #expect(damaged.flatMap { ContactSheetThumbnail(of: broken, $0) } == nil)
    var limited = container
    limited.exceededLimits = [ExceededLimit("side", measured: 9001, limit: 8192, unit: "px")]
    #expect(ContactSheetThumbnail(of: bytes, limited) == nil)
  }

  @Test("the same images give the same bytes")
  func deterministic() throws {
    #expect(try contactSheetPNGTree(pictures(9)) == contactSheetPNGTree(pictures(9)))
  }
}

extension Bitmap {
  fileprivate func part(x: Int, y: Int, _ width: Int, _ height: Int) -> Bitmap {
    var part = Bitmap(transparent: PixelSize(width, height))
    part.draw(self, x: -x, y: -y)
    return part
  }

  fileprivate func with(alpha: UInt8, at pixel: Int) -> Bitmap {
    var changed = self
    changed.pixels[pixel * 4 + 3] = alpha
    return changed
  }
}
