/// Fields of EXIF data (TIFF header first) that say more of people than of the picture.
///
/// Three directories are looked at, each once: the first, and the two that it points to. Offsets that lead
/// elsewhere lead nowhere, and counts end where the bytes do.
func privateFields(ofEXIF data: ArraySlice<UInt8>) -> [PrivateField] {
  guard let exif = EXIFDirectories(data) else { return [] }
  var fields: [PrivateField] = []
  let first = exif.entries(at: exif.firstDirectory)
  fields += exif.named(firstDirectoryNames, in: first)
  if let offset = exif.pointer(0x8769, in: first) {
    fields += exif.named(cameraDirectoryNames, in: exif.entries(at: offset))
  }
  if let offset = exif.pointer(0x8825, in: first) {
    fields += exif.named(positionDirectoryNames, in: exif.entries(at: offset))
  }
  return fields
}

/// The private field that a name of EXIF stands for, as programs write it into text: `GPSLatitude`.
func privateField(namedInEXIF name: String) -> PrivateField? {
  for names in [firstDirectoryNames, cameraDirectoryNames, positionDirectoryNames] {
    if let field = names.values.first(where: { $0.name == name }) { return field }
  }
  return nil
}

/// Directories of EXIF data; every access is checked.
private struct EXIFDirectories {
  let bytes: ArraySlice<UInt8>
  let isLittle: Bool

  /// - Returns: the directories; nil where there is no TIFF header.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= 8 else { return nil }
    self.bytes = bytes
    isLittle = bytes.starts(with: [0x49, 0x49])  // "II"
    guard isLittle || bytes.starts(with: [0x4D, 0x4D]), number16(at: 2) == 42 else { return nil }
  }

  var firstDirectory: Int { number32(at: 4) ?? 0 }

  struct Entry {
    let tag: Int
    let type: Int
    let count: Int
    /// Where the entry's four bytes of value, or offset of it, begin.
    let place: Int
  }

  func entries(at offset: Int) -> [Entry] {
    guard let count = number16(at: offset) else { return [] }
    let room = max(0, bytes.count - offset - 2) / 12
    return (0..<min(count, room)).compactMap { number in
      let at = offset + 2 + number * 12
      guard let tag = number16(at: at), let type = number16(at: at + 2), let count = number32(at: at + 4)
      else { return nil }
      return Entry(tag: tag, type: type, count: count, place: at + 8)
    }
  }

  /// Where an entry points to.
  func pointer(_ tag: Int, in entries: [Entry]) -> Int? {
    entries.first { $0.tag == tag }.flatMap { number32(at: $0.place) }
  }

  /// The fields among entries that have a value. Of entries with one tag the first counts.
  func named(_ names: [Int: PrivateField], in entries: [Entry]) -> [PrivateField] {
    var left = names
    return entries.compactMap { entry in
      guard let field = left.removeValue(forKey: entry.tag), value(of: entry)?.saysSomething == true else {
        return nil
      }
      return field
    }
  }

  private func value(of entry: Entry) -> ArraySlice<UInt8>? {
    guard let size = sizes[entry.type] else { return nil }
    let length = saturatingProduct(entry.count, size)
    guard length > 4 else { return bytes.checkedBytes(at: entry.place, count: length) }
    return number32(at: entry.place).flatMap { bytes.checkedBytes(at: $0, count: length) }
  }

  private func number16(at offset: Int) -> Int? {
    guard let number = bytes.checkedBig16(at: offset) else { return nil }
    return isLittle ? number >> 8 | (number & 0xFF) << 8 : number
  }

  private func number32(at offset: Int) -> Int? {
    guard let number = bytes.checkedBig32(at: offset) else { return nil }
    return isLittle ? Int(UInt32(truncatingIfNeeded: number).byteSwapped) : number
  }
}

/// Bytes of one value of each type.
///
/// - Source: TIFF 6.0, section 2; EXIF 3.0 (CIPA DC-008-2023), 4.6.2 for 129, text in UTF-8.
private let sizes = [
  1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 129: 1,
]

/// - Source: EXIF 3.0, 4.6.4 and 4.6.5; XPAuthor is Windows', CameraSerialNumber Adobe's (DNG 1.7).
private let firstDirectoryNames: [Int: PrivateField] = [
  0x013B: PrivateField("Artist", .person), 0x9C9D: PrivateField("XPAuthor", .person),
  0xC62F: PrivateField("CameraSerialNumber", .device), 0x9213: PrivateField("ImageHistory", .history),
]

/// - Source: EXIF 3.0, 4.6.6. MakerNote is the maker's own, and serial numbers are kept in it.
private let cameraDirectoryNames: [Int: PrivateField] = [
  0xA430: PrivateField("CameraOwnerName", .person), 0xA437: PrivateField("Photographer", .person),
  0xA438: PrivateField("ImageEditor", .person), 0xA431: PrivateField("BodySerialNumber", .device),
  0xA435: PrivateField("LensSerialNumber", .device), 0x927C: PrivateField("MakerNote", .device),
  0x9213: PrivateField("ImageHistory", .history),
]

/// - Source: EXIF 3.0, 4.6.7.
private let positionDirectoryNames: [Int: PrivateField] = [
  2: PrivateField("GPSLatitude", .position), 4: PrivateField("GPSLongitude", .position),
  6: PrivateField("GPSAltitude", .position), 20: PrivateField("GPSDestLatitude", .position),
  22: PrivateField("GPSDestLongitude", .position), 28: PrivateField("GPSAreaInformation", .position),
]
