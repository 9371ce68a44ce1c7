/// Runs every pack rule over each pack.
///
/// - Parameter assets: every asset of the run, in the order of the walk.
/// - Parameter declarations: by the pack's path.
func findings(
  onPacksOf assets: [AssetSummary], _ declarations: [Path: PackDeclaration],
  _ configuration: (Path) -> Configuration
) -> [Finding] {
  let members = Dictionary(grouping: assets.filter { $0.pack != nil }, by: \.pack)
  let packs = Set(members.keys.compactMap { $0 }).union(declarations.keys).sorted()
  return packs.flatMap { path -> [Finding] in
    let configuration = configuration(path)
    guard configuration.checksPacks else { return [] }
    let declaration = declarations[path]
    return configuration.rules.flatMap { inForce -> [Finding] in
      guard case .pack(let judge) = inForce.rule.check else { return [] }
      let stickers = (members[path] ?? []).filter {
        inForce.rule.roles.contains($0.role) && !$0.isSmallerSize
      }
      let pack = PackSummary(path: path, stickers: stickers, declaration: declaration)
      return judge(pack, inForce.settings).map {
        configuration.stamped($0.evidence, inForce, $0.sticker ?? path)
      }
    }
  }
}
