/// The smallest zlib stream found for a picture's rows.
///
/// Flat art is smallest without filters, gradients and photographs with them; both are tried. A palette's numbers have
/// no neighborhood worth a filter.
func smallestStream(_ rows: PNGRows, _ layout: SampleLayout, _ effort: EncodingEffort) throws(EncodingDefect) -> [UInt8] {
  let level = effort == .quick ? 6 : 12
  guard var best = deflate(rows.bytes, level: level) else { throw EncodingDefect("deflate ran out of memory") }
  if layout.bitsPerPixel < 8 || (layout.samples == .index && effort == .quick) { return best }
  let filtered = rows.filteredBySmallestSum()
  if let stream = deflate(filtered.bytes, level: level, limit: best.count - 1) { best = stream }
  return best
}
