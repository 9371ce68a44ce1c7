import StickerImage
import StickerModel

/// What is wrong with the catalog of a built pack: it is read, and compared with what the manifest promises.
func catalogFaults(_ tree: FileTree, _ manifest: Manifest) -> [String] {
  var catalog = FileTree()
  for path in tree.paths where path.hasPrefix(catalogName + "/") {
    catalog[String(path.dropFirst(catalogName.count + 1))] = tree[path]
  }
  let reading = packFromCatalog(SourceListing(catalog, root: Path(catalogName)), name: manifest.name)
  var faults = reading.faults.map { "\(catalogName)/\($0.path.shown): \($0.reason)" }
  faults += reading.notes.map { "\(catalogName): \($0)" }
  guard faults.isEmpty else { return faults }
  if reading.pack.gridSize != manifest.gridSize { faults.append("\(catalogName) has another grid size") }
  guard reading.pack.stickers.map(\.id) == manifest.stickers.map(\.id) else {
    return faults + ["\(catalogName) holds other stickers, or in another order"]
  }
  for (sticker, promised) in zip(reading.pack.stickers, manifest.stickers) {
    faults += artFaults(sticker, promised, tree)
    let label = accessibilityLabel(in: promised.descriptions, manifest.languages)
    if sticker.descriptions[Sticker.undeterminedLanguage] != label {
      faults.append("\(catalogName)/\(sticker.file.parent.shown) has another label")
    }
  }
  return faults + iconFaults(reading.pack.icon, manifest, tree)
}

private func artFaults(_ sticker: Sticker, _ promised: ManifestSticker, _ tree: FileTree) -> [String] {
  let place = "\(catalogName)/\(sticker.file.shown)"
  guard var sequence = sticker.sequence else {
    let bytes = sticker.file.text.flatMap { tree["\(catalogName)/\($0)"] }
    let isArt = bytes != nil && bytes == promised.variants.first.flatMap { tree[$0.file.path] }
    return isArt && promised.sequence == nil ? [] : ["\(place) is not the @3x art"]
  }
  sequence.frames = sequence.frames.map { Path(catalogName).appending($0) }
  guard sequence == promised.sequence else { return ["\(place) is of another sequence"] }
  // The animation that stands for the sequence elsewhere shows its frames as long and as often.
  guard let art = promised.variants.first.flatMap({ tree[$0.file.path] }),
    let animation = Container(of: art, budget: .unlimited)?.animation
  else { return ["\(place): no animation stands for the sequence"] }
  guard isMerge(animation.frames.map(\.shownDelay), of: sequence.delays.map(\.asShown)),
    animation.plays == sequence.plays
  else {
    return ["\(place): the animation that stands for the sequence is shown otherwise"]
  }
  return []
}

/// Icons are PNGs without transparency, of exactly the size of their place.
private func iconFaults(_ icon: PackIcon?, _ manifest: Manifest, _ tree: FileTree) -> [String] {
  let found = (icon.map { [$0.art] + $0.slots.values } ?? []).map { "\(catalogName)/\($0.shown)" }
  guard Set(found) == Set(manifest.icons.map(\.path)), found.count == manifest.icons.count else {
    return ["\(catalogName) holds other icons"]
  }
  return manifest.icons.compactMap { icon in
    let shown = Untrusted(icon.path).shown
    guard let slot = IconSlot.named(icon.slot), slot.pixels == icon.pixels else {
      return "\(shown) is for no place that Messages knows, or of another size"
    }
    guard let container = tree[icon.path].flatMap({ Container(of: $0, budget: .unlimited) }),
      container.format == .png, container.damage.isEmpty, container.canvas == slot.pixels,
      !container.canBeTransparent
    else { return "\(shown) is no opaque PNG of \(slot.pixels)" }
    return nil
  }
}
