/// What colors a picture, or all frames of an animation, have: what the exact reductions are chosen by.
struct ColorCensus {
  /// Whether every pixel is opaque.
  private(set) var isOpaque = true
  /// Whether every pixel has equal red, green and blue.
  private(set) var isGray = true
  /// Bits that a gray sample needs: 1, 2, 4 or 8. Of no meaning unless `isGray`.
  private(set) var grayDepth = 1
  /// Every color with the number of its pixels; nil where there are more than 256.
  private(set) var colors: [Pixel: Int]? = [:]

  /// The colors of the bitmaps, in which transparent pixels are transparent black.
  init(_ bitmaps: some Sequence<Bitmap>) {
    var table = ColorTable()
    for bitmap in bitmaps where bitmap.size.area > 0 { bitmap.withView { add($0, &table) } }
    if !table.isFull { colors = table.counts } else { colors = nil }
  }

  private mutating func add(_ view: PixelView, _ table: inout ColorTable) {
    for y in 0..<view.size.height {
      if table.isFull && !isOpaque && !isGray { return }  // nothing left to lose
      var run = 0
      var last = view[0, y]
      for x in 0..<view.size.width {
        let pixel = view[x, y]
        if pixel == last {
          run &+= 1
        } else {
          note(last, run, &table)
          (last, run) = (pixel, 1)
        }
      }
      note(last, run, &table)
    }
  }

  @inline(__always)
  private mutating func note(_ pixel: Pixel, _ run: Int, _ table: inout ColorTable) {
    if pixel.alpha != 255 { isOpaque = false }
    if !pixel.isGray {
      isGray = false
    } else if grayDepth < 8 {
      while pixel.red % (255 / UInt8((1 << grayDepth) - 1)) != 0 { grayDepth *= 2 }
    }
    table.add(pixel, run)
  }
}

/// Up to 256 colors, found by open addressing.
struct ColorTable {
  private static let slots = 1024  // a quarter full at most: a search ends after one or two steps
  private var keys = [UInt32](repeating: 0, count: slots)
  private var values = [Int](repeating: 0, count: slots)  // 0: the slot is free
  private var count = 0

  /// Whether a 257th color has come.
  private(set) var isFull = false

  /// Counts `pixels` more pixels of a color.
  mutating func add(_ color: Pixel, _ pixels: Int) {
    guard !isFull else { return }
    let slot = slot(of: color)
    if values[slot] == 0 {
      if count == 256 {
        isFull = true
        return
      }
      count += 1
      keys[slot] = color.word
    }
    values[slot] += pixels
  }

  /// The value of a color, 0 where it has none.
  subscript(_ color: Pixel) -> Int { values[slot(of: color)] }

  /// Every color with its value.
  var counts: [Pixel: Int] {
    var counts: [Pixel: Int] = [:]
    for slot in keys.indices where values[slot] > 0 { counts[Pixel(keys[slot])] = values[slot] }
    return counts
  }

  @inline(__always)
  private func slot(of color: Pixel) -> Int {
    var slot = Int((color.word &* 0x9E37_79B1) >> 22)  // the golden ratio's bits spread neighbors apart
    while values[slot] != 0 && keys[slot] != color.word { slot = (slot + 1) % Self.slots }
    return slot
  }
}
