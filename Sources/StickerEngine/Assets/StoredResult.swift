package import StickerImage

/// What a check of one file gave, without what its path says.
package struct StoredResult: Hashable {
  package var byteCount: Int?
  package var format: ImageFormat?
  package var canvas: PixelSize?
  package var frameCount: Int
  package var canBeTransparent: Bool
  package var pixelDigest: PixelDigest?
  package var isDigestExact: Bool
  package var exactDigest: PixelDigest?
  package var likeness: Likeness?
  package var art: ArtExtent?
  package var contentDigest: String?
  package var findings: [Verdict]

  /// A finding without its path and the words that its rule gives.
  package struct Verdict: Hashable {
    package var rule: String
    package var severity: Severity
    package var evidence: Evidence

    package init(rule: String, severity: Severity, evidence: Evidence) {
      self.rule = rule
      self.severity = severity
      self.evidence = evidence
    }
  }

  package init(_ summary: AssetSummary) {
    byteCount = summary.byteCount
    format = summary.format
    canvas = summary.canvas
    frameCount = summary.frameCount
    canBeTransparent = summary.canBeTransparent
    pixelDigest = summary.glance
    isDigestExact = summary.isDigestExact
    exactDigest = summary.exactDigest
    likeness = summary.likeness
    art = summary.art
    contentDigest = summary.contentDigest
    findings = summary.findings.map { Verdict(rule: $0.rule, severity: $0.severity, evidence: $0.evidence) }
  }

  /// Whether it has what a shard's check is to give.
  package func answers(_ configuration: Configuration) -> Bool {
    !configuration.digestsExactly || isDigestExact || exactDigest != nil || pixelDigest == nil
  }

  /// Nothing but a number of frames.
  package init(frameCount: Int) {
    self.frameCount = frameCount
    isDigestExact = true
    canBeTransparent = false
    findings = []
  }
}

extension StoredResult.Verdict {
  /// The finding at a path.
  package func finding(at path: Path, _ configuration: Configuration) -> Finding {
    let advice =
      evidence.advice ?? configuration.inForce(self.rule).map { $0.rule.advice(under: $0.settings) }
    return Finding(
      rule: self.rule, severity: severity, path: path, evidence: evidence, advice: advice ?? "",
      fails: severity >= configuration.failOn)
  }
}

/// What earlier runs found out about files, by everything that a check of them depends on.
package protocol EarlierResults: Sendable {
  /// What names a check of these bytes.
  func key(
    of bytes: [UInt8], _ source: AssetSource, _ configuration: Configuration, _ around: Asset.Surroundings
  ) -> PixelDigest
  /// What is known under a key.
  func result(of key: PixelDigest) -> StoredResult?
  /// Keeps what a check gave.
  mutating func note(_ result: AssetSummary, under key: PixelDigest)
}

/// No earlier results: every file is checked.
struct NothingKnown: EarlierResults {
  func key(
    of bytes: [UInt8], _ source: AssetSource, _ configuration: Configuration, _ around: Asset.Surroundings
  ) -> PixelDigest { PixelDigest(of: []) }

  func result(of key: PixelDigest) -> StoredResult? { nil }

  mutating func note(_ result: AssetSummary, under key: PixelDigest) {}
}
