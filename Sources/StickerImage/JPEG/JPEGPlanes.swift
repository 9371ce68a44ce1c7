/// How large the planes of a JPEG are, in blocks of 8 × 8 samples, and how much work its scans are.
///
/// - Source: ITU-T T.81, A.1.1 (sampling), A.2 (order of blocks in a scan).
struct JPEGPlanes: Hashable, Sendable {
  private var size = PixelSize(0, 0)
  private var components: [Component] = []
  private var isProgressive = false
  private var isArithmetic = false
  private var isSentInParts: Bool?
  /// Blocks of all scans so far. Coded arithmetically, each coefficient of a block counts as
  /// `arithmeticWeight` of them.
  private(set) var blocksInScans = 0

  private struct Component: Hashable, Sendable {
    let identifier: UInt8
    /// Sampling factors, 1...4; a decoder refuses others.
    let horizontal: Int
    let vertical: Int
  }

  /// A picture without planes.
  init() {}

  /// - Parameter components: of the frame header, three bytes each: identifier, sampling, table.
  /// - Parameter isArithmetic: whether its coefficients are coded arithmetically, not by Huffman's codes.
  init(size: PixelSize, components: ArraySlice<UInt8>, isProgressive: Bool, isArithmetic: Bool) {
    let bytes = Array(components)
    self.size = size
    self.isProgressive = isProgressive
    self.isArithmetic = isArithmetic
    self.components = stride(from: 0, to: bytes.count - 2, by: 3).map { at in
      Component(
        identifier: bytes[at], horizontal: max(1, min(4, Int(bytes[at + 1] >> 4))),
        vertical: max(1, min(4, Int(bytes[at + 1] & 15))))
    }
  }

  /// Counts the blocks of one scan: the body of an SOS segment.
  mutating func note(_ header: ArraySlice<UInt8>) {
    let bytes = Array(header)
    let count = bytes.first.map(Int.init) ?? 0
    let sent = (0..<count).compactMap { number -> Component? in
      guard 1 + number * 2 < bytes.count else { return nil }
      return components.first { $0.identifier == bytes[1 + number * 2] }
    }
    if isSentInParts == nil { isSentInParts = sent.count < components.count }
    // A component alone is sent in the blocks that it has; several together fill their units up.
    let blocks =
      sent.count == 1
      ? blocks(of: sent[0]).area
      : units.area * sent.reduce(0) { $0 + $1.horizontal * $1.vertical }
    blocksInScans = saturatingSum(blocksInScans, saturatingProduct(blocks, weight(bytes)))
  }

  /// How much a block of a scan counts as work; without arithmetic coding it is 1.
  private func weight(_ header: [UInt8]) -> Int {
    guard isArithmetic else { return 1 }
    guard isProgressive, header.count >= 3 else { return 64 * arithmeticWeight }
    let (first, last) = (Int(header[header.count - 3]), Int(header[header.count - 2]))
    return max(1, min(64, last - first + 1)) * arithmeticWeight
  }

  /// Bytes that libjpeg keeps of all coefficients, 2 each: a progressive picture, or one whose components
  /// come one after the other, is whole only after its last scan. 0 for the others, which pass row by row.
  var coefficientBytes: Int {
    guard isProgressive || isSentInParts == true else { return 0 }
    return components.reduce(0) { sum, component in
      let plane = blocks(of: component)
      let width = roundedUp(plane.width, to: component.horizontal)
      let height = roundedUp(plane.height, to: component.vertical)
      return saturatingSum(sum, saturatingProduct(saturatingProduct(width, height), 64 * 2))
    }
  }

  /// Units of an interleaved scan, across and down.
  private var units: PixelSize {
    PixelSize(divided(size.width, by: widest * 8), divided(size.height, by: tallest * 8))
  }

  private func blocks(of component: Component) -> PixelSize {
    PixelSize(
      divided(size.width * component.horizontal, by: widest * 8),
      divided(size.height * component.vertical, by: tallest * 8))
  }

  private var widest: Int { components.reduce(1) { max($0, $1.horizontal) } }
  private var tallest: Int { components.reduce(1) { max($0, $1.vertical) } }
}

/// An arithmetic decoder that is out of data goes on as its statistics have been taught: a few thousand bytes
/// make it spend some 50 ns on every coefficient of the canvas, again in each scan. A Huffman decoder stops
/// there, and what it decodes is in the file.
private let arithmeticWeight = 32

/// A quotient, rounded up.
private func divided(_ number: Int, by divisor: Int) -> Int { (number + divisor - 1) / divisor }

private func roundedUp(_ number: Int, to step: Int) -> Int { divided(number, by: step) * step }
