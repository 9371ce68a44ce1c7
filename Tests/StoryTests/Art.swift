@testable import StickerImage

/// Small stickers drawn in code. They have no faults by default.
enum Art {
  /// A soft disc of 86% of the canvas on a transparent background.
  static func disc(_ width: Int = 300, _ height: Int = 300, red: UInt8 = 230, blue: UInt8 = 60) throws
    -> [UInt8]
  {
    try bitmap(width, height, red: red, blue: blue, x: 0).encodedPNG()
  }

  /// A moving disc: an animation whose frames last 0.1 s by default.
  static func moving(frames: Int = 6, plays: Int = 0, delay: ExactSeconds = ExactSeconds(1, 10)) throws
    -> [UInt8]
  {
    let pictures = (0..<frames).map { number in
      Frame(bitmap(300, 300, red: 40, blue: 200, x: number * 2 - 6), delay: delay)
    }
    return try pictures.encodedAPNG(plays: plays)
  }

  static func bitmap(_ width: Int, _ height: Int, red: UInt8, blue: UInt8, x shift: Int) -> Bitmap {
    var bitmap = Bitmap(transparent: PixelSize(width, height))
    let (a, b) = (Double(width) * 0.43, Double(height) * 0.43)
    for y in 0..<height {
      for x in 0..<width {
        let (dx, dy) = (Double(x - shift) + 0.5 - Double(width) / 2, Double(y) + 0.5 - Double(height) / 2)
        let inside = (1 - (dx * dx / (a * a) + dy * dy / (b * b)).squareRoot()) * min(a, b)
        let alpha = UInt8(max(0, min(1, inside + 0.5)) * 255)
        let at = (y * width + x) * 4
        guard alpha > 0 else { continue }
        (bitmap.pixels[at], bitmap.pixels[at + 1]) = (red, UInt8(120 + 60 * y / height))
        (bitmap.pixels[at + 2], bitmap.pixels[at + 3]) = (blue, alpha)
      }
    }
    return bitmap
  }
}

extension TemporaryFolder {
  /// Writes still images of 408 px to `art`. Only Messages accepts this size unchanged.
  ///
  /// - Returns: a pack file with these stickers. More stickers may be appended.
  func writeDiscs(_ count: Int) throws -> String {
    var text = "name: Discs\nauthor: Ada\nlanguages: [en]\nstickers:\n"
    for number in 0..<count {
      try write(Art.disc(408, 408, red: UInt8(30 * number)), to: "art/disc\(number).png")
      text += "  - { file: disc\(number).png, description: { en: Disc \(number) }, emoji: [\"👋\"] }\n"
    }
    return text
  }
}
