import StickerEngine

/// Lints the art of a pack, and lints changed files again. The results of unchanged files are kept.
struct PackLinter {
  private let linter: LintPass
  private let progress: ProgressOutput
  /// The result for each file, in the order of the assets, before pack rules ran.
  private var analyses: [AssetAnalysis] = []

  init(_ linter: LintPass, _ progress: ProgressOutput) {
    self.linter = linter
    self.progress = progress
  }

  /// Lints all files, then the pack.
  mutating func lint(_ pack: OpenedPack) async -> Report {
    let assets = pack.assets
    analyses = await analyze(assets, of: pack)
    return await linter.report(on: analyses, of: pack.lintInput(assets))
  }

  /// Lints the files that changed since `lint`, then the pack with the results of all files.
  ///
  /// - Parameter changed: the paths of the files with new bytes. No file was added or removed.
  mutating func lintAgain(_ pack: OpenedPack, changed: Set<Path>) async -> Report {
    let assets = pack.assets
    let places = assets.indices.filter { changed.contains(assets[$0].path) }
    let new = await analyze(places.map { assets[$0] }, of: pack)
    for (place, result) in zip(places, new) { analyses[place] = result }
    return await linter.report(on: analyses, of: pack.lintInput(assets))
  }

  private func analyze(_ assets: [AssetSource], of pack: OpenedPack) async -> [AssetAnalysis] {
    let progress = progress.start(.checking, "checked", of: assets.count)
    var count = 0
    let results = await linter.analyze(assets, in: AssetPackContexts(pack.assets, pack.packDeclarations)) {
      _ in
      count += 1
      progress?.advance(to: count)
    }
    progress?.finish()
    return results
  }
}

extension OpenedPack {
  /// The lint input for some files of the pack, with all metadata.
  func lintInput(_ sources: [AssetSource]) -> LintInput {
    LintInput(
      sources, packDeclarations: packDeclarations, catalogs: sourceCatalogs,
      interactiveMessages: message.map { [$0] } ?? [])
  }
}
