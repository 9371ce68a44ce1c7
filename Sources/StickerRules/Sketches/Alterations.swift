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

  /// The same file with bytes behind its end.
  func followed(by bytes: [UInt8]) -> Sketch { changed { $0 + bytes } }

  /// The same PNG with a private chunk before its IEND, so that it has exactly this length.
  func padded(toBytes count: Int) -> Sketch {
    changed { bytes in
      let (end, frame) = (12, 12)  // IEND; length, type and checksum of the new chunk
      let filler = [UInt8](repeating: 0, count: max(0, count - bytes.count - frame))
      return bytes.dropLast(end) + pngChunk("paDd", [filler]) + bytes.suffix(end)
    }
  }

  /// The same APNG with its first frame taken out of the animation: it is the default image alone.
  func hidingDefaultImage() -> Sketch {
    changed { bytes in
      var out = Array(bytes.prefix(8))
      var (at, hasHidden) = (8, false)
      while at + 12 <= bytes.count {
        let end = at + 12 + number(bytes[at..<at + 4])
        // The first four bytes of all three are a count of frames, or a sequence number: each is one less.
        let less = bigEndian(number(bytes[at + 8..<at + 12]) - 1)
        let rest = Array(bytes[min(at + 12, end - 4)..<end - 4])
        switch String(decoding: bytes[at + 4..<at + 8], as: UTF8.self) {
        case "acTL": out += pngChunk("acTL", [less, rest])
        case "fcTL" where !hasHidden: hasHidden = true
        case "fcTL": out += pngChunk("fcTL", [less, rest])
        case "fdAT": out += pngChunk("fdAT", [less, rest])
        default: out += bytes[at..<end]
        }
        at = end
      }
      return out
    }
  }

  /// The same APNG without the chunk that announces its frames.
  func withoutAnimationControl() -> Sketch {
    changed { bytes in
      let type = Array("acTL".utf8)
      guard let at = bytes.indices.first(where: { bytes[$0...].starts(with: type) }) else { return bytes }
      // Before the type: the length. After it: 8 bytes and a checksum.
      return Array(bytes[..<(at - 4)]) + bytes[(at + 16)...]
    }
  }

  /// The same PNG with another size in its IHDR, checksum and all.
  func claiming(width: Int, height: Int) -> Sketch {
    changed { bytes in
      // Signature 8, length 4, type 4; width and height are the first 8 of IHDR's 13 bytes.
      let size = bigEndian(width) + bigEndian(height)
      return bytes.prefix(8) + pngChunk("IHDR", [size, Array(bytes[24..<29])]) + bytes.dropFirst(33)
    }
  }
}

/// The four bytes of a number, the highest first.
func bigEndian(_ number: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
}

private func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
