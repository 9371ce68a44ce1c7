import CImageCodecs

/// What came of inflating a zlib stream into a buffer of known size.
enum Inflated: Hashable {
  /// The stream filled it exactly.
  case whole
  /// The stream ended after so many bytes.
  case short(Int)
  /// The stream holds more.
  case long
  /// The bytes are no sound zlib stream: broken, cut off, or the checksum is wrong.
  case broken
}

/// Inflates one zlib stream that should fill a buffer.
func inflate(_ data: ArraySlice<UInt8>, into out: UnsafeMutableBufferPointer<UInt8>) -> Inflated {
  var (consumed, produced) = (0, 0)
  let status = unsafe data.withUnsafeBufferPointer { source in
    unsafe sl_zlib_inflate(
      source.baseAddress, source.count, out.baseAddress, out.count, &consumed, &produced)
  }
  switch status {
  case SL_OK: return .whole
  case SL_SHORT: return .short(produced)
  case SL_LONG: return .long
  default: return .broken
  }
}

/// Inflates one zlib stream that should hold `expected` bytes.
///
/// - Returns: what came of it, and the bytes where that is `whole` or `short`; behind them there is room for
///   one more.
func inflate(_ data: ArraySlice<UInt8>, expecting expected: Int) -> (Inflated, [UInt8]) {
  var outcome = Inflated.broken
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: expected + 1) { out, count in
    outcome = unsafe inflate(data, into: UnsafeMutableBufferPointer(rebasing: out[..<expected]))
    switch outcome {
    case .whole: count = expected
    case .short(let produced): count = produced
    case .long, .broken: count = 0
    }
  }
  return (outcome, bytes)
}

/// Inflates a zlib stream of unknown size.
///
/// - Parameter limit: bytes; the buffer starts small and never grows past it.
/// - Returns: the bytes; nil where the stream is broken or holds more than `limit`. `room` is how many bytes
///   may have been inflated, `limit + 1` where there are more.
func inflate(_ data: ArraySlice<UInt8>, limit: Int) -> (bytes: [UInt8]?, room: Int) {
  var capacity = min(limit, max(4096, saturatingProduct(data.count, 4)))
  while true {
    switch inflate(data, expecting: capacity) {
    case (.whole, let bytes), (.short, let bytes): return (bytes, bytes.count)
    // How far a broken stream goes is known to nobody.
    case (.broken, _): return (nil, capacity)
    case (.long, _):
      guard capacity < limit else { return (nil, saturatingSum(limit, 1)) }
      capacity = min(limit, saturatingProduct(capacity, 4))
    }
  }
}

/// The first 4,096 bytes of a decompressed gzip file, or none if this is not a gzip file. The data may be
/// truncated.
func gunzippedStart(of data: ArraySlice<UInt8>) -> [UInt8] {
  unsafe [UInt8](unsafeUninitializedCapacity: 4096) { out, count in
    count = unsafe data.withUnsafeBufferPointer { source in
      unsafe sl_gunzip_start(source.baseAddress, source.count, out.baseAddress, out.count)
    }
  }
}

/// The CRC of a PNG chunk's type and data, and of a file in a ZIP archive.
///
/// - Source: PNG specification, annex D; APPNOTE 4.4.7. Both are that of ISO 3309.
public func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  unsafe bytes.withUnsafeBufferPointer { unsafe sl_crc32(0, $0.baseAddress, $0.count) }
}

/// Deflates bytes into a zlib stream.
///
/// - Parameter level: libdeflate's, 1...12.
/// - Parameter limit: the longest stream that is of use.
/// - Returns: nil where the stream would be longer than `limit`, or memory ran out.
func deflate(_ bytes: [UInt8], level: Int, limit: Int = .max) -> [UInt8]? {
  let capacity = min(limit, sl_zlib_deflate_bound(bytes.count))
  let stream = unsafe [UInt8](unsafeUninitializedCapacity: max(capacity, 0)) { output, count in
    count = unsafe bytes.withUnsafeBufferPointer { input in
      guard let output = output.baseAddress, let start = input.baseAddress else { return 0 }
      return unsafe sl_zlib_deflate(CInt(level), start, input.count, output, capacity)
    }
  }
  return stream.isEmpty ? nil : stream
}

/// Bytes as a gzip file, without a name and without a time: the same bytes give the same file.
///
/// - Returns: nil where memory ran out.
/// - Source: RFC 1952; an MTIME of 0 says that there is none.
package func gzip(_ bytes: [UInt8], level: Int = 9) -> [UInt8]? {
  let capacity = sl_gzip_bound(bytes.count)
  let file = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
    count = unsafe bytes.withUnsafeBufferPointer { input in
      guard let output = output.baseAddress, let start = input.baseAddress else { return 0 }
      return unsafe sl_gzip(CInt(level), start, input.count, output, capacity)
    }
  }
  return file.isEmpty ? nil : file
}

/// The bytes of a gzip file.
///
/// - Parameter limit: the most bytes that are of use.
/// - Returns: nil for a file that is broken or holds more, and for an empty one.
/// - Source: RFC 1952: its last four bytes are the length, as far as 32 bits say it; deflate makes a byte of
///   at most 1032.
package func gunzip(_ file: [UInt8], limit: Int) -> [UInt8]? {
  let length = file.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  guard length <= min(limit, saturatingProduct(file.count, 1032)) else { return nil }
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: length) { output, count in
    count = unsafe file.withUnsafeBufferPointer { input in
      guard let output = output.baseAddress, let start = input.baseAddress else { return 0 }
      return unsafe sl_gunzip(start, input.count, output, length)
    }
  }
  return bytes.isEmpty ? nil : bytes
}
