/// A JPEG assembled by hand, for values that no encoder writes.
///
/// In the Huffman code for DC, 0 means the same value as in the previous block. In the code for AC, 0 ends a
/// band (for one block in a sequential image, and for 16,384 or more in a progressive image), and 10 is a
/// coefficient of size 1.
public struct HandmadeJPEG {
  private let isProgressive: Bool
  private let componentIDs: [UInt8]
  private var body: [UInt8]

  /// Creates an image without scans.
  ///
  /// - Parameter sampling: the sampling factors of each component. For example, 0x21 is 2 horizontally and 1
  ///   vertically.
  /// - Parameter isArithmetic: whether the header claims arithmetic coding.
  public init(
    _ width: Int, _ height: Int, sampling: [UInt8], isProgressive: Bool = false, isArithmetic: Bool = false
  ) {
    self.isProgressive = isProgressive
    componentIDs = sampling.indices.map { UInt8($0 + 1) }
    var fields: [UInt8] = [8] + Self.bigEndian16(height) + Self.bigEndian16(width) + [UInt8(sampling.count)]
    for (component, factors) in zip(componentIDs, sampling) { fields += [component, factors, 0] }
    body = [0xFF, 0xD8]
    body += Self.segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    // SOF0 and SOF2; SOF9 and SOF10.
    let process: UInt8 = isArithmetic ? (isProgressive ? 0xCA : 0xC9) : (isProgressive ? 0xC2 : 0xC0)
    body += Self.segment(process, fields)
    let noCodes = [UInt8](repeating: 0, count: 14)
    let end: UInt8 = isProgressive ? 0xE0 : 0x00
    body += Self.segment(0xC4, [0x00, 1, 1] + noCodes + [0, 1])
    body += Self.segment(0xC4, [0x10, 1, 1] + noCodes + [end, 0x01])
  }

  /// Adds a scan.
  ///
  /// - Parameter band: the range of coefficients, in 0...63.
  /// - Parameter bits: the lowest bit that is known before and after the scan (successive approximation). 0
  ///   for both sends all bits at once.
  /// - Parameter data: the entropy-coded data, without 0xFF bytes.
  public mutating func appendScan(
    _ numbers: [Int], band: ClosedRange<Int> = 0...63, bits: (before: Int, after: Int) = (0, 0),
    data: [UInt8] = []
  ) {
    var fields = [UInt8(numbers.count)]
    for number in numbers { fields += [componentIDs[number], 0] }
    fields += [UInt8(band.lowerBound), UInt8(band.upperBound), UInt8(bits.before << 4 | bits.after)]
    body += Self.segment(0xDA, fields)
    body += data
  }

  /// Adds a segment.
  public mutating func appendSegment(_ marker: UInt8, _ data: [UInt8]) { body += Self.segment(marker, data) }

  /// The contents of the file.
  public var bytes: [UInt8] { body + [0xFF, 0xD9] }

  private static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xFF, marker] + bigEndian16(data.count + 2) + data
  }

  private static func bigEndian16(_ number: Int) -> [UInt8] {
    [UInt8(number >> 8 & 255), UInt8(number & 255)]
  }
}
