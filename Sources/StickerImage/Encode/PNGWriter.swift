/// Writes a PNG chunk by chunk.
struct PNGWriter {
  /// The signature and the chunks written so far.
  private(set) var bytes = pngSignature

  /// Appends a chunk: length, type, data, checksum.
  mutating func append(_ type: StaticString, _ data: [UInt8]...) {
    bytes.append(contentsOf: pngChunk(type, data))
  }

  /// Appends a complete chunk.
  mutating func append(complete chunk: [UInt8]) { bytes.append(contentsOf: chunk) }

  /// Appends IHDR. The image is never interlaced, because interlacing adds a sixth to the file size, and
  /// stickers are displayed only when they have loaded completely.
  mutating func appendHeader(_ size: PixelSize, _ layout: PNGSampleLayout) {
    append(
      "IHDR", bigEndian32(size.width), bigEndian32(size.height),
      [UInt8(layout.bitDepth), UInt8(layout.colorType.rawValue), 0, 0, 0])
  }

  /// Appends PLTE and, if a color isn't opaque, tRNS up to the last such color. Without a palette, appends
  /// tRNS for the color key, if there is one.
  mutating func appendPaletteAndTransparency(_ layout: PNGSampleLayout) {
    if let key = layout.colorKey {
      append(
        "tRNS",
        [key.red, key.green, key.blue].prefix(layout.colorType == .gray ? 1 : 3).flatMap { [0, $0] })
    }
    guard !layout.palette.isEmpty else { return }
    append("PLTE", layout.palette.flatMap { [$0.red, $0.green, $0.blue] })
    let alphas = layout.palette.map(\.alpha)
    if let last = alphas.lastIndex(where: { $0 < 255 }) { append("tRNS", Array(alphas[...last])) }
  }
}

/// Builds a complete PNG chunk: length, type, data and checksum.
///
/// - Parameter type: Four ASCII letters.
/// - Parameter data: The parts of the data, in order.
public func pngChunk(_ type: StaticString, _ data: [[UInt8]]) -> [UInt8] {
  let count = data.reduce(0) { $0 + $1.count }
  var chunk: [UInt8] = []
  chunk.reserveCapacity(count + 12)
  chunk += bigEndian32(count)
  chunk += type.withUTF8Buffer { unsafe Array($0) }
  for part in data { chunk += part }
  return chunk + bigEndian32(Int(crc32(chunk.dropFirst(4))))
}

/// The low 32 bits, most significant byte first.
func bigEndian32(_ value: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

/// The low 16 bits, most significant byte first.
func bigEndian16(_ value: Int) -> [UInt8] {
  [8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

extension Bitmap {
  /// Encodes the bitmap as a still PNG, keeping every visible pixel. Pixels with alpha 0 become transparent
  /// black.
  ///
  /// - Parameter colorChunks: Complete iCCP, cICP, sRGB, gAMA and cHRM chunks, as returned by
  ///   `ImageContainer.colorChunks(of:)`. They are written unchanged. A gray profile is omitted if the image
  ///   isn't gray, because it would be invalid.
  /// - Returns: The file. The same pixels produce the same bytes on every machine, because the file has no
  ///   timestamp and no text.
  /// - Throws: `InternalError` if the decoded file differs from the bitmap.
  public func encodedPNG(colorChunks: [[UInt8]] = []) throws(InternalError) -> [UInt8] {
    try encodedPNG(colorChunks: colorChunks, isFast: false)
  }

  /// - Parameter isFast: Whether to take a quarter less time at the cost of about 1% more bytes.
  /// - Parameter verifies: Whether to decode the file and compare it. Use false only for files that are
  ///   discarded.
  package func encodedPNG(
    colorChunks: [[UInt8]], isFast: Bool, verifies: Bool = true
  ) throws(InternalError) -> [UInt8] {
    let still = try StillPreparedForPNG(self, colorChunks)
    var best: [UInt8]?
    for layout in candidateLayoutsBestFirst(
      for: still.census, still.colorChunksAndGrayRule.rule, area: size.area)
    {
      let file = try pngFile(still.bitmap, layout, still.colorChunksAndGrayRule.chunks, isFast: isFast)
      if best.map({ file.count < $0.count }) ?? true { best = file }
    }
    guard let best else { throw InternalError("no layout can store the image") }
    if verifies { try verifyPNG(best, shows: self) }
    return best
  }
}

/// Encodes a bitmap as a PNG in the given layout.
func pngFile(
  _ bitmap: Bitmap, _ layout: PNGSampleLayout, _ colorChunks: [[UInt8]], isFast: Bool = false
) throws(InternalError) -> [UInt8] {
  let rows = bitmap.withView { PNGRows($0, layout) }
  var writer = PNGWriter()
  writer.appendHeader(bitmap.size, layout)
  for chunk in colorChunks { writer.append(complete: chunk) }
  writer.appendPaletteAndTransparency(layout)
  writer.append("IDAT", try quicklyFilteredZlibStream(rows, layout, isFast: isFast))
  writer.append("IEND")
  return writer.bytes
}

extension Bitmap {
  /// Encodes an opaque bitmap as an 8-bit RGB PNG, regardless of its colors. The file never uses a palette,
  /// grayscale, an alpha channel or tRNS.
  ///
  /// - Parameter colorChunks: See `encodedPNG`. They are written unchanged.
  /// - Returns: The file. The same pixels produce the same bytes on every machine.
  /// - Throws: `InternalError` if a pixel isn't opaque, or if the decoded file differs from the bitmap.
  public func encodedOpaqueTruecolorPNG(colorChunks: [[UInt8]] = []) throws(InternalError) -> [UInt8] {
    guard size.area > 0 else { throw InternalError("the image has no pixels") }
    let file = try pngFile(self, PNGSampleLayout(.truecolor), colorChunks)
    try verifyPNG(file, shows: self)
    return file
  }
}

extension ImageContainer {
  /// The complete PNG chunks (length, type, data and checksum) that declare the colors of a file.
  ///
  /// - Parameter bytes: The whole file from which the container was read.
  /// - Returns: For PNG and APNG, the first chunk of each of the types iCCP, cICP, sRGB, gAMA and cHRM,
  ///   unchanged. For JPEG and WebP, an iCCP chunk made from an RGB or gray profile. For GIF, nothing.
  ///   Damaged chunks are omitted.
  public func colorChunks(of bytes: [UInt8]) -> [[UInt8]] {
    switch format {
    case .png, .apng: validStoredColorChunks(bytes, self)
    case .jpeg, .webp, .webm: profile.flatMap { iccProfileChunk($0, name: profileName) }.map { [$0] } ?? []
    case .gif: []
    }
  }
}

private func validStoredColorChunks(_ bytes: [UInt8], _ container: ImageContainer) -> [[UInt8]] {
  var wanted: Set = ["iCCP", "cICP", "sRGB", "gAMA", "cHRM"]
  var chunks: [[UInt8]] = []
  for part in container.parts.prefix(while: { $0.type != "IDAT" }) where wanted.contains(part.type) {
    guard part.offset >= 0, part.length >= 12, part.offset <= bytes.count - part.length else { continue }
    let chunk = Array(bytes[part.offset..<part.offset + part.length])
    guard hasValidLengthAndChecksum(chunk) else { continue }
    chunks.append(chunk)
    wanted.remove(part.type)
  }
  return chunks
}

/// Whether the length and checksum of a complete chunk are correct.
func hasValidLengthAndChecksum(_ chunk: [UInt8]) -> Bool {
  guard chunk.big32(at: 0) == chunk.count - 12 else { return false }
  return chunk.big32(at: chunk.count - 4) == Int(crc32(chunk.dropFirst(4).dropLast(4)))
}

/// Builds an iCCP chunk for a profile.
///
/// - Parameter profile: An ICC profile.
/// - Parameter name: The name of the profile. Characters that a PNG keyword can't contain are removed.
/// - Returns: The complete chunk, or nil if the bytes aren't a profile, or if a PNG can't contain the profile
///   (CMYK).
public func iccProfileChunk(_ profile: [UInt8], name: String?) -> [UInt8]? {
  guard let space = ICCProfileReader(profile)?.colorSpaceSignature, space == "RGB " || space == "GRAY" else {
    return nil
  }
  guard let stream = deflate(profile, level: 9) else { return nil }
  // the second 0 is the compression method: deflate
  return pngChunk("iCCP", [pngProfileNameKeyword(name), [0, 0], stream])
}

/// Converts a name to a PNG keyword: 1...79 printable Latin-1 bytes without leading, trailing or consecutive
/// spaces.
private func pngProfileNameKeyword(_ name: String?) -> [UInt8] {
  let printable = (name ?? "").unicodeScalars.compactMap { scalar -> UInt8? in
    (0x20...0x7E).contains(scalar.value) || (0xA1...0xFF).contains(scalar.value) ? UInt8(scalar.value) : nil
  }
  let words = printable.split(separator: 0x20).joined(separator: [0x20])
  let kept = Array(words.prefix(79))
  let trimmed = kept.last == 0x20 ? kept.dropLast() : kept[...]
  return trimmed.isEmpty ? Array("ICC profile".utf8) : Array(trimmed)
}

/// A still image, prepared for storage.
struct StillPreparedForPNG {
  /// The pixels. Transparent pixels are transparent black.
  let bitmap: Bitmap
  let census: ColorCensus
  /// The color chunks that the image may have, and whether they allow grayscale.
  let colorChunksAndGrayRule: (chunks: [[UInt8]], rule: PNGGrayscaleStorageRule)

  /// - Throws: `InternalError` if there are no pixels.
  init(_ bitmap: Bitmap, _ colorChunks: [[UInt8]]) throws(InternalError) {
    guard bitmap.size.area > 0 else { throw InternalError("the image has no pixels") }
    self.bitmap = clearingColorUnderTransparency(bitmap) ?? bitmap
    census = ColorCensus(CollectionOfOne(self.bitmap))
    colorChunksAndGrayRule = allowedColorChunks(colorChunks, isGray: census.isGray)
  }
}

/// The color chunks that an image may have, and whether they allow grayscale.
///
/// - Source: PNG specification, 11.3.2.3: a gray PNG must not have an RGB profile, and a color PNG must not
///   have a gray one.
func allowedColorChunks(_ chunks: [[UInt8]], isGray: Bool) -> (
  chunks: [[UInt8]], rule: PNGGrayscaleStorageRule
) {
  guard let profile = chunks.first(where: { $0.dropFirst(4).prefix(4).elementsEqual("iCCP".utf8) }) else {
    return (chunks, .allowed)
  }
  guard isGrayProfile(profile) else { return (chunks, .forbidden) }
  return isGray ? (chunks, .required) : (chunks.filter { $0 != profile }, .allowed)
}

/// Whether an iCCP chunk contains a gray profile. Returns false if it can't be read.
private func isGrayProfile(_ chunk: [UInt8]) -> Bool {
  let data = chunk.dropFirst(8).dropLast(4)
  guard let end = data.firstIndex(of: 0), end + 2 <= data.endIndex else { return false }
  guard let profile = inflate(data[(end + 2)...], limit: 1 << 28).bytes else { return false }
  return ICCProfileReader(profile)?.colorSpaceSignature == "GRAY"
}
