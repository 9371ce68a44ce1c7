/// Turns inflated scanlines of at most 8 bits a sample into straight RGBA.
///
/// - Parameter scanlines: as `inflateScanlines` gives them; unfiltered in place.
/// - Throws: `Damage` for a filter type or a palette index that does not exist.
func expand(_ scanlines: inout [UInt8], _ picture: PNGPicture) throws(Damage) -> Bitmap {
  let (header, size) = (picture.header, picture.header.size)
  let stride = header.rowBytes + 1
  let colors = colorTable(picture)
  var unknown: (filter: UInt8, row: Int)?
  var largestIndex: UInt8 = 0
  let pixels = unsafe scanlines.withUnsafeMutableBufferPointer { lines in
    unknown = unsafe unfilter(
      lines, rowBytes: stride - 1, height: size.height, step: max(1, header.pixelBits / 8))
    return unsafe [UInt8](unsafeUninitializedCapacity: size.area * 4) { out, count in
      guard let source = lines.baseAddress, let target = out.baseAddress else { return }
      for y in 0..<size.height {
        let (row, pixels) = unsafe (source + y * stride + 1, target + y * size.width * 4)
        switch header.colorType {
        case .trueColorAlpha: unsafe pixels.update(from: row, count: size.width * 4)
        case .grayAlpha: unsafe expandGrayAlpha(row, pixels, size.width)
        case .trueColor: unsafe expandTrueColor(row, pixels, size.width, colors.key)
        case .gray, .palette:
          unsafe expandIndices(row, pixels, size.width, header.depth, colors.table, &largestIndex)
        }
      }
      count = size.area * 4
    }
  }
  if let unknown { throw picture.unknownFilter(unknown.filter, row: unknown.row) }
  if let damage = picture.beyondPalette(largestIndex) { throw damage }
  return Bitmap(size, pixels: pixels)
}

/// RGBA by sample value for grayscale and palette; the transparent color for truecolor.
private func colorTable(_ picture: PNGPicture) -> (table: [SIMD4<UInt8>], key: SIMD4<UInt8>?) {
  let transparency = picture.transparency.map { Array($0) }
  switch picture.header.colorType {
  case .gray:
    let largest = 1 << picture.header.depth - 1
    // Only the low bits of the 16-bit key count.
    let key = transparency.flatMap { $0.count == 2 ? $0.big16(at: 0) & largest : nil }
    return (
      (0..<256).map { value in
        let gray = UInt8(min(value, largest) * 255 / largest)
        return SIMD4(gray, gray, gray, value == key ? 0 : 255)
      }, nil
    )
  case .palette:
    let palette = Array(picture.palette)
    return (
      (0..<256).map { index in
        guard index < palette.count / 3 else { return SIMD4(0, 0, 0, 255) }
        let alpha = transparency.flatMap { index < $0.count ? $0[index] : nil } ?? 255
        return SIMD4(palette[index * 3], palette[index * 3 + 1], palette[index * 3 + 2], alpha)
      }, nil
    )
  case .trueColor:
    return ([], transparency.flatMap { $0.count == 6 ? SIMD4($0[1], $0[3], $0[5], 255) : nil })
  case .grayAlpha, .trueColorAlpha: return ([], nil)
  }
}

private func expandGrayAlpha(
  _ row: UnsafeMutablePointer<UInt8>, _ pixels: UnsafeMutablePointer<UInt8>, _ width: Int
) {
  let out = UnsafeMutableRawPointer(pixels)
  for x in 0..<width {
    let (gray, alpha) = unsafe (row[x * 2], row[x * 2 + 1])
    unsafe out.storeBytes(of: SIMD4(gray, gray, gray, alpha), toByteOffset: x * 4, as: SIMD4<UInt8>.self)
  }
}

private func expandTrueColor(
  _ row: UnsafeMutablePointer<UInt8>, _ pixels: UnsafeMutablePointer<UInt8>, _ width: Int,
  _ key: SIMD4<UInt8>?
) {
  let out = UnsafeMutableRawPointer(pixels)
  for x in 0..<width {
    var pixel = unsafe SIMD4(row[x * 3], row[x * 3 + 1], row[x * 3 + 2], 255)
    if pixel == key { pixel.w = 0 }
    unsafe out.storeBytes(of: pixel, toByteOffset: x * 4, as: SIMD4<UInt8>.self)
  }
}

/// Samples of 1, 2, 4 or 8 bits, the leftmost in the high bits, through the table.
private func expandIndices(
  _ row: UnsafeMutablePointer<UInt8>, _ pixels: UnsafeMutablePointer<UInt8>, _ width: Int, _ depth: Int,
  _ table: [SIMD4<UInt8>], _ largest: inout UInt8
) {
  let out = UnsafeMutableRawPointer(pixels)
  let (perByte, mask) = (8 / depth, UInt8(truncatingIfNeeded: 1 << depth - 1))
  var most = largest
  unsafe table.withUnsafeBufferPointer { table in
    for x in 0..<width {
      let byte = unsafe row[x / perByte]
      let sample = depth == 8 ? byte : byte >> UInt8(8 - depth - x % perByte * depth) & mask
      most = max(most, sample)
      unsafe out.storeBytes(of: table[Int(sample)], toByteOffset: x * 4, as: SIMD4<UInt8>.self)
    }
  }
  largest = most
}
