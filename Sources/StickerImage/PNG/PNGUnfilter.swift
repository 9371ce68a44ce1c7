private import CImageCodecs

/// Undoes the filters of scanlines in place: `height` rows of `rowBytes`, a filter byte before each.
/// Truecolor has `unfilterColor`.
///
/// - Parameter step: bytes of a pixel, at least 1.
/// - Returns: the first filter type that does not exist, with its row; nil where all do.
/// - Source: PNG specification, third edition, section 9.
func unfilter(
  _ scanlines: UnsafeMutableBufferPointer<UInt8>, rowBytes: Int, height: Int, step: Int
) -> (filter: UInt8, row: Int)? {
  guard let start = scanlines.baseAddress else { return nil }
  let stride = rowBytes + 1
  for y in 0..<height {
    let row = unsafe start + y * stride + 1
    let above = y == 0 ? nil : unsafe row - stride
    switch unsafe (row[-1], above) {
    case (0, _): break
    case (1, _): unsafe undoSub(row, rowBytes, step)
    case (2, nil): break
    case (2, let above?): unsafe undoUp(row, above, rowBytes)
    case (3, _): unsafe undoAverage(row, above, rowBytes, step)
    // Without a row above, Paeth's predictor is the byte to the left.
    case (4, nil): unsafe undoSub(row, rowBytes, step)
    case (4, let above?): unsafe undoPaeth(row, above, rowBytes, step)
    default: return unsafe (row[-1], y)
    }
  }
  return nil
}

/// Undoes the filters of truecolor rows, 8 bits a sample, straight into the frame.
///
/// - Parameter scanlines: `height` rows of `width × step` bytes with a filter byte before each, and one byte
///   more behind the last.
/// - Parameter step: bytes of a stored pixel: 4, or 3 where there is no alpha channel; then alpha is 255.
/// - Parameter frame: `height × width × 4` bytes; of the same memory where the rows end at least
///   `width × 32 + height` bytes behind its end.
/// - Returns: the first filter type that does not exist, with its row; nil where all do.
/// - Source: PNG specification, third edition, section 9.
func unfilterColor(
  _ scanlines: UnsafePointer<UInt8>, step: Int, _ size: PixelSize, into frame: UnsafeMutablePointer<UInt8>
) -> (filter: UInt8, row: Int)? {
  let done = unsafe sl_unfilter_color(scanlines, step, size.width, size.height, frame)
  return done == size.height ? nil : unsafe (scanlines[done * (size.width * step + 1)], done)
}

private func undoSub(_ row: UnsafeMutablePointer<UInt8>, _ count: Int, _ step: Int) {
  var at = step
  while at < count {
    unsafe row[at] &+= row[at - step]
    at += 1
  }
}

private func undoUp(_ row: UnsafeMutablePointer<UInt8>, _ above: UnsafeMutablePointer<UInt8>, _ count: Int) {
  let (raw, rawAbove) = (UnsafeMutableRawPointer(row), UnsafeRawPointer(above))
  var at = 0
  while at + 16 <= count {
    let sum =
      unsafe raw.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
      &+ rawAbove.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
    unsafe raw.storeBytes(of: sum, toByteOffset: at, as: SIMD16<UInt8>.self)
    at += 16
  }
  while at < count {
    unsafe row[at] &+= above[at]
    at += 1
  }
}

private func undoAverage(
  _ row: UnsafeMutablePointer<UInt8>, _ above: UnsafeMutablePointer<UInt8>?, _ count: Int, _ step: Int
) {
  for at in 0..<count {
    let left = at >= step ? unsafe Int(row[at - step]) : 0
    let up = unsafe above.map { unsafe Int($0[at]) } ?? 0
    unsafe row[at] &+= UInt8(truncatingIfNeeded: (left + up) / 2)
  }
}

private func undoPaeth(
  _ row: UnsafeMutablePointer<UInt8>, _ above: UnsafeMutablePointer<UInt8>, _ count: Int, _ step: Int
) {
  for at in 0..<min(step, count) { unsafe row[at] &+= above[at] }
  var at = step
  while at < count {
    let (a, b, c) = unsafe (Int(row[at - step]), Int(above[at]), Int(above[at - step]))
    let (pa, pb, pc) = (abs(b - c), abs(a - c), abs(a + b - c - c))
    let predictor = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
    unsafe row[at] &+= UInt8(truncatingIfNeeded: predictor)
    at += 1
  }
}
