/// Packs numbers of any bit width, least significant bits first.
struct BitPacker: Sendable {
  private var bytes: [UInt8] = []
  private var (pending, count) = (0, 0)

  mutating func append(_ number: Int, bits: Int) {
    pending |= number << count
    count += bits
    while count >= 8 {
      bytes.append(UInt8(pending & 255))
      pending >>= 8
      count -= 8
    }
  }

  func finished() -> [UInt8] { count > 0 ? bytes + [UInt8(pending & 255)] : bytes }
}

/// Data in blocks of at most 255 bytes. Each starts with its length, and an empty block terminates them.
///
/// - Source: GIF89a, 15.
func subBlocks(_ bytes: [UInt8]) -> [UInt8] {
  var out: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: 255) {
    let block = bytes[start..<min(start + 255, bytes.count)]
    out.append(UInt8(block.count))
    out += block
  }
  return out + [0]
}

/// A 16-bit number in little-endian byte order.
func littleEndian16(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8 & 255)] }
