/// Decodes the merged image that Photoshop stores at the end of a document, with 8 bits per channel.
///
/// - Source: Adobe Photoshop File Formats Specification. Large documents (PSB) have longer length fields.
func decodePSD(_ bytes: [UInt8], _ budget: DecodingBudget) throws(ImageError) -> ForeignImage {
  let document = try PSDDocument(bytes, budget)
  return ForeignImage([Frame(try document.mergedImage())], profile: document.rgbProfile)
}

/// The parts of a Photoshop document before its pixels.
private struct PSDDocument {
  private let bytes: [UInt8]
  private var size = PixelSize(0, 0)
  private var channelCount = 0
  private var colorMode = ColorMode.rgb
  private var isLargeDocumentFormat = false
  /// 256 reds, then 256 greens and 256 blues.
  private var paletteRange: Range<Int> = 0..<0
  private var transparentIndex: Int?
  /// Whether the first channel after the colors is the transparency of the merged image. Otherwise it is a
  /// selection that the artist saved.
  private var hasTransparency = false
  private var hasMergedImage = true
  /// The embedded color profile, if it describes RGB colors.
  private(set) var rgbProfile: [UInt8]?
  private var mergedImageOffset = 0

  private enum ColorMode: Int {
    case grayscale = 1, indexed = 2, rgb = 3, duotone = 8

    /// The number of channels that hold colors.
    var colorChannelCount: Int { self == .rgb ? 3 : 1 }
  }

  private static let unsupportedModeNames = [0: "bitmap", 4: "CMYK", 7: "multichannel", 9: "Lab"]

  init(_ bytes: [UInt8], _ budget: DecodingBudget) throws(ImageError) {
    self.bytes = bytes
    guard bytes.count >= 26 else { throw Self.damaged("the file ends inside the header", 0) }
    guard [1, 2].contains(bytes.big16(at: 4)) else { throw Self.damaged("the version is unknown", 4) }
    isLargeDocumentFormat = bytes.big16(at: 4) == 2
    channelCount = bytes.big16(at: 12)
    size = try validatedCanvasSize(
      bytes.big32(at: 18), bytes.big32(at: 14), budget, at: ByteLocation(partOffset: 14))
    guard bytes.big16(at: 22) == 8 else {
      throw Self.unsupported(
        "\(bytes.big16(at: 22)) bits per channel. Choose Image > Mode > 8 Bits/Channel", 22)
    }
    let number = bytes.big16(at: 24)
    guard let mode = ColorMode(rawValue: number) else {
      let name = Self.unsupportedModeNames[number] ?? "unknown"
      throw Self.unsupported("\(name) colors. Choose Image > Mode > RGB Color", 24)
    }
    self.colorMode = mode
    guard (mode.colorChannelCount...56).contains(channelCount) else {
      throw Self.damaged("\(channelCount) channels cannot hold the colors", 12)
    }
    paletteRange = try sectionContentRange(at: 26, lengthBytes: 4)
    guard mode != .indexed || paletteRange.count >= 768 else {
      throw Self.damaged("the palette is cut off", 26)
    }
    let resources = try sectionContentRange(at: paletteRange.upperBound, lengthBytes: 4)
    try readResources(resources, budget)
    let layers = try sectionContentRange(at: resources.upperBound, lengthBytes: isLargeDocumentFormat ? 8 : 4)
    readTransparencyFlag(layers)
    mergedImageOffset = layers.upperBound
    guard hasMergedImage else {
      throw Self.unsupported(
        "no merged image. Save the document with Maximize Compatibility", mergedImageOffset)
    }
  }

  private static func damaged(_ reason: String, _ offset: Int) -> ImageError {
    .damaged(reason, at: ByteLocation(partOffset: offset))
  }

  private static func unsupported(_ reason: String, _ offset: Int) -> ImageError {
    .damaged("the document has \(reason)", at: ByteLocation(partOffset: offset), isUnsupported: true)
  }

  /// The range of a section's content, which follows the section's length field.
  private func sectionContentRange(at offset: Int, lengthBytes: Int) throws(ImageError) -> Range<Int> {
    guard bytes.count - offset >= lengthBytes else {
      throw Self.damaged("the file ends before the image", offset)
    }
    let start = offset + lengthBytes
    let length = bytes.big32(at: start - 4)
    guard lengthBytes == 4 || bytes.big32(at: offset) == 0, length <= bytes.count - start else {
      throw Self.damaged("the file ends inside a section", offset)
    }
    return start..<start + length
  }

  private mutating func readResources(_ range: Range<Int>, _ budget: DecodingBudget) throws(ImageError) {
    var at = range.lowerBound
    while range.upperBound - at >= 12 {
      let id = bytes.big16(at: at + 4)
      // The name, including its length byte, is padded to an even length.
      let nameEnd = at + 6 + (Int(bytes[at + 6]) + 2) / 2 * 2
      guard range.upperBound - nameEnd >= 4 else { return }
      let length = bytes.big32(at: nameEnd)
      let data = nameEnd + 4
      guard length <= range.upperBound - data else { return }
      switch id {
      case 0x040F where length >= 20:
        if let exceeded = budget.exceededLimit(.inflatedChunkBytes, by: length) { throw .exceeded(exceeded) }
        if bytes.has("RGB ", at: data + 16) { rgbProfile = Array(bytes[data..<data + length]) }
      case 0x0417 where length >= 2: transparentIndex = bytes.big16(at: data)
      case 0x0421 where length >= 5: hasMergedImage = bytes[data + 4] != 0
      default: break
      }
      at = data + (length + 1) / 2 * 2
    }
  }

  /// A negative number of layers means that the merged image has transparency.
  private mutating func readTransparencyFlag(_ range: Range<Int>) {
    let lengthBytes = isLargeDocumentFormat ? 8 : 4
    guard range.count >= lengthBytes + 2 else { return }
    let length = bytes.big32(at: range.lowerBound + lengthBytes - 4)
    guard length >= 2 else { return }
    hasTransparency = bytes[range.lowerBound + lengthBytes] >= 0x80
  }

  func mergedImage() throws(ImageError) -> Bitmap {
    guard bytes.count - mergedImageOffset >= 2 else {
      throw Self.unsupported(
        "no merged image. Save the document with Maximize Compatibility", mergedImageOffset)
    }
    let colors = colorMode.colorChannelCount
    let hasAlpha = hasTransparency && channelCount > colors && colorMode != .indexed
    let planes: [ArraySlice<UInt8>]
    let wanted = colors + (hasAlpha ? 1 : 0)
    switch bytes.big16(at: mergedImageOffset) {
    case 0:
      let start = mergedImageOffset + 2
      guard bytes.count - start >= saturatingProduct(size.area, wanted) else {
        throw Self.damaged("the file ends inside the merged image", start)
      }
      planes = (0..<wanted).map { bytes[start + $0 * size.area..<start + ($0 + 1) * size.area] }
    case 1: planes = try decodePackBitsPlanes(count: wanted)
    case let other:
      throw Self.unsupported("a merged image with compression \(other), which is unknown", mergedImageOffset)
    }
    return bitmap(of: planes, hasAlpha: hasAlpha)
  }

  private func bitmap(of planes: [ArraySlice<UInt8>], hasAlpha: Bool) -> Bitmap {
    var out = Bitmap(transparent: size)
    for pixel in 0..<size.area {
      let first = planes[0][planes[0].startIndex + pixel]
      var color = SIMD4(first, first, first, 255)
      switch colorMode {
      case .rgb:
        color.y = planes[1][planes[1].startIndex + pixel]
        color.z = planes[2][planes[2].startIndex + pixel]
      case .indexed:
        let entry = paletteRange.lowerBound + Int(first)
        color =
          Int(first) == transparentIndex
          ? SIMD4(0, 0, 0, 0) : SIMD4(bytes[entry], bytes[entry + 256], bytes[entry + 512], 255)
      case .grayscale, .duotone: break
      }
      if hasAlpha, let alpha = planes.last {
        color = unmixedFromWhite(color, alpha[alpha.startIndex + pixel])
      }
      for channel in 0..<4 { out.pixels[pixel * 4 + channel] = color[channel] }
    }
    return out
  }

  /// Reverses the blending with white. Photoshop stores translucent pixels with the colors that they have on
  /// white.
  private func unmixedFromWhite(_ color: SIMD4<UInt8>, _ alpha: UInt8) -> SIMD4<UInt8> {
    guard alpha < 255 else { return color }
    guard alpha > 0 else { return SIMD4(0, 0, 0, 0) }
    var out = SIMD4<UInt8>(0, 0, 0, alpha)
    for channel in 0..<3 {
      let opaque = (Int(color[channel]) + Int(alpha) - 255) * 255
      out[channel] = UInt8(max(0, min(255, (2 * opaque + Int(alpha)) / (2 * Int(alpha)))))
    }
    return out
  }

  /// Unpacks the first planes from PackBits. The lengths of all rows come first.
  private func decodePackBitsPlanes(count wanted: Int) throws(ImageError) -> [ArraySlice<UInt8>] {
    let (start, lengthBytes) = (mergedImageOffset + 2, isLargeDocumentFormat ? 4 : 2)
    let rows = size.height * channelCount
    guard bytes.count - start >= rows * lengthBytes else {
      throw Self.damaged("the file ends inside the merged image", start)
    }
    var at = start + rows * lengthBytes
    // Every 128 bytes of a row take at least two bytes when packed.
    guard bytes.count - at >= saturatingProduct(size.height * wanted, (size.width + 127) / 128 * 2) else {
      throw Self.damaged("the file ends inside the merged image", at)
    }
    var planes: [ArraySlice<UInt8>] = []
    for plane in 0..<wanted {
      var samples: [UInt8] = []
      samples.reserveCapacity(size.area)
      for row in plane * size.height..<(plane + 1) * size.height {
        let entry = start + row * lengthBytes
        let length = isLargeDocumentFormat ? bytes.big32(at: entry) : bytes.big16(at: entry)
        guard length <= bytes.count - at else {
          throw Self.damaged("the file ends inside the merged image", at)
        }
        try unpackRow(at..<at + length, to: &samples)
        at += length
      }
      planes.append(samples[...])
    }
    return planes
  }

  private func unpackRow(_ range: Range<Int>, to samples: inout [UInt8]) throws(ImageError) {
    let end = samples.count + size.width
    var at = range.lowerBound
    while at < range.upperBound, samples.count < end {
      let count = Int(Int8(bitPattern: bytes[at]))
      at += 1
      if count >= 0 {
        guard count + 1 <= range.upperBound - at, count + 1 <= end - samples.count else {
          throw Self.damaged("a row is damaged", range.lowerBound)
        }
        samples += bytes[at...at + count]
        at += count + 1
      } else if count > -128 {
        guard at < range.upperBound, 1 - count <= end - samples.count else {
          throw Self.damaged("a row is damaged", range.lowerBound)
        }
        samples += repeatElement(bytes[at], count: 1 - count)
        at += 1
      }
    }
    guard samples.count == end else { throw Self.damaged("a row is too short", range.lowerBound) }
  }
}
