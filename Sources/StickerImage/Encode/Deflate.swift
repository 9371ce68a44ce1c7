private import CImageCodecs

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
