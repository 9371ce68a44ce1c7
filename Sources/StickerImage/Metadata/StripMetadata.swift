/// Metadata in a PNG text chunk: XMP, or a raw profile in hexadecimal digits.
///
/// - Source: `Raw profile type exif` is written by ImageMagick, and `Raw profile type APP1` by ExifTool.
///   Pillow, ImageMagick and ExifTool read both.
enum TextChunkMetadata {
  /// EXIF data, starting with the TIFF header.
  case exif(ArraySlice<UInt8>)
  case xmp(ArraySlice<UInt8>)
  case iptc(ArraySlice<UInt8>)
  /// Photoshop image resources.
  case photoshopResources(ArraySlice<UInt8>)

  /// - Returns: nil if the text is of another kind.
  init?(_ key: String, _ text: ArraySlice<UInt8>) {
    if key == "XML:com.adobe.xmp" {
      self = .xmp(text)
      return
    }
    guard key.hasPrefix(rawProfilePrefix) else { return nil }
    let bytes = decodedRawProfile(text)[...]
    switch key.dropFirst(rawProfilePrefix.count) {
    case "exif", "APP1":
      if bytes.starts(with: exifSignature) {
        self = .exif(bytes.dropFirst(exifSignature.count))
      } else if bytes.starts(with: xmpSignature) {
        self = .xmp(bytes.dropFirst(xmpSignature.count))
      } else {
        self = .exif(bytes)
      }
    case "xmp": self = .xmp(bytes)
    case "iptc", "8bim": self = bytes.starts(with: "8BIM".utf8) ? .photoshopResources(bytes) : .iptc(bytes)
    default: return nil
    }
  }

  /// Fields that may identify people or places.
  var privateFields: [PrivateField] {
    switch self {
    case .exif(let data): StickerImage.privateFields(ofEXIF: data)
    case .xmp(let data): StickerImage.privateFields(ofXMP: data)
    case .iptc(let data): StickerImage.privateFields(ofIPTC: data)
    case .photoshopResources(let data): StickerImage.privateFields(ofPhotoshopResources: data)
    }
  }
}

/// Whether a text chunk with this keyword may contain EXIF data.
func mayContainEXIF(textChunkKeyword key: String) -> Bool {
  ["exif", "APP1"].contains { key == rawProfilePrefix + $0 }
}

private let rawProfilePrefix = "Raw profile type "

/// Decodes the hexadecimal digits that follow a line with the name and a line with the byte count.
private func decodedRawProfile(_ text: ArraySlice<UInt8>) -> [UInt8] {
  var lines = text[...]
  for _ in 0..<3 {  // an empty line, the name, the count
    guard let end = lines.firstIndex(of: 0x0A) else { return [] }
    lines = lines[(end + 1)...]
  }
  var (bytes, high) = ([UInt8](), UInt8?.none)
  for byte in lines {
    guard let digit = hexadecimalDigitValue(byte) else { continue }
    if let first = high {
      bytes.append(first << 4 | digit)
      high = nil
    } else {
      high = digit
    }
  }
  return bytes
}

private func hexadecimalDigitValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x41...0x46: byte - 0x41 + 10
  case 0x61...0x66: byte - 0x61 + 10
  default: nil
  }
}

/// What to remove from a file without changing its image, colors or timing.
public struct StripOptions: OptionSet, Hashable, Sendable {
  /// The set as bits, one for each kind.
  public let rawValue: Int
  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The bytes after the image.
  public static let trailingBytes = StripOptions(rawValue: 1)
  /// Every part that contains a private field. The part is removed as a whole.
  public static let partsWithPrivateFields = StripOptions(rawValue: 2)
  /// All metadata.
  public static let metadata = StripOptions(rawValue: 4)
}

extension ImageContainer {
  /// Removes metadata or trailing bytes from a file. All other bytes stay the same, except for the sizes and
  /// flags in a WebP's header.
  ///
  /// - Parameter what: What to remove.
  /// - Parameter bytes: The file from which the container was read.
  /// - Returns: The file. If an EXIF orientation would be lost, it is kept in an EXIF part that contains
  ///   nothing else, so that the image looks the same.
  public func stripping(_ what: StripOptions, from bytes: [UInt8]) -> [UInt8] {
    var leaving = parts.map { part in
      part.isMetadata
        && (what.contains(.metadata)
          || (what.contains(.partsWithPrivateFields) && holdsPrivateFields(part, of: bytes, self)))
    }
    if zip(parts, leaving).contains(where: { $1 && isExtendedXMP($0, of: bytes) }) {
      // Extended XMP is split into many segments and is useless if some are missing. Any of them may contain
      // the private field.
      for (index, part) in parts.enumerated() where isExtendedXMP(part, of: bytes) { leaving[index] = true }
    }
    let turned = orientation.flatMap { (2...8).contains($0) ? $0 : nil }
    var isTurned = false
    var (out, position) = ([UInt8](), 0)
    out.reserveCapacity(bytes.count)
    for (part, leaves) in zip(parts, leaving) where leaves {
      guard part.offset >= position, part.length > 0, part.offset <= bytes.count - part.length else {
        continue
      }
      out += bytes[position..<part.offset]
      position = part.offset + part.length
      guard let turned, !isTurned, isEXIF(part, of: bytes) else { continue }
      out += exifPart(orientation: turned, format)
      isTurned = true
    }
    let end = what.contains(.trailingBytes) ? max(position, min(endOffset, bytes.count)) : bytes.count
    out += bytes[position..<end]
    return format == .webp ? fixingWebPSizeAndFlags(out, trailingByteCount: end - min(endOffset, end)) : out
  }
}

/// Whether a part contains private fields, judged as if it were the only part.
private func holdsPrivateFields(_ part: ContainerPart, of bytes: [UInt8], _ container: ImageContainer) -> Bool
{
  guard part.length > 0, part.offset >= 0, part.offset <= bytes.count - part.length else { return false }
  let own = bytes[part.offset..<part.offset + part.length]
  if isExtendedXMP(part, of: bytes) { return !container.privateFields.isEmpty }
  let alone: [UInt8] =
    switch container.format {
    case .png, .apng: Array(bytes.prefix(8 + 25)) + own  // the signature and IHDR
    // a screen without a palette, and the trailer
    case .gif: Array(bytes.prefix(10)) + [0, 0, 0] + own + [0x3B]
    case .jpeg: [0xFF, 0xD8] + own + [0xFF, 0xD9]
    case .webm: []
    case .webp: Array("RIFF".utf8) + littleEndianBytes(own.count + 4, 4) + Array("WEBP".utf8) + own
    }
  return ImageContainer(of: alone, budget: .unlimited)?.privateFields.isEmpty == false
}

private func isEXIF(_ part: ContainerPart, of bytes: [UInt8]) -> Bool {
  ["eXIf", "EXIF"].contains(part.type) || (part.type == "APP1" && bytes.has("Exif\0\0", at: part.offset + 4))
}

/// Whether a part is a segment of extended XMP, which is too long for one JPEG segment.
private func isExtendedXMP(_ part: ContainerPart, of bytes: [UInt8]) -> Bool {
  part.type == "APP1" && bytes.has("http://ns.adobe.com/xmp/extension/\0", at: part.offset + 4)
}

/// EXIF data that contains only the orientation.
///
/// - Source: TIFF 6.0, section 2; Exif 2.32, tag 0x0112.
private func exifPart(orientation: Int, _ format: ImageFormat) -> [UInt8] {
  let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0]
  let tiff: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]
  if format == .webp { return Array("EXIF".utf8) + littleEndianBytes(tiff.count, 4) + tiff }
  if format != .jpeg { return pngChunk("eXIf", [tiff]) }
  let body = Array("Exif\0\0".utf8) + tiff
  return [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body
}

/// Corrects the length and the EXIF and XMP flags in a WebP's header after chunks were removed.
///
/// - Parameter trailing: The number of bytes after the image.
private func fixingWebPSizeAndFlags(_ bytes: [UInt8], trailingByteCount trailing: Int) -> [UInt8] {
  var out = bytes
  out.replaceSubrange(4..<8, with: littleEndianBytes(bytes.count - trailing - 8, 4))
  guard out.has("VP8X", at: 12), out.count > 20 else { return out }
  let names = ImageContainer(of: out, budget: .unlimited)?.parts.map(\.type) ?? []
  if !names.contains("EXIF") { out[20] &= ~exifFlag }
  if !names.contains("XMP") { out[20] &= ~xmpFlag }
  return out
}
