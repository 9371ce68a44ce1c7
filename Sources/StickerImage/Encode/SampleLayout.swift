/// How a PNG stores its pixels: color type, bit depth and palette.
struct SampleLayout: Hashable, Sendable {
  /// What a pixel is stored as.
  enum Samples: Hashable, Sendable {
    case gray
    case color
    case index
    case grayAndAlpha
    case colorAndAlpha
  }

  let samples: Samples
  /// Bits a sample: 8, for `gray` and `index` also 1, 2 and 4; 16 where samples are kept as a file has them.
  let bitDepth: Int
  /// At most 2^`bitDepth` colors, only for `index`.
  let palette: [Pixel]
  /// An opaque color of no pixel that stands for transparent ones, only for `gray` and `color`.
  let key: Pixel?

  init(_ samples: Samples, bitDepth: Int = 8, palette: [Pixel] = [], key: Pixel? = nil) {
    self.samples = samples
    self.bitDepth = bitDepth
    self.palette = palette
    self.key = key
  }

  /// The number of the color type in IHDR.
  var colorType: UInt8 {
    switch samples {
    case .gray: 0
    case .color: 2
    case .index: 3
    case .grayAndAlpha: 4
    case .colorAndAlpha: 6
    }
  }

  /// Bits that a pixel takes.
  var bitsPerPixel: Int {
    switch samples {
    case .gray, .index: bitDepth
    case .grayAndAlpha: 2 * bitDepth
    case .color: 3 * bitDepth
    case .colorAndAlpha: 4 * bitDepth
    }
  }

  /// Whether filters can be of use: the numbers of a palette have no neighborhood, nor have parts of a byte.
  var isFilterable: Bool { bitsPerPixel >= 8 && samples != .index }

  /// Whether a transparent pixel can be stored.
  var canBeTransparent: Bool {
    switch samples {
    case .gray, .color: key != nil
    case .index: palette.contains(.clear)
    case .grayAndAlpha, .colorAndAlpha: true
    }
  }
}

/// What an embedded profile or none allows a picture to be stored as.
enum PNGGrayRule {
  /// Gray only where the picture is gray.
  case allowed
  /// An RGB profile: a gray PNG with one is invalid.
  case forbidden
  /// A gray profile: anything else with one is invalid.
  case required
}

/// The layouts worth trying, the most promising first; each stores exactly the pixels of the census.
///
/// - Parameter area: pixels in all, since a palette costs the same for few pixels as for many.
func layouts(for census: ColorCensus, _ rule: PNGGrayRule, area: Int) -> [SampleLayout] {
  let direct = grayLayout(census, rule) ?? opaqueLayout(census) ?? SampleLayout(.colorAndAlpha)
  guard let indexed = indexedLayout(census, rule), indexed.bitsPerPixel < direct.bitsPerPixel else {
    return [direct]
  }
  return area < 1 << 14 ? [indexed, direct] : [indexed]
}

/// Gray samples, with alpha where it is needed; nil where they would lose color or may not be.
func grayLayout(_ census: ColorCensus, _ rule: PNGGrayRule) -> SampleLayout? {
  guard census.isGray, rule != .forbidden else { return nil }
  return census.isOpaque ? SampleLayout(.gray, bitDepth: census.grayDepth) : SampleLayout(.grayAndAlpha)
}

/// Color without alpha; nil where some pixel is not opaque.
func opaqueLayout(_ census: ColorCensus) -> SampleLayout? { census.isOpaque ? SampleLayout(.color) : nil }

/// A palette of all colors; nil where there are more than 256 or it may not be.
///
/// Transparent black comes first, which is what careless readers clear a palette animation to; then the
/// others that are not opaque, so that tRNS can end after them. Within a group the frequent ones come first
/// (their deflate codes are then of similar length, which makes the code table small), equals by value.
func indexedLayout(_ census: ColorCensus, _ rule: PNGGrayRule) -> SampleLayout? {
  guard rule != .required, let colors = census.colors else { return nil }
  let palette = colors.sorted { left, right in
    let (first, second) = (paletteGroup(left.key), paletteGroup(right.key))
    if first != second { return first < second }
    return left.value != right.value ? left.value > right.value : left.key.word < right.key.word
  }.map(\.key)
  let depth = [1, 2, 4, 8].first { palette.count <= 1 << $0 } ?? 8
  return SampleLayout(.index, bitDepth: depth, palette: palette)
}

private func paletteGroup(_ color: Pixel) -> Int { color == .clear ? 0 : color.alpha < 255 ? 1 : 2 }

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

/// Makes every transparent pixel transparent black: the color under alpha 0 is never seen, and costs bytes.
///
/// - Returns: nil where it is so already.
func clearingColorUnderTransparency(_ bitmap: Bitmap) -> Bitmap? {
  guard hasColorUnderTransparency(bitmap) else { return nil }
  var pixels = bitmap.pixels
  for start in stride(from: 0, to: pixels.count, by: 4) where pixels[start + 3] == 0 {
    (pixels[start], pixels[start + 1], pixels[start + 2]) = (0, 0, 0)
  }
  return Bitmap(bitmap.size, pixels: pixels)
}

extension Bitmap {
  /// Makes every transparent pixel transparent black.
  package mutating func clearColorUnderTransparency() {
    if let cleared = clearingColorUnderTransparency(self) { self = cleared }
  }
}

private func hasColorUnderTransparency(_ bitmap: Bitmap) -> Bool {
  guard bitmap.size.area > 0 else { return false }
  return bitmap.withView { view in
    for y in 0..<view.size.height {
      var found: UInt32 = 0
      for x in 0..<view.size.width {
        let pixel = view[x, y]
        found |= pixel.alpha == 0 ? pixel.word : 0
      }
      if found != 0 { return true }
    }
    return false
  }
}
