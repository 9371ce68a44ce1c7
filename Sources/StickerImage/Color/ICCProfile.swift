/// The reader of an ICC profile: every access is checked, since profiles come with hostile files.
struct ICCProfile {
  let bytes: [UInt8]

  /// The profile's color space: `RGB `, `GRAY`, `CMYK`.
  let colorSpace: String

  /// A profile with a sound header.
  ///
  /// - Returns: nil where the bytes are no ICC profile.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count >= 132, bytes[36..<40].elementsEqual("acsp".utf8) else { return nil }
    colorSpace = String(latin1: bytes[16..<20])
  }

  /// Whether colors are converted by tables or by a program of processing elements. Where there is one,
  /// curves and primaries beside it count for nothing.
  var hasTables: Bool {
    ["A2B0", "A2B1", "A2B2", "D2B0", "D2B1", "D2B2", "D2B3"].contains { tag($0) != nil }
  }

  /// Whether colors are converted by three primaries and three curves, and by nothing else.
  var isMatrixOfRGB: Bool {
    colorSpace == "RGB " && leadsToXYZ && !hasTables && tag("rXYZ") != nil && tag("gXYZ") != nil
      && tag("bXYZ") != nil
  }

  /// Whether the profile leads to XYZ, not to Lab.
  var leadsToXYZ: Bool { bytes[20..<24].elementsEqual("XYZ ".utf8) }

  /// The data of a tag; nil where it is missing or lies outside of the profile.
  func tag(_ name: String) -> ArraySlice<UInt8>? {
    for entry in 0..<min(bytes.big32(at: 128), (bytes.count - 132) / 12) {
      let start = 132 + entry * 12
      guard bytes[start..<start + 4].elementsEqual(name.utf8) else { continue }
      return bytes[...].checkedBytes(at: bytes.big32(at: start + 4), count: bytes.big32(at: start + 8))
    }
    return nil
  }

  /// A tag of type `XYZ `: three signed numbers with 16 bits behind the point.
  ///
  /// - Source: ICC.1:2022, 10.31.
  func color(_ name: String) -> SIMD3<Double>? {
    guard let data = tag(name), data.prefix(4).elementsEqual("XYZ ".utf8),
      let x = data.checkedFixedPoint(at: 8), let y = data.checkedFixedPoint(at: 12),
      let z = data.checkedFixedPoint(at: 16)
    else { return nil }
    return SIMD3(x, y, z)
  }
}
