extension JPEGFacts {
  /// Takes in one segment; behind the first scan only scans are counted. What is too short to be what its
  /// marker says is passed over.
  ///
  /// - Returns: the density, of a JFIF segment.
  mutating func note(_ marker: UInt8, _ body: ArraySlice<UInt8>) -> PixelDensity? {
    if marker == 0xDA { scans += 1 }
    guard scans == 0 else { return nil }
    switch marker {
    case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
      if process.isEmpty { noteFrame(marker, body) }
    case 0xDD: restartInterval = body.checkedBig16(at: 0) ?? restartInterval
    case 0xE0: return noteJFIF(body)
    case 0xEE: noteAdobe(body)
    default: break
    }
    return nil
  }

  private mutating func noteFrame(_ marker: UInt8, _ body: ArraySlice<UInt8>) {
    process = "SOF\(marker - 0xC0)"
    guard let count = body.checkedBytes(at: 5, count: 1)?.first else { return }
    components = (0..<Int(count)).compactMap { number in
      guard let bytes = body.checkedBytes(at: 6 + number * 3, count: 2).map(Array.init) else { return nil }
      return JPEGComponent(
        identifier: Int(bytes[0]), horizontal: Int(bytes[1] >> 4), vertical: Int(bytes[1] & 15))
    }
  }

  /// "JFIF" and a zero, version, unit, two densities, size of a thumbnail.
  private mutating func noteJFIF(_ body: ArraySlice<UInt8>) -> PixelDensity? {
    guard body.count >= 14, body.starts(with: Array("JFIF\0".utf8)), jfifVersion == nil else { return nil }
    let bytes = Array(body.prefix(14))
    jfifVersion = "\(bytes[5]).\(bytes[6] < 10 ? "0" : "")\(bytes[6])"
    let units: [UInt8: PixelDensity.Unit] = [0: .none, 1: .inch, 2: .centimeter]
    return units[bytes[7]].map { PixelDensity(bytes.big16(at: 8), bytes.big16(at: 10), per: $0) }
  }

  /// "Adobe", version, two words of flags, the transform.
  private mutating func noteAdobe(_ body: ArraySlice<UInt8>) {
    guard body.count >= 12, body.starts(with: Array("Adobe".utf8)) else { return }
    adobeTransform = Int(body[body.startIndex + 11])
  }
}
