import StickerImage

/// A number in digits of our own, 5 × 7 dots each.
///
/// - Parameter number: not negative.
/// - Parameter color: 0xRRGGBB.
/// - Parameter height: pixels, a multiple of 7.
func numberBitmap(_ number: Int, color: UInt32, height: Int) -> Bitmap {
  let dot = height / 7
  let digits = String(number).compactMap(\.wholeNumberValue)
  var bitmap = Bitmap(transparent: PixelSize((digits.count * 6 - 1) * dot, 7 * dot))
  let ink = Bitmap(PixelSize(dot, dot), color: color)
  for (place, digit) in digits.enumerated() {
    for (row, dots) in shapes[digit].enumerated() {
      for column in 0..<5 where dots >> (4 - column) & 1 == 1 {
        bitmap.draw(ink, x: (place * 6 + column) * dot, y: row * dot)
      }
    }
  }
  return bitmap
}

/// Seven rows of five dots for each digit, drawn by us.
private let shapes: [[UInt8]] = [
  [0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110],
  [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
  [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
  [0b01110, 0b10001, 0b00001, 0b00110, 0b00001, 0b10001, 0b01110],
  [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
  [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
  [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
  [0b11111, 0b00001, 0b00010, 0b00100, 0b00100, 0b01000, 0b01000],
  [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
  [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
]
