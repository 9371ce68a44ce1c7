import Corpus

@testable import StickerImage

/// Random pictures, the same in every run, of every kind that encoders distinguish.
struct RandomPictures {
  /// The kind of colors in a picture.
  enum Colors: CaseIterable {
    case opaque, alpha, gray, grayAlpha, evenGrays, palette, paletteWithAlpha, paletteWithHole, hidden
  }

  /// The arrangement of the colors.
  enum Pattern: CaseIterable {
    case noise, gradient, runs, blocks, flat
  }

  private var numbers: SeededNumbers

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }
  mutating func one<Element>(of elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }
  private mutating func sample() -> UInt8 { UInt8.random(in: 0...255, using: &numbers) }

  /// Often a side of 1 pixel; otherwise odd and even sides of at most 64.
  mutating func size() -> PixelSize {
    let sides = (0..<2).map { _ in number(0...7) == 0 ? 1 : number(2...64) }
    return PixelSize(sides[0], sides[1])
  }

  /// A number of colors at the limit of a layout, or any other number.
  private mutating func colorCount() -> Int { one(of: [2, 3, 4, 5, 15, 16, 17, 255, 256, number(2...256)]) }

  /// The colors of a picture.
  mutating func palette(_ colors: Colors) -> [Color] {
    switch colors {
    case .opaque: return (0..<2000).map { _ in [sample(), sample(), sample(), 255] }
    case .alpha: return (0..<2000).map { _ in [sample(), sample(), sample(), sample()] }
    case .gray: return (0..<256).map { [UInt8($0), UInt8($0), UInt8($0), 255] }
    case .grayAlpha: return (0..<256).map { [UInt8($0), UInt8($0), UInt8($0), sample()] }
    case .evenGrays:
      let step = one(of: [255, 85, 17])
      return stride(from: 0, through: 255, by: step).map { [UInt8($0), UInt8($0), UInt8($0), 255] }
    case .palette: return (0..<colorCount()).map { _ in [sample(), sample(), sample(), 255] }
    case .paletteWithAlpha: return (0..<colorCount()).map { _ in [sample(), sample(), sample(), sample()] }
    case .paletteWithHole:
      return [[0, 0, 0, 0]] + (1..<colorCount()).map { _ in [sample(), sample(), sample(), 255] }
    case .hidden:  // many colors in pixels with alpha 0
      return (0..<40).map { [sample(), sample(), sample(), $0 % 3 == 0 ? 255 : 0] }
    }
  }

  /// Fills a rectangle of a picture.
  mutating func fill(_ bitmap: inout Bitmap, _ rect: PixelRect, _ palette: [Color], _ pattern: Pattern) {
    let (a, b) = (number(0...palette.count - 1), number(1...7))
    var run = a
    for y in rect.y..<rect.y + rect.height {
      for x in rect.x..<rect.x + rect.width {
        switch pattern {
        case .noise: run = number(0...palette.count - 1)
        case .gradient: run = x * b + y
        case .runs: if number(0...4) == 0 { run = number(0...palette.count - 1) }
        case .blocks: run = a + x / b + y / b * 3
        case .flat: break
        }
        let color = palette[run % palette.count]
        for sample in 0..<4 { bitmap.pixels[(y * bitmap.width + x) * 4 + sample] = color[sample] }
      }
    }
  }

  /// A still of one kind.
  mutating func still(_ colors: Colors, _ pattern: Pattern) -> Bitmap {
    var bitmap = Bitmap(transparent: size())
    fill(&bitmap, PixelRect(bitmap.size), palette(colors), pattern)
    return bitmap
  }

  /// A rectangle inside a canvas, often small.
  private mutating func rect(in size: PixelSize) -> PixelRect {
    let (x, y) = (number(0...size.width - 1), number(0...size.height - 1))
    return PixelRect(
      x: x, y: y, width: number(1...size.width - x), height: number(1...size.height - y))
  }

  /// An animation whose frames change in random rectangles, return to earlier ones, repeat, or are cleared.
  mutating func animation(_ colors: Colors) -> [Frame] {
    let palette = palette(colors)
    var bitmap = Bitmap(transparent: size())
    fill(&bitmap, PixelRect(bitmap.size), palette, one(of: Pattern.allCases))
    var bitmaps = [bitmap]
    for _ in 0..<number(1...7) {
      let rect = rect(in: bitmap.size)
      switch number(0...9) {
      case 0: bitmap = bitmaps[number(0...bitmaps.count - 1)]
      case 1: break
      case 2: fill(&bitmap, rect, [[0, 0, 0, 0]], .flat)
      case 3: fill(&bitmap, PixelRect(bitmap.size), palette, one(of: Pattern.allCases))
      case 4: for _ in 0..<5 { fill(&bitmap, dot(in: bitmap.size), palette, .noise) }
      default: fill(&bitmap, rect, palette, one(of: Pattern.allCases))
      }
      bitmaps.append(bitmap)
    }
    return bitmaps.map { Frame($0, delay: delay()) }
  }

  private mutating func dot(in size: PixelSize) -> PixelRect {
    PixelRect(x: number(0...size.width - 1), y: number(0...size.height - 1), width: 1, height: 1)
  }

  private mutating func delay() -> ExactSeconds {
    one(of: [
      ExactSeconds(1, 10), ExactSeconds(7, 100), ExactSeconds(0, 1), ExactSeconds(65_535, 65_534),
      ExactSeconds(1, 65_521), ExactSeconds(number(1...500), 1000), ExactSeconds(number(1...30), 24),
    ])
  }
}
