import StickerImage

extension FuzzTarget {
  static let jpeg = FuzzTarget(
    "jpeg", summary: "a JPEG file, its container and its frames", maxInputBytes: 8192,
    seeds: { $0.bytes.starts(with: [0xFF, 0xD8]) ? [$0.bytes] : [] },
    attempt: { bytes throws(PropertyViolation) in try expectConsistentReading(bytes) })

  static let gif = FuzzTarget(
    "gif", summary: "a GIF file, its container and its frames",
    seeds: { $0.bytes.starts(with: "GIF8".utf8) ? [$0.bytes] : [] },
    attempt: { bytes throws(PropertyViolation) in try expectConsistentReading(bytes) })

  static let png = FuzzTarget(
    "png", summary: "a PNG file, its container and its image: as is, and with its checksums corrected",
    seeds: { ImageContainer(of: $0.bytes)?.format == .png ? [$0.bytes] : [] },
    attempt: { bytes throws(PropertyViolation) in
      try expectConsistentReading(bytes)
      if let repaired = repairedPNG(bytes) { try expectConsistentReading(repaired) }
    })

  static let apng = FuzzTarget(
    "apng",
    summary:
      "an APNG file, its container and its frames: as is, and with its checksums and numbers corrected",
    seeds: { ImageContainer(of: $0.bytes)?.format == .apng ? [$0.bytes] : [] },
    attempt: { bytes throws(PropertyViolation) in
      try expectConsistentReading(bytes)
      if let repaired = repairedPNG(bytes, renumbers: true) { try expectConsistentReading(repaired) }
    })

  static let sniff = FuzzTarget(
    "sniff", summary: "the first bytes of a file of any kind", maxInputBytes: 1024,
    seeds: { [Array($0.bytes.prefix(64))] },
    attempt: { bytes throws(PropertyViolation) in
      let sniffed = SniffedFormat(of: bytes)
      let container = ImageContainer(of: bytes, budget: .small)
      guard case .image(let format) = sniffed else {
        return try expect(container == nil, "a file of an unsupported format has a container")
      }
      let formats: [ImageFormat] = format == .png ? [.png, .apng] : [format]
      try expect(container.map { formats.contains($0.format) } ?? false, "the sniffed format is different")
      // The first bytes determine the format, no matter what follows.
      try expect(
        format == .jpeg || SniffedFormat(of: Array(bytes.prefix(12))) == sniffed, "the signature is too long")
    })
}
