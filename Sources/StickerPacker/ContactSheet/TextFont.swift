import StickerEngine
import StickerImage

/// DejaVu Sans at one size, for the text on contact sheets. It has Latin, Greek and Cyrillic letters, digits,
/// punctuation and currency signs. Its glyphs are images rendered by FreeType (docs/decisions/0065). All
/// lengths are in pixels.
struct TextFont: Sendable {
  /// 14 px per em.
  static let large = TextFont(
    capHeight: 10, ascent: 13, descent: 3, advanceIndex: 0, coverage: samples(of: "glyphs-14.png"),
    cellSize: PixelSize(28, 21), cellPenX: 3, cellPenY: 16)
  /// 11 px per em.
  static let small = TextFont(
    capHeight: 8, ascent: 10, descent: 2, advanceIndex: 1, coverage: samples(of: "glyphs-11.png"),
    cellSize: PixelSize(22, 16), cellPenX: 3, cellPenY: 13)

  /// The height of capital letters and digits.
  let capHeight: Int
  /// The height of letters above the baseline, including one diacritic.
  let ascent: Int
  /// The depth of letters below the baseline.
  let descent: Int
  /// The index of this size in `Glyph.advances`.
  private let advanceIndex: Int
  /// The samples of the image of all glyphs: 0 outside a letter, 255 inside.
  private let coverage: [UInt8]
  /// The size of a glyph's cell in the image. A row has 32 cells.
  private let cellSize: PixelSize
  /// The position of the pen in a cell: where the letter begins, and the row below capital letters.
  private let cellPenX: Int
  private let cellPenY: Int

  /// The width of a digit. All digits have the same width.
  var digitWidth: Int { width(of: "0") ?? 0 }

  /// The width of a line of text; nil if the font lacks one of its characters.
  func width(of text: String) -> Int? {
    var width = 0
    for character in text {
      guard let glyph = glyphs[character] else { return nil }
      width += glyph.advances[advanceIndex]
    }
    return width
  }

  /// Returns the text, shortened with an ellipsis if it is wider than `maxWidth`; nil if the font lacks one of
  /// its characters.
  func shortenedIfAllGlyphsExist(_ text: String, toWidth maxWidth: Int) -> String? {
    guard let whole = width(of: text) else { return nil }
    guard whole > maxWidth else { return text }
    var shortened = ""
    var width = width(of: "…") ?? 0
    for character in text {
      width += glyphs[character]?.advances[advanceIndex] ?? 0
      if width > maxWidth { break }
      shortened.append(character)
    }
    return shortened + "…"
  }

  /// Draws a line of text. Characters that the font lacks are left out.
  ///
  /// - Parameters:
  ///   - color: the color as 0xRRGGBB.
  ///   - x: the left end of the line.
  ///   - baseline: the row below capital letters.
  func drawSkippingMissingGlyphs(
    _ text: String, color: UInt32, x: Int, baseline: Int, on bitmap: inout Bitmap
  ) {
    var x = x
    for glyph in text.lazy.compactMap({ glyphs[$0] }) {
      bitmap.draw(glyphBitmap(at: glyph.index, color: color), x: x - cellPenX, y: baseline - cellPenY)
      x += glyph.advances[advanceIndex]
    }
  }

  private func glyphBitmap(at index: Int, color: UInt32) -> Bitmap {
    var bitmap = Bitmap(cellSize, color: color)
    let row = index / cellsPerRow * cellSize.height
    let column = index % cellsPerRow * cellSize.width
    for y in 0..<cellSize.height {
      for x in 0..<cellSize.width {
        let sample = coverage[(row + y) * cellsPerRow * cellSize.width + column + x]
        bitmap.pixels[(y * cellSize.width + x) * 4 + 3] = sample
      }
    }
    return bitmap
  }
}

/// The number of glyphs in a row of an image.
private let cellsPerRow = 32

/// A glyph in both sizes.
private struct Glyph {
  /// The position in the images.
  let index: Int
  /// The distance from this letter to the next: at 14 px per em, then at 11 px per em.
  let advances: [Int]
}

/// The glyphs by character. Canonically equivalent characters are equal, so a letter followed by a combining
/// diacritic is found as the letter with that diacritic.
private let glyphs: [Character: Glyph] = {
  var glyphs: [Character: Glyph] = [:]
  for (index, line) in fontFileTextOrBase64("advances.txt").split(separator: "\n").enumerated() {
    let fields = line.split(separator: " ")
    guard let code = UInt32(fields[0], radix: 16), let scalar = Unicode.Scalar(code) else { continue }
    glyphs[Character(scalar)] = Glyph(index: index, advances: fields.dropFirst().compactMap { Int($0) })
  }
  return glyphs
}()

/// The samples of an image of glyphs.
private func samples(of file: String) -> [UInt8] {
  guard let bytes = base64Decoded(fontFileTextOrBase64(file)),
    let image = try? Image(decoding: bytes).frames.first?.bitmap
  else { preconditionFailure("\(file) is damaged") }
  return stride(from: 0, to: image.pixels.count, by: 4).map { image.pixels[$0] }
}

/// An embedded file of `Fonts/DejaVuSans`: text, or Base64.
private func fontFileTextOrBase64(_ name: String) -> String {
  FontFiles.all.first { $0.path == name }?.text ?? ""
}
