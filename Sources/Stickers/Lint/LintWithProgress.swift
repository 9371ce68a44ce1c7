import StickerIO
package import StickerModel
package import StickerSettings

/// Lints with a progress line on a terminal.
package func lintWithProgress(
  _ sources: [AssetSource], _ settings: SettingsMap, declarations: [Path: PackDeclaration] = [:],
  catalogs: [CatalogListing] = [], messages: [MessageDeclaration] = [], jobs: Int, digests: Bool = false,
  known: inout KnownResults?, examiner: any Examiner, quiet: Bool
) async -> Report {
  var progress = quiet ? nil : Progress("checked")
  var count = 0
  let report = await lint(
    sources, declarations: declarations, catalogs: catalogs, messages: messages, jobs: jobs, digests: digests,
    configuration: { settings.configuration(at: $0) }, known: &known, examiner: examiner
  ) { _ in
    count += 1
    progress?.advance(to: count, of: sources.count)
  }
  progress?.finish()
  return report
}
