import StickerImage

// Stands in for StickerImage's encoder of animations until it is there: uncompressed.

func encodeAPNG(_ frames: [Frame], plays: Int) throws -> [UInt8] {
  var out = signature + header(frames[0].bitmap.size)
  out += chunk("acTL", bigEndian(frames.count) + bigEndian(plays))
  var sequence = 0
  for (number, frame) in frames.enumerated() {
    let size = frame.bitmap.size
    var control = bigEndian(sequence) + bigEndian(size.width) + bigEndian(size.height)
    control += bigEndian(0) + bigEndian(0)
    control += bigEndian(frame.delay.numerator).suffix(2) + bigEndian(frame.delay.denominator).suffix(2)
    out += chunk("fcTL", control + [0, 0])
    sequence += 1
    let data = zlib(rows(frame.bitmap))
    if number == 0 {
      out += chunk("IDAT", data)
    } else {
      out += chunk("fdAT", bigEndian(sequence) + data)
      sequence += 1
    }
  }
  return out + chunk("IEND", [])
}

private let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

private func header(_ size: PixelSize) -> [UInt8] {
  chunk("IHDR", bigEndian(size.width) + bigEndian(size.height) + [8, 6, 0, 0, 0])
}

private func rows(_ bitmap: Bitmap) -> [UInt8] {
  var out: [UInt8] = []
  for y in 0..<bitmap.height {
    out.append(0)
    out += bitmap.pixels[y * bitmap.width * 4..<(y + 1) * bitmap.width * 4]
  }
  return out
}

private func zlib(_ bytes: [UInt8]) -> [UInt8] {
  var out: [UInt8] = [0x78, 1]
  var at = 0
  repeat {
    let end = min(at + 65_535, bytes.count)
    let length = end - at
    out.append(end == bytes.count ? 1 : 0)
    out += [UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8 & 255)]
    out += bytes[at..<end]
    at = end
  } while at < bytes.count
  var (a, b) = (1, 0)
  for byte in bytes {
    a = (a + Int(byte)) % 65521
    b = (b + a) % 65521
  }
  return out + bigEndian(b << 16 | a)
}
