/// The layouts that may produce the smallest file for a still. Each stores the still's visible pixels
/// exactly.
///
/// - Parameter bitmap: A bitmap whose transparent pixels are transparent black.
func compactLosslessLayouts(
  _ bitmap: Bitmap, _ census: ColorCensus, _ rule: PNGGrayscaleStorageRule, _ effort: OptimizingEffort
) -> [PNGSampleLayout] {
  var direct = grayLayout(census, rule) ?? opaqueTruecolorLayout(census) ?? PNGSampleLayout(.truecolorAlpha)
  if let keyed = colorKeyedLayout(direct, [bitmap]) { direct = keyed }
  guard let indexed = indexedLayout(census, rule) else { return [direct] }
  let orders = paletteOrderLayouts(indexed, bitmap, effort)
  // For small images, the cost of a palette matters, and filters don't work well on indices.
  let isDirectWorthTrying =
    effort == .max || indexed.bitsPerPixel >= direct.bitsPerPixel || bitmap.size.area < 1 << 14
    || direct.colorType == .gray
  return isDirectWorthTrying ? orders + [direct] : orders
}

/// The layout for all patches of an animation. It allows holes in patches if a transparent color costs
/// nothing.
func compactLosslessLayout(
  ofAnimation pictures: [Bitmap], _ census: ColorCensus, _ rule: PNGGrayscaleStorageRule
) -> PNGSampleLayout {
  let layout = patchLayoutAddingTransparentEntry(census, rule)
  return colorKeyedLayout(layout, pictures + [Bitmap(transparent: PixelSize(1, 1))]) ?? layout
}

/// The same samples with a transparent color instead of an alpha channel, or in addition to opaque samples.
/// Returns nil if that would change pixels.
private func colorKeyedLayout(_ layout: PNGSampleLayout, _ bitmaps: [Bitmap]) -> PNGSampleLayout? {
  switch layout.colorType {
  case .truecolor, .truecolorAlpha:
    colorKeyReplacingAlpha(bitmaps, isGray: false).map { PNGSampleLayout(.truecolor, key: $0) }
  case .grayAlpha: colorKeyReplacingAlpha(bitmaps, isGray: true).map { PNGSampleLayout(.gray, key: $0) }
  case .gray, .palette: nil
  }
}

extension PNGSampleLayout {
  /// The size of PLTE and tRNS in bytes.
  var paletteChunkBytes: Int {
    var writer = PNGWriter()
    let before = writer.bytes.count
    writer.appendPaletteAndTransparency(self)
    return writer.bytes.count - before
  }
}

/// An opaque color that no pixel has. It can represent transparent pixels, which saves the alpha channel.
///
/// - Parameter bitmaps: Bitmaps whose transparent pixels are transparent black.
/// - Parameter isGray: Whether the color must also be gray.
/// - Returns: Black if it is unused, and otherwise the lowest unused color. Nil if no pixel is transparent,
///   if one is translucent, or if all colors are used.
func colorKeyReplacingAlpha(_ bitmaps: [Bitmap], isGray: Bool) -> Pixel? {
  guard haveHolesButNoTranslucency(bitmaps) else { return nil }
  var used = [Bool](repeating: false, count: isGray ? 1 << 8 : 1 << 24)
  for bitmap in bitmaps where bitmap.size.area > 0 {
    bitmap.withView { view in
      for y in 0..<view.size.height {
        for x in 0..<view.size.width where view[x, y].alpha == 255 {
          used[Int(view[x, y].abgr & (isGray ? 0xFF : 0xFF_FFFF))] = true
        }
      }
    }
  }
  guard let free = used.firstIndex(of: false) else { return nil }
  return Pixel(0xFF00_0000 | UInt32(free) * (isGray ? 0x1_0101 : 1))
}

/// Whether some pixels are transparent and none are translucent. Most art fails this quick check, which
/// avoids building a table of all colors.
private func haveHolesButNoTranslucency(_ bitmaps: [Bitmap]) -> Bool {
  var hasHole = false
  for bitmap in bitmaps where bitmap.size.area > 0 {
    let isHard = bitmap.withView { view in
      for y in 0..<view.size.height {
        for x in 0..<view.size.width {
          let alpha = view[x, y].alpha
          if alpha == 0 { hasHole = true } else if alpha < 255 { return false }
        }
      }
      return true
    }
    guard isHard else { return false }
  }
  return hasHole
}

/// The palette orders worth trying. How well the indices deflate depends on the order.
///
/// - Parameter layout: A palette with the frequent colors first.
func paletteOrderLayouts(_ layout: PNGSampleLayout, _ bitmap: Bitmap, _ effort: OptimizingEffort)
  -> [PNGSampleLayout]
{
  guard layout.colorType == .palette, layout.palette.count > 2, effort != .fast else { return [layout] }
  let bright = PNGSampleLayout(
    .palette, bitDepth: layout.bitDepth, palette: sortedNonOpaqueThenDarkFirst(layout.palette))
  let near = PNGSampleLayout(.palette, bitDepth: layout.bitDepth, palette: sortedByAdjacency(layout, bitmap))
  return [layout, bright, near]
}

/// Colors that aren't opaque come first, so that tRNS can end after them. Within both groups, dark colors
/// come first.
private func sortedNonOpaqueThenDarkFirst(_ palette: [Pixel]) -> [Pixel] {
  palette.sorted { left, right in
    if (left.alpha < 255) != (right.alpha < 255) { return left.alpha < 255 }
    let (first, second) = (alphaWeightedLuma(left), alphaWeightedLuma(right))
    return first != second ? first < second : left.abgr < right.abgr
  }
}

/// BT.601's luma in thousandths, multiplied by alpha. Neighboring pixels tend to have similar values.
private func alphaWeightedLuma(_ pixel: Pixel) -> Int {
  (299 * Int(pixel.red) + 587 * Int(pixel.green) + 114 * Int(pixel.blue)) * Int(pixel.alpha)
}

/// Gives similar indices to colors that are often adjacent.
///
/// - Source: The greedy chain of Zeng, Li and Lei, "An efficient color re-indexing scheme for palette-based
///   compression" (2000): the color that is most often adjacent to colors in the chain is added to the chain,
///   at the end of the half whose colors it is adjacent to more often.
private func sortedByAdjacency(_ layout: PNGSampleLayout, _ bitmap: Bitmap) -> [Pixel] {
  let palette = layout.palette
  let touches = adjacencyCounts(layout, bitmap)
  let count = palette.count
  var sums = (0..<count).map { touches[$0 * count] }  // adjacency to the chain
  var chain = [0]
  var left = Set(1..<count).sorted()
  while let best = left.max(by: { (sums[$0], $1) < (sums[$1], $0) }) {
    left.removeAll { $0 == best }
    var pull = 0
    for (place, member) in chain.enumerated() {
      pull += (chain.count - 1 - 2 * place) * touches[best * count + member]
    }
    chain.insert(best, at: pull > 0 ? 0 : chain.count)
    for other in left { sums[other] += touches[best * count + other] }
  }
  return chain.map { palette[$0] }
}

/// How often each pair of palette indices is adjacent horizontally or vertically.
private func adjacencyCounts(_ layout: PNGSampleLayout, _ bitmap: Bitmap) -> [Int] {
  let count = layout.palette.count
  let whole = PNGSampleLayout(.palette, palette: layout.palette)  // one byte per pixel
  let rows = bitmap.withView { PNGRows($0, whole) }
  let stride = 1 + rows.sampleBytesPerRow
  var touches = [Int](repeating: 0, count: count * count)
  for y in 0..<bitmap.height {
    for place in y * stride + 1..<(y + 1) * stride {
      let number = Int(rows.bytes[place])
      if place > y * stride + 1 { touches[number * count + Int(rows.bytes[place - 1])] += 1 }
      if y > 0 { touches[number * count + Int(rows.bytes[place - stride])] += 1 }
    }
  }
  for first in 0..<count {
    for second in 0..<first {
      let sum = touches[first * count + second] + touches[second * count + first]
      (touches[first * count + second], touches[second * count + first]) = (sum, sum)
    }
  }
  return touches
}
