/// Reading numbers of PNG, JPEG and ICC (big endian), GIF, BMP and WebP (little endian) and EXIF (either) out
/// of bytes. The caller has checked that they are there; `checked…` is for those who have not.
extension RandomAccessCollection<UInt8> where Index == Int {
  @inline(__always) func big16(at index: Int) -> Int { Int(self[index]) << 8 | Int(self[index + 1]) }
  @inline(__always) func big32(at index: Int) -> Int { big16(at: index) << 16 | big16(at: index + 2) }
  @inline(__always) func little16(at index: Int) -> Int { Int(self[index]) | Int(self[index + 1]) << 8 }
  @inline(__always) func little24(at index: Int) -> Int { little16(at: index) | Int(self[index + 2]) << 16 }
  @inline(__always) func little32(at index: Int) -> Int {
    little16(at: index) | little16(at: index + 2) << 16
  }
}

/// For data of hostile length. Offsets count from the slice's first byte; nil where the number is not there.
extension ArraySlice<UInt8> {
  /// The number in two bytes, 0...65535.
  func checkedBig16(at offset: Int) -> Int? {
    offset >= 0 && offset <= count - 2 ? big16(at: startIndex + offset) : nil
  }

  /// The number in four bytes, 0...2^32 - 1.
  func checkedBig32(at offset: Int) -> Int? {
    offset >= 0 && offset <= count - 4 ? big32(at: startIndex + offset) : nil
  }

  /// A signed number with 16 bits before and 16 bits behind the point.
  func checkedFixedPoint(at offset: Int) -> Double? {
    checkedBig32(at: offset).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
  }

  /// Bytes from an offset on; nil where there are fewer than are asked for.
  func checkedBytes(at offset: Int, count length: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
    return self[startIndex + offset..<startIndex + offset + length]
  }
}

extension [UInt8] {
  /// Whether both are the same bytes: many at once, where `==` looks at one after the other.
  public func hasSameBytes(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return unsafe withUnsafeBytes { own in
      unsafe other.withUnsafeBytes { others in
        unsafe own.baseAddress == others.baseAddress || areSame(own, others)
      }
    }
  }

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

  /// The same in the memory of these bytes, where nobody else holds them.
  ///
  /// - Parameter ranges: within the bytes, one behind the other.
  consuming func pushedTogether(_ ranges: [Range<Int>]) -> ArraySlice<UInt8> {
    var end = 0
    unsafe withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      for range in ranges where !range.isEmpty {
        precondition(range.lowerBound >= end && range.upperBound <= bytes.count, "other bytes than these")
        unsafe (start + end).copyMemory(from: start + range.lowerBound, byteCount: range.count)
        end += range.count
      }
    }
    return self[..<end]
  }
}

extension String {
  /// One character a byte: any bytes are text, and different bytes are different text.
  init(latin1 bytes: some Sequence<UInt8>) {
    self.init(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}

/// - Parameter other: bytes of the same length.
private func areSame(_ bytes: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
  var at = 0
  while at &+ 64 <= bytes.count {
    let one = unsafe bytes.loadUnaligned(fromByteOffset: at, as: SIMD8<UInt64>.self)
    let two = unsafe other.loadUnaligned(fromByteOffset: at, as: SIMD8<UInt64>.self)
    guard (one ^ two) == .zero else { return false }
    at &+= 64
  }
  while at < bytes.count {
    guard unsafe bytes[at] == other[at] else { return false }
    at &+= 1
  }
  return true
}
