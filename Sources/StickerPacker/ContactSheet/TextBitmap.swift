package import StickerImage

/// Draws a line of text in a built-in font of 5 × 7 dots per letter.
///
/// - Parameter color: the color as 0xRRGGBB.
/// - Parameter height: the height in pixels, a multiple of 7.
/// - Returns: nil if the text is empty or contains characters other than printable ASCII.
func textBitmap(_ text: String, color: UInt32, height: Int) -> Bitmap? {
  let dot = height / 7
  let letters = text.unicodeScalars.map { glyph(of: $0) }
  guard !letters.isEmpty else { return nil }
  var bitmap = Bitmap(transparent: PixelSize((letters.count * 6 - 1) * dot, 7 * dot))
  let ink = Bitmap(PixelSize(dot, dot), color: color)
  for (place, letter) in letters.enumerated() {
    guard let letter else { return nil }
    for column in 0..<5 {
      for row in 0..<7 where letter >> (8 * (4 - column) + row) & 1 == 1 {
        bitmap.draw(ink, x: (place * 6 + column) * dot, y: row * dot)
      }
    }
  }
  return bitmap
}

/// The number of letters that fit into a given width in pixels.
///
/// - Parameter height: the height of letters in pixels, a multiple of 7.
func letterCount(fitting width: Int, height: Int) -> Int { (width * 7 / height + 1) / 6 }

/// The five columns of a letter. The highest byte is the left column, and the lowest bit of each byte is the
/// top dot.
private func glyph(of letter: Unicode.Scalar) -> UInt64? {
  guard 0x20...0x7E ~= letter.value else { return nil }
  return glyphs[Int(letter.value) - 0x20]
}

/// The glyphs of the characters from space to tilde, as hexadecimal numbers.
private let glyphs: [UInt64] =
  """
  0000000000 00005F0000 0007000700 147F147F14 242A7F2A12 2313086462 3649552250 0005030000 \
  001C224100 0041221C00 14083E0814 08083E0808 0050300000 0808080808 0060600000 2010080402 \
  3E4141413E 00427F4000 6251494946 2241494936 1814127F10 2745454539 3C4A494930 0161190503 \
  3649494936 064949291E 0036360000 0056360000 0814224100 1414141414 0041221408 0201510906 \
  324979413E 7E1111117E 7F49494936 3E41414122 7F4141221C 7F49494941 7F09090901 3E4149497A \
  7F0808087F 00417F4100 2040413F01 7F08142241 7F40404040 7F020C027F 7F0408107F 3E4141413E \
  7F09090906 3E4151215E 7F09192946 4649494931 01017F0101 3F4040403F 1F2040201F 3F4038403F \
  6314081463 0708700807 6151494543 007F414100 0204081020 0041417F00 0402010204 4040404040 \
  0001020400 2054545478 7F48444438 3844444420 384444487F 3854545418 087E090102 0C5252523E \
  7F08040478 00447D4000 2040443D00 7F10284400 00417F4000 7C04180478 7C08040478 3844444438 \
  7C14141408 081414187C 7C08040408 4854545420 043F444020 3C4040207C 1C2040201C 3C4030403C \
  4428102844 0C5050503C 4464544C44 0008364100 00007F0000 0041360800 1008081008
  """
  .split(separator: " ").compactMap { UInt64($0, radix: 16) }

/// The result of checking a sticker, shown as a mark in its row of a contact sheet.
package enum ContactSheetMark: Hashable, Sendable {
  /// A check mark in a green disc.
  case passes
  /// An exclamation mark in an amber triangle.
  case warns
  /// A cross in a red square.
  case fails
}

extension ContactSheetMark {
  /// The side of a mark in dots.
  static let dotsPerSide = 11

  /// Draws the mark. Marks differ in shape as well as color, for people who cannot distinguish green from
  /// red.
  ///
  /// - Parameter dotSide: the size of a dot in pixels.
  func bitmap(dotSide: Int) -> Bitmap {
    var bitmap = Bitmap(transparent: PixelSize(Self.dotsPerSide * dotSide, Self.dotsPerSide * dotSide))
    let colors: [Character: UInt32] = ["#": color, "o": 0xFFFFFF]
    for (row, dots) in dotRows.enumerated() {
      for (column, kind) in dots.enumerated() {
        guard let color = colors[kind] else { continue }
        bitmap.draw(Bitmap(PixelSize(dotSide, dotSide), color: color), x: column * dotSide, y: row * dotSide)
      }
    }
    return bitmap
  }

  /// The color as 0xRRGGBB. White has a contrast ratio of at least 4.5 : 1 on each color (WCAG 2.2, 1.4.3).
  private var color: UInt32 {
    switch self {
    case .passes: 0x197B33
    case .warns: 0x9A5B00
    case .fails: 0xC9252D
    }
  }

  /// The dots: `#` is the color, `o` is white, and `.` is transparent.
  private var dotRows: [String] {
    switch self {
    case .passes:
      [
        "...#####...", ".#########.", ".#########.", "########o##", "#######oo##", "##o###oo###",
        "##oo#oo####", "###ooo#####", ".###o#####.", ".#########.", "...#####...",
      ]
    case .warns:
      [
        ".....#.....", "....###....", "....#o#....", "...##o##...", "...##o##...", "..###o###..",
        "..###o###..", ".####o####.", ".#########.", "#####o#####", "###########",
      ]
    case .fails:
      [
        "###########", "###########", "##oo###oo##", "##ooo#ooo##", "###ooooo###", "####ooo####",
        "###ooooo###", "##ooo#ooo##", "##oo###oo##", "###########", "###########",
      ]
    }
  }
}

/// The first frame of an image, upright, in sRGB, for places that can show only a still.
///
/// - Returns: nil if the image exceeds limits, or the file cannot be decoded completely. Colors that cannot
///   be converted are kept.
package func firstFrameBitmap(of bytes: [UInt8], _ container: ImageContainer) -> Bitmap? {
  guard container.exceededLimits.isEmpty else { return nil }
  var visitor = FirstFrameVisitor()
  guard container.visitFrames(of: bytes, with: &visitor).isEmpty, let bitmap = visitor.bitmap else {
    return nil
  }
  let upright = bitmap.oriented(by: container.orientation ?? 1)
  return convertedToSRGB(upright, container).bitmap ?? upright
}

private struct FirstFrameVisitor: FrameVisitor {
  private(set) var bitmap: Bitmap?

  mutating func visit(_ frame: Frame, number: Int) { if number == 0 { bitmap = frame.bitmap } }
}
