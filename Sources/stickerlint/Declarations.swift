import StickerIO
import StickerModel
import StickerPacker

/// What the catalogs of a walk say of their packs, by the packs' paths.
func declarations(of walk: Walk, _ sources: [AssetSource]) -> [Path: PackDeclaration] {
  guard !walk.catalogPacks.isEmpty else { return [:] }
  let members = Dictionary(grouping: sources.filter { $0.pack != nil }, by: \.pack)
  let icons = sources.filter { $0.role == .icon }.map(\.path)
  var declarations: [Path: PackDeclaration] = [:]
  for pack in walk.catalogPacks {
    let catalog = pack.path.parent
    let own = icons.filter { $0.parent.parent == catalog }
    declarations[pack.path] = catalogDeclaration(
      of: pack.path, assets: (members[pack.path] ?? []).map(\.path), icons: pack.isCatalogWalked ? own : nil,
      document: readDocument)
  }
  return declarations
}

private func readDocument(_ path: Path) -> [UInt8]? {
  // As large as a catalog's document is ever read.
  if case .bytes(let bytes) = readFile(path, limit: 1 << 20, follow: false) { bytes } else { nil }
}
