import StickerImage

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
