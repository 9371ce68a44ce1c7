/// The fields of a VP9 frame header, which are checked before libvpx sees the frame.
///
/// - Source: VP9 Bitstream and Decoding Process Specification, version 0.6, section 6.2.
struct VP9FrameHeader {
  /// The profile, 0...3. Only profile 0 has 8 bits per sample and 4:2:0 chroma subsampling.
  let profile: Int
  /// Whether the frame doesn't depend on others.
  let isKeyFrame: Bool
  /// The dimensions, or nil if the frame takes them from another frame.
  let size: PixelSize?

  /// Reads the header of a frame.
  ///
  /// - Returns: nil if the header is invalid or incomplete.
  init?(_ bytes: ArraySlice<UInt8>) {
    var bits = BitReader(bytes.prefix(64))
    guard bits.read(2) == 2, let low = bits.read(1), let high = bits.read(1) else { return nil }
    profile = low | high << 1
    if profile == 3, bits.read(1) != 0 { return nil }
    guard let showsExisting = bits.read(1) else { return nil }
    if showsExisting == 1 {
      guard bits.read(3) != nil else { return nil }
      (isKeyFrame, size) = (false, nil)
      return
    }
    guard let isInter = bits.read(1), let isShown = bits.read(1), let isResilient = bits.read(1) else {
      return nil
    }
    isKeyFrame = isInter == 0
    if isKeyFrame {
      guard bits.read(24) == vp9SyncCode, Self.skipColorConfiguration(&bits, profile),
        let size = Self.readSize(&bits)
      else {
        return nil
      }
      self.size = size
      return
    }
    guard let isIntraOnly = isShown == 1 ? 0 : bits.read(1), isResilient == 1 || bits.read(2) != nil else {
      return nil
    }
    if isIntraOnly == 1 {
      guard bits.read(24) == vp9SyncCode, profile == 0 || Self.skipColorConfiguration(&bits, profile),
        bits.read(8) != nil,
        let size = Self.readSize(&bits)
      else { return nil }
      self.size = size
      return
    }
    guard bits.read(8) != nil, bits.read(12) != nil else { return nil }
    for _ in 0..<3 {
      guard let isFound = bits.read(1) else { return nil }
      if isFound == 1 {
        size = nil
        return
      }
    }
    guard let size = Self.readSize(&bits) else { return nil }
    self.size = size
  }

  /// Skips the bit depth, the color space and the subsampling.
  private static func skipColorConfiguration(_ bits: inout BitReader, _ profile: Int) -> Bool {
    if profile >= 2, bits.read(1) == nil { return false }
    guard let space = bits.read(3) else { return false }
    if space == 7 { return profile % 2 == 1 && bits.read(1) != nil }  // RGB
    return bits.read(1) != nil && (profile % 2 == 0 || bits.read(3) != nil)
  }

  private static func readSize(_ bits: inout BitReader) -> PixelSize? {
    guard let width = bits.read(16), let height = bits.read(16) else { return nil }
    return PixelSize(width + 1, height + 1)
  }
}

private let vp9SyncCode = 0x49_8342

/// Reads bits, most significant first.
private struct BitReader {
  private let bytes: ArraySlice<UInt8>
  private var bitPosition = 0

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// The next bits as a number, or nil at the end.
  mutating func read(_ count: Int) -> Int? {
    guard bitPosition + count <= bytes.count * 8 else { return nil }
    var value = 0
    for _ in 0..<count {
      let byte = bytes[bytes.startIndex + bitPosition / 8]
      value = value << 1 | Int(byte >> (7 - UInt8(bitPosition % 8)) & 1)
      bitPosition += 1
    }
    return value
  }
}

extension [UInt8] {
  /// The frames of a VP9 packet. A packet may be a superframe: hidden frames and a shown one, with an index
  /// at the end.
  ///
  /// - Returns: nil if the index is invalid.
  /// - Source: VP9 specification, annex B.
  func vp9Frames(in packet: Range<Int>) -> [Range<Int>]? {
    guard let marker = self[packet].last else { return nil }
    guard marker & 0xE0 == 0xC0 else { return [packet] }
    let (count, width) = (Int(marker & 7) + 1, Int(marker >> 3 & 3) + 1)
    let indexBytes = 2 + count * width
    guard packet.count >= indexBytes, self[packet.upperBound - indexBytes] == marker else { return [packet] }
    let sizes = packet.upperBound - indexBytes + 1
    var (frames, at) = ([Range<Int>](), packet.lowerBound)
    for number in 0..<count {
      let size = (0..<width).reduce(0) { $0 | Int(self[sizes + number * width + $1]) << (8 * $1) }
      guard size > 0, size <= packet.upperBound - indexBytes - at else { return nil }
      frames.append(at..<at + size)
      at += size
    }
    return frames
  }
}
