/// Every layout that may be the smallest for a still: each stores exactly its visible pixels.
///
/// - Parameter bitmap: transparent pixels are transparent black.
func reducedLayouts(
  _ bitmap: Bitmap, _ census: ColorCensus, _ rule: PNGGrayRule, _ effort: OptimizingEffort
) -> [SampleLayout] {
  var direct = grayLayout(census, rule) ?? opaqueLayout(census) ?? SampleLayout(.colorAndAlpha)
  if let keyed = keyedLayout(direct, [bitmap]) { direct = keyed }
  guard let indexed = indexedLayout(census, rule) else { return [direct] }
  let orders = paletteOrders(indexed, bitmap, effort)
  // A palette costs the same for few pixels as for many, and has no neighborhood worth a filter.
  let isDirectWorthTrying =
    effort == .max || indexed.bitsPerPixel >= direct.bitsPerPixel || bitmap.size.area < 1 << 14
    || direct.samples == .gray
  return isDirectWorthTrying ? orders + [direct] : orders
}

/// The layout for all patches of an animation. Patches get holes where a transparent color costs nothing.
func reducedLayout(ofAnimation pictures: [Bitmap], _ census: ColorCensus, _ rule: PNGGrayRule) -> SampleLayout
{
  let layout = animationLayout(census, rule)
  return keyedLayout(layout, pictures + [Bitmap(transparent: PixelSize(1, 1))]) ?? layout
}

/// The same samples without an alpha channel, or with holes where there is none; nil where that is not exact.
private func keyedLayout(_ layout: SampleLayout, _ bitmaps: [Bitmap]) -> SampleLayout? {
  switch layout.samples {
  case .color, .colorAndAlpha:
    transparentKey(bitmaps, isGray: false).map { SampleLayout(.color, key: $0) }
  case .grayAndAlpha: transparentKey(bitmaps, isGray: true).map { SampleLayout(.gray, key: $0) }
  case .gray, .index: nil
  }
}

extension SampleLayout {
  /// Bytes that PLTE and tRNS take.
  var overheadBytes: Int {
    var writer = PNGWriter()
    let before = writer.bytes.count
    writer.appendPalette(self)
    return writer.bytes.count - before
  }
}
