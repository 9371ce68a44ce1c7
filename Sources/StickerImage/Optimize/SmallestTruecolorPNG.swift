extension Bitmap {
  /// Encodes an opaque bitmap as `encodedTruecolorPNG` does, in as few bytes as the effort finds: the samples
  /// stay red, green and blue, and only how they are filtered and deflated is searched for.
  ///
  /// - Returns: the file, never longer than that of `encodedTruecolorPNG`; the same pixels give the same
  ///   bytes on every machine.
  /// - Throws: `EncodingDefect` where a pixel is not opaque, or the file, decoded again, is not the bitmap.
  public func smallestTruecolorPNG(
    colorChunks: [[UInt8]] = [], effort: OptimizingEffort = .normal
  ) throws(EncodingDefect) -> [UInt8] {
    guard size.area > 0 else { throw EncodingDefect("a picture without pixels") }
    let layout = SampleLayout(.color)
    let rows = withView { PNGRows($0, layout) }
    var search = StreamSearch(effort)
    search.consider(rows, layout)
    try search.considerQuick(rows, layout)
    var writer = PNGWriter()
    writer.appendHeader(size, layout)
    for chunk in colorChunks { writer.append(complete: chunk) }
    writer.append("IDAT", try search.smallest().stream)
    writer.append("IEND")
    try verifyPNG(writer.bytes, is: self)
    return writer.bytes
  }
}
