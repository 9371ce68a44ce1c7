import CImageCodecs

/// A still image inside a PNG stream: an image header and its data.
struct EncodedPNGImage {
  let header: PNGHeader
  /// The palette and transparency are copies, so that the file can be freed while the image is decoded.
  let palette: [UInt8]
  let transparency: [UInt8]?
  /// A zlib stream in pieces: the data of IDAT chunks, or of fdAT chunks without their sequence numbers.
  let dataRanges: [Range<Int>]
  /// The first chunk of the data, for reports of damage.
  let dataLocation: ByteLocation

  /// Creates the image with the given data and size. The patches of an APNG share everything else with the
  /// default image.
  init(
    _ bytes: [UInt8], _ layout: PNGDataPositions, size: PixelSize, dataRanges: [Range<Int>],
    dataLocation: ByteLocation
  ) {
    var header = layout.header
    header.size = size
    self.header = header
    palette = layout.paletteRange.map { Array(bytes[$0]) } ?? []
    transparency = layout.transparencyRange.map { Array(bytes[$0]) }
    self.dataRanges = dataRanges
    self.dataLocation = dataLocation
  }
}

extension EncodedPNGImage {
  /// Creates the default image from the IDAT chunks.
  init(defaultImageOf bytes: [UInt8], _ layout: PNGDataPositions) {
    self.init(
      bytes, layout, size: layout.header.size, dataRanges: layout.idatRanges,
      dataLocation: ByteLocation(partName: "IDAT", partOffset: layout.firstIDATOffset))
  }
}

/// Decodes a still image to straight RGBA with 8 bits per sample.
///
/// Most art takes the fast path (libdeflate, with filters undone here). Interlaced and 16-bit images are
/// decoded with libpng. A test decodes the whole corpus both ways and compares the results. Both ways report
/// the same damage. The only exceptions are codes that RFC 1951 (3.2.6, 3.2.7) leaves undefined: zlib, and
/// therefore libpng, treats them as damage, while libdeflate continues if the checksum is correct.
///
/// - Parameter stream: The image's joined zlib stream.
/// - Throws: `ImageError` if the image is damaged.
func decodePNGImage(_ picture: EncodedPNGImage, _ stream: ArraySlice<UInt8>) throws(ImageError) -> Bitmap {
  if picture.header.needsLibPNG {
    return try decodeWithLibPNG(picture, stream)
  }
  if picture.header.colorType == .truecolor || picture.header.colorType == .truecolorAlpha {
    return try decodeTruecolor(picture, stream)
  }
  var scanlines = try inflateScanlinesAndAppendByte(picture, stream)
  return try unfilterAndExpandNonTruecolor(&scanlines, picture)
}

/// Inflates an image's stream to the rows of each pass, with a filter byte before each row, and appends one
/// extra byte.
func inflateScanlinesAndAppendByte(_ picture: EncodedPNGImage, _ stream: ArraySlice<UInt8>) throws(ImageError)
  -> [UInt8]
{
  var (outcome, scanlines) = inflate(stream, expecting: picture.header.inflatedDataBytes)
  if let damage = picture.damage(of: outcome, in: stream) { throw .damaged(damage) }
  scanlines.append(0)  // `inflate` left room, so nothing is copied
  return scanlines
}

extension EncodedPNGImage {
  /// The joined zlib stream.
  func zlibStream(in bytes: [UInt8]) -> ArraySlice<UInt8> {
    dataRanges.count == 1 ? bytes[dataRanges[0]] : bytes.joined(dataRanges)[...]
  }

  /// The joined zlib stream, using the file's own buffer if it has no other owner. In that case, the pieces
  /// are joined in place.
  func zlibStream(takenFrom bytes: consuming [UInt8]) -> ArraySlice<UInt8> {
    if dataRanges.count == 1 { return bytes[dataRanges[0]] }
    return bytes.compacting(dataRanges)
  }

  /// The damage if a stream doesn't contain exactly the expected rows, or nil.
  func damage(of outcome: InflateOutcome, in stream: ArraySlice<UInt8>) -> Damage? {
    let expected = header.inflatedDataBytes
    switch outcome {
    case .exact: return nil
    case .tooShort(let count):
      return Damage(
        "the image data ends early: \(count) of \(expected) bytes", at: inflateStopLocation(in: stream))
    case .tooLong:
      return Damage(
        "the image data has more than the expected \(expected) bytes", at: inflateStopLocation(in: stream))
    case .damaged:
      return Damage("the compressed image data is damaged or truncated", at: inflateStopLocation(in: stream))
    }
  }
}

extension EncodedPNGImage {
  /// The error for a row with an invalid filter type.
  func unknownFilterError(_ filter: UInt8, row: Int) -> ImageError {
    var location = dataLocation
    location.scanLineIndex = row
    return .damaged("unknown filter type \(filter)", at: location)
  }

  /// The damage if an image uses an index beyond its palette, or nil.
  func paletteOverflowDamage(_ largestIndex: UInt8) -> Damage? {
    let count = palette.count / 3
    guard header.colorType == .palette, Int(largestIndex) >= count else { return nil }
    return Damage(
      "a pixel uses color index \(largestIndex) (palette size: \(count))", at: dataLocation)
  }
}

/// The rows of one interlacing pass, as they are stored.
struct PNGPass: Hashable {
  /// The number of columns and rows in the pass. Never empty.
  let size: PixelSize
  /// The line of the image to which the first row belongs.
  let firstLine: Int
  /// The number of lines of the image from one row to the next.
  let lineStep: Int
  /// The column of the image to which the first pixel of a row belongs.
  let firstColumn: Int
  /// The number of columns of the image from one pixel to the next.
  let columnStep: Int
}

extension PNGHeader {
  /// The passes of the image. An interlaced image has up to seven passes (Adam7), because passes without
  /// pixels are omitted. Other images have one.
  ///
  /// - Source: PNG specification, third edition, section 8.
  var passes: [PNGPass] {
    guard isInterlaced else {
      return [PNGPass(size: size, firstLine: 0, lineStep: 1, firstColumn: 0, columnStep: 1)]
    }
    return adam7.compactMap { pass in
      let columns = (size.width - pass.x + pass.columnStep - 1) / pass.columnStep
      let rows = (size.height - pass.y + pass.lineStep - 1) / pass.lineStep
      guard columns > 0, rows > 0 else { return nil }
      return PNGPass(
        size: PixelSize(columns, rows), firstLine: pass.y, lineStep: pass.lineStep, firstColumn: pass.x,
        columnStep: pass.columnStep)
    }
  }

  /// The size in bytes of one row of a pass, including its filter byte.
  func rowBytesIncludingFilter(_ pass: PNGPass) -> Int { (pass.size.width * bitsPerPixel + 7) / 8 + 1 }

  /// The size in bytes of all rows of all passes including their filter bytes, which is the size of the
  /// inflated image data. `Int.max` on overflow.
  var inflatedDataBytes: Int {
    passes.reduce(0) { saturatingSum($0, saturatingProduct(rowBytesIncludingFilter($1), $1.size.height)) }
  }

  /// The first row in storage order with an invalid filter type.
  ///
  /// - Returns: The type, and the line of the image.
  func unknownFilter(in scanlines: [UInt8]) -> (filter: UInt8, row: Int)? {
    var at = 0
    for pass in passes {
      for row in 0..<pass.size.height {
        if scanlines[at] > 4 { return (scanlines[at], pass.firstLine + row * pass.lineStep) }
        at += rowBytesIncludingFilter(pass)
      }
    }
    return nil
  }
}

/// The first pixel of each pass, and the distances between its pixels.
private let adam7: [(x: Int, y: Int, columnStep: Int, lineStep: Int)] = [
  (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
]

/// Undoes the filters of scanlines in place. The scanlines are `height` rows of `rowBytes` bytes, each
/// preceded by a filter byte. Truecolor images use `unfilterTruecolor`.
///
/// - Parameter bytesPerPixel: The number of bytes per pixel, at least 1.
/// - Returns: The first invalid filter type with its row, or nil if all are valid.
/// - Source: PNG specification, third edition, section 9.
func unfilter(
  _ scanlines: UnsafeMutableBufferPointer<UInt8>, rowBytes: Int, height: Int, bytesPerPixel: Int
) -> (filter: UInt8, row: Int)? {
  guard let start = scanlines.baseAddress else { return nil }
  let stride = rowBytes + 1
  for y in 0..<height {
    let row = unsafe start + y * stride + 1
    let above = y == 0 ? nil : unsafe row - stride
    switch unsafe (row[-1], above) {
    case (0, _): break
    case (1, _): unsafe undoSub(row, rowBytes, bytesPerPixel)
    case (2, nil): break
    case (2, let above?): unsafe undoUp(row, above, rowBytes)
    case (3, _): unsafe undoAverage(row, above, rowBytes, bytesPerPixel)
    // Without a row above, the Paeth predictor is the byte to the left.
    case (4, nil): unsafe undoSub(row, rowBytes, bytesPerPixel)
    case (4, let above?): unsafe undoPaeth(row, above, rowBytes, bytesPerPixel)
    default: return unsafe (row[-1], y)
    }
  }
  return nil
}

/// Undoes the filters of truecolor rows with 8 bits per sample, and writes the frame.
///
/// - Parameter scanlines: `height` rows of `width × bytesPerPixel` bytes, each preceded by a filter byte, and
///   one extra byte after the last row.
/// - Parameter bytesPerPixel: The number of bytes per stored pixel: 4, or 3 without an alpha channel. In the
///   latter case, alpha becomes 255.
/// - Parameter frame: A buffer of `height × width × 4` bytes. It may share memory with the rows if they end
///   at least `width × 32 + height` bytes after the end of the frame.
/// - Returns: The first invalid filter type with its row, or nil if all are valid.
/// - Source: PNG specification, third edition, section 9.
func unfilterTruecolor(
  _ scanlines: UnsafePointer<UInt8>, bytesPerPixel: Int, _ size: PixelSize,
  into frame: UnsafeMutablePointer<UInt8>
) -> (filter: UInt8, row: Int)? {
  let done = unsafe sl_unfilter_color(scanlines, bytesPerPixel, size.width, size.height, frame)
  return done == size.height ? nil : unsafe (scanlines[done * (size.width * bytesPerPixel + 1)], done)
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

extension ImageContainer {
  /// Whether 8 bits per sample are enough for a 16-bit PNG. Also true if the PNG has fewer bits.
  ///
  /// - Parameter bytes: The whole file.
  /// - Source: PNG specification, 12.4: 8-bit samples are widened by repeating the byte.
  public func needsOnlyEightBits(in bytes: [UInt8]) -> Bool {
    guard case .png(let layout) = dataPositions, layout.header.bitDepth == 16 else { return true }
    if let key = layout.transparencyRange, !isWidenedFromEightBits(bytes[key]) { return false }
    return layout.defaultImageAndPatches(of: bytes, self).allSatisfy { picture in
      guard let rows = try? picture.unfilteredRows(of: bytes) else { return false }
      let stride = 1 + rows.sampleBytesPerRow
      return Swift.stride(from: 0, to: rows.bytes.count, by: stride).allSatisfy {
        isWidenedFromEightBits(rows.bytes[$0 + 1..<$0 + stride])
      }
    }
  }
}

private func isWidenedFromEightBits(_ samples: ArraySlice<UInt8>) -> Bool {
  stride(from: samples.startIndex, to: samples.endIndex - 1, by: 2).allSatisfy {
    samples[$0] == samples[$0 + 1]
  }
}

extension ImageContainer {
  /// The hidden default image of an APNG, or nil.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: `ImageError` if the image is damaged.
  public func hiddenDefaultImage(of bytes: [UInt8]) throws(ImageError) -> Bitmap? {
    guard animation?.hidesDefaultImage == true, case .png(let layout) = dataPositions else { return nil }
    let picture = EncodedPNGImage(defaultImageOf: bytes, layout)
    return try decodePNGImage(picture, picture.zlibStream(in: bytes))
  }
}
