import StickerFix
import StickerImage
import StickerModel
import StickerReport

/// Checks one asset and keeps what a page shows of it.
///
/// - Parameter number: its place in the page.
/// - Parameter surroundings: as for `examine`.
/// - Parameter showing: the rules of which findings are shown; nil for all.
/// - Returns: what the page shows, and what the rules about packs go by.
func previewed(
  _ source: AssetSource, number: Int, _ configuration: Configuration, _ gate: MemoryGate,
  _ surroundings: Asset.Surroundings = Asset.Surroundings(), showing: Set<String>? = nil
) async -> (sticker: PreviewSticker, summary: AssetSummary) {
  let outcome = source.read(configuration.budget.fileBytes)
  let read = AssetSource(path: source.path, role: source.role, pack: source.pack) { _ in outcome }
  let asset = await examine(read, configuration, gate, surroundings)
  var picture: PreviewPicture?
  if case .bytes(let bytes) = outcome { picture = PreviewPicture(bytes, asset.container) }
  let found = findings(on: asset, configuration)
  let shown = found.filter { showing?.contains($0.rule) ?? true }
  let sticker = PreviewSticker(
    number: number, path: source.path, role: source.role, byteCount: asset.byteCount, picture: picture,
    findings: shown, marks: marks(on: asset, shown, configuration))
  return (sticker, AssetSummary(asset, pack: source.pack, findings: found))
}
