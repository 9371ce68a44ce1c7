@testable import StickerEngine
@testable import Stickers

/// Lints files in this process.
func lint(
  _ sources: [AssetSource], declarations: [Path: PackDeclaration] = [:], catalogs: [CatalogListing] = [],
  messages: [MessageDeclaration] = [], jobs: Int, cache: ResultCache? = nil,
  configuration: @escaping @Sendable (Path) -> Configuration,
  delivered: (AssetAnalysis) async -> Void = { _ in }
) async -> Report {
  let input = LintInput(sources, declarations: declarations, catalogs: catalogs, messages: messages)
  let linter = Linter(
    service: InProcessImageService(), cache: cache, jobs: jobs, configuration: configuration)
  return await linter.lint(input, analyzed: delivered)
}

/// Lints files in this process, with one configuration for all.
func lint(
  _ sources: [AssetSource], _ configuration: Configuration, declarations: [Path: PackDeclaration] = [:],
  jobs: Int, delivered: (AssetAnalysis) async -> Void = { _ in }
) async -> Report {
  await lint(
    sources, declarations: declarations, jobs: jobs, configuration: { _ in configuration },
    delivered: delivered)
}
