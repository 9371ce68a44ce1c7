package import StickerImage

/// The result of analyzing one file, without its bytes and pixels: facts, measurements that pack rules
/// compare, and findings.
package struct AssetAnalysis: BinaryEncodable, Sendable {
  /// The path that reports show.
  package let path: Path
  /// The role that determined which rules ran.
  package let role: AssetRole
  /// The folder or `.stickerpack` that contains the file.
  package let pack: Path?
  /// Whether the file is a variant of another file in its folder.
  package let isScaleVariant: Bool
  /// The facts about the bytes and pixels. They do not depend on the path.
  package let facts: ContentFacts
  /// A hash that is equal for files in one pack that have the same pixels and timing, or nil if no pixels
  /// were decoded.
  package var duplicateDetectionHash: XXH3Digest?
  /// The SHA-256 digest of the bytes in hexadecimal, or nil if not requested.
  package var contentSHA256Hex: String?
  /// The findings, in rule order.
  package private(set) var findings: [Finding]
  /// The areas of the art that findings are about, or empty if not requested.
  package internal(set) var marks: [FindingMark] = []
  /// The reason why the file could not be analyzed, if the file itself is not the cause.
  package internal(set) var failure: String?
  /// Whether analyzing the same bytes again would give the same result. False if a worker process crashed.
  package internal(set) var isReproducible = true

  /// - Parameter path: the path that reports show, or nil to use the asset's path.
  package init(_ asset: Asset, path: Path? = nil, pack: Path?, findings: [Finding]) {
    self.path = path ?? asset.path
    role = asset.role
    self.pack = pack
    isScaleVariant = asset.context.originalAt3x != nil
    facts = ContentFacts(asset)
    duplicateDetectionHash = facts.sampledOrFullPixelHash
    self.findings = findings.withSuppressedFindingsMarked
  }

  /// Analyzes an asset with every active rule.
  ///
  /// - Parameter wantsFindingLocations: whether to collect the areas that findings are about.
  package init(
    _ asset: Asset, pack: Path?, _ configuration: Configuration, wantsFindingLocations: Bool = false
  ) {
    let found = StickerEngine.findings(on: asset, configuration)
    self.init(asset, pack: pack, findings: found)
    if wantsFindingLocations { marks = StickerEngine.marks(on: asset, found, configuration) }
  }

  /// Creates the analysis of a file on which a worker process failed.
  package init(
    workerFailedOn source: AssetSource, _ outcome: ReadOutcome, with failure: WorkerFailure,
    _ configuration: Configuration,
    _ context: Asset.PackContext
  ) {
    var length: Int?
    if case .bytes(let bytes) = outcome { length = bytes.count }
    let asset = Asset(
      path: source.path, role: source.role, byteCount: length, content: .workerFailed(failure),
      context: context)
    self.init(asset, pack: source.pack, configuration)
    isReproducible = false
  }

  /// Creates an analysis with the facts of another analysis of the same file.
  package init(factsOf analysis: AssetAnalysis, source: AssetSource, findings: [Finding] = []) {
    path = source.path
    role = source.role
    pack = source.pack
    isScaleVariant = false
    facts = analysis.facts
    duplicateDetectionHash = facts.sampledOrFullPixelHash
    contentSHA256Hex = analysis.contentSHA256Hex
    self.findings = findings.withSuppressedFindingsMarked
  }

  /// Creates an analysis from what a report says about a file.
  package init(
    fromReportOf path: Path, _ role: AssetRole, byteCount: Int?, format: ImageFormat?, canvas: PixelSize?,
    frameCount: Int, findings: [Finding]
  ) {
    self.path = path
    self.role = role
    pack = nil
    isScaleVariant = false
    facts = ContentFacts(byteCount: byteCount, format: format, canvas: canvas, frameCount: frameCount)
    self.findings = findings.withSuppressedFindingsMarked
  }

  /// Decodes an analysis.
  ///
  /// - Parameters:
  ///   - source: the file that was analyzed.
  ///   - configuration: the configuration that it was analyzed with.
  package init(
    from decoder: inout BinaryDecoder, of source: AssetSource, isScaleVariant: Bool,
    _ configuration: Configuration
  ) throws {
    path = source.path
    role = source.role
    pack = source.pack
    self.isScaleVariant = isScaleVariant
    facts = try ContentFacts(from: &decoder)
    duplicateDetectionHash = facts.sampledOrFullPixelHash
    contentSHA256Hex = try decoder.decode()
    try decoder.check(contentSHA256Hex.map(isLowercaseSHA256Hex) ?? true)
    findings = try decoder.decodeList {
      try Finding(from: &$0, at: source.path, configuration)
    }.withSuppressedFindingsMarked
    marks = try decoder.decode()
  }

  /// Appends the facts, the content digest, the findings and the marks.
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(facts, contentSHA256Hex, findings, marks)
  }

  /// Whether the analysis has every hash that a configuration needs.
  package func hasHashes(neededBy configuration: Configuration) -> Bool {
    !configuration.hashesAllPixels || facts.fullPixelAndTimingHash != nil
      || facts.sampledOrFullPixelHash == nil
  }

  /// Returns a copy of the analysis with the reason why the file could not be analyzed.
  package func withUnreproducibleFailure(_ failure: String) -> AssetAnalysis {
    var analysis = self
    analysis.failure = failure
    analysis.isReproducible = false
    return analysis
  }

  /// Returns a copy of the analysis with different findings.
  package func withFindings(_ findings: [Finding]) -> AssetAnalysis {
    var analysis = self
    analysis.findings = findings.withSuppressedFindingsMarked
    return analysis
  }
}

/// Facts about the bytes and pixels of a file. They do not depend on its path or pack.
package final class ContentFacts: BinaryCodable, Sendable {
  /// The length of the file in bytes, or nil if it could not be read.
  package let byteCount: Int?
  /// The format according to the content, or nil if the file is not a supported image.
  package let format: ImageFormat?
  /// The canvas in pixels, or nil if the header could not be read.
  package let canvas: PixelSize?
  /// Whether the file can have transparent pixels.
  let canBeTransparent: Bool
  /// The number of frames; 1 for a still.
  package let frameCount: Int
  /// A hash of sampled pixels of a still, or of all pixels and the timing of an animation. Images with
  /// different hashes are different.
  let sampledOrFullPixelHash: XXH3Digest?
  /// A hash of all pixels and the timing, or nil if only a sample was hashed. Hashing every pixel of every
  /// still would make checking stills 10% slower.
  package let fullPixelAndTimingHash: XXH3Digest?
  /// A signature for comparing images, or nil if it was not measured or almost nothing is visible.
  let imageSignature: ImageSignature?

  init(_ asset: Asset) {
    byteCount = asset.byteCount
    format = asset.container?.format
    canvas = asset.canvas
    canBeTransparent = asset.container?.canBeTransparent ?? false
    frameCount = asset.container?.frameCount ?? 1
    let hashes = asset.measurements?.digests
    sampledOrFullPixelHash = hashes?.sampledImageDigest ?? hashes?.imageDigest
    fullPixelAndTimingHash = hashes.flatMap { $0.coversAllPixels ? $0.imageDigest : nil }
    imageSignature = asset.measurements?.imageSignature
  }

  /// Creates the facts that reports show.
  fileprivate init(byteCount: Int?, format: ImageFormat?, canvas: PixelSize?, frameCount: Int) {
    self.byteCount = byteCount
    self.format = format
    self.canvas = canvas
    canBeTransparent = false
    self.frameCount = frameCount
    sampledOrFullPixelHash = nil
    fullPixelAndTimingHash = nil
    imageSignature = nil
  }

  package init(from decoder: inout BinaryDecoder) throws {
    // Larger files are not supported. The sum of a million lengths fits in an `Int`.
    byteCount = try decoder.decodeOptional { try $0.decode(in: 0...1 << 43) }
    (format, canvas, canBeTransparent) = try decoder.decode()
    frameCount = try decoder.decodeIntCheckingUInt32Range()
    (sampledOrFullPixelHash, fullPixelAndTimingHash, imageSignature) = try decoder.decode()
  }

  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(byteCount, format, canvas, canBeTransparent, frameCount)
    encoder.encode(sampledOrFullPixelHash, fullPixelAndTimingHash, imageSignature)
  }
}

extension [AssetAnalysis] {
  /// Returns the indices of files whose sampled pixels equal those of another file in their pack.
  package func possibleDuplicateIndices(packConfiguration configuration: (Path) -> Configuration) -> [Int] {
    let candidates = indices.filter { index in
      guard let pack = self[index].pack, self[index].facts.sampledOrFullPixelHash != nil else { return false }
      return configuration(pack).checksPacks
    }
    let groups = Dictionary(grouping: candidates) {
      PossibleDuplicateKey(pack: self[$0].pack, sampledOrFullPixelHash: self[$0].facts.sampledOrFullPixelHash)
    }
    return groups.values.filter { $0.count > 1 }.flatMap { $0 }.sorted()
  }
}

private struct PossibleDuplicateKey: Hashable {
  let pack: Path?
  let sampledOrFullPixelHash: XXH3Digest?
}
