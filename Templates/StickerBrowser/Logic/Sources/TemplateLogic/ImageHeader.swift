import Foundation

/// The dimensions and the number of frames of an image file, read without decoding it.
///
/// A file of a few hundred kilobytes can decode to gigabytes, and the system ends an extension that needs too
/// much memory. So a file is decoded only if its header matches the index.
struct ImageHeader: Equatable, Sendable {
  /// The dimensions of the canvas, or of the largest frame if that is larger.
  private(set) var pixels: PixelSize
  /// The number of frames: 1 for a still image.
  private(set) var frames = 1
  /// Whether metadata may swap width and height, as in a photo (EXIF).
  private(set) var mayBeRotated = false

  /// Reads a PNG, a GIF or a JPEG. Detects the format from the contents, not from the name, as decoders do.
  init?(_ data: Data) {
    let bytes = [UInt8](data)
    guard let header = ImageHeader(png: bytes) ?? ImageHeader(gif: bytes) ?? ImageHeader(jpeg: bytes) else {
      return nil
    }
    self = header
  }

  /// Reads a PNG: its signature, the chunk IHDR with width and height, and the chunks acTL and fcTL of an
  /// animation (PNG third edition, 5.2, 11.2.1 and 11.3.6).
  init?(png bytes: [UInt8]) {
    let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    guard bytes.count >= 24, bytes.starts(with: start) else { return nil }
    pixels = PixelSize(width: bytes.big32(at: 16), height: bytes.big32(at: 20))
    let animation = Array("acTL".utf8)
    let frame = Array("fcTL".utf8)
    var frameChunks = 0
    var offset = 8
    while offset + 12 <= bytes.count {
      let type = bytes[offset + 4..<offset + 8]
      if type.elementsEqual(animation) { frames = max(frames, bytes.big32(at: offset + 8)) }
      if type.elementsEqual(frame) { frameChunks += 1 }
      offset += bytes.big32(at: offset) + 12
    }
    frames = max(frames, frameChunks)
  }

  /// Reads a GIF: the logical screen, and the image descriptors of all frames (GIF89a, 18 and 20).
  init?(gif bytes: [UInt8]) {
    guard bytes.count >= 13, bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) else {
      return nil
    }
    var width = bytes.little16(at: 6)
    var height = bytes.little16(at: 8)
    var images = 0
    var offset = 13 + colorTableBytes(bytes[10])
    reading: while offset + 1 < bytes.count {
      switch bytes[offset] {
      case 0x21: offset += 2
      case 0x2C:
        guard offset + 10 < bytes.count else { break reading }
        width = max(width, bytes.little16(at: offset + 5))
        height = max(height, bytes.little16(at: offset + 7))
        images += 1
        // The descriptor, its color table, and the code size of the data.
        offset += 10 + colorTableBytes(bytes[offset + 9]) + 1
      default: break reading
      }
      // Data is in blocks that begin with their length. An empty block ends the data.
      while offset < bytes.count, bytes[offset] > 0 { offset += Int(bytes[offset]) + 1 }
      offset += 1
    }
    pixels = PixelSize(width: width, height: height)
    frames = max(1, images)
  }

  /// Reads a JPEG: the segments up to the start of the frame (ITU-T T.81, B.1.1 and B.2.2).
  init?(jpeg bytes: [UInt8]) {
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    let frameStarts: Set<UInt8> = Set(0xC0...0xCF).subtracting([0xC4, 0xC8, 0xCC])
    var offset = 2
    while offset + 9 <= bytes.count, bytes[offset] == 0xFF {
      let marker = bytes[offset + 1]
      if frameStarts.contains(marker) {
        pixels = PixelSize(width: bytes.big16(at: offset + 7), height: bytes.big16(at: offset + 5))
        mayBeRotated = true
        return
      }
      // Any number of fill bytes may precede a marker.
      if marker == 0xFF {
        offset += 1
        continue
      }
      // The image data or the end of the file begins here.
      guard marker != 0xDA, marker != 0xD9 else { return nil }
      offset += 2 + bytes.big16(at: offset + 2)
    }
    return nil
  }

  /// Whether the header has these dimensions, possibly rotated.
  func matches(_ expected: PixelSize) -> Bool {
    let rotated = PixelSize(width: pixels.height, height: pixels.width)
    return pixels == expected || mayBeRotated && rotated == expected
  }
}

/// The number of bytes in a GIF's color table, from the flags of the screen or the image that has the table.
private func colorTableBytes(_ flags: UInt8) -> Int {
  flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
}

extension [UInt8] {
  fileprivate func little16(at offset: Int) -> Int { Int(self[offset]) | Int(self[offset + 1]) << 8 }
  fileprivate func big16(at offset: Int) -> Int { Int(self[offset]) << 8 | Int(self[offset + 1]) }
  fileprivate func big32(at offset: Int) -> Int { big16(at: offset) << 16 | big16(at: offset + 2) }
}
