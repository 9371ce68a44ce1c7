import StickerImage

/// The result of checking a sticker, shown as a mark in its row of a contact sheet.
package enum ContactSheetVerdictMark: Hashable, Sendable {
  /// A check mark in a green disc.
  case passes
  /// An exclamation mark in an amber triangle.
  case warns
  /// A cross in a red square.
  case fails
}

extension ContactSheetVerdictMark {
  /// The side of a mark in dots.
  static let dotsPerSide = 11

  /// Draws the mark. Marks differ in shape as well as color, for people who cannot distinguish green from
  /// red.
  ///
  /// - Parameter dotSide: the size of a dot in pixels.
  func bitmap(dotSide: Int) -> Bitmap {
    var bitmap = Bitmap(transparent: PixelSize(Self.dotsPerSide * dotSide, Self.dotsPerSide * dotSide))
    let colors: [Character: UInt32] = ["#": rgb, "o": 0xFFFFFF]
    for (row, dots) in dotRows.enumerated() {
      for (column, kind) in dots.enumerated() {
        guard let color = colors[kind] else { continue }
        bitmap.draw(Bitmap(PixelSize(dotSide, dotSide), color: color), x: column * dotSide, y: row * dotSide)
      }
    }
    return bitmap
  }

  /// The color as 0xRRGGBB. White has a contrast ratio of at least 4.5 : 1 on each color (WCAG 2.2, 1.4.3).
  private var rgb: UInt32 {
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
