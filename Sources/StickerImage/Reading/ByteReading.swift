import CImageCodecs

/// Reads numbers in PNG, JPEG and ICC data (big-endian), in GIF, BMP and WebP data (little-endian), and in
/// EXIF data (either). The caller must check that the bytes exist, or use the `checked…` functions.
extension RandomAccessCollection<UInt8> where Index == Int {
  @inline(__always) func big16(at index: Int) -> Int { Int(self[index]) << 8 | Int(self[index + 1]) }
  @inline(__always) func big32(at index: Int) -> Int { big16(at: index) << 16 | big16(at: index + 2) }
  @inline(__always) func little16(at index: Int) -> Int { Int(self[index]) | Int(self[index + 1]) << 8 }
  @inline(__always) func little24(at index: Int) -> Int { little16(at: index) | Int(self[index + 2]) << 16 }
  @inline(__always) func little32(at index: Int) -> Int {
    little16(at: index) | little16(at: index + 2) << 16
  }
}

/// Bounds-checked reading of untrusted data. Offsets count from the slice's first byte. Returns nil if the
/// bytes don't exist.
extension ArraySlice<UInt8> {
  /// The number in two bytes, 0...65535.
  func checkedBig16(at offset: Int) -> Int? {
    offset >= 0 && offset <= count - 2 ? big16(at: startIndex + offset) : nil
  }

  /// The number in four bytes, 0...2^32 - 1.
  func checkedBig32(at offset: Int) -> Int? {
    offset >= 0 && offset <= count - 4 ? big32(at: startIndex + offset) : nil
  }

  /// A signed fixed-point number with 16 integer bits and 16 fractional bits.
  func checkedFixedPoint(at offset: Int) -> Double? {
    checkedBig32(at: offset).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
  }

  /// The requested number of bytes starting at an offset, or nil if there are fewer.
  func checkedBytes(at offset: Int, count length: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
    return self[startIndex + offset..<startIndex + offset + length]
  }
}

extension [UInt8] {
  /// Whether both arrays are equal. Faster than `==`, because it compares many bytes at once.
  public func hasSameBytes(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return unsafe sl_has_same_bytes(self, other, count) != 0
  }

  /// Whether `text` is at `offset`.
  func has(_ text: String, at offset: Int = 0) -> Bool {
    let expected = text.utf8
    guard offset >= 0, offset <= count - expected.count else { return false }
    return self[offset..<offset + expected.count].elementsEqual(expected)
  }

  /// The concatenated bytes of several ranges.
  func joined(_ ranges: [Range<Int>]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(ranges.reduce(0) { $0 + $1.count })
    for range in ranges { out += self[range] }
    return out
  }

  /// The concatenated bytes of several ranges, stored in this array's own buffer if it has no other owner.
  ///
  /// - Parameter ranges: Ascending ranges within the array that don't overlap.
  consuming func compacting(_ ranges: [Range<Int>]) -> ArraySlice<UInt8> {
    var end = 0
    unsafe withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      for range in ranges where !range.isEmpty {
        precondition(
          range.lowerBound >= end && range.upperBound <= bytes.count, "ranges overlap or are out of bounds")
        unsafe (start + end).copyMemory(from: start + range.lowerBound, byteCount: range.count)
        end += range.count
      }
    }
    return self[..<end]
  }
}

extension String {
  /// Converts each byte to one character, so that any bytes are valid and different bytes produce different
  /// strings.
  init(latin1 bytes: some Sequence<UInt8>) {
    self.init(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
