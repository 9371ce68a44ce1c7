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
    let still = try StoredStill(self, chunks.ahead)
    var search = StreamSearch(effort, isPatch: isTry && effort == .normal)
    for layout in reducedLayouts(still.bitmap, still.census, still.color.rule, effort) {
      search.consider(still.bitmap.withView { PNGRows($0, layout) }, layout)
    }
    if effort == .max {
      for layout in layouts(for: still.census, still.color.rule, area: size.area) {
        try search.considerQuick(still.bitmap.withView { PNGRows($0, layout) }, layout)
      }
    }
    let (stream, layout) = try search.smallest()
    var writer = PNGWriter()
    writer.appendHeader(size, layout)
    for chunk in still.color.chunks { writer.append(complete: chunk) }
    writer.appendPalette(layout)
    writer.append("IDAT", stream)
    for chunk in chunks.behind { writer.append(complete: chunk) }
    writer.append("IEND")
    try verifyPNG(writer.bytes, is: self)
    return writer.bytes
  }
}
