extension Bitmap {
  /// Encodes the bitmap as a still PNG without losing a visible pixel; what has alpha 0 is stored as
  /// transparent black.
  ///
  /// - Parameter colorChunks: complete iCCP, cICP, sRGB, gAMA and cHRM chunks, as
  ///   `Container.colorChunks(of:)` gives them; written unchanged. A gray profile on a picture that is not
  ///   gray would be invalid, and is left out.
  /// - Returns: the file. The same pixels give the same bytes on every machine: no time stamp, no text.
  /// - Throws: `EncodingDefect` where the file, decoded again, is not the bitmap.
  public func encodedPNG(colorChunks: [[UInt8]] = []) throws(EncodingDefect) -> [UInt8] {
    try encodedPNG(colorChunks: colorChunks, isHasty: false)
  }

  /// - Parameter isHasty: whether a fourth of the time is worth some 1 % of the bytes.
  package func encodedPNG(colorChunks: [[UInt8]], isHasty: Bool) throws(EncodingDefect) -> [UInt8] {
    let still = try StoredStill(self, colorChunks)
    var best: [UInt8]?
    for layout in layouts(for: still.census, still.color.rule, area: size.area) {
      let file = try assembledPNG(still.bitmap, layout, still.color.chunks, isHasty: isHasty)
      if best.map({ file.count < $0.count }) ?? true { best = file }
    }
    guard let best else { throw EncodingDefect("no way to store the picture") }
    try verifyPNG(best, is: self)
    return best
  }
}

/// A PNG of pixels as a layout stores them.
func assembledPNG(
  _ bitmap: Bitmap, _ layout: SampleLayout, _ colorChunks: [[UInt8]], isHasty: Bool = false
) throws(EncodingDefect) -> [UInt8] {
  let rows = bitmap.withView { PNGRows($0, layout) }
  var writer = PNGWriter()
  writer.appendHeader(bitmap.size, layout)
  for chunk in colorChunks { writer.append(complete: chunk) }
  writer.appendPalette(layout)
  writer.append("IDAT", try smallestStream(rows, layout, isHasty: isHasty))
  writer.append("IEND")
  return writer.bytes
}
