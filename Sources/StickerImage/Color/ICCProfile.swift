/// The big-endian reader of an ICC profile: every access is checked, since profiles come with hostile files.
struct ICCProfile {
  private let bytes: [UInt8]

  /// The profile's color space: `RGB `, `GRAY`, `CMYK`.
  let colorSpace: String

  /// A profile with a sound header.
  ///
  /// - Returns: nil where the bytes are no ICC profile.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count >= 132, bytes[36..<40].elementsEqual("acsp".utf8) else { return nil }
    colorSpace = String(decoding: bytes[16..<20], as: Unicode.UTF8.self)
  }

  /// Whether colors are converted by three primaries and three curves, and by nothing else.
  var isMatrixOfRGB: Bool {
    colorSpace == "RGB " && bytes[20..<24].elementsEqual("XYZ ".utf8) && tag("A2B0") == nil
      && tag("rXYZ") != nil && tag("gXYZ") != nil && tag("bXYZ") != nil
  }

  /// The data of a tag; nil where it is missing or lies outside of the profile.
  func tag(_ name: String) -> ArraySlice<UInt8>? {
    guard let count = bigEndian32(bytes[128...], at: 0) else { return nil }
    for entry in 0..<min(count, (bytes.count - 132) / 12) {
      let start = 132 + entry * 12
      guard bytes[start..<start + 4].elementsEqual(name.utf8) else { continue }
      guard let offset = bigEndian32(bytes[start...], at: 4),
        let length = bigEndian32(bytes[start...], at: 8),
        offset <= bytes.count, length <= bytes.count - offset
      else { return nil }
      return bytes[offset..<offset + length]
    }
    return nil
  }
}

/// Two bytes, 0...65535; nil where they are not there.
func bigEndian16(_ data: ArraySlice<UInt8>, at offset: Int) -> Int? {
  guard data.count >= offset + 2 else { return nil }
  let start = data.startIndex + offset
  return Int(data[start]) << 8 | Int(data[start + 1])
}

/// Four bytes, 0...2^32 - 1; nil where they are not there.
func bigEndian32(_ data: ArraySlice<UInt8>, at offset: Int) -> Int? {
  guard let high = bigEndian16(data, at: offset), let low = bigEndian16(data, at: offset + 2) else {
    return nil
  }
  return high << 16 | low
}

/// A signed number with 16 bits before and 16 bits behind the point; nil where it is not there.
func fixedPoint(_ data: ArraySlice<UInt8>, at offset: Int) -> Double? {
  bigEndian32(data, at: offset).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
}
