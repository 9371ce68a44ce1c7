/// A finding in a text file. Findings are sorted by path, then by location in the text, then by rule.
struct DocumentFinding: Comparable {
  let ruleIndex: Int
  let finding: Finding

  private var location: SourceLocation {
    if case .text(let location) = finding.evidence.location {
      location
    } else {
      SourceLocation(line: 0, column: 0)
    }
  }

  static func < (a: DocumentFinding, b: DocumentFinding) -> Bool {
    if a.finding.path != b.finding.path { return a.finding.path < b.finding.path }
    return (a.location, a.ruleIndex) < (b.location, b.ruleIndex)
  }

  static func == (a: DocumentFinding, b: DocumentFinding) -> Bool { !(a < b) && !(b < a) }
}

/// Keeps at most 100 findings for each rule and file. If there are more, also adds a finding with the total
/// number.
///
/// A hostile document of 1 MiB can have 100,000 problems.
func limitedPerRuleAndFile(sortedFindings found: [DocumentFinding]) -> [Finding] {
  let most = 100
  var (kept, counts): ([Finding], [RuleAndPath: Int]) = ([], [:])
  for finding in found.map(\.finding) {
    let key = RuleAndPath(rule: finding.rule, path: finding.path)
    counts[key, default: 0] += 1
    if counts[key, default: 0] <= most { kept.append(finding) }
  }
  return kept.flatMap { finding -> [Finding] in
    let key = RuleAndPath(rule: finding.rule, path: finding.path)
    guard let count = counts[key], count > most else { return [finding] }
    counts[key] = nil
    let rest = Finding(
      rule: finding.rule, severity: finding.severity, path: finding.path,
      evidence: Evidence("\(numberText(count)) problems in this file (the first \(most) are listed)"),
      advice: finding.advice, failsRun: finding.failsRun)
    return [rest, finding]
  }
}

private struct RuleAndPath: Hashable {
  let rule: String
  let path: Path
}

/// Evidence from a catalog rule.
package struct CatalogEvidence: Sendable {
  /// The document whose configuration applies.
  let documentPath: Path
  /// What the evidence is about: the document, or a file or folder next to it.
  let reportedPath: Path
  /// The evidence, with its location in the document.
  let evidence: Evidence

  /// Creates evidence about the document of a catalog set.
  ///
  /// - Parameter offset: the byte offset of the problem, or nil for the document as a whole.
  init(
    _ folder: CatalogFolder, _ message: String, _ figure: MeasuredValueAndLimit? = nil, at offset: Int? = nil,
    severity: Severity? = nil, fix: Fix? = nil
  ) {
    (documentPath, reportedPath) = (folder.documentPath, folder.documentPath)
    let location = offset.flatMap { folder.document?.location(of: $0) }
    evidence = Evidence(
      message, figure, at: location.map(FindingLocation.text) ?? .file, severity: severity, fix: fix)
  }

  /// Creates evidence about a document that is not valid JSON, at the location of the error.
  init(_ folder: CatalogFolder, _ message: String, at location: SourceLocation) {
    (documentPath, reportedPath) = (folder.documentPath, folder.documentPath)
    evidence = Evidence(message, at: .text(location))
  }

  /// Creates evidence about a file or folder in a catalog set.
  init(_ folder: CatalogFolder, on entry: Path, _ message: String, fix: Fix? = nil) {
    (documentPath, reportedPath) = (folder.documentPath, folder.path.appending(entry))
    evidence = Evidence(message, fix: fix)
  }
}

/// Runs the catalog rules on a catalog in memory.
///
/// - Parameter root: the folder of the catalog in the tree (`Stickers.xcstickers`), without a trailing slash.
/// - Parameter configuration: the configuration. Only its catalog rules run.
/// - Returns: findings sorted by path and location. Paths begin with `root`.
package func catalogFindings(
  in tree: FileTree, catalogFolder root: String, _ configuration: Configuration
) -> [Finding] {
  let listing = CatalogListing(tree, at: root, reportedAs: Path(root))
  let catalog = listing.readCatalog { listing.readImageFacts(at: $0, configuration.budget) }
  return findings(on: catalog) { _ in configuration }
}

/// Reads a catalog in memory, without its images.
///
/// - Parameter root: the folder of the catalog in the tree, without a trailing slash.
func catalogWithoutImages(in tree: FileTree, catalogFolder root: String) -> Catalog {
  CatalogListing(tree, at: root, reportedAs: Path(root)).readCatalog { _ in nil }
}

/// Runs the catalog rules on each catalog.
///
/// - Parameter assets: every asset of the run.
func findings(
  onCatalogs listings: [CatalogListing], _ assets: [AssetAnalysis], _ configurations: (Path) -> Configuration
) -> [Finding] {
  guard !listings.isEmpty else { return [] }
  let members = assets.filter { asset in
    let kind = CatalogFolder.Kind(asset.path.parent)
    return kind == .icons || kind == .sequence
  }
  let pictures = Dictionary(
    members.compactMap { asset in CatalogImageFacts(asset).map { (asset.path, $0) } },
    uniquingKeysWith: { first, _ in first })
  let packs = listings.map { $0.recognizedFolders.lazy.filter { $0.kind == .pack }.map(\.path).sorted() }
  let catalogs = Dictionary(grouping: listings.indices) { listings[$0].path.parent }
  return listings.indices.flatMap { index in
    var catalog = listings[index].readCatalog { pictures[$0] }
    let others = catalogs[catalog.path.parent, default: []].filter { $0 != index }
    catalog.packsInSiblingCatalogs = others.flatMap { packs[$0] }
    return findings(on: catalog, configurations)
  }
}

private func findings(on catalog: Catalog, _ configurations: (Path) -> Configuration) -> [Finding] {
  var found: [DocumentFinding] = []
  for (ruleIndex, activeRule) in rules(for: catalog, configurations).enumerated() {
    guard case .catalog(let check) = activeRule.rule.check else { continue }
    for evidence in check(catalog, activeRule.optionValues) {
      // The configuration of the document decides whether the rule applies and at what severity.
      let own = configurations(evidence.documentPath)
      guard own.checksPacks, let rule = own.activeRule(activeRule.rule.id),
        own.messengerTraits.checksIconSets || CatalogFolder.Kind(evidence.documentPath.parent) != .icons
      else { continue }
      found.append(
        DocumentFinding(
          ruleIndex: ruleIndex, finding: own.makeFinding(evidence.evidence, rule, evidence.reportedPath)))
    }
  }
  return limitedPerRuleAndFile(sortedFindings: found.sorted { $0 < $1 })
}

/// Returns the rules that are active for any document of a catalog, in the order of the first configuration
/// that has them.
private func rules(for catalog: Catalog, _ configurations: (Path) -> Configuration) -> [ActiveRule] {
  var (rules, seen): ([ActiveRule], Set<String>) = ([], [])
  for set in catalog.recognizedFolders {
    for rule in configurations(set.documentPath).rules {
      guard case .catalog = rule.rule.check, seen.insert(rule.rule.id).inserted else { continue }
      rules.append(rule)
    }
  }
  return rules
}

/// Runs the message rules on each message file, using the configuration for its path.
package func findings(
  onInteractiveMessages messages: [InteractiveMessageFile], _ configurations: (Path) -> Configuration
) -> [Finding] {
  messages.flatMap { message -> [Finding] in
    let configuration = configurations(message.path)
    var found: [DocumentFinding] = []
    for (ruleIndex, activeRule) in configuration.rules.enumerated() {
      guard case .message(let check) = activeRule.rule.check else { continue }
      found += check(message, activeRule.optionValues).map {
        DocumentFinding(
          ruleIndex: ruleIndex, finding: configuration.makeFinding($0, activeRule, message.path))
      }
    }
    return limitedPerRuleAndFile(sortedFindings: found.sorted { $0 < $1 })
  }
}
