package import StickerEngine
import StickerImage

extension PackPlan {
  /// Puts what was built into one tree, and says in a manifest what is in it.
  ///
  /// - Parameter icons: nil where the pack has none.
  init(
    _ pack: Pack, _ built: [BuiltSticker], _ icons: IconSet?, _ message: [Path: [UInt8]],
    _ skipped: [SkippedSticker], _ options: PackOptions
  ) throws {
    let limits = options.limits
    let gridSize =
      pack.metadata.gridSize ?? limits.grid.nearest(to: built.map(\.variants[0].pixels.longerSide))
    let names = frameNames(built.map(\.sticker))
    let stickers = zip(built, names.names).map { catalogSticker($0, frames: $1, pack.metadata.languages) }
    let catalog = FileTree(catalogTree(stickers, gridSize: gridSize, icons: icons?.tree), below: catalogName)
    let sheets = try contactSheets(
      built.compactMap { built in built.picture.map { (built.sticker.metadata.name, $0) } })
    let texts = zip(built, stickers).map { CatalogText($1, $0.sticker.metadata.descriptions) }
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
      toolVersion: options.toolVersion, name: pack.name, gridSize: gridSize,
      languages: pack.metadata.languages,
      background: pack.metadata.background, credits: pack.metadata.credits, cover: coverID(of: pack, built),
      stickers: zip(built, stickers).map(manifestSticker), skipped: skipped,
      catalog: manifestFiles(of: catalog, built, stickers), icons: icons.map(manifestIcons) ?? [],
      contactSheets: manifestFiles(of: sheets), bundle: manifestFiles(of: bundle),
      smallest: options.smallest,
      project: project.map(ManifestProject.init), digest: "")
    manifest.digest = packDigest(of: manifest.files)
    tree[Manifest.fileName] = manifest.encoded()
    let chosen = pack.metadata.gridSize == nil ? [gridSizeNote(gridSize, limits.grid[gridSize])] : []
    let notes =
      built.flatMap(\.notes) + built.flatMap { fileSizeNotes($0, limit: limits.bytes) } + chosen + names.notes
      + (icons?.notes ?? []) + (bundle.paths.isEmpty ? [] : built.compactMap { $0.noteOnBundle(limits) })
    self.init(
      tree: tree, manifest: manifest,
      notes: notes.map { UserMessage($0) }, builtFiles: filesByPath(built, stickers))
    projectNotes = project?.notes.map { UserMessage($0) } ?? []
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

private func gridSizeNote(_ gridSize: GridSize, _ side: Int) -> String {
  "grid size \(gridSize.rawValue) (\(side) px): the one nearest to the art"
}

extension Pack {
  fileprivate func description(
    _ deploymentTarget: String, _ options: PackOptions, _ gridSize: GridSize, _ texts: [CatalogText]
  ) -> ProjectDescription {
    var description = ProjectDescription(
      name: name, bundleIdentifier: bundleIdentifier, deploymentTarget: deploymentTarget,
      languages: metadata.languages)
    description.template = options.template
    description.gridSize = gridSize
    description.limits = options.limits
    description.catalogTexts = texts
    description.background = metadata.background
    description.baseURL = baseURL
    description.message = options.template == .interactiveMessage ? message : nil
    return description
  }
}

/// Variants, and the art of the catalog.
private func filesByPath(_ built: [BuiltSticker], _ stickers: [CatalogSticker]) -> [String: BuiltFile] {
  var files: [String: BuiltFile] = [:]
  for (sticker, inCatalog) in zip(built, stickers) {
    for variant in sticker.variants where variant.isDecoded {
      files[path(of: variant, sticker.sticker.id)] = BuiltFile(bytes: variant.bytes, sha256: variant.sha256)
    }
    if case .image(let file) = inCatalog.art {
      let art = files[path(of: sticker.variants[0], sticker.sticker.id)]
      files["\(catalogName)/\(inCatalog.path(of: file))"] = art
    }
  }
  return files
}

func path(of variant: BuiltVariant, _ id: String) -> String {
  "variants/\(id)\(variant.scale.suffix).\(variant.fileExtension)"
}

private func catalogSticker(
  _ built: BuiltSticker, frames names: [String], _ languages: [String]
) -> CatalogSticker {
  let (sticker, art) = (built.sticker, built.variants[0])
  let label = accessibilityLabel(in: sticker.metadata.descriptions, languages)
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
    id: sticker.id, name: sticker.metadata.name, source: sticker.file.displayText,
    descriptions: sticker.metadata.descriptions,
    keywords: sticker.metadata.keywords, emoji: sticker.metadata.emoji, animation: built.animation,
    sequence: sequence,
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

extension PackPlan {
  /// What the folder of somebody's project takes: everything that an extension with code is made of, but no
  /// project and no app; relative to that folder. Nothing for a project without code.
  package var filesForApps: FileTree {
    guard let project = manifest.project, project.template.hasCode else { return FileTree() }
    let own = Set(project.filesForApps.map(\.path) + manifest.bundle.map(\.path))
    return tree.filter { own.contains($0) }
  }

  /// What is to be done in Xcode where those files lie, a line each; already escaped.
  ///
  /// - Parameter folder: as people know it.
  package func stepsToAdd(in folder: String) -> [String] {
    guard let project = manifest.project, let info = project.info, project.template.hasCode else { return [] }
    let pack = info.split(separator: "/").dropLast().joined(separator: "/")
    let name = pack.split(separator: " ").first.map(String.init) ?? pack
    let beside = Set(manifest.bundle.map { String($0.path.prefix { $0 != "/" }) }).sorted()
    return [
      "to be added in Xcode to the project in \(folder):",
      "1. File > New > Target > iMessage Extension, with a name of its own, such as \(name)Messages; then "
        + "delete the files that Xcode made for it",
      "2. drag the folder \(pack) in, for that target, whose INFOPLIST_FILE is \(pack)/Info.plist",
      "3. drag \(listText(beside)) in, for that target: folders as references, not as groups; Assets.xcassets "
        + "has the icons, so that ASSETCATALOG_COMPILER_APPICON_NAME is iMessage App Icon",
      "4. drag the package \(name)Logic in, and add its library to the target's Frameworks and Libraries",
      "5. see that the target is linked with Messages.framework, that SWIFT_VERSION is 6.0, and that it runs "
        + "on iOS \(ProjectDescription.usualDeploymentTarget) or later",
    ]
  }
}

/// The files that a build made for the folder of somebody's project: path to SHA-256.
///
/// - Parameter manifest: of that build; no manifest of ours made nothing.
package func filesForApps(madeBy manifest: [UInt8]) -> [String: String] {
  guard let manifest = try? Manifest(parsing: manifest), let project = manifest.project else { return [:] }
  let files = project.filesForApps + manifest.bundle
  return Dictionary(files.map { ($0.path, $0.sha256) }) { first, _ in first }
}

extension ManifestProject {
  /// The files beside the project itself, the app and the README.
  fileprivate var filesForApps: [ManifestFile] {
    let app = path.prefix { $0 != "." } + "/"
    guard template.hasCode else { return [] }
    return files.filter { file in
      !file.path.hasPrefix(path + "/") && !file.path.hasPrefix(app) && file.path != readMeName
    }
  }

  /// The path of the extension's `Info.plist`; nil where there is none.
  fileprivate var info: String? { filesForApps.map(\.path).first { $0.hasSuffix("/Info.plist") } }
}

/// What is said of a sticker's sizes by what they weigh: which are too heavy, which are heavier than a larger
/// one and why, and which gave up colors so as not to be.
///
/// - Parameter limit: a sticker has fewer bytes.
func fileSizeNotes(_ built: BuiltSticker, limit: Int) -> [String] {
  // Nobody has weighed an animation that was put together; all other art was checked.
  let files = built.sticker.sequence == nil ? built.variants.dropFirst() : built.variants[...]
  let oversized = files.filter { $0.bytes.count >= limit }.map { variant in
    "\(path(of: variant, built.sticker.id)) weighs \(numberText(variant.bytes.count)) bytes, and Messages "
      + "takes less than \(numberText(limit)); art with fewer colors or frames gives "
      + "lighter sizes"
  }
  let compared = built.variants.indices.dropFirst().compactMap { index in
    built.variants[..<index].min { $0.bytes.count < $1.bytes.count }.flatMap {
      note(on: built.variants[index], smallest: $0, built.sticker.id, limit)
    }
  }
  return oversized + compared
}

/// - Parameter smallest: the lightest of all larger sizes.
private func note(on size: BuiltVariant, smallest: BuiltVariant, _ id: String, _ limit: Int) -> String? {
  let name = path(of: size, id)
  if size.bytes.count > smallest.bytes.count {
    return "\(name) weighs \(numberText(size.bytes.count)) bytes, more than the "
      + "\(numberText(smallest.bytes.count)) of \(smallest.scale.suffix): \(reason(of: size.format))"
  }
  guard let similarity = size.similarity else { return nil }
  let bound = smallest.bytes.count < limit ? smallest.scale.suffix : "Messages takes"
  return "\(name) has fewer colors than scaling gave it (SSIM \(similarity.written)): with all of them it "
    + "would weigh more than \(bound)"
}

private func reason(of format: ImageFormat) -> String {
  format == .jpeg
    ? "the art is a JPEG of lower quality, and another loss would be seen"
    : "scaling mixes the art's colors into more of them, and no fewer were found that look the same"
}
