import StickerImage
import StickerModel

extension PackPlan {
  /// Puts what was built into one tree, and says in a manifest what is in it.
  ///
  /// - Parameter icons: nil where the pack has none.
  init(
    _ pack: Pack, _ built: [BuiltSticker], _ icons: IconSet?, _ message: [Path: [UInt8]],
    _ skipped: [SkippedSticker], _ options: PackOptions
  ) throws {
    let limits = options.limits
    let gridSize = pack.gridSize ?? limits.grid.nearest(to: built.map(\.variants[0].pixels.longerSide))
    let names = frameNames(built.map(\.sticker))
    let stickers = zip(built, names.names).map { catalogSticker($0, frames: $1, pack.languages) }
    let catalog = FileTree(catalogTree(stickers, gridSize: gridSize, icons: icons?.tree), below: catalogName)
    let sheets = try contactSheets(
      built.compactMap { built in built.picture.map { (built.sticker.name, $0) } })
    let texts = zip(built, stickers).map { CatalogText($1, $0.sticker.descriptions) }
    let project = options.deploymentTarget.map { target in
      xcodeProject(pack.description(target, options, gridSize, options.localizesCatalog ? texts : []))
    }
    let bundle =
      options.template.hasCode
      ? bundleTree(pack.name, built, icons: icons?.tree, pack.message, message, limits) : FileTree()
    var tree = FileTree()
    for part in [catalog, sheets, bundle, project?.tree ?? FileTree()] { tree.add(part) }
    for sticker in built {
      for variant in sticker.variants { tree[path(of: variant, sticker.sticker.id)] = variant.bytes }
    }
    var manifest = Manifest(
      toolVersion: options.toolVersion, name: pack.name, gridSize: gridSize, languages: pack.languages,
      background: pack.background, credits: pack.credits, cover: coverID(of: pack, built),
      stickers: zip(built, stickers).map(manifestSticker), skipped: skipped,
      catalog: manifestFiles(of: catalog, built, stickers), icons: icons.map(manifestIcons) ?? [],
      contactSheets: manifestFiles(of: sheets), bundle: manifestFiles(of: bundle),
      smallest: options.smallest,
      project: project.map(ManifestProject.init), digest: "")
    manifest.digest = packDigest(of: manifest.files)
    tree[Manifest.fileName] = manifest.encoded()
    let chosen = pack.gridSize == nil ? [said(gridSize, limits.grid[gridSize])] : []
    let notes =
      built.flatMap(\.notes) + built.flatMap { weightNotes($0, limit: limits.bytes) } + chosen + names.notes
      + (icons?.notes ?? []) + (bundle.paths.isEmpty ? [] : built.compactMap { $0.noteOnBundle(limits) })
    self.init(
      tree: tree, manifest: manifest,
      notes: notes.map { Sentence($0) }, made: madeFiles(built, stickers))
    projectNotes = project?.notes.map { Sentence($0) } ?? []
    if project != nil, icons == nil {
      self.notes.append(
        "the pack has no icon, and Xcode builds no project without one: name a picture \(.icon)")
    }
  }
}

/// Returns the id of the cover sticker, or nil if the pack names no cover or the cover was not built.
private func coverID(of pack: Pack, _ built: [BuiltSticker]) -> String? {
  guard let cover = pack.cover else { return nil }
  return built.first { $0.sticker.file == cover }?.sticker.id
}

private func said(_ gridSize: GridSize, _ side: Int) -> String {
  "grid size \(gridSize.rawValue) (\(side) px): the one nearest to the art"
}

extension Pack {
  fileprivate func description(
    _ deploymentTarget: String, _ options: PackOptions, _ gridSize: GridSize, _ texts: [CatalogText]
  ) -> ProjectDescription {
    var description = ProjectDescription(
      name: name, bundleIdentifier: bundleIdentifier, deploymentTarget: deploymentTarget,
      languages: languages)
    (description.template, description.gridSize) = (options.template, gridSize)
    (description.limits, description.catalogTexts) = (options.limits, texts)
    (description.background, description.baseURL) = (background, baseURL)
    description.message = options.template == .interactiveMessage ? message : nil
    return description
  }
}

/// Variants, and the art of the catalog.
private func madeFiles(_ built: [BuiltSticker], _ stickers: [CatalogSticker]) -> [String: MadeFile] {
  var made: [String: MadeFile] = [:]
  for (sticker, inCatalog) in zip(built, stickers) {
    for variant in sticker.variants where variant.isDecoded {
      made[path(of: variant, sticker.sticker.id)] = MadeFile(bytes: variant.bytes, sha256: variant.sha256)
    }
    if case .image(let file) = inCatalog.art {
      let art = made[path(of: sticker.variants[0], sticker.sticker.id)]
      made["\(catalogName)/\(inCatalog.path(of: file))"] = art
    }
  }
  return made
}

func path(of variant: BuiltVariant, _ id: String) -> String {
  "variants/\(id)\(variant.scale.suffix).\(variant.fileExtension)"
}

private func catalogSticker(
  _ built: BuiltSticker, frames names: [String], _ languages: [String]
) -> CatalogSticker {
  let (sticker, art) = (built.sticker, built.variants[0])
  let label = accessibilityLabel(in: sticker.descriptions, languages)
  guard let sequence = sticker.sequence else {
    let file = CatalogFile(name: "\(sticker.id).\(art.fileExtension)", bytes: art.bytes)
    return CatalogSticker(id: sticker.id, label: label, art: .image(file))
  }
  let files = zip(names, built.frames).map { name, bytes in
    // Looked at already: what is no picture was a fault.
    let format = Container(of: bytes, budget: .unlimited)?.format ?? .png
    return CatalogFile(name: "\(name).\(format.fileExtensions[0])", bytes: bytes)
  }
  return CatalogSticker(id: sticker.id, label: label, art: .frames(files, sequence))
}

/// The files of the catalog; the hash of its art is known already.
private func manifestFiles(
  of catalog: FileTree, _ built: [BuiltSticker], _ stickers: [CatalogSticker]
) -> [ManifestFile] {
  var known: [String: String] = [:]
  for (sticker, inCatalog) in zip(built, stickers) {
    guard case .image(let file) = inCatalog.art else { continue }
    known["\(catalogName)/\(inCatalog.path(of: file))"] = sticker.variants[0].sha256
  }
  return manifestFiles(of: catalog, hashes: known)
}

private func manifestFiles(of tree: FileTree, hashes: [String: String] = [:]) -> [ManifestFile] {
  tree.paths.map { path in
    let bytes = tree[path] ?? []
    return ManifestFile(
      path: path, bytes: bytes.count, sha256: hashes[path] ?? SHA256.hexDigest(of: bytes))
  }
}

private func manifestSticker(_ built: BuiltSticker, _ inCatalog: CatalogSticker) -> ManifestSticker {
  let sticker = built.sticker
  let variants = built.variants.map { variant in
    ManifestVariant(
      scale: variant.scale,
      file: ManifestFile(
        path: path(of: variant, sticker.id), bytes: variant.bytes.count, sha256: variant.sha256),
      format: variant.format, pixels: variant.pixels, frames: variant.frames,
      similarity: variant.similarity?.tenThousandths)
  }
  var sequence = sticker.sequence
  sequence?.frames = inCatalog.files.map { Path("\(catalogName)/\(inCatalog.path(of: $0))") }
  return ManifestSticker(
    id: sticker.id, name: sticker.name, source: sticker.file.shown, descriptions: sticker.descriptions,
    keywords: sticker.keywords, emoji: sticker.emoji, animation: built.animation, sequence: sequence,
    variants: variants)
}

private func manifestIcons(_ set: IconSet) -> [ManifestIcon] {
  set.icons.map { icon in
    let path = "\(catalogName)/\(IconSet.folderName)/\(icon.slot.fileName)"
    return ManifestIcon(slot: icon.slot.name, path: path, pixels: icon.slot.pixels)
  }
}

extension ManifestProject {
  fileprivate init(_ project: XcodeProject) {
    self.init(
      path: project.folderName, bundleIdentifier: project.bundleIdentifier, template: project.template,
      files: manifestFiles(of: project.tree))
  }
}

extension FileTree {
  fileprivate init(_ tree: FileTree, below folder: String) {
    self.init()
    add(tree, below: folder)
  }
}
