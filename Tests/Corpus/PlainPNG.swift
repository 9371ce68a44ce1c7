public import StickerImage

/// A still PNG whose rows are neither filtered nor compressed.
///
/// - Parameter samples: the rows, without filter bytes.
public func plainPNG(_ size: PixelSize, depth: UInt8, colorType: UInt8, _ samples: [UInt8]) -> [UInt8] {
  signature + headerChunk(size, depth, colorType)
    + pngChunk("IDAT", [storedZlibStream(rowsWithFilterBytes(samples, size.height))])
    + pngChunk("IEND", [])
}

/// An animation that stores each frame whole, even if it equals the frame before it.
public func plainAPNG(_ frames: [Bitmap], hundredths: UInt8) -> [UInt8] {
  guard let size = frames.first?.size else { return [] }
  var (out, sequence) = (signature + headerChunk(size, 8, 6), 0)
  out += pngChunk("acTL", [bigEndian(frames.count), bigEndian(0)])
  func next() -> [UInt8] {
    defer { sequence += 1 }
    return bigEndian(sequence)
  }
  for (index, frame) in frames.enumerated() {
    let place = bigEndian(size.width) + bigEndian(size.height) + bigEndian(0) + bigEndian(0)
    out += pngChunk("fcTL", [next(), place, [0, hundredths, 0, 100, 0, 0]])
    let stream = storedZlibStream(rowsWithFilterBytes(frame.pixels, size.height))
    out += index == 0 ? pngChunk("IDAT", [stream]) : pngChunk("fdAT", [next(), stream])
  }
  return out + pngChunk("IEND", [])
}

let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

private func headerChunk(_ size: PixelSize, _ depth: UInt8, _ colorType: UInt8) -> [UInt8] {
  pngChunk("IHDR", [bigEndian(size.width) + bigEndian(size.height) + [depth, colorType, 0, 0, 0]])
}

func bigEndian(_ number: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
}

private func rowsWithFilterBytes(_ samples: [UInt8], _ height: Int) -> [UInt8] {
  let width = samples.count / height
  return (0..<height).flatMap { [0] + samples[$0 * width..<($0 + 1) * width] }
}

/// A zlib stream of stored blocks.
///
/// - Source: RFC 1950, RFC 1951, 3.2.4.
func storedZlibStream(_ bytes: [UInt8]) -> [UInt8] {
  var (out, at): ([UInt8], Int) = ([0x78, 0x01], 0)
  while at < bytes.count {
    let count = min(0xFFFF, bytes.count - at)
    let (low, high) = (UInt8(count & 255), UInt8(count >> 8))
    out += [at + count == bytes.count ? 1 : 0, low, high, ~low, ~high] + bytes[at..<at + count]
    at += count
  }
  return out + bigEndian(adler(bytes))
}

/// - Source: RFC 1950, 8.2. The sums are reduced after every 65,536 bytes, before they can overflow.
private func adler(_ bytes: [UInt8]) -> Int {
  var (a, b) = (1, 0)
  for start in stride(from: 0, to: bytes.count, by: 65_536) {
    for at in start..<min(start + 65_536, bytes.count) {
      a &+= Int(bytes[at])
      b &+= a
    }
    (a, b) = (a % 65_521, b % 65_521)
  }
  return b << 16 | a
}
