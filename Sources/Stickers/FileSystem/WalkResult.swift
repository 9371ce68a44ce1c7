package import StickerEngine

/// The result of searching the paths on the command line.
package struct WalkResult: Sendable {
  /// The assets, in the same order as the paths. Within a folder, they are in byte order of their names.
  /// Includes unreadable files. Reading an unreadable file returns the reason.
  package var sources: [AssetSource] = []
  /// The sticker packs in catalogs, in search order, including packs without images.
  package internal(set) var catalogPacks: [CatalogPack] = []
  /// The catalogs with stickers, in search order. No catalog is inside another.
  package internal(set) var catalogs: [CatalogLocation] = []
  /// Files in catalogs that git ignores, if `.gitignore` files are respected.
  var skippedGitIgnoredCatalogFiles: Set<Path> = []
  /// The pack files, in search order: `stickerpack.yml`, and any `stickerpack.yaml` that was named
  /// individually.
  package internal(set) var packFiles: [Path] = []
  /// The files named `message.yml`, in search order. They may belong to other programs.
  package internal(set) var messageFiles: [Path] = []
  /// The files that were named individually, without the packs that contain them.
  var individuallyNamedFiles: Set<Path> = []
  /// Files that look like pack files or message files, but are not: `stickerpack.yaml` and `message.yaml` in
  /// a folder, and links.
  var unrecognizedPackOrMessageFiles: [Path] = []
  /// Art in formats that stickerlint cannot read, in search order.
  package internal(set) var unsupportedArt: [UnsupportedArt] = []
  /// The TGS and Lottie animations among `unsupportedArt`, as assets for messengers that accept them.
  var lottieSources: [Path: AssetSource] = [:]
  /// The number of files and folders that were left out, by reason.
  var skipCounts: [SkipReason: Int] = [:]

  /// At most one sentence: the number of files and folders that git ignores.
  var gitIgnoredCountNotes: [String] { skipNotes([.gitIgnored]) }

  /// Removes unsupported art that is reported elsewhere.
  mutating func removeUnsupportedArt(where isLeftOut: (Path) -> Bool) {
    unsupportedArt.removeAll { isLeftOut($0.path) }
  }

  /// Adds the accepted TGS and Lottie animations to the assets, in the order of their names.
  ///
  /// - Parameter isAccepted: returns whether the messenger accepts an animation.
  mutating func moveLottieAnimationsToSources(where isAccepted: (UnsupportedArt) -> Bool) {
    guard !lottieSources.isEmpty else { return }
    let accepted = unsupportedArt.filter { lottieSources[$0.path] != nil && isAccepted($0) }
    let paths = Set(accepted.map(\.path))
    unsupportedArt.removeAll { paths.contains($0.path) }
    for art in accepted {
      guard let source = lottieSources[art.path] else { continue }
      let folder = art.path.parent
      func isInFolder(_ other: AssetSource) -> Bool {
        folder == Path(".") || other.path.isInsideOrEqual(folder)
      }
      let next = sources.firstIndex { isInFolder($0) && $0.path > art.path }
      let end = sources.lastIndex(where: isInFolder).map { $0 + 1 } ?? sources.endIndex
      sources.insert(source, at: next ?? end)
    }
  }

  private func skipNotes(_ reasons: [SkipReason]) -> [String] {
    reasons.compactMap { reason in
      skipCounts[reason].map { "\($0) \(reason.nounPhrase(afterCount: $0)) left out" }
    }
  }

  /// One sentence for each reason why files were left out. Files that git ignores are in
  /// `gitIgnoredCountNotes`, and unsupported art is in `unsupportedArt`.
  var skipNotesExceptGitIgnored: [String] {
    skipNotes(SkipReason.allCases.filter { $0 != .gitIgnored })
      + unrecognizedPackOrMessageFiles.map {
        let name = isMessageYMLOrYAML($0.name) ? messageFileName : PackFile.fileName
        return
          "\($0.displayText) was skipped, because it is not a regular file named \(name.displayText)"
      }
  }
}

/// A `.stickerpack` folder that was searched completely.
package struct CatalogPack: Hashable, Sendable {
  /// The path of the folder in reports.
  package let path: Path
  /// The outermost searched folder of the catalog that contains the pack. Icons can be anywhere in it.
  let searchedCatalogFolder: Path
  /// Whether the catalog that contains the pack was searched completely, including icons.
  let isWholeCatalogWalked: Bool
}

/// The reason for leaving out a file or folder. Paths on the command line are never left out.
enum SkipReason: Hashable, Sendable, CaseIterable {
  /// Images and folders whose names start with a dot.
  case hidden
  /// `node_modules` and `Pods`.
  case dependencies
  /// Images in an asset catalog, outside of the sets with stickers.
  case otherAssetSet
  /// Images of layered icons, which are bundles from Icon Composer.
  case layeredIcon
  /// Broken links, and links to folders, to files outside of the searched folder, or to files that are
  /// checked anyway.
  case unfollowedLink
  /// Folders of variants, and contact sheets, that stickerlint made.
  case generatedFromCatalog
  /// Documents and videos that artists work on, next to an image with the same name.
  case documentWithExport
  /// Files and folders that git ignores, if `.gitignore` files are respected.
  case gitIgnored

  /// A description of what was left out, for use after a number, as in `3 images in asset sets without
  /// stickers`.
  func nounPhrase(afterCount count: Int) -> String {
    let one = count == 1
    return switch self {
    case .hidden: one ? "hidden file or folder" : "hidden files and folders"
    case .dependencies: one ? "dependency folder" : "dependency folders"
    case .otherAssetSet: (one ? "image" : "images") + " in asset sets without stickers"
    case .layeredIcon:
      (one ? "image" : "images") + " of layered icons (.icon), which are not stickers,"
    case .unfollowedLink: one ? "symbolic link" : "symbolic links"
    case .generatedFromCatalog: (one ? "file or folder" : "files and folders") + " built by stickerlint"
    case .documentWithExport:
      (one ? "document" : "documents") + " with an exported image of the same name"
    case .gitIgnored: (one ? "file or folder" : "files and folders") + " that git ignores"
    }
  }
}

extension ReadOnlyFileSystem {
  /// Finds the assets at the paths on a command line. Folders are searched, except hidden folders and
  /// dependency folders. Named files are included regardless of their names. Duplicates are removed. A
  /// `Contents.json` in a catalog represents the pack or catalog that contains it.
  ///
  /// - Parameter paths: the paths in the order of the report; empty for the working folder.
  /// - Parameter respectingGitIgnore: whether to leave out files and folders that git ignores.
  /// - Parameter includingVideosAndLottie: whether videos and Lottie animations in folders are assets.
  ///   Otherwise, they are unsupported art.
  /// - Parameter rendering: the formats that a program draws. Files in these formats are assets, too.
  /// - Throws: a `CommandError` for a path that does not exist, before any folder is opened.
  package func walk(
    _ paths: [Path], respectingGitIgnore: Bool = false, includingVideosAndLottie: Bool = false,
    rendering: Set<ExternallyRenderedFormat> = []
  ) throws(CommandError) -> WalkResult {
    let paths = paths.isEmpty ? [Path(".")] : paths
    try ensureExist(paths)
    try ensureOnlyPackOrMessageYAML(paths)
    var walker = Walker(
      self, respectsGitIgnore: respectingGitIgnore, includesVideosAndLottie: includingVideosAndLottie,
      rendering: rendering)
    // An image that is named together with the document of its catalog belongs to that catalog.
    for path in paths where enclosingPackOrCatalog(ofContentsJSON: path) != nil { walker.walkNamedPath(path) }
    for path in paths { walker.walkNamedPath(path) }
    return walker.result
  }

  /// Throws if a path does not exist. Links count as existing, wherever they lead.
  package func ensureExist(_ paths: [Path]) throws(CommandError) {
    var missing: [Path] = []
    for path in paths {
      do throws(SystemError) { _ = try calls.status(FileLocation(path), false) } catch {
        if error.meansMissingPath { missing.append(path) }
      }
    }
    guard missing.isEmpty else { throw missingPathsError(missing) }
  }

  /// Throws if a YAML file is neither a pack file nor a message file.
  private func ensureOnlyPackOrMessageYAML(_ paths: [Path]) throws(CommandError) {
    let others = paths.map(\.withoutTrailingSlashes).filter { path in
      hasYAMLExtension(path) && !isStickerpackYMLOrYAML(path.name) && path.name != messageFileName
        && (try? calls.status(FileLocation(path), true).kind) != .folder
    }
    guard others.isEmpty else {
      throw CommandError(
        messages: others.map {
          "\($0.displayText) is not an image, a pack file (stickerpack.yml) or a message file "
            + "(\(messageFileName.displayText))"
        })
    }
  }
}

func hasYAMLExtension(_ path: Path) -> Bool { ["yml", "yaml"].contains(path.lowercasedExtension) }

/// Whether a pack file may have this name. In folders, only `stickerpack.yml` is valid.
func isStickerpackYMLOrYAML(_ name: Path) -> Bool {
  name == PackFile.fileName || name == misnamedPackFileName
}

let messageFileName = InteractiveMessageFile.fileName

/// Whether a file with this name is probably intended as a message file.
func isMessageYMLOrYAML(_ name: Path) -> Bool {
  name == messageFileName || name == Path("message.yaml")
}

/// The pack or catalog that contains a `Contents.json`, if it is part of the path; nil for any other file.
/// Commit hooks and editors pass only the document that changed.
func enclosingPackOrCatalog(ofContentsJSON path: Path) -> Path? {
  guard path.name == Catalog.documentName else { return nil }
  var folder = path.parent
  while !folder.bytes.isEmpty, folder != folder.parent {
    let kind = CatalogFolder.Kind(folder.name)
    if kind == .pack || kind == .stickerCatalog || kind == .assetCatalog { return folder }
    folder = folder.parent
  }
  return nil
}

private let misnamedPackFileName = Path("stickerpack.yaml")

/// The error for paths that do not exist.
func missingPathsError(_ paths: [Path]) -> CommandError {
  let named = 5
  let shown = paths.prefix(named).map { $0.bytes.isEmpty ? "\"\"" : $0.displayText }.joined(separator: ", ")
  let more = paths.count > named ? " and \(paths.count - named) more" : ""
  return CommandError("no such file or folder: \(shown)\(more). Check the spelling.").withCause(
    .missing(paths))
}
