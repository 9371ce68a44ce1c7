import StickerEngine
import StickerImage

extension FuzzTarget {
  static let lottie = FuzzTarget(
    "lottie", summary: "a Lottie animation in JSON, as is and as a TGS", maxInputBytes: 16_384,
    seeds: textOfLottie,
    attempt: { bytes throws(PropertyViolation) in
      // Rules run on other files too, but this target is about animations.
      guard SniffedFormat(of: bytes) == .foreign(.lottie), let packed = gzip(bytes),
        SniffedFormat(of: packed) == .foreign(.tgs)
      else { return }
      // The fuzzer cannot compress, so its mutations of a TGS would not get past the checksum.
      let (plain, unpacked) = (lottieFindings(bytes), lottieFindings(packed))
      let ofJSON: Set<String> = ["not compressed with gzip (a TGS file is JSON compressed with gzip)"]
      let ofTGS: Set<String> = ["the marker \"tgs\": 1 is missing"]
      try expect(
        Set(plain).subtracting(ofJSON) == Set(unpacked).subtracting(ofTGS),
        "a TGS and its JSON have different findings: \(plain) and \(unpacked)")
      for message in plain {
        try expect(message.utf8.count < 4000, "a message has \(message.utf8.count) bytes")
        try expect(
          message.unicodeScalars.allSatisfy(UntrustedText.isHarmless),
          "control characters in \(Array(message.utf8))")
      }
      // A truncated file.
      _ = lottieFindings(Array(packed.dropLast(bytes.count % packed.count)))
    })
}

/// The messages of the rules for TGS and Lottie animations.
private func lottieFindings(_ bytes: [UInt8]) -> [String] {
  let rules = Rule.all.filter { $0.id.hasPrefix("tgs-") || $0.id.hasPrefix("lottie-") }
  let configuration = Configuration(rules: rules)
  let source = AssetSource(path: Path("a.tgs")) { _ in .bytes(bytes) }
  let reader = AssetReader(source, .bytes(bytes), configuration)
  return AssetAnalysis(reader.asset, pack: nil, configuration).findings.map(\.evidence.message)
}

/// The JSON text of a Lottie animation or a TGS.
@Sendable private func textOfLottie(_ file: SeedFile) -> [[UInt8]] {
  switch SniffedFormat(of: file.bytes) {
  case .foreign(.lottie): [file.bytes]
  case .foreign(.tgs): gunzip(file.bytes, limit: 1 << 20).map { [$0] } ?? []
  default: []
  }
}
