import StickerEngine
import StickerImage
import StickerPacker
import Stickers

/// Answers from worker processes that a hostile file may have taken over.
extension FuzzTarget {
  static let workerAnswer = FuzzTarget(
    "worker-answer", summary: "a worker's answer about a file",
    // The size of the file precedes the answer.
    seeds: { file in
      let size = [16, 8, 0].map { UInt8(truncatingIfNeeded: file.bytes.count >> $0) }
      var seeds = [size + analysisRequest.analyzeAndEncode(file.bytes, allRulesConfiguration) { _ in }]
      if let container = ImageContainer(of: file.bytes) {
        let viewing = FrameDecodingRequest(wantsDigests: true, wantsImages: false)
        seeds.append(size + viewing.decodeFrames(of: file.bytes, container).binaryEncoded)
        let image = ContactSheetThumbnail(of: file.bytes, container, side: 8)
        seeds.append(size + ContactSheetThumbnail.encodedAnswer(image))
      }
      return seeds
    },
    attempt: { bytes throws(PropertyViolation) in
      let (size, answer) = (bytes.prefix(3).reduce(0) { $0 << 8 | Int($1) }, Array(bytes.dropFirst(3)))
      _ = try? decodedPixelAndTimingHash(answer: answer)
      if let image = try? ContactSheetThumbnail.decoded(answer: answer) {
        try expect(image.bitmap.size.longerSide <= ContactSheetThumbnail.maxSide, "an image is too large")
        try expect(
          image.bitmap.pixels.count == image.bitmap.size.area * 4, "an image has the wrong number of pixels")
      }
      if let container = onePixelContainer {
        let frames = try? FrameDecodingResult(
          answer: answer, to: FrameDecodingRequest(wantsDigests: true, wantsImages: false), of: container,
          .standard)
        for damage in frames?.damage ?? [] {
          try expect(
            UntrustedText(damage.reason).displayText == damage.reason, "a reason has control characters")
        }
      }
      let analysis = try? AssetAnalysis(
        answer: answer, of: source, byteCount: size, allRulesConfiguration, isScaleVariant: false)
      guard let analysis else { return }
      try expect(analysis.facts.byteCount == size, "the file size is different")
      try expect(analysis.path == source.path, "the file is different")
      for finding in analysis.findings {
        let message = finding.evidence.message
        try expect(UntrustedText(message).displayText == message, "a message has control characters")
        try expect(finding.path == source.path, "a finding about a different file")
      }
    })

  static let resultCache = FuzzTarget(
    "result-cache", summary: "an analysis in the result cache",
    seeds: { file in
      let whole = AssetSource(path: source.path) { _ in .bytes(file.bytes) }
      var reader = AssetReader(whole, .bytes(file.bytes), allRulesConfiguration)
      while reader.nextStepPeakMemoryBytes != nil { reader.performNextStep() }
      return [AssetAnalysis(reader.asset, pack: nil, allRulesConfiguration).binaryEncoded]
    },
    attempt: { bytes throws(PropertyViolation) in
      func decoded(_ bytes: [UInt8]) -> AssetAnalysis? {
        try? BinaryDecoder.decode(bytes[...]) {
          try AssetAnalysis(from: &$0, of: source, isScaleVariant: false, allRulesConfiguration)
        }
      }
      guard let analysis = decoded(bytes) else { return }
      for finding in analysis.findings {
        let message = finding.evidence.message
        try expect(UntrustedText(message).displayText == message, "a message has control characters")
      }
      try expect(
        decoded(analysis.binaryEncoded)?.binaryEncoded == analysis.binaryEncoded,
        "the encoded data decodes to something else")
    })

  static let builtPack = FuzzTarget(
    "built-pack", summary: "a process's answer about the pack that it built",
    seeds: { file in
      var pack = InMemoryBuildResult(.completed)
      (pack.name, pack.stickerCount) = ("cats", 1)
      var tree = FileTree()
      tree["Stickers.xcstickers/Contents.json"] = Array(file.bytes.prefix(64))
      tree["stickers/a.png"] = file.bytes
      tree["stickers/b.png"] = file.bytes
      pack.builtFiles = tree
      pack.notes = ["a note"]
      var changes = PackChanges()
      (changes.stickersWithChangedArt, changes.icon, changes.changedBuildOptions) = (
        ["a"], .changed, [.template]
      )
      (pack.changes, pack.digest) = (changes, String(repeating: "0", count: 64))
      return [pack.binaryEncoded]
    },
    attempt: { bytes throws(PropertyViolation) in
      guard let pack = try? InMemoryBuildResult(answer: bytes, rules: Rule.all, maxBytes: 1 << 16) else {
        return
      }
      for line in pack.notes + pack.differencesFromDestination {
        try expect(UntrustedText(line).displayText == line, "a note has control characters")
      }
      for path in pack.builtFiles?.paths ?? [] {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        try expect(!parts.contains { ["", ".", ".."].contains($0) }, "a file outside its pack: \(path)")
      }
      let again = try? InMemoryBuildResult(answer: pack.binaryEncoded, rules: Rule.all, maxBytes: 1 << 16)
      try expect(again?.binaryEncoded == pack.binaryEncoded, "the encoded data decodes to something else")
    })
}

private let onePixelContainer = (try? Bitmap(transparent: PixelSize(1, 1)).encodedPNG()).flatMap {
  ImageContainer(of: $0)
}
private let source = AssetSource(path: Path("cats/a.png")) { _ in .bytes([]) }
private let analysisRequest = AnalysisRequest(source, Asset.PackContext(), wantsFindingLocations: true)
private let allRulesConfiguration = Configuration(rules: Rule.all)
