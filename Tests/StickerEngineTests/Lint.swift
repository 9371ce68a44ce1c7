@testable import StickerEngine
@testable import Stickers

/// Lints files in this process.
func lint(
  _ sources: [AssetSource], listings: [Path: PackDeclaration] = [:], catalogs: [CatalogListing] = [],
  messages: [InteractiveMessageFile] = [], jobs: Int, cache: ResultCache? = nil,
  configuration: @escaping @Sendable (Path) -> Configuration,
  delivered: (AssetAnalysis) async -> Void = { _ in }
) async -> Report {
  let input = LintInput(
    sources, packDeclarations: listings, catalogs: catalogs, interactiveMessages: messages)
  let linter = LintPass(
    service: InProcessImageService(), cache: cache, jobs: jobs, configuration: configuration)
  return await linter.lint(input, onAnalysis: delivered)
}

/// Lints files in this process, with one configuration for all files.
func lint(
  _ sources: [AssetSource], _ configuration: Configuration, listings: [Path: PackDeclaration] = [:],
  jobs: Int, delivered: (AssetAnalysis) async -> Void = { _ in }
) async -> Report {
  await lint(
    sources, listings: listings, jobs: jobs, configuration: { _ in configuration },
    delivered: delivered)
}
