import StickerModel

extension Sketch {
  /// The same file, broken off.
  func cut(toBytes count: Int) -> Sketch { changed { Array($0.prefix(count)) } }

  /// The same file with one bit of a byte turned over.
  func flipped(byte position: Int) -> Sketch {
    changed { bytes in
      var bytes = bytes
      bytes[position] ^= 1
      return bytes
    }
  }

  /// The same file with something behind it.
  func followed(by bytes: [UInt8]) -> Sketch { changed { $0 + bytes } }

  /// The same PNG with a private chunk before its IEND, so that it has exactly this length.
  func padded(toBytes count: Int) -> Sketch {
    changed { bytes in
      let (end, frame) = (12, 12)  // IEND; length, type and checksum of the new chunk
      let filler = [UInt8](repeating: 0, count: max(0, count - bytes.count - frame))
      return bytes.dropLast(end) + chunk("paDd", filler) + bytes.suffix(end)
    }
  }

  /// The same PNG with another size in its IHDR, checksum and all.
  func claiming(width: Int, height: Int) -> Sketch {
    changed { bytes in
      // Signature 8, length 4, type 4; width and height are the first 8 of IHDR's 13 bytes.
      let header = bigEndian(width) + bigEndian(height) + bytes[24..<29]
      return bytes.prefix(8) + chunk("IHDR", header) + bytes.dropFirst(33)
    }
  }
}

private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
  let body = Array(type.utf8) + data
  return bigEndian(data.count) + body + bigEndian(Int(checksum(body)))
}

private func bigEndian(_ number: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
}

/// CRC-32 as PNG defines it (ISO 3309), bit by bit: a few sketches do not need a table.
private func checksum(_ bytes: [UInt8]) -> UInt32 {
  var crc = UInt32.max
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }
  return ~crc
}
