/// Which parts of the picture the scans have sent so far. libjpeg is silent about scans that never come: it
/// makes a coarse or colorless picture of what there is.
struct JPEGScans: Hashable {
  private let isProgressive: Bool
  /// For each component the lowest bit sent of each of its 64 coefficients; nil where nothing came.
  private var lowestBits: [UInt8: [UInt8?]]

  /// - Parameter components: their identifiers, from the frame header.
  init(components: [UInt8], isProgressive: Bool) {
    self.isProgressive = isProgressive
    lowestBits = Dictionary(components.map { ($0, [UInt8?](repeating: nil, count: 64)) }) { first, _ in first
    }
  }

  /// Takes in one scan header: the body of an SOS segment, as far as it is sound.
  mutating func note(_ header: ArraySlice<UInt8>) {
    let bytes = Array(header)
    guard let count = bytes.first.map(Int.init), 1...4 ~= count, bytes.count >= 4 + count * 2 else { return }
    let tail = bytes[(1 + count * 2)...].map { $0 }
    let (first, last) = isProgressive ? (Int(tail[0]), min(63, Int(tail[1]))) : (0, 63)
    guard first <= last else { return }
    for component in 0..<count {
      for coefficient in first...last {
        lowestBits[bytes[1 + component * 2]]?[coefficient] = isProgressive ? tail[2] & 15 : 0
      }
    }
  }

  /// What is still missing; nil where every coefficient of every component has come to its last bit.
  var missing: String? {
    let coarse = lowestBits.values.count { $0.contains { $0 != 0 } }
    return coarse == 0
      ? nil : "scans are missing: \(coarse) of \(lowestBits.count) color components are incomplete"
  }
}
