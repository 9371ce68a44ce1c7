/// The private field that a text chunk of a PNG is; nil for others and where its text says nothing.
///
/// - Parameter key: its keyword. Upper and lower case are the same here.
/// - Source: PNG specification, third edition, 11.3.3.1 for `Author`. `Copyright` and `Software` are meant to
///   be read by everybody.
func privateField(ofText key: String, _ text: ArraySlice<UInt8>) -> PrivateField? {
  guard text.saysSomething else { return nil }
  // ImageMagick writes EXIF, as `exif:GPSLatitude` for one, when it makes a PNG of a photo.
  if key.hasPrefix("exif:") { return privateField(namedInEXIF: String(key.dropFirst(5))) }
  return textNames[key.lowercased()]
}

private let textNames: [String: PrivateField] = [
  "author": PrivateField("Author", .person), "artist": PrivateField("Artist", .person),
  "owner": PrivateField("Owner", .person), "location": PrivateField("Location", .place),
]

/// Whether a text chunk holds metadata of another kind, which is worth inflating.
func holdsMetadata(_ key: String) -> Bool {
  key == "XML:com.adobe.xmp" || key.hasPrefix(rawProfilePrefix)
}

/// Fields of metadata that a text chunk holds: XMP, or what ImageMagick writes of the others, in digits.
func privateFields(ofMetadataIn key: String, _ text: ArraySlice<UInt8>) -> [PrivateField] {
  guard key.hasPrefix(rawProfilePrefix) else { return privateFields(ofXMP: text) }
  let bytes = rawProfile(text)[...]
  switch key.dropFirst(rawProfilePrefix.count) {
  case "exif", "APP1": return privateFields(ofAPP1: bytes)
  case "xmp": return privateFields(ofXMP: bytes)
  case "iptc", "8bim":
    return bytes.starts(with: "8BIM".utf8)
      ? privateFields(ofResources: bytes) : privateFields(ofIPTC: bytes)
  default: return []
  }
}

/// Fields of an APP1 segment: EXIF or XMP behind a name that ends with a zero byte.
func privateFields(ofAPP1 body: ArraySlice<UInt8>) -> [PrivateField] {
  if body.starts(with: exifMark) { return privateFields(ofEXIF: body.dropFirst(exifMark.count)) }
  if body.starts(with: xmpMark) { return privateFields(ofXMP: body.dropFirst(xmpMark.count)) }
  return []
}

private let rawProfilePrefix = "Raw profile type "
private let exifMark = Array("Exif\0\0".utf8)

/// What an APP1 segment with XMP begins with.
///
/// - Source: XMP specification, part 3, 1.1.3.
private let xmpMark = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

/// The bytes that hexadecimal digits stand for, behind a line with a name and one with their count.
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
