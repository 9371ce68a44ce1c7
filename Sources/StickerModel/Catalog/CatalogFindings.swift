/// What a rule about catalogs found.
package struct CatalogEvidence: Sendable {
  /// The document whose configuration decides.
  package let document: Path
  /// The file that the evidence is about: the document, or a file beside it.
  package let path: Path
  /// What was found, with the place in the document.
  package let evidence: Evidence

  /// Evidence on a set's document.
  ///
  /// - Parameter offset: of the byte it is about; nil for the document as a whole.
  package init(
    _ set: CatalogSet, _ message: String, _ figure: Figure? = nil, at offset: Int? = nil,
    severity: Severity? = nil, fix: Fix? = nil
  ) {
    (document, path) = (set.documentPath, set.documentPath)
    let place = offset.flatMap { set.document?.place(of: $0) }
    evidence = Evidence(
      message, figure, at: place.map(Place.text) ?? .file, severity: severity, fix: fix)
  }

  /// Evidence on a document that is no JSON, at the place where it breaks off.
  package init(_ set: CatalogSet, _ message: String, at place: TextPlace) {
    (document, path) = (set.documentPath, set.documentPath)
    evidence = Evidence(message, at: .text(place))
  }

  /// Evidence on something that lies in a set.
  package init(_ set: CatalogSet, on entry: Path, _ message: String, fix: Fix? = nil) {
    (document, path) = (set.documentPath, set.path.appending(entry))
    evidence = Evidence(message, fix: fix)
  }
}

/// Runs the rules about catalogs over a catalog in memory, as `lint` does over one on a disk.
///
/// - Parameter root: the catalog's folder in the tree (`Stickers.xcstickers`), without a slash at its end.
/// - Parameter configuration: its other rules do not run.
/// - Returns: by path and place; paths begin with `root`.
package func catalogFindings(
  in tree: FileTree, at root: String, _ configuration: Configuration
) -> [Finding] {
  let listing = CatalogListing(tree, at: root, named: Path(root))
  let catalog = listing.catalog { listing.pictureFacts(at: $0, configuration.budget) }
  return findings(on: catalog) { _ in configuration }
}

/// Reads a catalog in memory, but for its pictures.
///
/// - Parameter root: the catalog's folder in the tree, without a slash at its end.
package func catalog(in tree: FileTree, at root: String) -> Catalog {
  CatalogListing(tree, at: root, named: Path(root)).catalog { _ in nil }
}

/// Runs every rule about catalogs over each of them.
///
/// - Parameter assets: every asset of the run.
package func findings(
  onCatalogs listings: [CatalogListing], _ assets: [AssetSummary], _ configurations: (Path) -> Configuration
) -> [Finding] {
  guard !listings.isEmpty else { return [] }
  let members = assets.filter { asset in
    let kind = CatalogSet.Kind(asset.path.parent)
    return kind == .icons || kind == .sequence
  }
  let pictures = Dictionary(
    members.compactMap { asset in PictureFacts(asset).map { (asset.path, $0) } },
    uniquingKeysWith: { first, _ in first })
  let packs = listings.map { $0.folders.lazy.filter { $0.kind == .pack }.map(\.path).sorted() }
  let catalogs = Dictionary(grouping: listings.indices) { listings[$0].path.parent }
  return listings.indices.flatMap { index in
    var catalog = listings[index].catalog { pictures[$0] }
    let others = catalogs[catalog.path.parent, default: []].filter { $0 != index }
    catalog.packsBeside = others.flatMap { packs[$0] }
    return findings(on: catalog, configurations)
  }
}

private func findings(on catalog: Catalog, _ configurations: (Path) -> Configuration) -> [Finding] {
  var found: [DocumentFinding] = []
  for (order, inForce) in rules(for: catalog, configurations).enumerated() {
    guard case .catalog(let judge) = inForce.rule.check else { continue }
    for evidence in judge(catalog, inForce.settings) {
      // What is in force for a document says whether a finding on it counts, and how much.
      let own = configurations(evidence.document)
      guard own.checksPacks, let rule = own.inForce(inForce.rule.id),
        own.messenger.takesIconSets || CatalogSet.Kind(evidence.document.parent) != .icons
      else { continue }
      found.append(
        DocumentFinding(order: order, finding: own.stamped(evidence.evidence, rule, evidence.path)))
    }
  }
  return limited(found.sorted { $0 < $1 })
}

/// The rules that are in force for any document of a catalog, in the order of the first configuration that
/// has them.
private func rules(for catalog: Catalog, _ configurations: (Path) -> Configuration) -> [RuleInForce] {
  var (rules, seen): ([RuleInForce], Set<String>) = ([], [])
  for set in catalog.sets {
    for rule in configurations(set.documentPath).rules {
      guard case .catalog = rule.rule.check, seen.insert(rule.rule.id).inserted else { continue }
      rules.append(rule)
    }
  }
  return rules
}
