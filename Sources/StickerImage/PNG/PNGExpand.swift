/// Decodes noninterlaced truecolor images with 8 bits per sample to straight RGBA.
///
/// The rows are inflated into the end of the frame's own buffer and unfiltered into its start, so a large
/// image is in memory only once, and the output stays in the CPU cache. Up to eight rows are unfiltered at
/// once, so the stored rows need a margin of eight rows.
///
/// - Throws: `ImageError` if the data is damaged.
func decodeTruecolor(_ picture: EncodedPNGImage, _ stream: ArraySlice<UInt8>) throws(ImageError) -> Bitmap {
  var (outcome, unknown): (InflateOutcome, (filter: UInt8, row: Int)?) = (.damaged, nil)
  let (size, lines) = (picture.header.size, picture.header.inflatedDataBytes)
  let frame = size.area * 4
  let end = frame + 32 * size.width + size.height  // where the rows end; 3-byte pixels are read as 4 bytes
  let pixels = unsafe [UInt8](unsafeUninitializedCapacity: end + 1) { out, count in
    let rows = unsafe UnsafeMutableBufferPointer(rebasing: out[end - lines..<end])
    outcome = unsafe inflate(stream, into: rows)
    guard outcome == .exact, let source = rows.baseAddress, let target = out.baseAddress else { return }
    unsafe out[end] = 0
    unknown = unsafe unfilterTruecolor(
      source, bytesPerPixel: picture.header.bitsPerPixel / 8, size, into: target)
    guard unknown == nil else { return }
    unsafe makeTransparent(truecolorTransparentColor(picture), target, size)
    count = frame
  }
  if let damage = picture.damage(of: outcome, in: stream) { throw .damaged(damage) }
  if let unknown { throw picture.unknownFilterError(unknown.filter, row: unknown.row) }
  return Bitmap(size, pixels: pixels)
}

/// Converts inflated scanlines of grayscale samples or palette indices with at most 8 bits per sample to
/// straight RGBA.
///
/// - Parameter scanlines: The result of `inflateScanlinesAndAppendByte`. Their contents are unspecified afterward.
/// - Throws: `ImageError` if a filter type or palette index is invalid.
func unfilterAndExpandNonTruecolor(_ scanlines: inout [UInt8], _ picture: EncodedPNGImage) throws(ImageError)
  -> Bitmap
{
  var unknown: (filter: UInt8, row: Int)?
  var largestIndex: UInt8 = 0
  let size = picture.header.size
  let pixels = unsafe scanlines.withUnsafeMutableBufferPointer { lines in
    unsafe [UInt8](unsafeUninitializedCapacity: size.area * 4) { out, count in
      guard let source = lines.baseAddress, let target = out.baseAddress else { return }
      unknown = unsafe unfilter(
        lines, rowBytes: picture.header.rowBytesWithoutFilter, height: size.height,
        bytesPerPixel: max(1, picture.header.bitsPerPixel / 8))
      if unknown == nil { largestIndex = unsafe expandRowsReturningLargestIndex(source, target, picture) }
      count = unknown == nil ? size.area * 4 : 0
    }
  }
  if let unknown { throw picture.unknownFilterError(unknown.filter, row: unknown.row) }
  if let damage = picture.paletteOverflowDamage(largestIndex) { throw .damaged(damage) }
  return Bitmap(size, pixels: pixels)
}

/// Converts rows of grayscale samples or palette indices to pixels.
///
/// - Returns: The largest index, or 0 if there are no indices.
private func expandRowsReturningLargestIndex(
  _ source: UnsafeMutablePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ picture: EncodedPNGImage
) -> UInt8 {
  let (header, size) = (picture.header, picture.header.size)
  let table = rgbaLookupTable(picture)
  var largestIndex: UInt8 = 0
  for y in 0..<size.height {
    let (row, pixels) = unsafe (
      source + y * (header.rowBytesWithoutFilter + 1) + 1, target + y * size.width * 4
    )
    if header.colorType == .grayAlpha {
      unsafe expandGrayAlpha(row, pixels, size.width)
    } else if header.bitDepth == 8 {
      unsafe mapEightBitSamples(row, pixels, size.width, table, &largestIndex)
    } else {
      unsafe mapPackedSamples(row, pixels, size.width, header.bitDepth, table, &largestIndex)
    }
  }
  return largestIndex
}

/// The RGBA color of each sample value, for grayscale and palette images.
private func rgbaLookupTable(_ picture: EncodedPNGImage) -> [SIMD4<UInt8>] {
  let transparency = picture.transparency
  if picture.header.colorType == .palette {
    let palette = picture.palette
    return (0..<256).map { index in
      guard index < palette.count / 3 else { return SIMD4(0, 0, 0, 255) }
      let alpha = transparency.flatMap { index < $0.count ? $0[index] : nil } ?? 255
      return SIMD4(palette[index * 3], palette[index * 3 + 1], palette[index * 3 + 2], alpha)
    }
  }
  let largest = 1 << picture.header.bitDepth - 1
  // Only the low bits of the 16-bit key are used.
  let key = transparency.flatMap { $0.count == 2 ? $0.big16(at: 0) & largest : nil }
  return (0..<256).map { value in
    let gray = UInt8(min(value, largest) * 255 / largest)
    return SIMD4(gray, gray, gray, value == key ? 0 : 255)
  }
}

/// The transparent color of a truecolor image, with the alpha that its pixels have before clearing.
private func truecolorTransparentColor(_ picture: EncodedPNGImage) -> SIMD4<UInt8>? {
  guard picture.header.colorType == .truecolor, let key = picture.transparency, key.count == 6
  else { return nil }
  return SIMD4(key[1], key[3], key[5], 255)
}

/// Makes all pixels of one color transparent.
private func makeTransparent(_ color: SIMD4<UInt8>?, _ pixels: UnsafeMutablePointer<UInt8>, _ size: PixelSize)
{
  guard let color else { return }
  let raw = UnsafeMutableRawPointer(pixels)
  for at in stride(from: 0, to: size.area * 4, by: 4)
  where unsafe raw.loadUnaligned(fromByteOffset: at, as: SIMD4<UInt8>.self) == color {
    unsafe pixels[at + 3] = 0
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

/// Converts 8-bit samples with the table. Runs of eight equal samples, which are common, are written at once.
private func mapEightBitSamples(
  _ row: UnsafeMutablePointer<UInt8>, _ pixels: UnsafeMutablePointer<UInt8>, _ width: Int,
  _ table: [SIMD4<UInt8>], _ largest: inout UInt8
) {
  let (indices, out) = (UnsafeRawPointer(row), UnsafeMutableRawPointer(pixels))
  var (most, x) = (largest, 0)
  unsafe table.withUnsafeBufferPointer { table in
    while x < width {
      let index = unsafe row[x]
      let color = unsafe unsafeBitCast(table[Int(index)], to: UInt32.self)
      most = max(most, index)
      if x &+ 8 <= width,
        unsafe indices.loadUnaligned(fromByteOffset: x, as: UInt64.self) == 0x0101_0101_0101_0101
          &* UInt64(index)
      {
        unsafe out.storeBytes(of: SIMD8(repeating: color), toByteOffset: x &* 4, as: SIMD8<UInt32>.self)
        x &+= 8
      } else {
        unsafe out.storeBytes(of: color, toByteOffset: x &* 4, as: UInt32.self)
        x &+= 1
      }
    }
  }
  largest = most
}

/// Converts samples of 1, 2 or 4 bits with the table. The leftmost sample is in the high bits.
private func mapPackedSamples(
  _ row: UnsafeMutablePointer<UInt8>, _ pixels: UnsafeMutablePointer<UInt8>, _ width: Int, _ depth: Int,
  _ table: [SIMD4<UInt8>], _ largest: inout UInt8
) {
  let out = UnsafeMutableRawPointer(pixels)
  let (perByte, mask) = (8 / depth, UInt8(truncatingIfNeeded: 1 << depth - 1))
  var most = largest
  unsafe table.withUnsafeBufferPointer { table in
    for x in 0..<width {
      let byte = unsafe row[x / perByte]
      let sample = byte >> UInt8(8 - depth - x % perByte * depth) & mask
      most = max(most, sample)
      unsafe out.storeBytes(of: table[Int(sample)], toByteOffset: x * 4, as: SIMD4<UInt8>.self)
    }
  }
  largest = most
}
