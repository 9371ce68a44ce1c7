import CImageCodecs

/// The result of inflating a zlib stream into a buffer of known size.
enum InflateOutcome: Hashable {
  /// The stream filled the buffer exactly.
  case exact
  /// The stream ended after this many bytes.
  case tooShort(Int)
  /// The stream contains more than fits in the buffer.
  case tooLong
  /// The stream is damaged or truncated, or its checksum is wrong.
  case damaged
}

/// Inflates a zlib stream that should fill a buffer.
func inflate(_ data: ArraySlice<UInt8>, into out: UnsafeMutableBufferPointer<UInt8>) -> InflateOutcome {
  var (consumed, produced) = (0, 0)
  let status = unsafe data.withUnsafeBufferPointer { source in
    unsafe sl_zlib_inflate(
      source.baseAddress, source.count, out.baseAddress, out.count, &consumed, &produced)
  }
  switch status {
  case SL_OK: return .exact
  case SL_SHORT: return .tooShort(produced)
  case SL_LONG: return .tooLong
  default: return .damaged
  }
}

/// Inflates a zlib stream that should hold `expected` bytes.
///
/// - Returns: The result, and the bytes if it is `exact` or `tooShort`. The array has room for one more byte.
func inflate(_ data: ArraySlice<UInt8>, expecting expected: Int) -> (InflateOutcome, [UInt8]) {
  var outcome = InflateOutcome.damaged
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: expected + 1) { out, count in
    outcome = unsafe inflate(data, into: UnsafeMutableBufferPointer(rebasing: out[..<expected]))
    switch outcome {
    case .exact: count = expected
    case .tooShort(let produced): count = produced
    case .tooLong, .damaged: count = 0
    }
  }
  return (outcome, bytes)
}

/// Inflates a zlib stream of unknown size.
///
/// - Parameter limit: The maximum size in bytes. The buffer starts small and never exceeds it.
/// - Returns: The bytes, or nil if the stream is damaged or exceeds `limit`. `maxInflatedBytes` is the maximum
///   number of bytes that may have been inflated, or `limit + 1` if there are more.
func inflate(_ data: ArraySlice<UInt8>, limit: Int) -> (bytes: [UInt8]?, maxInflatedBytes: Int) {
  var capacity = min(limit, max(4096, saturatingProduct(data.count, 4)))
  while true {
    switch inflate(data, expecting: capacity) {
    case (.exact, let bytes), (.tooShort, let bytes): return (bytes, bytes.count)
    // It is unknown how many bytes a damaged stream produced.
    case (.damaged, _): return (nil, capacity)
    case (.tooLong, _):
      guard capacity < limit else { return (nil, saturatingSum(limit, 1)) }
      capacity = min(limit, saturatingProduct(capacity, 4))
    }
  }
}

/// The first 4,096 bytes of a decompressed gzip file, or an empty array if the data isn't a gzip file. The
/// data may be truncated.
func gunzippedStart(of data: ArraySlice<UInt8>) -> [UInt8] {
  unsafe [UInt8](unsafeUninitializedCapacity: 4096) { out, count in
    count = unsafe data.withUnsafeBufferPointer { source in
      unsafe sl_gunzip_start(source.baseAddress, source.count, out.baseAddress, out.count)
    }
  }
}

/// The CRC of a PNG chunk's type and data, and of a file in a ZIP archive.
///
/// - Source: PNG specification, annex D; APPNOTE 4.4.7. Both use the CRC of ISO 3309.
public func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  unsafe bytes.withUnsafeBufferPointer { unsafe sl_crc32(0, $0.baseAddress, $0.count) }
}

/// Deflates bytes into a zlib stream.
///
/// - Parameter level: libdeflate's level, 1...12.
/// - Parameter limit: The maximum length of the stream in bytes.
/// - Returns: nil if the stream would exceed `limit`, or if memory runs out.
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

/// Compresses bytes to a gzip file without a name or time. The same bytes produce the same file.
///
/// - Returns: nil if memory runs out.
/// - Source: RFC 1952. An MTIME of 0 means that there is none.
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

/// The length in bytes that a gzip file declares for its content. The content may be shorter.
///
/// - Returns: nil if a file of this size can't contain that much data.
/// - Source: RFC 1952: the last four bytes are the length modulo 2^32. One deflated byte inflates to at most
///   1032 bytes.
package func declaredGunzippedLengthIfPlausible(of file: [UInt8]) -> Int? {
  let length = file.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  return length <= saturatingProduct(file.count, 1032) ? length : nil
}

/// Decompresses a gzip file.
///
/// - Parameter limit: The maximum size in bytes.
/// - Returns: nil if the file is damaged or empty, or exceeds the limit.
package func gunzip(_ file: [UInt8], limit: Int) -> [UInt8]? {
  guard let length = declaredGunzippedLengthIfPlausible(of: file), length <= limit else { return nil }
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: length) { output, count in
    count = unsafe file.withUnsafeBufferPointer { input in
      guard let output = output.baseAddress, let start = input.baseAddress else { return 0 }
      return unsafe sl_gunzip(start, input.count, output, length)
    }
  }
  return bytes.isEmpty ? nil : bytes
}
