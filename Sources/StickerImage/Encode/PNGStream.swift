/// The smallest zlib stream found for a picture's rows.
///
/// Measured over some 600 pictures: drawn art is 10 to 20% smaller without filters, photographs and
/// renderings are 10 to 30% smaller with them, and a light deflate of a sample tells which it is. So it is
/// deflated once in earnest.
///
/// - Parameter isFast: what is filtered takes a third less time, and 2% more bytes. Without filters that
///   would be an eighth and 4%: there haste makes no difference.
func smallestStream(
  _ rows: PNGRows, _ layout: SampleLayout, isFast: Bool = false
) throws(InternalError) -> [UInt8] {
  let filters = layout.isFilterable && profitsFromFilters(rows)
  let stream =
    filters
    ? deflate(rows.filteredBySmallestSum().bytes, level: isFast ? 5 : 6) : deflate(rows.bytes, level: 6)
  guard let stream else { throw InternalError("deflate ran out of memory") }
  return stream
}

/// Whether a picture will be smaller with filters, judged by a sample.
private func profitsFromFilters(_ rows: PNGRows) -> Bool {
  let sample = rows.sample()
  let repeats = sample.shareOfRepeats()
  // Where nearly every pixel is that on its left, long matches do better than any filter; a light deflate
  // does not find them and would be a bad judge. Of 600 pictures with a share above 0.9 none got 3% smaller.
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

/// The rows of a picture as a PNG stores them before deflating: a filter byte, 0, and the packed samples,
/// each.
struct PNGRows {
  /// `size.height` rows of 1 + `rowBytes` bytes.
  let bytes: [UInt8]
  /// Bytes of a row behind its filter byte.
  let rowBytes: Int
  /// Bytes from a sample to the same sample of the next pixel, at least 1.
  let bytesPerPixel: Int

  /// Packs the pixels of a view, all of which the layout can store.
  init(_ view: PixelView, _ layout: SampleLayout) {
    let rowBytes = (view.size.width * layout.bitsPerPixel + 7) / 8
    self.rowBytes = rowBytes
    bytesPerPixel = max(1, layout.bitsPerPixel / 8)
    let count = (1 + rowBytes) * view.size.height
    let table = indexTable(layout.palette)
    unsafe bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      if let start = buffer.baseAddress {
        for y in 0..<view.size.height {
          let row = unsafe start + y * (1 + rowBytes)
          unsafe row[0] = 0
          unsafe pack(view, y, layout, table, row + 1)
        }
      }
      initialized = count
    }
  }

  /// Rows that are packed and filtered already.
  init(bytes: [UInt8], rowBytes: Int, bytesPerPixel: Int) {
    self.bytes = bytes
    self.rowBytes = rowBytes
    self.bytesPerPixel = bytesPerPixel
  }
}

/// Each color's number in the palette, plus 1.
private func indexTable(_ palette: [Pixel]) -> ColorTable {
  var table = ColorTable()
  for (index, color) in palette.enumerated() { table.add(color, index + 1) }
  return table
}

private func pack(
  _ view: PixelView, _ y: Int, _ layout: SampleLayout, _ table: ColorTable, _ out: UnsafeMutablePointer<UInt8>
) {
  let width = view.size.width
  if let key = layout.key {
    unsafe pack(view, y, key: key, isGray: layout.samples == .gray, out)
    return
  }
  switch layout.samples {
  case .colorAndAlpha:
    unsafe UnsafeMutableRawPointer(out).copyMemory(from: view.row(y), byteCount: width * 4)
  case .color:
    for x in 0..<width {
      let pixel = view[x, y]
      unsafe (out[3 &* x], out[3 &* x &+ 1], out[3 &* x &+ 2]) = (pixel.red, pixel.green, pixel.blue)
    }
  case .grayAndAlpha:
    for x in 0..<width {
      let pixel = view[x, y]
      unsafe (out[2 &* x], out[2 &* x &+ 1]) = (pixel.red, pixel.alpha)
    }
  case .gray:
    let unit = UInt8(255 / ((1 << layout.bitDepth) - 1))
    unsafe packBits(width, layout.bitDepth, out) { x in view[x, y].red / unit }
  case .index:
    var (last, index) = (view[0, y], UInt8(truncatingIfNeeded: table[view[0, y]] - 1))
    unsafe packBits(width, layout.bitDepth, out) { x in
      let pixel = view[x, y]
      if pixel != last { (last, index) = (pixel, UInt8(truncatingIfNeeded: table[pixel] - 1)) }
      return index
    }
  }
}

/// Packs pixels of 8 bits a sample, with the key's color for what is transparent.
private func pack(_ view: PixelView, _ y: Int, key: Pixel, isGray: Bool, _ out: UnsafeMutablePointer<UInt8>) {
  for x in 0..<view.size.width {
    let pixel = view[x, y].alpha == 0 ? key : view[x, y]
    if isGray {
      unsafe out[x] = pixel.red
    } else {
      unsafe (out[3 &* x], out[3 &* x &+ 1], out[3 &* x &+ 2]) = (pixel.red, pixel.green, pixel.blue)
    }
  }
}

/// Packs samples of 1, 2, 4 or 8 bits, the leftmost in the highest bits; the last byte is filled up with
/// zeros.
@inline(__always)
private func packBits(
  _ count: Int, _ depth: Int, _ out: UnsafeMutablePointer<UInt8>, _ sample: (Int) -> UInt8
) {
  if depth == 8 {
    for x in 0..<count { unsafe out[x] = sample(x) }
    return
  }
  let perByte = 8 / depth
  for byte in 0..<(count + perByte - 1) / perByte {
    var packed: UInt8 = 0
    for place in 0..<perByte {
      let x = byte * perByte + place
      packed = packed << UInt8(depth) | (x < count ? sample(x) : 0)
    }
    unsafe out[byte] = packed
  }
}
