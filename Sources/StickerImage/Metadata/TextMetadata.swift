/// Metadata in a text chunk of a PNG: XMP, or a raw profile in hexadecimal digits.
///
/// - Source: `Raw profile type exif` is written by ImageMagick, `Raw profile type APP1` by ExifTool; Pillow,
///   ImageMagick and ExifTool read both.
enum TextMetadata {
  /// EXIF data, TIFF header first.
  case exif(ArraySlice<UInt8>)
  case xmp(ArraySlice<UInt8>)
  case iptc(ArraySlice<UInt8>)
  /// Image resources of Photoshop.
  case resources(ArraySlice<UInt8>)

  /// - Returns: nil if the text is of another kind.
  init?(_ key: String, _ text: ArraySlice<UInt8>) {
    if key == "XML:com.adobe.xmp" {
      self = .xmp(text)
      return
    }
    guard key.hasPrefix(rawProfilePrefix) else { return nil }
    let bytes = rawProfile(text)[...]
    switch key.dropFirst(rawProfilePrefix.count) {
    case "exif", "APP1":
      if bytes.starts(with: exifMark) {
        self = .exif(bytes.dropFirst(exifMark.count))
      } else if bytes.starts(with: xmpMark) {
        self = .xmp(bytes.dropFirst(xmpMark.count))
      } else {
        self = .exif(bytes)
      }
    case "xmp": self = .xmp(bytes)
    case "iptc", "8bim": self = bytes.starts(with: "8BIM".utf8) ? .resources(bytes) : .iptc(bytes)
    default: return nil
    }
  }

  /// Fields that may identify people or places.
  var privateFields: [PrivateField] {
    switch self {
    case .exif(let data): StickerImage.privateFields(ofEXIF: data)
    case .xmp(let data): StickerImage.privateFields(ofXMP: data)
    case .iptc(let data): StickerImage.privateFields(ofIPTC: data)
    case .resources(let data): StickerImage.privateFields(ofResources: data)
    }
  }
}

/// Whether a text chunk with this keyword may carry EXIF data.
func carriesEXIF(_ key: String) -> Bool { ["exif", "APP1"].contains { key == rawProfilePrefix + $0 } }

private let rawProfilePrefix = "Raw profile type "

/// Decodes the hexadecimal digits that follow a line with the name and a line with the byte count.
private func rawProfile(_ text: ArraySlice<UInt8>) -> [UInt8] {
  var lines = text[...]
  for _ in 0..<3 {  // an empty line, the name, the count
    guard let end = lines.firstIndex(of: 0x0A) else { return [] }
    lines = lines[(end + 1)...]
  }
  var (bytes, high) = ([UInt8](), UInt8?.none)
  for byte in lines {
    guard let digit = hexadecimalDigit(byte) else { continue }
    if let first = high {
      bytes.append(first << 4 | digit)
      high = nil
    } else {
      high = digit
    }
  }
  return bytes
}

private func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x41...0x46: byte - 0x41 + 10
  case 0x61...0x66: byte - 0x61 + 10
  default: nil
  }
}
