package import StickerEngine
package import StickerImage

/// The existing build at a destination: a pack with its files and manifest, or the exports for a messenger. A
/// manifest has an entry for each variant of each sticker, so it is parsed only once.
package struct PreviousBuild: Sendable {
  /// The files of the destination; empty for exports.
  package let tree: FileTree
  /// The manifest of the build; nil if the destination contains something else.
  let manifest: Manifest?
  /// The stickers whose files a rebuild may reuse, by id; empty if the build cannot be reused.
  private var reusableStickers: [String: ManifestSticker] = [:]
  /// The files of earlier exports that an export may reuse, by digest.
  private let reusableExportedFilesByDigest: [XXH3Digest: [UInt8]]

  /// The build in a folder. None of its files are reused.
  package init(_ tree: FileTree) {
    self.tree = tree
    manifest = tree[Manifest.fileName].flatMap { try? Manifest(parsing: $0) }
    reusableExportedFilesByDigest = [:]
  }

  /// The exports for a messenger. Each of their files can be reused.
  ///
  /// - Parameter files: the files in all archives and folders.
  package init(exports files: [XXH3Digest: [UInt8]]) {
    tree = FileTree()
    manifest = nil
    reusableExportedFilesByDigest = files
  }

  /// The same build, but with variants that are reused if a sticker's art has the same bytes. Use it only for
  /// a build that this program made and verified, and that has not changed since.
  package var trustedForVariantReuse: PreviousBuild {
    var build = self
    let stickers = manifest?.stickers ?? []
    build.reusableStickers = Dictionary(stickers.map { ($0.id, $0) }) { first, _ in first }
    return build
  }

  /// The variants of a sticker, largest first, if they were made from the same art at the same scales;
  /// otherwise nil.
  func reusableVariants(_ id: String, of art: [UInt8], _ container: ImageContainer, _ scales: [Scale])
    -> [BuiltVariant]?
  {
    guard let sticker = reusableStickers[id], sticker.variants.map(\.scale) == [.x3] + scales,
      let first = sticker.variants.first, let kept = tree[first.file.path], kept.hasSameBytes(as: art)
    else { return nil }
    var variants: [BuiltVariant] = []
    for variant in sticker.variants {
      guard let bytes = tree[variant.file.path],
        let found = variant.scale == .x3 ? container : ImageContainer(of: bytes, budget: .unlimited),
        let fileExtension = Path(variant.file.path).lowercasedExtension
      else { return nil }
      variants.append(
        BuiltVariant(
          variant.scale, bytes, found, fileExtension: fileExtension, isDecoded: true,
          similarity: variant.fullColorSimilarityTenThousandths.map(SimilarityScore.init(tenThousandths:)),
          sha256: variant.file.sha256))
    }
    return variants
  }

  /// The file with this digest from an earlier export, or nil.
  package func reusableExportedFile(withDigest digest: XXH3Digest) -> [UInt8]? {
    reusableExportedFilesByDigest[digest]
  }

  /// The APNG of a sticker, if it was assembled from the same frames with the same timing; otherwise nil.
  func reusableAnimation(_ sticker: PackSticker, frames: [[UInt8]]) -> [UInt8]? {
    guard let previous = reusableStickers[sticker.id], var sequence = previous.sequence,
      let art = previous.variants.first, sequence.frames.map({ $0.text.flatMap { tree[$0] } }) == frames
    else { return nil }
    sequence.frames = sticker.sequence?.frames ?? []
    return sequence == sticker.sequence ? tree[art.file.path] : nil
  }

  /// Whether the build has a contact sheet.
  package var hasContactSheet: Bool {
    manifest.map { !$0.contactSheets.isEmpty } ?? false
  }

  /// The effort for minimizing the build's file sizes; nil if that was not requested.
  package var minimizingEffort: OptimizingEffort? { manifest?.minimizingEffort }

  /// Whether the build's project has the catalog's descriptions in every language.
  package var hasLocalizedCatalogDescriptions: Bool {
    manifest?.project?.hasLocalizedCatalogDescriptions ?? false
  }

  /// The template of the build's project; nil if there is no project.
  package var projectTemplate: ProjectTemplate? { manifest?.project?.template }

  /// The oldest iOS version that the build's project supports; nil if there is no project, or if it was deleted. If the
  /// version cannot be read, it is the default.
  package var projectDeploymentTarget: String? {
    guard let project = manifest?.project, project.exists(where: { tree[$0] != nil }) else { return nil }
    let targets = project.buildSettingValuesByName(tree)["IPHONEOS_DEPLOYMENT_TARGET"] ?? []
    return targets.sorted().first { fault(ofDeploymentTarget: $0) == nil }
      ?? XcodeProjectInput.defaultDeploymentTarget
  }

  /// The team and the version numbers in the project file of this build; empty if there is no project, or if the
  /// user changed the project file, whose settings are then merged one by one.
  package var appBuildSettingsIfProjectUnchanged: AppBuildSettings {
    guard let project = manifest?.project,
      let file = project.files.first(where: { $0.path == project.projectFilePath }),
      file.matches(tree[file.path])
    else { return AppBuildSettings() }
    let values = project.buildSettingValuesByName(tree)
    func only(_ name: String) -> String? { values[name].flatMap { $0.count == 1 ? $0.first : nil } }
    return AppBuildSettings(
      team: only("DEVELOPMENT_TEAM"), version: only("MARKETING_VERSION"),
      build: only("CURRENT_PROJECT_VERSION"))
  }

  /// The first file of the project that the user changed or added, if a build would replace the project because it has
  /// another template.
  package func firstChangedOrAddedFile(removedByTemplate template: ProjectTemplate) -> String? {
    guard let project = manifest?.project, project.template != template else { return nil }
    return project.firstChangedOrAddedFile(in: tree)?.path
  }
}

extension FileTree {
  /// The manifest and variants of a build, which must be unchanged for files to be reused.
  package var manifestAndVariants: FileTree {
    filter { $0 == Manifest.fileName || $0.hasPrefix("variants/") }
  }
}

/// The differences between a planned tree and the tree on disk, in byte order of the paths, such as
/// `manifest.json differs`, `variants/a@3x.png is missing` or `notes.txt does not belong to the build`. Empty
/// if both have the same bytes. Ignores the files that Finder adds to folders, and the output of `swift
/// build`.
package func differenceTexts(planned: FileTree, onDisk: FileTree) -> [String] {
  let paths = Set(planned.paths).union(onDisk.paths).filter { path in
    Path(path).name != finderFileName && !isSwiftBuildOutput(path)
  }.sorted(by: precedesInByteOrder)
  return paths.compactMap { path in
    switch (planned[path], onDisk[path]) {
    case (nil, _): "\(UntrustedText(path).displayText) does not belong to the build"
    case (_, nil): "\(UntrustedText(path).displayText) is missing"
    case (let a, let b): a == b ? nil : "\(UntrustedText(path).displayText) differs"
    }
  }
}

extension PreviousBuild {
  /// The files that are not in the manifest. Ignores the files that Finder adds to folders, the output of `swift build`,
  /// and what a rebuild keeps: everything in the folders of the pack's project, and the user's files next to it.
  ///
  /// - Parameter files: every file of the folder, relative to it.
  /// - Returns: the files in the given order; nil if the folder has no manifest from stickerlint.
  package func filesNotGeneratedOrKept(_ files: [Path]) -> [Path]? {
    guard let manifest else { return nil }
    let paths = files.compactMap(\.text)
    let generated = manifest.filesOutsideProject + (manifest.project?.files ?? [])
    var known = Set(generated.map(\.path) + [Manifest.fileName] + manifest.userFilesOutsideProject(in: paths))
    // If the project was deleted, no file belongs to it.
    if let project = manifest.project, project.exists(where: Set(paths).contains) {
      known.formUnion(project.projectPaths(in: paths))
    }
    return files.filter { path in
      guard let text = path.text else { return true }
      return !isSwiftBuildOutput(text) && !known.contains(text)
    }
    .filter { $0.name != finderFileName }
  }

  /// What is wrong with the manifest of a build; nil if it can be read, or if the folder has no catalog from a build.
  package var manifestFault: String? {
    guard let bytes = tree[Manifest.fileName],
      tree.paths.contains(where: { $0.hasPrefix(catalogFolderName + "/") })
    else { return nil }
    do throws(Diagnostic) {
      _ = try Manifest(parsing: bytes)
      return nil
    } catch { return "\(error)" }
  }

  /// Whether the build has a project that still exists.
  package var projectStillExists: Bool { manifest?.project?.exists { tree[$0] != nil } == true }

  /// The user's files next to the build's project.
  package var userFilesOutsideProject: [String] { manifest?.userFilesOutsideProject(in: tree.paths) ?? [] }
}
