import CImageCodecs

/// Undoes the filters of truecolor rows, 8 bits a sample, straight into the frame.
///
/// - Parameter scanlines: `height` rows of `width × step` bytes with a filter byte before each, and one byte
///   more behind the last.
/// - Parameter step: bytes of a stored pixel: 4, or 3 where there is no alpha channel; then alpha is 255.
/// - Parameter frame: `height × width × 4` bytes; of the same memory where the rows end at least
///   `width × 16 + height` bytes behind its end.
/// - Returns: the first filter type that does not exist, with its row; nil where all do.
/// - Source: PNG specification, third edition, section 9.
func unfilterColor(
  _ scanlines: UnsafePointer<UInt8>, step: Int, _ size: PixelSize, into frame: UnsafeMutablePointer<UInt8>
) -> (filter: UInt8, row: Int)? {
  let done = unsafe sl_unfilter_color(scanlines, step, size.width, size.height, frame)
  return done == size.height ? nil : unsafe (scanlines[done * (size.width * step + 1)], done)
}
