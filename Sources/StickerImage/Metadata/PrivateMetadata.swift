/// A metadata field that reveals something about people, not only about the image. Its value is never kept.
public struct PrivateField: Hashable, Sendable {
  /// What a field reveals.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// The coordinates of the place where the image was taken, or of a place that it shows.
    case coordinates
    /// The name of a place.
    case placeName
    /// The creator, the owner or a depicted person.
    case person
    /// The individual device, for example by its serial number.
    case device
    /// How, when and with which program the image was edited.
    case history
  }
  /// The field's name in its standard, such as `GPSLatitude`, `dc:creator` or `By-line`. Never text from the
  /// file.
  public let standardName: String
  /// What the field reveals.
  public let kind: Kind

  /// Creates a field.
  public init(_ name: String, _ kind: Kind) { (self.standardName, self.kind) = (name, kind) }
}

extension ImageContainer {
  /// Adds fields, without duplicates.
  mutating func addPrivateFields(_ fields: [PrivateField]) {
    for field in fields where !privateFields.contains(field) { privateFields.append(field) }
  }
}

extension Collection<UInt8> {
  /// Whether the bytes contain anything but zeros and spaces. Only the beginning of long data is checked.
  var hasNonblankBytesNearStart: Bool { prefix(maxInspectedFieldBytes).contains { $0 != 0 && $0 != 0x20 } }
}

/// A field that begins with this many zeros or spaces is treated as having no value.
private let maxInspectedFieldBytes = 1024

/// The private field in a PNG text chunk, or nil for other chunks and for empty text.
///
/// `Copyright` and `Software` aren't included, because they are meant to be public.
///
/// - Parameter key: The keyword, case-insensitive.
/// - Source: PNG specification, third edition, 11.3.3.1 for `Author`.
func privateField(ofPNGText key: String, _ text: ArraySlice<UInt8>) -> PrivateField? {
  guard text.hasNonblankBytesNearStart else { return nil }
  // When ImageMagick converts a photo to PNG, it writes EXIF fields this way, such as `exif:GPSLatitude`.
  if key.hasPrefix("exif:") { return privateField(namedInEXIF: String(key.dropFirst(5))) }
  return pngFieldsByLowercaseKeyword[key.lowercased()]
}

private let pngFieldsByLowercaseKeyword: [String: PrivateField] = [
  "author": PrivateField("Author", .person), "artist": PrivateField("Artist", .person),
  "owner": PrivateField("Owner", .person), "location": PrivateField("Location", .placeName),
]

/// The private fields of an APP1 segment: EXIF or XMP after a name that ends with a zero byte.
func privateFields(ofAPP1 body: ArraySlice<UInt8>) -> [PrivateField] {
  if body.starts(with: exifSignature) { return privateFields(ofEXIF: body.dropFirst(exifSignature.count)) }
  if body.starts(with: xmpSignature) { return privateFields(ofXMP: body.dropFirst(xmpSignature.count)) }
  return []
}

/// The start of an APP1 segment with EXIF data.
///
/// - Source: EXIF 3.0 (CIPA DC-008-2023), 4.5.4.
let exifSignature = Array("Exif\0\0".utf8)

/// The start of an APP1 segment with XMP.
///
/// - Source: XMP specification, part 3, 1.1.3.
let xmpSignature = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

/// The private fields of Photoshop's image resources: IPTC, and EXIF and XMP if present.
///
/// - Parameter data: Data that begins with a resource (`8BIM`).
/// - Source: Adobe Photoshop File Formats Specification, image resource blocks.
func privateFields(ofPhotoshopResources data: ArraySlice<UInt8>) -> [PrivateField] {
  var (fields, at) = ([PrivateField](), 0)
  while let signature = data.checkedBytes(at: at, count: 4), signature.elementsEqual("8BIM".utf8),
    let kind = data.checkedBig16(at: at + 4), let nameLength = data.checkedBytes(at: at + 6, count: 1)?.first
  {
    let size = at + 6 + (1 + Int(nameLength) + 1) / 2 * 2  // a length and a name, padded to an even size
    guard let length = data.checkedBig32(at: size) else { break }
    let content = data.dropFirst(size + 4).prefix(length)
    switch kind {
    case 0x0404: fields += privateFields(ofIPTC: content)
    case 0x0422: fields += privateFields(ofEXIF: content)
    case 0x0424: fields += privateFields(ofXMP: content)
    default: break
    }
    at = size + 4 + saturatingSum(length, length & 1)
  }
  return fields
}

/// The private fields of IPTC-IIM records.
///
/// - Source: IPTC-IIM 4.2, 1.5 (data sets) and chapter 6 (record 2).
func privateFields(ofIPTC data: ArraySlice<UInt8>) -> [PrivateField] {
  var (fields, at, left) = ([PrivateField](), 0, iptcFieldsByDataSet)
  while let head = data.checkedBytes(at: at, count: 3).map(Array.init), head[0] == 0x1C,
    var length = data.checkedBig16(at: at + 3)
  {
    at += 5
    if length & 0x8000 != 0 {  // extended data set: the low bits are the number of length bytes that follow
      let count = length & 0x7FFF
      guard count <= 4, let digits = data.checkedBytes(at: at, count: count) else { break }
      length = digits.reduce(0) { $0 << 8 | Int($1) }
      at += count
    }
    if head[1] == 2, left[head[2]] != nil, data.dropFirst(at).prefix(length).hasNonblankBytesNearStart,
      let field = left.removeValue(forKey: head[2])
    {
      fields.append(field)
    }
    at += length
  }
  return fields
}

private let iptcFieldsByDataSet: [UInt8: PrivateField] = [
  80: PrivateField("By-line", .person), 85: PrivateField("By-line Title", .person),
  118: PrivateField("Contact", .person), 122: PrivateField("Writer/Editor", .person),
  26: PrivateField("Content Location Code", .placeName),
  27: PrivateField("Content Location Name", .placeName),
  90: PrivateField("City", .placeName), 92: PrivateField("Sub-location", .placeName),
  95: PrivateField("Province/State", .placeName),
  100: PrivateField("Country/Primary Location Code", .placeName),
  101: PrivateField("Country/Primary Location Name", .placeName),
]

/// The private fields of EXIF data (starting with the TIFF header).
///
/// Reads three directories, each once: the first one, and the two that it points to. Invalid offsets are
/// ignored, and counts are limited by the size of the data.
func privateFields(ofEXIF data: ArraySlice<UInt8>) -> [PrivateField] {
  guard let exif = EXIFDirectories(data) else { return [] }
  var fields: [PrivateField] = []
  let first = exif.entries(at: exif.firstDirectoryOffset)
  fields += exif.fields(byTag: firstDirectoryFields, in: first)
  if let offset = exif.directoryOffset(forTag: 0x8769, in: first) {
    fields += exif.fields(byTag: exifDirectoryFields, in: exif.entries(at: offset))
  }
  if let offset = exif.directoryOffset(forTag: 0x8825, in: first) {
    fields += exif.fields(byTag: gpsDirectoryFields, in: exif.entries(at: offset))
  }
  return fields
}

/// The private field for an EXIF field name that a program wrote into text, such as `GPSLatitude`.
func privateField(namedInEXIF name: String) -> PrivateField? {
  for names in [firstDirectoryFields, exifDirectoryFields, gpsDirectoryFields] {
    if let field = names.values.first(where: { $0.standardName == name }) { return field }
  }
  return nil
}

/// The directories of EXIF data. Every access is bounds-checked.
private struct EXIFDirectories {
  let bytes: ArraySlice<UInt8>
  let isLittleEndian: Bool

  /// - Returns: nil if there is no TIFF header.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= 8 else { return nil }
    self.bytes = bytes
    isLittleEndian = bytes.starts(with: [0x49, 0x49])  // "II"
    guard isLittleEndian || bytes.starts(with: [0x4D, 0x4D]), number16(at: 2) == 42 else { return nil }
  }

  var firstDirectoryOffset: Int { number32(at: 4) ?? 0 }

  struct Entry {
    let tag: Int
    let type: Int
    let count: Int
    /// The position of the entry's four bytes, which hold the value or its offset.
    let valueFieldOffset: Int
  }

  func entries(at offset: Int) -> [Entry] {
    guard let count = number16(at: offset) else { return [] }
    let room = max(0, bytes.count - offset - 2) / 12
    return (0..<min(count, room)).compactMap { number in
      let at = offset + 2 + number * 12
      guard let tag = number16(at: at), let type = number16(at: at + 2), let count = number32(at: at + 4)
      else { return nil }
      return Entry(tag: tag, type: type, count: count, valueFieldOffset: at + 8)
    }
  }

  /// The offset that an entry points to.
  func directoryOffset(forTag tag: Int, in entries: [Entry]) -> Int? {
    entries.first { $0.tag == tag }.flatMap { number32(at: $0.valueFieldOffset) }
  }

  /// The fields whose entries have a value. If several entries have the same tag, the first one is used.
  func fields(byTag names: [Int: PrivateField], in entries: [Entry]) -> [PrivateField] {
    var left = names
    return entries.compactMap { entry in
      guard let field = left.removeValue(forKey: entry.tag),
        value(of: entry)?.hasNonblankBytesNearStart == true
      else {
        return nil
      }
      return field
    }
  }

  private func value(of entry: Entry) -> ArraySlice<UInt8>? {
    guard let size = exifValueByteCounts[entry.type] else { return nil }
    let length = saturatingProduct(entry.count, size)
    guard length > 4 else { return bytes.checkedBytes(at: entry.valueFieldOffset, count: length) }
    return number32(at: entry.valueFieldOffset).flatMap { bytes.checkedBytes(at: $0, count: length) }
  }

  private func number16(at offset: Int) -> Int? {
    guard let number = bytes.checkedBig16(at: offset) else { return nil }
    return isLittleEndian ? number >> 8 | (number & 0xFF) << 8 : number
  }

  private func number32(at offset: Int) -> Int? {
    guard let number = bytes.checkedBig32(at: offset) else { return nil }
    return isLittleEndian ? Int(UInt32(truncatingIfNeeded: number).byteSwapped) : number
  }
}

/// The size in bytes of one value of each type.
///
/// - Source: TIFF 6.0, section 2; EXIF 3.0 (CIPA DC-008-2023), 4.6.2 for 129 (UTF-8 text).
private let exifValueByteCounts = [
  1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 129: 1,
]

/// - Source: EXIF 3.0, 4.6.4 and 4.6.5; XPAuthor is from Windows, and CameraSerialNumber is from Adobe (DNG
///   1.7).
private let firstDirectoryFields: [Int: PrivateField] = [
  0x013B: PrivateField("Artist", .person), 0x9C9D: PrivateField("XPAuthor", .person),
  0xC62F: PrivateField("CameraSerialNumber", .device), 0x9213: PrivateField("ImageHistory", .history),
]

/// - Source: EXIF 3.0, 4.6.6. MakerNote is vendor-specific and contains serial numbers.
private let exifDirectoryFields: [Int: PrivateField] = [
  0xA430: PrivateField("CameraOwnerName", .person), 0xA437: PrivateField("Photographer", .person),
  0xA438: PrivateField("ImageEditor", .person), 0xA431: PrivateField("BodySerialNumber", .device),
  0xA435: PrivateField("LensSerialNumber", .device), 0x927C: PrivateField("MakerNote", .device),
  0x9213: PrivateField("ImageHistory", .history),
]

/// - Source: EXIF 3.0, 4.6.7.
private let gpsDirectoryFields: [Int: PrivateField] = [
  2: PrivateField("GPSLatitude", .coordinates), 4: PrivateField("GPSLongitude", .coordinates),
  6: PrivateField("GPSAltitude", .coordinates), 20: PrivateField("GPSDestLatitude", .coordinates),
  22: PrivateField("GPSDestLongitude", .coordinates), 28: PrivateField("GPSAreaInformation", .coordinates),
]
