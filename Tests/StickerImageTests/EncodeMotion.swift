import Corpus
import Testing

@testable import StickerImage

/// An animation of one kind.
struct MotionCase: CustomTestStringConvertible, Sendable {
  let name: String
  let frames: [Frame]

  var testDescription: String { name }

  private init(_ name: String, delay: ExactSeconds = ExactSeconds(1, 12), _ bitmaps: [Bitmap]) {
    self.name = name
    frames = bitmaps.map { Frame($0, delay: delay) }
  }

  static let all = [
    MotionCase("a soft ball that travels", (0..<9).map { ball(at: (6 + 5 * $0, 20 + 3 * ($0 % 4))) }),
    MotionCase("two pictures in turn", (0..<6).map { noise($0 % 2, alpha: 255) }),
    MotionCase("a spot that hops over noise", [noise(77, alpha: 255)] + (0..<6).map { spotOverNoise($0) }),
    MotionCase("opaque flecks on a still", flecks(alpha: 255)),
    MotionCase("translucent flecks on a still", flecks(alpha: 130)),
    MotionCase("noise of every alpha", (0..<5).map { noise($0, alpha: nil) }),
    MotionCase(
      "a picture that comes and goes", [blank, ball(at: (30, 20)), blank, blank, noise(1, alpha: 200)]),
    MotionCase(
      "three colors", (0..<5).map { number in blocks([[9, 9, 9, 255], [99, 0, 0, 255]], number) }),
    MotionCase("256 colors without a hole", (0..<4).map { blocks(colors(256), $0) }),
    MotionCase("grays", (0..<4).map { number in blocks((0...255).map { [$0, $0, $0, 255] }, number) }),
    MotionCase(
      "grays with alpha", (0..<4).map { number in blocks((0...255).map { [$0, $0, $0, $0] }, number) }),
    MotionCase("more than 256 colors, opaque", (0..<4).map { noise($0, alpha: 255) }),
    MotionCase(
      "hidden color that changes",
      (0..<3).map { number in makeBitmap(8, 8) { x, _ in [UInt8(number), 0, 0, x < 4 ? 0 : 255] } }),
    MotionCase("one frame", [ball(at: (20, 20))]),
    MotionCase(
      "one pixel",
      [[1, 2, 3, 255], [4, 5, 6, 7], [0, 0, 0, 0]].map { color in makeBitmap(1, 1) { _, _ in color } }),
  ]

  private static let blank = Bitmap(transparent: PixelSize(61, 45))

  private static func ball(at center: (x: Int, y: Int)) -> Bitmap {
    makeBitmap(61, 45) { x, y in
      let (dx, dy) = (x - center.x, y - center.y)
      let alpha = max(0, min(255, (100 - dx * dx - dy * dy) * 6))
      return alpha == 0 ? [0, 0, 0, 0] : [UInt8(200 - dy * 4), 90, UInt8(60 + (dx + 30) % 60), UInt8(alpha)]
    }
  }

  private static func noise(_ seed: Int, alpha: UInt8?) -> Bitmap {
    var numbers = SeededNumbers(seed: UInt64(seed))
    return makeBitmap(61, 45) { _, _ in
      let color = (0..<4).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      return Array(color.prefix(3)) + [alpha ?? color[3]]
    }
  }

  private static func spotOverNoise(_ number: Int) -> Bitmap {
    var bitmap = noise(77, alpha: 255)
    for y in 10..<14 {
      for x in number * 9..<number * 9 + 4 {
        bitmap.pixels.replaceSubrange((y * 61 + x) * 4..<(y * 61 + x) * 4 + 4, with: [255, 255, 0, 128])
      }
    }
    return bitmap
  }

  private static func flecks(alpha: UInt8) -> [Bitmap] {
    var bitmap = noise(5, alpha: 255)
    var numbers = SeededNumbers(seed: 6)
    return (0..<5).map { _ in
      for _ in 0..<8 {
        let at = Int.random(in: 0..<61 * 45, using: &numbers) * 4
        bitmap.pixels.replaceSubrange(
          at..<at + 4, with: [.random(in: 0...255, using: &numbers), 0, 0, alpha])
      }
      return bitmap
    }
  }

  private static func blocks(_ colors: [Color], _ number: Int) -> Bitmap {
    makeBitmap(61, 45) { x, y in
      colors[(x / 2 + y / 3 * 31 + number * (x > 20 && x < 40 ? 7 : 0)) % colors.count]
    }
  }
}
