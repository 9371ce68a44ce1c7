package import StickerImage

/// Checks assets against rules: read, container, frames, survey, check, one asset after the other on each
/// core; then the packs.
///
/// - Parameter sources: in the order of the report.
/// - Parameter declarations: what catalogs and descriptions say, by the pack's path; a pack without a sticker
///   is known by them alone.
/// - Parameter catalogs: the Xcode catalogs of the run.
/// - Parameter messages: the descriptions of interactive messages of the run.
/// - Parameter jobs: assets at once, at least 1.
/// - Parameter digests: whether SHA-256 of each file is wanted.
/// - Parameter configuration: what is in force for an asset, a pack or a document at a path.
/// - Parameter known: what earlier runs found out; gets what this one does. Nil: everything is checked.
/// - Parameter examiner: who opens the files.
/// - Parameter delivered: called in order with each asset's summary, for progress and streaming reports.
package func lint<Known: EarlierResults>(
  _ sources: [AssetSource], declarations: [Path: PackDeclaration] = [:], catalogs: [CatalogListing] = [],
  messages: [MessageDeclaration] = [], jobs: Int, digests: Bool = false,
  configuration: @escaping @Sendable (Path) -> Configuration,
  known: inout Known?, examiner: any Examiner,
  delivered: (AssetAnalysis) async -> Void = { _ in }
) async -> Report {
  let assets = await summaries(
    of: sources, Surroundings(sources, declarations), jobs: jobs, digests: digests,
    configuration: { configuration($0.path) }, known: &known, examiner: examiner, delivered: delivered)
  return await report(
    on: assets, sources, declarations: declarations, catalogs: catalogs, messages: messages, jobs: jobs,
    configuration: configuration, examiner: examiner)
}

/// Checks assets, one after the other on each core; their packs wait.
///
/// - Parameter surroundings: of the whole run.
/// - Parameter configuration: what is in force for an asset.
/// - Returns: what is known of each of `sources`, in their order.
package func summaries<Known: EarlierResults>(
  of sources: [AssetSource], _ surroundings: Surroundings, jobs: Int, digests: Bool,
  configuration: @escaping @Sendable (AssetSource) -> Configuration,
  known: inout Known?, examiner: any Examiner, delivered: (AssetAnalysis) async -> Void
) async -> [AssetAnalysis] {
  var assets: [AssetAnalysis] = []
  assets.reserveCapacity(sources.count)
  await examiner.run {
    await mapInOrder(sources, jobs: jobs) { [earlier = known] source -> (AssetAnalysis, PixelDigest?) in
      await summary(
        of: source, configuration(source), examiner, surroundings.of(source), earlier, digests)
    } deliver: { summary, key in
      if let key { known?.note(summary, under: key) }
      assets.append(summary)
      await delivered(summary)
    }
  }
  return assets
}

/// What is known of the files around each asset of a run.
package struct Surroundings: Sendable {
  private let declarations: [Path: PackDeclaration]
  private let ofIcons: [Path: PackDeclaration]
  private let originals: [Path: Path]

  /// - Parameter declarations: as for `lint`.
  package init(_ sources: [AssetSource], _ declarations: [Path: PackDeclaration]) {
    self.declarations = declarations
    originals = sources.lazy.map(\.path).smallerSizes()
    let inOrder = declarations.sorted { $0.key < $1.key }
    ofIcons = Dictionary(
      inOrder.compactMap { _, declared in declared.icon.map { ($0, declared) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// What is known of the files around one asset.
  package func of(_ source: AssetSource) -> Asset.Surroundings {
    Asset.Surroundings(
      declaration: source.pack.flatMap { declarations[$0] } ?? ofIcons[source.path],
      original: originals[source.path])
  }
}

/// Checks packs, catalogs and messages whose assets have been checked.
///
/// - Parameter assets: what is known of each of `sources`, in their order.
package func report(
  on assets: [AssetAnalysis], _ sources: [AssetSource], declarations: [Path: PackDeclaration] = [:],
  catalogs: [CatalogListing] = [], messages: [MessageDeclaration] = [], jobs: Int,
  configuration: @escaping @Sendable (Path) -> Configuration, examiner: any Examiner
) async -> Report {
  var assets = assets
  await assets.hashPossibleDuplicates(sources, jobs: jobs, configuration, examiner)
  assets.withdrawPromisesOfTakenNames()
  let packFindings = findings(onPacksOf: assets, declarations, configuration)
  let catalogFindings = findings(onCatalogs: catalogs, assets, configuration)
  let messageFindings = findings(onMessages: messages, configuration)
  var report = Report(assets: assets, packFindings: packFindings + catalogFindings + messageFindings)
  for pack in Set(assets.lazy.compactMap(\.pack)) { report.configurations[pack] = configuration(pack) }
  return report
}

/// Checks one asset, unless an earlier run has.
///
/// - Returns: what was found, and where that can be kept.
func summary(
  of source: AssetSource, _ configuration: Configuration, _ examiner: any Examiner,
  _ surroundings: Asset.Surroundings, _ known: (any EarlierResults)?, _ wantsDigest: Bool
) async -> (AssetAnalysis, PixelDigest?) {
  let outcome = source.read(configuration.budget.fileBytes)
  guard known != nil || wantsDigest, case .bytes(let bytes) = outcome else {
    // Nobody else asks for bytes: they are handed over.
    return (await examiner.check(source, consume outcome, configuration, surroundings), nil)
  }
  var key = known?.key(of: bytes, source, configuration, surroundings)
  var analysis: AssetAnalysis
  let isSmaller = surroundings.original != nil
  if let key, let cached = known?.analysis(under: key, of: source, isSmallerSize: isSmaller, configuration),
    cached.answers(configuration)
  {
    analysis = cached
  } else {
    analysis = await examiner.check(source, outcome, configuration, surroundings)
    if !analysis.isReproducible { key = nil }
  }
  if wantsDigest, analysis.contentDigest == nil {
    analysis.contentDigest = SHA256.hexDigest(of: bytes)
  }
  return (analysis, key)
}

/// Checks assets against rules in this process, and asks nobody what earlier runs found.
func lint(
  _ sources: [AssetSource], declarations: [Path: PackDeclaration] = [:], catalogs: [CatalogListing] = [],
  jobs: Int, configuration: @escaping @Sendable (Path) -> Configuration,
  delivered: (AssetAnalysis) async -> Void = { _ in }
) async -> Report {
  var known: NothingKnown?
  return await lint(
    sources, declarations: declarations, catalogs: catalogs, jobs: jobs, configuration: configuration,
    known: &known, examiner: LocalExaminer(), delivered: delivered)
}

/// Checks assets against rules, with one configuration for all of them.
package func lint(
  _ sources: [AssetSource], _ configuration: Configuration,
  declarations: [Path: PackDeclaration] = [:], catalogs: [CatalogListing] = [], jobs: Int,
  delivered: (AssetAnalysis) async -> Void = { _ in }
) async -> Report {
  await lint(
    sources, declarations: declarations, catalogs: catalogs, jobs: jobs,
    configuration: { _ in configuration }, delivered: delivered)
}

/// Runs every asset rule that applies to the asset's role and stamps what it finds.
package func findings(on asset: Asset, _ configuration: Configuration) -> [Finding] {
  let isOfIconSet = asset.role == .icon && CatalogSet.Kind(asset.path.parent) == .icons
  if isOfIconSet, !configuration.messenger.takesIconSets { return [] }
  // By number: a copy of each rule's settings costs more than most rules do.
  return configuration.rules.indices.flatMap { at -> [Finding] in
    guard case .asset(let judge) = configuration.rules[at].rule.check,
      configuration.rules[at].rule.looks(at: asset)
    else { return [] }
    return judge(asset, configuration.rules[at].settings).map {
      configuration.stamped($0.judged(on: asset, configuration), configuration.rules[at], asset.path)
    }
  }
}

/// Runs every pack rule over each pack.
///
/// - Parameter assets: every asset of the run, in the order of the walk.
/// - Parameter declarations: by the pack's path.
/// - Parameter configurations: by the path of a pack or of a file.
func findings(
  onPacksOf assets: [AssetAnalysis], _ declarations: [Path: PackDeclaration],
  _ configurations: (Path) -> Configuration
) -> [Finding] {
  // Places, not summaries: those of ten thousand files take megabytes.
  let members = Dictionary(grouping: assets.indices.lazy.filter { assets[$0].pack != nil }) {
    assets[$0].pack
  }
  let packs = Set(members.keys.compactMap { $0 }).union(declarations.keys).sorted()
  return packs.flatMap { path -> [Finding] in
    let configuration = configurations(path)
    guard configuration.checksPacks else { return [] }
    let declaration = declarations[path]
    return configuration.rules.flatMap { inForce -> [Finding] in
      guard case .pack(let judge) = inForce.rule.check else { return [] }
      let stickers = (members[path] ?? []).lazy.map { assets[$0] }.filter {
        inForce.rule.roles.contains($0.role) && !$0.isSmallerSize
      }
      let pack = PackSummary(path: path, stickers: Array(stickers), declaration: declaration)
      return judge(pack, inForce.settings).compactMap {
        finding($0, inForce, configuration, path, ofFile: configurations)
      }
    }
  }
}

/// What is in force for a file says whether a finding on it counts, and how much.
private func finding(
  _ evidence: PackEvidence, _ inForce: RuleInForce, _ configuration: Configuration, _ pack: Path,
  ofFile configurations: (Path) -> Configuration
) -> Finding? {
  guard let sticker = evidence.sticker else {
    return configuration.stamped(evidence.evidence, inForce, pack)
  }
  let own = configurations(sticker)
  guard let rule = own.inForce(inForce.rule.id) else { return nil }
  return own.stamped(evidence.evidence, rule, sticker)
}

/// What earlier runs found out about files, by everything that a check of them depends on.
package protocol EarlierResults: Sendable {
  /// What names a check of these bytes.
  func key(
    of bytes: [UInt8], _ source: AssetSource, _ configuration: Configuration, _ around: Asset.Surroundings
  ) -> PixelDigest
  /// The analysis that is stored under a key.
  func analysis(
    under key: PixelDigest, of source: AssetSource, isSmallerSize: Bool, _ configuration: Configuration
  ) -> AssetAnalysis?
  /// Keeps what a check gave.
  mutating func note(_ result: AssetAnalysis, under key: PixelDigest)
}

/// No earlier results: every file is checked.
struct NothingKnown: EarlierResults {
  func key(
    of bytes: [UInt8], _ source: AssetSource, _ configuration: Configuration, _ around: Asset.Surroundings
  ) -> PixelDigest { PixelDigest(of: []) }

  func analysis(
    under key: PixelDigest, of source: AssetSource, isSmallerSize: Bool, _ configuration: Configuration
  ) -> AssetAnalysis? { nil }

  mutating func note(_ result: AssetAnalysis, under key: PixelDigest) {}
}
