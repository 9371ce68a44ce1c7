/// A PNG assembled chunk by chunk, with correct lengths and checksums around any content.
struct AssembledPNG {
  private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// - Parameter colorType: 0, 2, 3, 4 or 6.
  mutating func appendHeader(
    _ width: Int, _ height: Int, depth: UInt8 = 8, colorType: UInt8 = 6, isInterlaced: Bool = false
  ) {
    append("IHDR", big32(width) + big32(height) + [depth, colorType, 0, 0, isInterlaced ? 1 : 0])
  }

  mutating func append(_ type: String, _ data: [UInt8] = []) {
    let body = Array(type.utf8) + data
    bytes += big32(data.count) + body + big32(Int(checksum(body[...])))
  }
}

func big32(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
func big16(_ value: Int) -> [UInt8] { [8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
func little16(_ value: Int) -> [UInt8] { [0, 8].map { UInt8(truncatingIfNeeded: value >> $0) } }

/// A zlib stream of stored blocks. Without compression, any bytes are the content of a valid stream.
///
/// - Source: RFC 1950 (header, Adler-32), RFC 1951, 3.2.4 (stored blocks).
func storedStream(_ bytes: [UInt8]) -> [UInt8] {
  var (a, b) = (1, 0)
  for byte in bytes {
    a = (a + Int(byte)) % 65_521
    b = (b + a) % 65_521
  }
  var out: [UInt8] = [0x78, 0x01]
  var rest = bytes[...]
  repeat {
    let block = rest.prefix(0xFFFF)
    rest = rest.dropFirst(block.count)
    out += [rest.isEmpty ? 1 : 0] + little16(block.count) + little16(~block.count) + block
  } while !rest.isEmpty
  return out + big32(b << 16 | a)
}

/// Corrects chunk lengths that exceed the file, and all checksums, so that a mutation changes the content of
/// a chunk and not only whether it is read.
///
/// - Parameter renumbers: whether to renumber the sequence numbers of fcTL and fdAT from 0 as well.
/// - Returns: nil if there is nothing to correct.
func repairedPNG(_ bytes: [UInt8], renumbers: Bool = false) -> [UInt8]? {
  var out = bytes
  var (at, sequence) = (8, 0)
  while bytes.count - at >= 12 {
    let there = bytes.count - at - 12
    var length = out[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
    if length > there {
      length = there
      out.replaceSubrange(at..<at + 4, with: big32(length))
    }
    let type = out[at + 4..<at + 8]
    if renumbers, length >= 4, type.elementsEqual("fcTL".utf8) || type.elementsEqual("fdAT".utf8) {
      out.replaceSubrange(at + 8..<at + 12, with: big32(sequence))
      sequence += 1
    }
    let end = at + 8 + length
    out.replaceSubrange(end..<end + 4, with: big32(Int(checksum(out[at + 4..<end]))))
    at = end + 4
  }
  return out == bytes ? nil : out
}

/// CRC-32 as in annex D of the PNG specification.
func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  ~bytes.reduce(0xFFFF_FFFF) { crcTable[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
}

private let crcTable: [UInt32] = (0..<256).map { byte in
  (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
}
