import StickerImage

/// How a row of a contact sheet says what came of checking.
package enum ContactVerdict: Hashable, Sendable {
  /// A tick in a green disc.
  case passes
  /// An exclamation mark in an amber triangle.
  case warns
  /// A cross in a red square.
  case fails
}

extension ContactVerdict {
  /// How many dots a side of the sign has.
  static let dots = 11

  /// The verdict's mark. Shapes differ as well as colors, for eyes that do not tell green from red.
  ///
  /// - Parameter dot: pixels.
  func bitmap(dot: Int) -> Bitmap {
    var bitmap = Bitmap(transparent: PixelSize(Self.dots * dot, Self.dots * dot))
    let colors: [Character: UInt32] = ["#": color, "o": 0xFFFFFF]
    for (row, dots) in shape.enumerated() {
      for (column, kind) in dots.enumerated() {
        guard let color = colors[kind] else { continue }
        bitmap.draw(Bitmap(PixelSize(dot, dot), color: color), x: column * dot, y: row * dot)
      }
    }
    return bitmap
  }

  /// 0xRRGGBB; white stands out on each by 4.5 : 1 or more (WCAG 2.2, 1.4.3).
  private var color: UInt32 {
    switch self {
    case .passes: 0x197B33
    case .warns: 0x9A5B00
    case .fails: 0xC9252D
    }
  }

  /// Drawn by us: the color, white, and nothing.
  private var shape: [String] {
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
