import Corpus
import Testing

@testable import StickerImage

/// Red, green, blue, alpha.
typealias Color = [UInt8]

/// Draws a picture pixel by pixel.
func makeBitmap(_ width: Int, _ height: Int, _ color: (_ x: Int, _ y: Int) -> Color) -> Bitmap {
  var pixels: [UInt8] = []
  for y in 0..<height { for x in 0..<width { pixels += color(x, y) } }
  return Bitmap(PixelSize(width, height), pixels: pixels)
}

/// A picture that contains all of the colors, if it has enough pixels, in runs as in real art.
func speckled(_ width: Int, _ height: Int, _ colors: [Color], seed: UInt64 = 1) -> Bitmap {
  var numbers = SeededNumbers(seed: seed)
  var unused = colors[...]
  var current = colors[0]
  return makeBitmap(width, height) { _, _ in
    if let next = unused.popFirst() {
      current = next
    } else if Int.random(in: 0..<4, using: &numbers) == 0 {
      current = colors.randomElement(using: &numbers) ?? current
    }
    return current
  }
}

/// `count` different colors with the same alpha, none of them gray.
func colors(_ count: Int, alpha: UInt8 = 255) -> [Color] {
  (0..<count).map { [UInt8(128 + $0 / 128 % 128), UInt8($0 % 128), 3, alpha] }
}

/// The significant part of a bitmap: all samples, but no color where alpha is 0.
func withoutInvisibleColors(_ bitmap: Bitmap) -> Bitmap {
  makeBitmap(bitmap.width, bitmap.height) { x, y in
    let color = Array(bitmap.pixels[(y * bitmap.width + x) * 4..<(y * bitmap.width + x) * 4 + 4])
    return color[3] == 0 ? [0, 0, 0, 0] : color
  }
}

/// Pictures of every kind that the lossless reductions distinguish, with the color type and bit depth that
/// store them with the fewest bits.
struct StillCase: CustomTestStringConvertible, Sendable {
  let name: String
  let bitmap: Bitmap
  let colorType: UInt8
  let bitDepth: UInt8

  init(_ name: String, _ colorType: UInt8, _ bitDepth: UInt8, _ colors: [Color]) {
    self.name = name
    // The size is odd, so that rows of 1, 2 and 4 bits end inside a byte.
    self.bitmap = speckled(137, 131, colors)
    self.colorType = colorType
    self.bitDepth = bitDepth
  }

  var testDescription: String { name }

  private static func grays(_ values: some Sequence<Int>, alpha: UInt8 = 255) -> [Color] {
    values.map { [UInt8($0), UInt8($0), UInt8($0), alpha] }
  }

  static let all = [
    StillCase("black and white", 0, 1, grays([0, 255])),
    StillCase("four even grays", 0, 2, grays([0, 85, 170, 255])),
    StillCase("sixteen even grays", 0, 4, grays(stride(from: 0, through: 255, by: 17))),
    StillCase("every gray", 0, 8, grays(0...255)),
    StillCase("three odd grays", 3, 2, grays([10, 20, 30])),
    StillCase("grays with a hole", 3, 8, grays(0...199) + [[0, 0, 0, 0]]),
    StillCase("grays of two alphas", 4, 8, grays(0...255) + grays(0...99, alpha: 128)),
    StillCase("one color", 3, 1, colors(1)),
    StillCase("two colors", 3, 1, colors(2)),
    StillCase("three colors", 3, 2, colors(3)),
    StillCase("five colors", 3, 4, colors(5)),
    StillCase("sixteen colors", 3, 4, colors(16)),
    StillCase("seventeen colors", 3, 8, colors(17)),
    StillCase("256 colors", 3, 8, colors(253) + colors(2, alpha: 7) + [[0, 0, 0, 0]]),
    StillCase("257 opaque colors", 2, 8, colors(257)),
    StillCase("257 colors, one of them translucent", 6, 8, colors(256) + colors(1, alpha: 254)),
    StillCase("nothing but hidden color", 3, 1, colors(300, alpha: 0)),
    StillCase("hidden color beside visible", 3, 2, colors(300, alpha: 0) + colors(2, alpha: 40)),
  ]
}
