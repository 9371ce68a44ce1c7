import StickerEngine
package import StickerImage

/// A background of a contact sheet.
package enum ContactSheetBackground: Hashable, Sendable {
  case test(TestBackground)
  /// White and gray squares, which show transparency.
  case checkerboard

  /// The six backgrounds that a contact sheet shows by default.
  package static let defaults = TestBackground.all.map(Self.test)

  /// The names that `init(parsing:)` accepts.
  package static let names = TestBackground.all.map(\.name) + ["checkerboard"]

  /// Parses the name of a background, or a color such as `#7CB7FF`. Returns nil if the text is neither.
  package init?(parsing text: String) {
    if text == "checkerboard" {
      self = .checkerboard
    } else if let background = TestBackground.all.first(where: { $0.name == text }) {
      self = .test(background)
    } else if let color = rgbColor(parsing: text) {
      self = .test(.flat(text, color))
    } else {
      return nil
    }
  }

  /// Renders a square of the background.
  ///
  /// - Parameter side: the length of a side in pixels.
  func bitmap(side: Int) -> Bitmap {
    let size = PixelSize(side, side)
    switch self {
    case .test(let background): return background.bitmap(size)
    case .checkerboard:
      var bitmap = Bitmap(size, color: 0xFFFFFF)
      let square = Bitmap(PixelSize(checkerboardSquareSide, checkerboardSquareSide), color: 0xDCDCE0)
      for y in stride(from: 0, to: side, by: checkerboardSquareSide) {
        let first = y / checkerboardSquareSide % 2 == 0 ? checkerboardSquareSide : 0
        for x in stride(from: first, to: side, by: 2 * checkerboardSquareSide) {
          bitmap.draw(square, x: x, y: y)
        }
      }
      return bitmap
    }
  }
}

/// The side length of a checkerboard square in pixels.
private let checkerboardSquareSide = 12
