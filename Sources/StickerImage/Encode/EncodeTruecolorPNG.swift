extension Bitmap {
  /// Encodes an opaque bitmap as a PNG of 8-bit red, green and blue: no palette, no gray, no alpha channel,
  /// no tRNS, whatever its colors are.
  ///
  /// - Parameter colorChunks: as for `encodedPNG`; written unchanged.
  /// - Returns: the file; the same pixels give the same bytes on every machine.
  /// - Throws: `EncodingDefect` where a pixel is not opaque, or the file, decoded again, is not the bitmap.
  public func encodedTruecolorPNG(colorChunks: [[UInt8]] = []) throws(EncodingDefect) -> [UInt8] {
    guard size.area > 0 else { throw EncodingDefect("a picture without pixels") }
    let file = try assembledPNG(self, SampleLayout(.color), colorChunks)
    try verifyPNG(file, is: self)
    return file
  }
}
