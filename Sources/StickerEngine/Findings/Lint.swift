import StickerImage

/// The files to lint, and the metadata of their packs.
package struct LintInput: Sendable {
  /// The files, in report order.
  package var sources: [AssetSource]
  /// The metadata from catalogs and pack files, by the path of the pack. Packs without files are included.
  package var packDeclarations: [Path: PackDeclaration]
  /// The Xcode catalogs.
  package var catalogs: [CatalogListing]
  /// The files that describe interactive messages.
  package var interactiveMessages: [InteractiveMessageFile]
  /// Art files that stickerlint cannot read.
  package var unsupportedArt: [UnsupportedArt]

  package init(
    _ sources: [AssetSource], packDeclarations: [Path: PackDeclaration] = [:],
    catalogs: [CatalogListing] = [], interactiveMessages: [InteractiveMessageFile] = [],
    unsupportedArt: [UnsupportedArt] = []
  ) {
    self.sources = sources
    self.packDeclarations = packDeclarations
    self.catalogs = catalogs
    self.interactiveMessages = interactiveMessages
    self.unsupportedArt = unsupportedArt
  }
}

extension Report {
  /// Checks packs, catalogs and messages after their files have been analyzed.
  ///
  /// - Parameters:
  ///   - analyses: the analysis of each source, in input order.
  ///   - configuration: returns the configuration for the path of a file, a pack or a document.
  package init(
    on analyses: [AssetAnalysis], of input: LintInput, _ configuration: (Path) -> Configuration
  ) {
    var analyses = analyses
    analyses.markConflictingRenamesUncertain()
    let packFindings = StickerEngine.findings(onPacksOf: analyses, input.packDeclarations, configuration)
    let catalogFindings = StickerEngine.findings(onCatalogs: input.catalogs, analyses, configuration)
    let messageFindings = StickerEngine.findings(
      onInteractiveMessages: input.interactiveMessages, configuration)
    self.init(assets: analyses, packFindings: packFindings + catalogFindings + messageFindings)
    unsupportedArt = input.unsupportedArt
    for pack in Set(analyses.lazy.compactMap(\.pack)) { packConfigurations[pack] = configuration(pack) }
  }
}

/// The context of each asset of a run: the metadata of its pack, and the @3x art that it is a variant of.
package struct AssetPackContexts: Sendable {
  private let packDeclarations: [Path: PackDeclaration]
  private let packDeclarationsByIcon: [Path: PackDeclaration]
  private let pathsAt3xByVariant: [Path: Path]

  /// - Parameter packDeclarations: the metadata of packs, by the path of the pack.
  package init(_ sources: [AssetSource], _ packDeclarations: [Path: PackDeclaration]) {
    self.packDeclarations = packDeclarations
    pathsAt3xByVariant = sources.lazy.map(\.path).pathsAt3xByVariant()
    let inOrder = packDeclarations.sorted { $0.key < $1.key }
    packDeclarationsByIcon = Dictionary(
      inOrder.compactMap { _, declared in declared.iconSourcePath.map { ($0, declared) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the context of one asset.
  package func context(for source: AssetSource) -> Asset.PackContext {
    Asset.PackContext(
      packDeclaration: source.pack.flatMap { packDeclarations[$0] }
        ?? packDeclarationsByIcon[source.path],
      originalAt3x: pathsAt3xByVariant[source.path])
  }
}

/// Runs the asset rules that apply to the role of the asset.
package func findings(on asset: Asset, _ configuration: Configuration) -> [Finding] {
  let isInIconSet = asset.role == .icon && CatalogFolder.Kind(asset.path.parent) == .icons
  if isInIconSet, !configuration.messengerTraits.checksIconSets { return [] }
  // Iterate over indices, because copying each rule's options takes longer than most checks.
  return configuration.rules.indices.flatMap { at -> [Finding] in
    guard case .asset(let check) = configuration.rules[at].rule.check,
      configuration.rules[at].rule.applies(to: asset)
    else { return [] }
    return check(asset, configuration.rules[at].optionValues).map {
      configuration.makeFinding(
        $0.withFixCertainty(on: asset, configuration), configuration.rules[at], asset.path)
    }
  }
}

/// Runs the pack rules on each pack.
///
/// - Parameter assets: all assets of the run, in report order.
/// - Parameter packDeclarations: the metadata of packs, by the path of the pack.
/// - Parameter configurations: returns the configuration for the path of a pack or a file.
func findings(
  onPacksOf assets: [AssetAnalysis], _ packDeclarations: [Path: PackDeclaration],
  _ configurations: (Path) -> Configuration
) -> [Finding] {
  // Group indices instead of analyses, because the analyses of 10,000 files take megabytes.
  let members = Dictionary(grouping: assets.indices.lazy.filter { assets[$0].pack != nil }) {
    assets[$0].pack
  }
  let packs = Set(members.keys.compactMap { $0 }).union(packDeclarations.keys).sorted()
  return packs.flatMap { path -> [Finding] in
    let configuration = configurations(path)
    guard configuration.checksPacks else { return [] }
    let listing = packDeclarations[path]
    return configuration.rules.flatMap { activeRule -> [Finding] in
      guard case .pack(let check) = activeRule.rule.check else { return [] }
      let stickers = (members[path] ?? []).lazy.map { assets[$0] }.filter {
        activeRule.rule.roles.contains($0.role) && !$0.isScaleVariant
      }
      let pack = PackRuleInput(path: path, assetsRuleAppliesTo: Array(stickers), packDeclaration: listing)
      return check(pack, activeRule.optionValues).compactMap {
        findingOnPackOrSticker($0, activeRule, configuration, path, configurationForPath: configurations)
      }
    }
  }
}

/// Creates a finding. For evidence on a sticker, the configuration of that file decides whether the rule
/// applies and at what severity.
private func findingOnPackOrSticker(
  _ evidence: PackEvidence, _ activeRule: ActiveRule, _ configuration: Configuration, _ pack: Path,
  configurationForPath: (Path) -> Configuration
) -> Finding? {
  guard let sticker = evidence.sticker else {
    return configuration.makeFinding(evidence.evidence, activeRule, pack)
  }
  let own = configurationForPath(sticker)
  guard let rule = own.activeRule(activeRule.rule.id) else { return nil }
  return own.makeFinding(evidence.evidence, rule, sticker)
}
