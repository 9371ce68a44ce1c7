extension FuzzTarget {
  static let webP = FuzzTarget(
    "webp", summary: "a WebP file, its container and its frames: as is, and with its chunk lengths corrected",
    seeds: { $0.bytes.starts(with: "RIFF".utf8) ? [$0.bytes] : [] },
    attempt: { bytes throws(PropertyViolation) in
      try expectConsistentReading(bytes)
      try expectConsistentReading(repairedWebP(bytes))
    })
}

/// A RIFF file with the bytes as its content, in which no chunk exceeds the chunk or file that contains it.
private func repairedWebP(_ bytes: [UInt8]) -> [UInt8] {
  var body = Array(bytes.dropFirst(12))
  repair(&body, 0..<body.count)
  return Array("RIFF".utf8) + little32(body.count + 4) + Array("WEBP".utf8) + body
}

/// Shortens chunks that are too long. The chunks in a frame come after 16 bytes.
private func repair(_ body: inout [UInt8], _ range: Range<Int>) {
  var at = range.lowerBound
  while at + 8 <= range.upperBound {
    let said = (0..<4).reduce(0) { $0 | Int(body[at + 4 + $1]) << (8 * $1) }
    let length = min(said, range.upperBound - at - 8)
    body.replaceSubrange(at + 4..<at + 8, with: little32(length))
    if body[at..<at + 4].elementsEqual("ANMF".utf8), length > 16 {
      repair(&body, at + 24..<at + 8 + length)
    }
    at += 8 + length + length % 2
  }
}

private func little32(_ number: Int) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}
