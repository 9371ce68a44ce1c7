/// PNG datastreams written by hand, so that they can be invalid.
enum HandmadePNG {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func header(
    _ width: Int, _ height: Int, depth: UInt8 = 8, colorType: UInt8 = 6, interlace: UInt8 = 0
  ) -> [UInt8] {
    chunk("IHDR", big32(UInt32(width)) + big32(UInt32(height)) + [depth, colorType, 0, 0, interlace])
  }

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return big32(UInt32(data.count)) + body + big32(checksum(body))
  }

  /// A zlib stream of one stored block (RFC 1950, RFC 1951).
  static func storedZlibStream(_ bytes: [UInt8]) -> [UInt8] {
    var (a, b) = (UInt32(1), UInt32(0))
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    let length = UInt16(bytes.count)
    let little = [UInt8(length & 255), UInt8(length >> 8)]
    return [0x78, 0x01, 0x01] + little + little.map { ~$0 } + bytes + big32(b << 16 | a)
  }

  static func big32(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// CRC-32 as in annex D of the PNG specification.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
    }
    return ~crc
  }
}
