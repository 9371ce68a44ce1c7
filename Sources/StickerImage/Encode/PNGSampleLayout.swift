/// How a PNG stores its pixels: color type, bit depth and palette.
struct PNGSampleLayout: Hashable, Sendable {
  let colorType: PNGHeader.ColorType
  /// Bits per sample: usually 8, but 1, 2 or 4 are possible for `gray` and `palette`, and 16 if a file's
  /// samples are kept unchanged.
  let bitDepth: Int
  /// The palette, with at most 2^`bitDepth` colors. Only for `palette`.
  let palette: [Pixel]
  /// An opaque color that no pixel has, which represents transparent pixels. Only for `gray` and `truecolor`.
  let colorKey: Pixel?

  init(_ colorType: PNGHeader.ColorType, bitDepth: Int = 8, palette: [Pixel] = [], key: Pixel? = nil) {
    self.colorType = colorType
    self.bitDepth = bitDepth
    self.palette = palette
    self.colorKey = key
  }

  var bitsPerPixel: Int { bitDepth * colorType.samplesPerPixel }

  /// Whether filters can help. They can't help with palette indices, which aren't ordered by similarity, or
  /// with pixels smaller than a byte.
  var canBenefitFromFilters: Bool { bitsPerPixel >= 8 && colorType != .palette }

  /// Whether each pixel has an alpha sample.
  var hasAlphaChannel: Bool { colorType == .grayAlpha || colorType == .truecolorAlpha }

  /// Whether the layout can store a transparent pixel.
  var canBeTransparent: Bool {
    switch colorType {
    case .gray, .truecolor: colorKey != nil
    case .palette: palette.contains(.clear)
    case .grayAlpha, .truecolorAlpha: true
    }
  }
}

/// Whether the embedded profile allows storing an image as grayscale.
enum PNGGrayscaleStorageRule {
  /// Grayscale is allowed if the image is gray.
  case allowed
  /// Grayscale is forbidden, because a gray PNG with an RGB profile is invalid.
  case forbidden
  /// Grayscale is required, because a color PNG with a gray profile is invalid.
  case required
}

/// The layouts worth trying, with the most promising one first. Each can store the counted pixels exactly.
///
/// - Parameter area: The total number of pixels. For small images, the cost of a palette matters.
func candidateLayoutsBestFirst(for census: ColorCensus, _ rule: PNGGrayscaleStorageRule, area: Int)
  -> [PNGSampleLayout]
{
  let direct = grayLayout(census, rule) ?? opaqueTruecolorLayout(census) ?? PNGSampleLayout(.truecolorAlpha)
  guard let indexed = indexedLayout(census, rule), indexed.bitsPerPixel < direct.bitsPerPixel else {
    return [direct]
  }
  return area < 1 << 14 ? [indexed, direct] : [indexed]
}

/// Gray samples, with alpha if needed. Returns nil if they would lose color or aren't allowed.
func grayLayout(_ census: ColorCensus, _ rule: PNGGrayscaleStorageRule) -> PNGSampleLayout? {
  guard census.isGray, rule != .forbidden else { return nil }
  return census.isOpaque
    ? PNGSampleLayout(.gray, bitDepth: census.bitDepthIfGray) : PNGSampleLayout(.grayAlpha)
}

/// Color without alpha. Returns nil if a pixel isn't opaque.
func opaqueTruecolorLayout(_ census: ColorCensus) -> PNGSampleLayout? {
  census.isOpaque ? PNGSampleLayout(.truecolor) : nil
}

/// A palette of all colors. Returns nil if there are more than 256 colors or if a palette isn't allowed.
///
/// Transparent black comes first, because simple decoders clear the canvas of a palette animation to the first
/// entry. Other colors that aren't opaque come next, so that tRNS can end after them. Within each group,
/// frequent colors come first, because their deflate codes then have similar lengths, which keeps the code
/// table small. Ties are ordered by value.
func indexedLayout(_ census: ColorCensus, _ rule: PNGGrayscaleStorageRule) -> PNGSampleLayout? {
  guard rule != .required, let colors = census.pixelCountsByColor else { return nil }
  let palette = colors.sorted { left, right in
    let (first, second) = (paletteSortRank(left.key), paletteSortRank(right.key))
    if first != second { return first < second }
    return left.value != right.value ? left.value > right.value : left.key.abgr < right.key.abgr
  }.map(\.key)
  let depth = [1, 2, 4, 8].first { palette.count <= 1 << $0 } ?? 8
  return PNGSampleLayout(.palette, bitDepth: depth, palette: palette)
}

private func paletteSortRank(_ color: Pixel) -> Int { color == .clear ? 0 : color.alpha < 255 ? 1 : 2 }

/// The colors of an image, or of all frames of an animation. The lossless reductions are chosen based on
/// them.
struct ColorCensus {
  /// Whether every pixel is opaque.
  private(set) var isOpaque = true
  /// Whether every pixel has equal red, green and blue values.
  private(set) var isGray = true
  /// The number of bits that a gray sample needs: 1, 2, 4 or 8. Only valid if `isGray`.
  private(set) var bitDepthIfGray = 1
  /// The number of pixels of each color, or nil if there are more than 256 colors.
  private(set) var pixelCountsByColor: [Pixel: Int]? = [:]

  /// Counts the colors of bitmaps in which transparent pixels are transparent black.
  init(_ bitmaps: some Sequence<Bitmap>) {
    var table = ColorCountTable()
    for bitmap in bitmaps where bitmap.size.area > 0 { bitmap.withView { countColors($0, &table) } }
    if !table.hasOverflowed { pixelCountsByColor = table.counts } else { pixelCountsByColor = nil }
  }

  private mutating func countColors(_ view: PixelView, _ table: inout ColorCountTable) {
    for y in 0..<view.size.height {
      if table.hasOverflowed && !isOpaque && !isGray { return }  // the result can't change anymore
      var run = 0
      var last = view[0, y]
      for x in 0..<view.size.width {
        let pixel = view[x, y]
        if pixel == last {
          run &+= 1
        } else {
          countRun(last, run, &table)
          (last, run) = (pixel, 1)
        }
      }
      countRun(last, run, &table)
    }
  }

  @inline(__always)
  private mutating func countRun(_ pixel: Pixel, _ run: Int, _ table: inout ColorCountTable) {
    if pixel.alpha != 255 { isOpaque = false }
    if !pixel.isGray {
      isGray = false
    } else if bitDepthIfGray < 8 {
      while pixel.red % (255 / UInt8((1 << bitDepthIfGray) - 1)) != 0 { bitDepthIfGray *= 2 }
    }
    table.add(pixel, run)
  }
}

/// Up to 256 colors in an open-addressing hash table.
struct ColorCountTable {
  private static let slotCount = 1024  // at most a quarter full, so that a search takes one or two steps
  private var keys = [UInt32](repeating: 0, count: slotCount)
  private var values = [Int](repeating: 0, count: slotCount)  // 0 means that the slot is free
  private var colorCount = 0

  /// Whether a 257th color was added.
  private(set) var hasOverflowed = false

  /// Adds `pixels` to the count of a color.
  mutating func add(_ color: Pixel, _ pixels: Int) {
    guard !hasOverflowed else { return }
    let slot = slot(of: color)
    if values[slot] == 0 {
      if colorCount == 256 {
        hasOverflowed = true
        return
      }
      colorCount += 1
      keys[slot] = color.abgr
    }
    values[slot] += pixels
  }

  /// The count of a color, or 0.
  subscript(_ color: Pixel) -> Int { values[slot(of: color)] }

  /// Every color with its count.
  var counts: [Pixel: Int] {
    var counts: [Pixel: Int] = [:]
    for slot in keys.indices where values[slot] > 0 { counts[Pixel(keys[slot])] = values[slot] }
    return counts
  }

  @inline(__always)
  private func slot(of color: Pixel) -> Int {
    var slot = Int((color.abgr &* 0x9E37_79B1) >> 22)  // Fibonacci hashing spreads similar colors
    while values[slot] != 0 && keys[slot] != color.abgr { slot = (slot + 1) % Self.slotCount }
    return slot
  }
}

/// Makes every transparent pixel transparent black. The color of a pixel with alpha 0 is never visible but
/// takes up bytes.
///
/// - Returns: nil if nothing changes.
package func clearingColorUnderTransparency(_ bitmap: Bitmap) -> Bitmap? {
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
        found |= pixel.alpha == 0 ? pixel.abgr : 0
      }
      if found != 0 { return true }
    }
    return false
  }
}
