/// Decodes an uncompressed Windows bitmap with 1, 4 or 8 bits per pixel and a palette, or with 16, 24 or 32
/// bits per pixel.
///
/// - Source: Microsoft, "Bitmap Storage", BITMAPCOREHEADER to BITMAPV5HEADER.
func decodeUncompressedBMP(_ bytes: [UInt8], _ budget: DecodingBudget) throws(ImageError) -> ForeignImage {
  let header = try BMPHeader(bytes, budget)
  let size = header.size
  // Rows are padded to four bytes.
  let stride = (size.width * header.bitsPerPixel + 31) / 32 * 4
  let (length, room) = (stride * size.height, bytes.count - header.pixelDataOffset)
  guard room >= length else {
    let line = ByteLocation(partOffset: header.pixelDataOffset, scanLineIndex: max(0, room) / stride)
    throw .damaged(Damage("the file ends inside the pixel data", at: line))
  }
  var out = Bitmap(transparent: size)
  for y in 0..<size.height {
    let row = header.pixelDataOffset + (header.isTopDown ? y : size.height - 1 - y) * stride
    for x in 0..<size.width {
      let color = header.color(bytes, rowOffset: row, x)
      let at = (y * size.width + x) * 4
      for channel in 0..<4 { out.pixels[at + channel] = color[channel] }
    }
  }
  return ForeignImage([Frame(out)], profile: header.profile)
}

/// The headers before the pixels.
private struct BMPHeader {
  private(set) var size = PixelSize(0, 0)
  private(set) var isTopDown = false
  /// Bits per pixel: 1, 4, 8, 16, 24 or 32.
  private(set) var bitsPerPixel = 0
  /// The byte offset of the pixels in the file.
  private(set) var pixelDataOffset = 0
  private(set) var profile: [UInt8]?
  private var palette: [SIMD4<UInt8>] = []
  /// The masks of red, green, blue and alpha, for 16 and 32 bits per pixel.
  private var channelMasks: [UInt32] = []

  init(_ bytes: [UInt8], _ budget: DecodingBudget) throws(ImageError) {
    guard bytes.count >= 26 else { throw Self.damaged("the file ends inside the header", 0) }
    pixelDataOffset = bytes.little32(at: 10)
    let length = bytes.little32(at: 14)
    guard [12, 40, 52, 56, 64, 108, 124].contains(length), bytes.count >= 14 + length else {
      throw Self.damaged("the header has an unknown length", 14)
    }
    let isOld = length == 12
    let height = isOld ? bytes.little16(at: 20) : Int(Int32(truncatingIfNeeded: bytes.little32(at: 22)))
    isTopDown = height < 0
    size = try validatedCanvasSize(
      isOld ? bytes.little16(at: 18) : Int(Int32(truncatingIfNeeded: bytes.little32(at: 18))),
      abs(height), budget, at: ByteLocation(partOffset: 18))
    bitsPerPixel = bytes.little16(at: isOld ? 24 : 28)
    let compression = isOld ? 0 : bytes.little32(at: 30)
    // 3 and 6 mean color masks, not compression.
    guard [1, 4, 8, 16, 24, 32].contains(bitsPerPixel),
      compression == 0 || bitsPerPixel == 16 || bitsPerPixel == 32,
      [0, 3, 6].contains(compression)
    else {
      throw .damaged(
        Damage(
          "\(bitsPerPixel) bits per pixel with compression \(compression) is not supported",
          at: ByteLocation(partOffset: 28),
          isUnsupported: true))
    }
    if bitsPerPixel == 16 || bitsPerPixel == 32 { try readChannelMasks(bytes, length, compression) }
    if bitsPerPixel <= 8 { try readPalette(bytes, length) }
    profile = try Self.profile(bytes, length, budget)
  }

  private mutating func readChannelMasks(
    _ bytes: [UInt8], _ length: Int, _ compression: Int
  ) throws(ImageError) {
    guard compression != 0 else {
      channelMasks = bitsPerPixel == 16 ? [0x7C00, 0x03E0, 0x001F, 0] : [0xFF0000, 0xFF00, 0xFF, 0]
      return
    }
    // The masks follow a 40-byte header. Longer headers contain them at the same offset.
    let count = length >= 56 || compression == 6 ? 4 : 3
    guard bytes.count >= 54 + 4 * count else { throw Self.damaged("the color masks are missing", 54) }
    channelMasks = (0..<count).map { UInt32(bytes.little32(at: 54 + 4 * $0)) } + (count == 3 ? [0] : [])
  }

  private mutating func readPalette(_ bytes: [UInt8], _ length: Int) throws(ImageError) {
    let (start, entry) = (14 + length, length == 12 ? 3 : 4)
    let claimed = length == 12 ? 0 : bytes.little32(at: 46)
    let count = claimed == 0 || claimed > 1 << bitsPerPixel ? 1 << bitsPerPixel : claimed
    guard bytes.count >= start + count * entry else { throw Self.damaged("the palette is cut off", start) }
    palette = (0..<count).map { index in
      let at = start + index * entry
      return SIMD4(bytes[at + 2], bytes[at + 1], bytes[at], 255)
    }
  }

  /// The embedded color profile. Only a file with the longest header can have one.
  private static func profile(
    _ bytes: [UInt8], _ length: Int, _ budget: DecodingBudget
  ) throws(ImageError) -> [UInt8]? {
    guard length == 124, bytes.little32(at: 14 + 56) == 0x4D42_4544 else { return nil }  // 'MBED'
    let (start, count) = (14 + bytes.little32(at: 14 + 112), bytes.little32(at: 14 + 116))
    if let exceeded = budget.exceededLimit(.inflatedChunkBytes, by: count) { throw .exceeded(exceeded) }
    guard let profile = bytes[...].checkedBytes(at: start, count: count) else {
      throw damaged("the profile extends past the end of the file", start)
    }
    return Array(profile)
  }

  private static func damaged(_ reason: String, _ offset: Int) -> ImageError {
    .damaged(Damage(reason, at: ByteLocation(partName: "header", partOffset: offset)))
  }

  /// The color of a pixel. Indices outside the palette are black, as in Windows.
  func color(_ bytes: [UInt8], rowOffset row: Int, _ x: Int) -> SIMD4<UInt8> {
    switch bitsPerPixel {
    case 24: return SIMD4(bytes[row + x * 3 + 2], bytes[row + x * 3 + 1], bytes[row + x * 3], 255)
    case 16: return color(masked: UInt32(bytes.little16(at: row + x * 2)))
    case 32: return color(masked: UInt32(bytes.little32(at: row + x * 4)))
    default:
      let shift = 8 - bitsPerPixel - x * bitsPerPixel % 8
      let index = Int(bytes[row + x * bitsPerPixel / 8]) >> shift & (1 << bitsPerPixel - 1)
      return index < palette.count ? palette[index] : SIMD4(0, 0, 0, 255)
    }
  }

  private func color(masked value: UInt32) -> SIMD4<UInt8> {
    var color = SIMD4<UInt8>(0, 0, 0, 255)
    for (channel, mask) in channelMasks.enumerated() where mask != 0 {
      let shift = UInt32(mask.trailingZeroBitCount)
      let (sample, most) = (UInt64(value & mask) >> UInt64(shift), UInt64(mask >> shift))
      color[channel] = UInt8(truncatingIfNeeded: (sample * 510 + most) / (2 * most))
    }
    return color
  }
}
