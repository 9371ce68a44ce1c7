package import StickerEngine
import StickerImage

extension PackInMemory {
  /// Combines what was built into one tree, with a manifest that describes it.
  ///
  /// - Parameter icons: the icon set; nil if the pack has none.
  init(
    _ pack: Pack, _ built: [BuiltSticker], _ icons: IconSet?, _ message: [Path: [UInt8]],
    _ skipped: [SkippedSticker], _ options: PackOptions
  ) throws {
    let limits = options.limits
    let gridSize =
      pack.metadata.gridSize
      ?? limits.gridSides.nearest(to: built.map(\.artAndVariants[0].pixelSize.longerSide))
    let names = catalogFrameNames(built.map(\.sticker))
    let stickers = zip(built, names.names).map { catalogSticker($0, frames: $1, pack.metadata.languages) }
    let catalog = FileTree(
      catalogTree(stickers, gridSize: gridSize, icons: icons?.tree), below: catalogFolderName)
    let sheets = try contactSheetPNGTree(
      built.compactMap { built in built.contactSheetThumbnail.map { (built.sticker.metadata.name, $0) } })
    let texts = zip(built, stickers).map { CatalogImageDescriptions($1, $0.sticker.metadata.descriptions) }
    xcodeProjectInput = options.deploymentTargetIfMakingProject.map { target in
      pack.xcodeProjectInput(target, options, gridSize, options.localizesCatalogDescriptions ? texts : [])
    }
    let project = xcodeProjectInput.map(xcodeProject)
    let bundle =
      options.template.hasCode
      ? extensionBundleTree(pack.name, built, icons: icons?.tree, pack.message, messageFiles: message, limits)
      : FileTree()
    var tree = FileTree()
    for part in [catalog, sheets, bundle, project?.tree ?? FileTree()] { tree.add(part) }
    for sticker in built {
      for variant in sticker.artAndVariants {
        tree[variantPath(of: variant, sticker.sticker.id)] = variant.bytes
      }
    }
    var manifest = Manifest(
      toolVersion: options.toolVersion, name: pack.name, gridSize: gridSize,
      languages: pack.metadata.languages,
      browserBackgroundColor: pack.metadata.browserBackgroundColor, credits: pack.metadata.credits,
      coverID: coverID(of: pack, built),
      stickers: zip(built, stickers).map(manifestSticker), skippedStickers: skipped,
      catalogFiles: manifestFiles(of: catalog, reusingHashesOf: built, storedAs: stickers),
      icons: icons.map(manifestIcons) ?? [],
      contactSheets: manifestFiles(of: sheets), extensionBundleFiles: manifestFiles(of: bundle),
      minimizingEffort: options.minimizingEffort, renderers: options.renderers,
      project: project.map(ManifestProject.init), filesOutsideProjectDigest: "")
    manifest.filesOutsideProjectDigest = manifestFilesDigest(of: manifest.filesOutsideProject)
    tree[Manifest.fileName] = manifest.encoded()
    let chosen =
      pack.metadata.gridSize == nil ? [automaticGridSizeNote(gridSize, limits.gridSides[gridSize])] : []
    let notes =
      built.flatMap(\.notes)
      + built.flatMap { fileSizeAndColorNotes($0, limit: limits.minRejectedStillBytes) }
      + chosen
      + names.notes
      + (icons?.notes ?? [])
      + (bundle.paths.isEmpty ? [] : built.compactMap { $0.bundleExclusionNote(limits) })
    self.tree = tree
    self.manifest = manifest
    self.notes = notes.map { UserMessage($0) }
    hashedDecodableFiles = hashedDecodableFilesByPath(built, stickers)
    projectNotes = project?.notes.map { UserMessage($0) } ?? []
    if project != nil, icons == nil {
      self.notes.append(
        "the pack has no icon, and Xcode cannot build the project without one. Set an image \(.whereToSetIcon)."
      )
    }
  }
}

/// Returns the id of the cover sticker, or nil if the pack specifies no cover or the cover was not built.
private func coverID(of pack: Pack, _ built: [BuiltSticker]) -> String? {
  guard let cover = pack.coverSticker else { return nil }
  return built.first { $0.sticker.file == cover }?.sticker.id
}

private func automaticGridSizeNote(_ gridSize: GridSize, _ side: Int) -> String {
  "grid size \(gridSize.rawValue) (\(side) px), which is closest to the size of the art"
}

extension Pack {
  fileprivate func xcodeProjectInput(
    _ deploymentTarget: String, _ options: PackOptions, _ gridSize: GridSize,
    _ texts: [CatalogImageDescriptions]
  ) -> XcodeProjectInput {
    var input = XcodeProjectInput(
      name: name, bundleIdentifier: bundleIdentifier, deploymentTarget: deploymentTarget,
      settings: appBuildSettings, languages: metadata.languages)
    input.localizedNames = metadata.localizedNames
    input.hasChosenDeploymentTarget = options.hasChosenDeploymentTarget
    input.template = options.template
    input.gridSize = gridSize
    input.messengerLimits = options.limits
    input.localizedCatalogDescriptions = texts
    input.browserBackgroundColor = metadata.browserBackgroundColor
    input.stickerDownloadBaseURL = stickerDownloadBaseURL
    input.message = options.template == .interactiveMessage ? message : nil
    return input
  }
}

/// The variants, and the art in the catalog, by path.
private func hashedDecodableFilesByPath(_ built: [BuiltSticker], _ stickers: [CatalogSticker]) -> [String:
  FullyDecodedFile]
{
  var files: [String: FullyDecodedFile] = [:]
  for (sticker, inCatalog) in zip(built, stickers) {
    for variant in sticker.artAndVariants where variant.wasFullyDecoded {
      files[variantPath(of: variant, sticker.sticker.id)] = FullyDecodedFile(
        bytes: variant.bytes, sha256: variant.sha256)
    }
    if case .image(let file) = inCatalog.art {
      let art = files[variantPath(of: sticker.artAndVariants[0], sticker.sticker.id)]
      files["\(catalogFolderName)/\(inCatalog.pathInCatalog(of: file))"] = art
    }
  }
  return files
}

func variantPath(of variant: BuiltVariant, _ id: String) -> String {
  "variants/\(id)\(variant.scale.suffix).\(variant.fileExtension)"
}

private func catalogSticker(
  _ built: BuiltSticker, frames names: [String], _ languages: [String]
) -> CatalogSticker {
  let (sticker, art) = (built.sticker, built.artAndVariants[0])
  let label = accessibilityLabel(from: sticker.metadata.descriptions, preferringFirstOf: languages)
  guard let sequence = sticker.sequence else {
    let file = CatalogImageFile(nameUniqueInPack: "\(sticker.id).\(art.fileExtension)", bytes: art.bytes)
    return CatalogSticker(id: sticker.id, accessibilityLabel: label, art: .image(file))
  }
  let files = zip(names, built.originalFrameFiles).map { name, bytes in
    // Files that are not images have already been reported as faults.
    let format = ImageContainer(of: bytes, budget: .unlimited)?.format ?? .png
    return CatalogImageFile(nameUniqueInPack: "\(name).\(format.fileExtensions[0])", bytes: bytes)
  }
  return CatalogSticker(id: sticker.id, accessibilityLabel: label, art: .frames(files, sequence))
}

/// The manifest entries of the catalog's files. Art is not hashed again, because its hashes are known.
private func manifestFiles(
  of catalog: FileTree, reusingHashesOf built: [BuiltSticker], storedAs stickers: [CatalogSticker]
) -> [ManifestFile] {
  var known: [String: String] = [:]
  for (sticker, inCatalog) in zip(built, stickers) {
    guard case .image(let file) = inCatalog.art else { continue }
    known["\(catalogFolderName)/\(inCatalog.pathInCatalog(of: file))"] = sticker.artAndVariants[0].sha256
  }
  return manifestFiles(of: catalog, hashes: known)
}

private func manifestFiles(of tree: FileTree, hashes: [String: String] = [:]) -> [ManifestFile] {
  tree.paths.map { path in
    let bytes = tree[path] ?? []
    return ManifestFile(
      path: path, byteCount: bytes.count, sha256: hashes[path] ?? SHA256.hexDigest(of: bytes))
  }
}

private func manifestSticker(_ built: BuiltSticker, _ inCatalog: CatalogSticker) -> ManifestSticker {
  let sticker = built.sticker
  let variants = built.artAndVariants.map { variant in
    ManifestVariant(
      scale: variant.scale,
      file: ManifestFile(
        path: variantPath(of: variant, sticker.id), byteCount: variant.bytes.count, sha256: variant.sha256),
      format: variant.format, pixels: variant.pixelSize, storedFrameCount: variant.frameCount,
      fullColorSimilarityTenThousandths: variant.fullColorSimilarity?.tenThousandths)
  }
  var sequence = sticker.sequence
  sequence?.frames = inCatalog.files.map { Path("\(catalogFolderName)/\(inCatalog.pathInCatalog(of: $0))") }
  return ManifestSticker(
    id: sticker.id, name: sticker.metadata.name, escapedSourcePath: sticker.file.displayText,
    descriptions: sticker.metadata.descriptions,
    keywords: sticker.metadata.keywords, emoji: sticker.metadata.emoji, animation: built.animation,
    sequence: sequence,
    variants: variants)
}

private func manifestIcons(_ set: IconSet) -> [ManifestIcon] {
  set.icons.map { icon in
    let path = "\(catalogFolderName)/\(IconSet.folderName)/\(icon.slot.fileName)"
    return ManifestIcon(slotName: icon.slot.name, path: path, pixels: icon.slot.pixelSize)
  }
}

extension ManifestProject {
  init(_ project: XcodeProject) {
    self.init(
      path: project.xcodeprojFolderName, bundleIdentifier: project.bundleIdentifier,
      objectIDSeed: project.objectIDSeed,
      template: project.template, files: manifestFiles(of: project.tree))
    structureDigest = project.tree[projectFilePath].flatMap { try? OldStylePropertyList(parsing: $0) }
      .map(projectStructureDigest)
  }
}

extension FileTree {
  fileprivate init(_ tree: FileTree, below folder: String) {
    self.init()
    add(tree, below: folder)
  }
}

extension PackInMemory {
  /// The files for the folder of an existing Xcode project: everything in the extension with code, but not
  /// the project and the app. Paths are relative to that folder. Empty for a project without code.
  package var extensionFilesForExistingProject: FileTree {
    guard let project = manifest.project, project.template.hasCode else { return FileTree() }
    let own = Set(project.filesOfExtensionWithCode.map(\.path) + manifest.extensionBundleFiles.map(\.path))
    return tree.filter { own.contains($0) }
  }

  /// The steps for adding `extensionFilesForExistingProject` to a project in Xcode, one line each, escaped for
  /// display.
  ///
  /// - Parameter folder: the folder of the project, as the user specified it.
  package func stepsToAddFiles(in folder: String) -> [String] {
    guard let project = manifest.project, let info = project.extensionInfoPlistPath, project.template.hasCode
    else {
      return []
    }
    let pack = info.split(separator: "/").dropLast().joined(separator: "/")
    let name = pack.split(separator: " ").first.map(String.init) ?? pack
    let beside = Set(manifest.extensionBundleFiles.map { String($0.path.prefix { $0 != "/" }) }).sorted()
    return [
      "add the files in \(folder) to your project in Xcode:",
      "1. Choose File > New > Target > iMessage Extension, with its own name, such as \(name)Messages. Then "
        + "delete the files that Xcode created for it.",
      "2. Drag the folder \(pack) into that target as a group, and set its INFOPLIST_FILE to \(pack)/Info.plist. "
        + "Remove the build setting INFOPLIST_KEY_CFBundleDisplayName, which would replace the name in that file.",
      "3. Drag \(listText(beside)) into that target. For each of them except Assets.xcassets, set Build Rules in the "
        + "File inspector to Apply Once to Folder, so that it stays a folder in the app. Assets.xcassets "
        + "has the icons, so set ASSETCATALOG_COMPILER_APPICON_NAME to iMessage App Icon.",
      "4. Drag the package \(name)Logic in, and add its library to the target's Frameworks and Libraries.",
      "5. Make sure that the target links Messages.framework, that SWIFT_VERSION is 6.0, and that it runs "
        + "on iOS \(XcodeProjectInput.defaultDeploymentTarget) or later.",
    ]
  }
}

/// The files that a build made for the folder of an existing Xcode project, as SHA-256 hashes by path.
///
/// - Parameter manifest: the manifest of that build. The result is empty if the manifest is not from
///   stickerlint.
package func extensionFileHashesByPath(listedIn manifest: [UInt8]) -> [String: String] {
  guard let manifest = try? Manifest(parsing: manifest), let project = manifest.project else { return [:] }
  let files = project.filesOfExtensionWithCode + manifest.extensionBundleFiles
  return Dictionary(files.map { ($0.path, $0.sha256) }) { first, _ in first }
}

extension ManifestProject {
  /// The files of the extension next to the project itself, without the README and `.gitignore`; empty for a
  /// project without code.
  fileprivate var filesOfExtensionWithCode: [ManifestFile] {
    let app = path.prefix { $0 != "." } + "/"
    guard template.hasCode else { return [] }
    return files.filter { file in
      !file.path.hasPrefix(path + "/") && !file.path.hasPrefix(app)
        && ![readMeFileName, gitignoreFileName].contains(file.path)
    }
  }

  /// The path of the extension's `Info.plist`, or nil.
  fileprivate var extensionInfoPlistPath: String? {
    filesOfExtensionWithCode.map(\.path).first { $0.hasSuffix("/Info.plist") }
  }
}

/// Returns notes on the file sizes of a sticker's variants: which files are too large, which are larger than
/// the file of a larger variant and why, and which have fewer colors to avoid that.
///
/// - Parameter limit: the file size that a sticker must stay below, in bytes.
func fileSizeAndColorNotes(_ built: BuiltSticker, limit: Int) -> [String] {
  // Assembled animations have not been checked yet. All other art was checked before the build.
  let files = built.sticker.sequence == nil ? built.artAndVariants.dropFirst() : built.artAndVariants[...]
  let oversized = files.filter { $0.bytes.count >= limit }.map { variant in
    "\(variantPath(of: variant, built.sticker.id)): file size is \(numberText(variant.bytes.count)) bytes (limit: "
      + "less "
      + "than \(numberText(limit)) bytes). Reduce the colors or frames of the art."
  }
  let compared = built.artAndVariants.indices.dropFirst().compactMap { index in
    built.artAndVariants[..<index].min { $0.bytes.count < $1.bytes.count }.flatMap {
      largerFileOrFewerColorsNote(
        on: built.artAndVariants[index], smallestLargerVariant: $0, built.sticker.id, limit)
    }
  }
  return oversized + compared
}

/// - Parameter smallest: the variant with the smallest file among all larger variants.
private func largerFileOrFewerColorsNote(
  on variant: BuiltVariant, smallestLargerVariant smallest: BuiltVariant, _ id: String, _ limit: Int
)
  -> String?
{
  let name = variantPath(of: variant, id)
  if variant.bytes.count > smallest.bytes.count {
    return "\(name): file size is \(numberText(variant.bytes.count)) bytes, more than the "
      + "\(numberText(smallest.bytes.count)) bytes of \(smallest.scale.suffix), because "
      + "\(reasonScalingDownEnlargesFile(for: variant.format))"
  }
  guard let similarity = variant.fullColorSimilarity else { return nil }
  let bound = smallest.bytes.count < limit ? smallest.scale.suffix : "Messages allows"
  return
    "\(name) has fewer colors than the scaled art (SSIM \(similarity.decimalText)), because with all colors "
    + "it would be larger than \(bound)"
}

private func reasonScalingDownEnlargesFile(for format: ImageFormat) -> String {
  format == .jpeg
    ? "the art is a JPEG of lower quality, and encoding it again would lose visible quality"
    : "scaling adds mixed colors, and no version with fewer colors looks the same"
}
