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
  let canBeTransparent: Bool
  /// Frames of the animation, 1 for a still.
  package let frameCount: Int
  /// Equal for assets of one pack whose pixels and timing are the same; nil where pixels were not decoded.
  let pixelDigest: PixelDigest?
  /// The digest as it was measured, of all pixels or of some.
  let glance: PixelDigest?
  /// Whether the digest is of all pixels.
  let isDigestExact: Bool
  /// The digest of all pixels, where it was asked for and is another one.
  package let exactDigest: PixelDigest?
  /// SHA-256 of the file's bytes in hexadecimal; nil if not requested, or the file could not be read.
  package let contentDigest: String?
  /// What it looks like at a glance; nil if not measured, or almost nothing is visible.
  let likeness: Likeness?
  /// How much of the canvas its art takes; nil if not measured, or nothing is visible.
  let art: ArtExtent?
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

/// How much of its canvas an asset's art takes.
package struct ArtExtent: Hashable, Sendable {
  /// The rectangle around everything visible, all frames together; no side is 0.
  package let box: PixelSize
  /// Visible pixels of the fullest frame.
  package let pixels: Int

  /// An extent that was kept; nil where nothing is visible.
  package init?(box: PixelSize, pixels: Int) {
    guard box.width > 0, box.height > 0, pixels > 0 else { return nil }
    self.box = box
    self.pixels = pixels
  }

  /// Nil if the shape was not measured, or nothing is visible.
  init?(_ survey: Survey) {
    guard let box = survey.bounds?.visible, let coverage = survey.coverage else { return nil }
    self.init(box: box.size, pixels: coverage.fullest)
  }
}

/// Takes a second, exact look at the stills that may be equal to another one of their pack, so that equal
/// digests mean equal pixels: hashing all pixels of every still would cost a tenth of its check, and few have
/// a twin.
///
/// A file that cannot be read again is no twin: it has changed meanwhile.
///
/// - Parameter sources: of the assets, in the same order.
func tellTwinsApart(
  _ assets: inout [AssetSummary], _ sources: [AssetSource], jobs: Int,
  _ configuration: @escaping @Sendable (Path) -> Configuration, _ examiner: any Examiner
) async {
  let candidates = assets.indices.filter { index in
    guard let pack = assets[index].pack, !assets[index].isDigestExact else { return false }
    return configuration(pack).checksPacks
  }
  let twins = Dictionary(grouping: candidates) {
    Glance(pack: assets[$0].pack, digest: assets[$0].glance)
  }
  .values.filter { $0.count > 1 }.flatMap { $0 }.sorted()
  var digests: [PixelDigest?] = []
  await mapInOrder(twins.map { (assets[$0].exactDigest, sources[$0]) }, jobs: jobs) { known, source in
    if let known { return known }
    let configuration = configuration(source.path)
    let outcome = source.read(configuration.budget.fileBytes)
    return await examiner.exactDigest(of: source, outcome, configuration)
  } deliver: { digest in
    digests.append(digest)
  }
  for (twin, digest) in zip(twins, digests) { assets[twin] = assets[twin].with(pixelDigest: digest) }
}

/// What stills of one pack have in common that may be equal.
private struct Glance: Hashable {
  let pack: Path?
  let digest: PixelDigest?
}
