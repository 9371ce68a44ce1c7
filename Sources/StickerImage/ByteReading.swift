/// Reading numbers of PNG (big endian), GIF (little endian) and EXIF (either) out of bytes; the caller has
/// checked that they are there.
extension [UInt8] {
  func big16(at offset: Int) -> Int { Int(self[offset]) << 8 | Int(self[offset + 1]) }
  func big32(at offset: Int) -> Int { big16(at: offset) << 16 | big16(at: offset + 2) }
  func little16(at offset: Int) -> Int { Int(self[offset]) | Int(self[offset + 1]) << 8 }

  /// Whether `text` stands at `offset`.
  func has(_ text: String, at offset: Int = 0) -> Bool {
    let expected = text.utf8
    guard offset >= 0, offset <= count - expected.count else { return false }
    return self[offset..<offset + expected.count].elementsEqual(expected)
  }

  /// The bytes of several ranges, one after the other.
  func joined(_ ranges: [Range<Int>]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(ranges.reduce(0) { $0 + $1.count })
    for range in ranges { out += self[range] }
    return out
  }
}
