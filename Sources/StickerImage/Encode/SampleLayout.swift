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
