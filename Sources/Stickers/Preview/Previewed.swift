import StickerFix
import StickerImage
package import StickerModel
package import StickerReport

/// Checks one asset and keeps what a page shows of it.
///
/// - Parameter number: its place in the page.
/// - Parameter examiner: one that tells marks.
/// - Parameter surroundings: as for `examine`.
/// - Parameter showing: the rules of which findings are shown; nil for all.
/// - Returns: what the page shows, and what the rules about packs go by.
package func previewed(
  _ source: AssetSource, number: Int, _ configuration: Configuration, _ examiner: any Examiner,
  _ surroundings: Asset.Surroundings = Asset.Surroundings(), showing: Set<String>? = nil
) async -> (sticker: PreviewSticker, checked: Checked) {
  let outcome = source.read(configuration.budget.fileBytes)
  let checked = await examiner.check(source, outcome, configuration, surroundings)
  let (summary, isShown) = (checked.summary, { (rule: String) in showing?.contains(rule) ?? true })
  var picture: PreviewPicture?
  // What another process could not read is not opened in this one.
  if case .bytes(let bytes) = outcome, checked.isLasting {
    picture = PreviewPicture(bytes, Container(of: bytes, budget: configuration.budget))
  }
  let sticker = PreviewSticker(
    number: number, path: source.path, role: source.role, byteCount: summary.byteCount, picture: picture,
    findings: summary.findings.filter { isShown($0.rule) }, marks: checked.marks.filter { isShown($0.rule) })
  return (sticker, checked)
}
