import StickerImage
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
      return bytes.dropLast(end) + pngChunk("paDd", [filler]) + bytes.suffix(end)
    }
  }

  /// The same PNG with another size in its IHDR, checksum and all.
  func claiming(width: Int, height: Int) -> Sketch {
    changed { bytes in
      // Signature 8, length 4, type 4; width and height are the first 8 of IHDR's 13 bytes.
      let size = [width, height].flatMap { side in
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: side >> $0) }
      }
      return bytes.prefix(8) + pngChunk("IHDR", [size, Array(bytes[24..<29])]) + bytes.dropFirst(33)
    }
  }
}
