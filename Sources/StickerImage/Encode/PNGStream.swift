/// The smallest zlib stream found for a picture's rows.
///
/// Measured over some 600 pictures: drawn art is 10 to 20 % smaller without filters, photographs and
/// renderings are 10 to 30 % smaller with them, and a light deflate of a sample tells which it is. So it is
/// deflated once in earnest.
///
/// - Parameter isHasty: what is filtered takes a third less time, and 2 % more bytes. Without filters that
///   would be an eighth and 4 %: there haste makes no difference.
func smallestStream(
  _ rows: PNGRows, _ layout: SampleLayout, isHasty: Bool = false
) throws(EncodingDefect) -> [UInt8] {
  let filters = layout.isFilterable && profitsFromFilters(rows)
  let stream =
    filters
    ? deflate(rows.filteredBySmallestSum().bytes, level: isHasty ? 5 : 6) : deflate(rows.bytes, level: 6)
  guard let stream else { throw EncodingDefect("deflate ran out of memory") }
  return stream
}

/// Whether a picture will be smaller with filters, judged by a sample.
private func profitsFromFilters(_ rows: PNGRows) -> Bool {
  let sample = rows.sample()
  let repeats = sample.shareOfRepeats()
  // Where nearly every pixel is that on its left, long matches do better than any filter; a light deflate
  // does not find them and would be a bad judge. Of 600 pictures with a share above 0.9 none got 3 % smaller.
  if repeats > 0.9 { return false }
  if repeats < 0.05 { return true }
  guard let plain = deflate(sample.bytes, level: 2) else { return false }
  // In many rows there is more to match than in a sample of them, so filters have to win by some more.
  let limit = sample.bytes.count < rows.bytes.count ? plain.count * 92 / 100 : plain.count - 1
  return deflate(sample.filteredBySmallestSum().bytes, level: 2, limit: limit) != nil
}

extension PNGRows {
  /// The share of bytes, 0...1, that equal the same byte of the pixel on their left.
  fileprivate func shareOfRepeats() -> Double {
    let distance = bytesPerPixel
    guard bytes.count > distance else { return 0 }
    let repeats = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe countRepeats(UnsafeRawBufferPointer(bytes), distance)
    }
    return Double(repeats) / Double(bytes.count - distance)
  }

  /// Bands of 8 rows out of every 64; all rows where there are few.
  func sample() -> PNGRows {
    let stride = 1 + rowBytes
    let height = bytes.count / stride
    guard height > 128 else { return self }
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count / 6)
    for band in Swift.stride(from: 24, to: height - 8, by: 64) {
      kept += bytes[band * stride..<(band + 8) * stride]
    }
    return PNGRows(bytes: kept, rowBytes: rowBytes, bytesPerPixel: bytesPerPixel)
  }
}

/// How many bytes equal the one `distance` before them.
private func countRepeats(_ bytes: UnsafeRawBufferPointer, _ distance: Int) -> Int {
  guard let start = bytes.baseAddress else { return 0 }
  var (repeats, at) = (0, distance)
  while at + 16 <= bytes.count {
    // Lanes of bytes count to 255.
    let end = min(bytes.count - 15, at + 255 * 16)
    var differences = SIMD16<UInt8>.zero
    let first = at
    while at < end {
      let here = unsafe start.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
      let before = unsafe start.loadUnaligned(fromByteOffset: at &- distance, as: SIMD16<UInt8>.self)
      differences &+= pointwiseMin(here ^ before, SIMD16(repeating: 1))
      at &+= 16
    }
    repeats += at - first - Int(SIMD16<UInt16>(truncatingIfNeeded: differences).wrappedSum())
  }
  while at < bytes.count {
    repeats += unsafe bytes[at] == bytes[at - distance] ? 1 : 0
    at += 1
  }
  return repeats
}
