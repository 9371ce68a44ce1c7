extension Bitmap {
  /// Encodes the bitmap as a still PNG of as few bytes as the effort finds, without losing a visible pixel.
  ///
  /// Like `encodedPNG`, which is made for speed: this one tries layouts, palette orders, a transparent color
  /// in place of an alpha channel, filters, and deflates with more care.
  ///
  /// - Parameter chunks: written unchanged, but for a profile that the picture may not have.
  /// - Returns: the file; the same pixels give the same bytes on every machine.
  /// - Throws: `EncodingDefect` where the file, decoded again, is not the bitmap.
  public func smallestPNG(
    chunks: CarriedChunks = CarriedChunks(), effort: OptimizingEffort = .normal
  ) throws(EncodingDefect) -> [UInt8] {
    try smallestPNG(chunks: chunks, effort: effort, isTry: false)
  }

  /// - Parameter isTry: whether it is one of several tries for a limit. With normal effort those go without
  ///   the last half percent, which takes as long as all the rest.
  package func smallestPNG(
    chunks: CarriedChunks, effort: OptimizingEffort, isTry: Bool
  ) throws(EncodingDefect) -> [UInt8] {
    guard size.area > 0 else { throw EncodingDefect("a picture without pixels") }
    let cleared = clearingColorUnderTransparency(self) ?? self
    let census = ColorCensus(CollectionOfOne(cleared))
    let (ahead, rule) = usableColorChunks(chunks.ahead, isGray: census.isGray)
    var search = StreamSearch(effort, isPatch: isTry && effort == .normal)
    for layout in reducedLayouts(cleared, census, rule, effort) {
      search.consider(cleared.withView { PNGRows($0, layout) }, layout)
    }
    if effort == .max {
      for layout in layouts(for: census, rule, area: size.area) {
        try search.considerQuick(cleared.withView { PNGRows($0, layout) }, layout)
      }
    }
    let (stream, layout) = try search.smallest()
    var writer = PNGWriter()
    writer.appendHeader(size, layout)
    for chunk in ahead { writer.append(complete: chunk) }
    writer.appendPalette(layout)
    writer.append("IDAT", stream)
    for chunk in chunks.behind { writer.append(complete: chunk) }
    writer.append("IEND")
    try verifyPNG(writer.bytes, is: self)
    return writer.bytes
  }
}
