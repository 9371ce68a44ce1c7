import StickerImage

/// A still as a pack holds it.
///
/// - Parameter smallest: the effort with which it takes the fewest bytes, never more than without; nil: it is
///   encoded quickly.
func encodedPNG(
  _ bitmap: Bitmap, colorChunks: [[UInt8]], _ smallest: OptimizingEffort?
) throws(EncodingDefect) -> [UInt8] {
  let quick = try bitmap.encodedPNG(colorChunks: colorChunks)
  guard let smallest else { return quick }
  let careful = try bitmap.smallestPNG(chunks: CarriedChunks(ahead: colorChunks), effort: smallest)
  return careful.count < quick.count ? careful : quick
}

/// An animation as `encodedPNG` gives a still.
func encodedAPNG(
  _ frames: [Frame], plays: Int, colorChunks: [[UInt8]], _ smallest: OptimizingEffort?
) throws(EncodingDefect) -> [UInt8] {
  let quick = try frames.encodedAPNG(plays: plays, colorChunks: colorChunks)
  guard let smallest else { return quick }
  let careful = try frames.smallestAPNG(
    plays: plays, chunks: CarriedChunks(ahead: colorChunks), effort: smallest)
  return careful.count < quick.count ? careful : quick
}

/// An icon as `encodedPNG` gives a still: red, green and blue of 8 bits, whatever its colors are.
func encodedIcon(_ bitmap: Bitmap, _ smallest: OptimizingEffort?) throws(EncodingDefect) -> [UInt8] {
  guard let smallest else { return try bitmap.encodedTruecolorPNG(colorChunks: [sRGBChunk]) }
  return try bitmap.smallestTruecolorPNG(colorChunks: [sRGBChunk], effort: smallest)
}
