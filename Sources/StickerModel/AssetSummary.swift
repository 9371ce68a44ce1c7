package import StickerImage

/// What is kept of an asset once its bytes and pixels are dropped: a few hundred bytes, which every report
/// shares. Each holds a list of summaries, and ten thousand of them are megabytes.
package final class AssetSummary: Sendable {
  /// The file's path, as it was found.
  package let path: Path
  /// What it is for.
  package let role: Role
  /// The pack it ships in.
  package let pack: Path?
  /// Length of the file; nil where it could not be read.
  package let byteCount: Int?
  /// The format by content; nil for what is no image of ours.
  package let format: ImageFormat?
  /// The canvas in pixels; nil where the header could not be read.
  package let canvas: PixelSize?
  /// Whether its pixels can be transparent at all: an alpha channel, or whatever its format has instead.
  package let canBeTransparent: Bool
  /// Frames of the animation, 1 for a still.
  package let frameCount: Int
  /// Equal for assets of one pack whose pixels and timing are the same; nil where pixels were not decoded.
  package let pixelDigest: PixelDigest?
  /// The digest as it was measured, of all pixels or of some.
  package let glance: PixelDigest?
  /// Whether the digest is of all pixels.
  package let isDigestExact: Bool
  /// The digest of all pixels, where it was asked for and is another one.
  package let exactDigest: PixelDigest?
  /// SHA-256 of the file's bytes in hexadecimal; nil where nobody asked, and where it could not be read.
  package let contentDigest: String?
  /// What it looks like at a glance; nil where nobody asked, and where next to nothing is to be seen.
  package let likeness: Likeness?
  /// How much of the canvas its art takes; nil where nobody asked, and where nothing is visible.
  package let art: ArtExtent?
  /// Whether it is a smaller size of a file beside it, and no art of its own.
  package let isSmallerSize: Bool
  /// The findings on the asset, in the order of the rules, each with the one that stands for it.
  package let findings: [Finding]

  /// The summary of an asset.
  ///
  /// - Parameter path: where others know it by another path than its own.
  package init(_ asset: Asset, path: Path? = nil, pack: Path?, findings: [Finding]) {
    self.path = path ?? asset.path
    role = asset.role
    self.pack = pack
    byteCount = asset.byteCount
    format = asset.container?.format
    canvas = asset.canvas
    canBeTransparent = asset.container?.canBeTransparent ?? false
    frameCount = asset.container?.frameCount ?? 1
    let digests = asset.survey?.digests
    let sparse = digests?.imageAtAGlance
    glance = sparse ?? digests?.image
    pixelDigest = glance
    isDigestExact = sparse == nil && digests?.isExact ?? true
    exactDigest = sparse == nil ? nil : digests?.image
    likeness = asset.survey?.likeness
    art = asset.survey.flatMap(ArtExtent.init)
    isSmallerSize = asset.surroundings.original != nil
    contentDigest = nil
    self.findings = findings.withWhatStandsForEach
  }

  /// The same summary with other findings.
  package func with(_ findings: [Finding]) -> AssetSummary {
    AssetSummary(self, pixelDigest, contentDigest, findings.withWhatStandsForEach)
  }

  /// The same summary with what a closer look at the pixels gave.
  func with(pixelDigest: PixelDigest?) -> AssetSummary {
    AssetSummary(self, pixelDigest, contentDigest, findings)
  }

  /// The same summary of a file of which the content is known.
  func with(contentDigest: String) -> AssetSummary {
    AssetSummary(self, pixelDigest, contentDigest, findings)
  }

  private init(
    _ other: AssetSummary, _ pixelDigest: PixelDigest?, _ contentDigest: String?, _ findings: [Finding]
  ) {
    path = other.path
    role = other.role
    pack = other.pack
    byteCount = other.byteCount
    format = other.format
    canvas = other.canvas
    canBeTransparent = other.canBeTransparent
    frameCount = other.frameCount
    self.pixelDigest = pixelDigest
    glance = other.glance
    isDigestExact = other.isDigestExact
    exactDigest = other.exactDigest
    self.contentDigest = contentDigest
    likeness = other.likeness
    art = other.art
    isSmallerSize = other.isSmallerSize
    self.findings = findings
  }

  /// The summary of an asset whose bytes an earlier run has checked.
  package init(
    _ source: AssetSource, isSmallerSize: Bool, _ known: StoredResult, _ configuration: Configuration
  ) {
    path = source.path
    role = source.role
    pack = source.pack
    byteCount = known.byteCount
    format = known.format
    canvas = known.canvas
    frameCount = known.frameCount
    canBeTransparent = known.canBeTransparent
    glance = known.pixelDigest
    pixelDigest = known.pixelDigest
    isDigestExact = known.isDigestExact
    exactDigest = known.exactDigest
    likeness = known.likeness
    art = known.art
    contentDigest = known.contentDigest
    self.isSmallerSize = isSmallerSize
    findings = known.findings.map { $0.finding(at: source.path, configuration) }.withWhatStandsForEach
  }
}
