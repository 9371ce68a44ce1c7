/// Runs every pack rule over each pack.
///
/// - Parameter assets: every asset of the run, in the order of the walk.
/// - Parameter declarations: by the pack's path.
/// - Parameter configurations: by the path of a pack or of a file.
package func findings(
  onPacksOf assets: [AssetSummary], _ declarations: [Path: PackDeclaration],
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
