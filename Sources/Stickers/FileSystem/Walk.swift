package import StickerEngine

/// What the command line's paths lead to.
package struct Walk: Sendable {
  /// The assets: path by path, below a folder in byte order of the names. What cannot be read is one of them,
  /// and says so when it is read.
  package var sources: [AssetSource] = []
  /// The sticker packs of catalogs, in the order of the walk; also those that hold no picture.
  package internal(set) var catalogPacks: [CatalogPack] = []
  /// The catalogs that hold stickers, in the order of the walk; none lies in another.
  package internal(set) var catalogs: [WalkedCatalog] = []
  /// Files in catalogs that git ignores, where that is asked for.
  var ignoredInCatalogs: Set<Path> = []
  /// The descriptions of packs, in the order of the walk: `stickerpack.yml`, and `stickerpack.yaml` where it
  /// was named.
  package internal(set) var descriptions: [Path] = []
  /// The files called `message.yml`, in the order of the walk: descriptions of interactive messages, unless
  /// what stands in them says otherwise.
  package internal(set) var messages: [Path] = []
  /// The files that were named themselves: nothing is known of the packs around them.
  var loneFiles: Set<Path> = []
  /// What looks like a description to people, and is none: `stickerpack.yaml` and `message.yaml` in a folder,
  /// and links.
  var misnamedDescriptions: [Path] = []
  /// Art in formats that stickerlint cannot read, in walk order.
  package internal(set) var unread: [UnreadArt] = []
  /// How many files or folders were left out, by reason; a reason that never occurred is not in it.
  var skipped: [SkipReason: Int] = [:]

  /// One sentence for each reason why the walk skipped files that the caller excluded.
  var remarks: [String] { sentences([.ignored]) }

  /// Removes unreadable art that is reported elsewhere.
  mutating func leaveOutUnread(where isLeftOut: (Path) -> Bool) {
    unread.removeAll { isLeftOut($0.path) }
  }

  private func sentences(_ reasons: [SkipReason]) -> [String] {
    reasons.compactMap { reason in skipped[reason].map { "\($0) \(reason.words($0)) left out" } }
  }

  /// One sentence for each other reason why the walk skipped files. Unreadable art is in `unread`.
  var leftOut: [String] {
    sentences(SkipReason.allCases.filter { $0 != .ignored })
      + misnamedDescriptions.map {
        let name = isMessage($0.name) ? messageName : PackFile.fileName
        return
          "\($0.displayText) is not read: a description is a file called \(name.displayText), and no link"
      }
  }
}

/// A `.stickerpack` folder that was walked whole.
package struct CatalogPack: Hashable, Sendable {
  /// The path of the folder, as reports name it.
  package let path: Path
  /// The catalog around it, or what of it was walked: icons lie anywhere in it.
  let catalog: Path
  /// Whether the catalog around it was walked whole, with the icons in it.
  let isCatalogWalked: Bool
}

/// Why a walk leaves something out. What is named on the command line is never left out.
enum SkipReason: Hashable, Sendable, CaseIterable {
  /// Pictures whose name starts with a dot, and folders of that kind.
  case hidden
  /// `node_modules` and `Pods`.
  case dependencies
  /// Pictures in an asset catalog, outside of the sets that hold stickers.
  case otherAssetSet
  /// Pictures of layered icons: bundles of Icon Composer.
  case layeredIcon
  /// Links to folders, out of the walked folder, to nothing, or to a file that is checked anyway.
  case link
  /// Folders of variants and contact sheets that stickerlint made.
  case built
  /// Files and folders that git ignores, where that is asked for.
  case ignored

  /// What was left out, to follow its number: `3 pictures in asset sets that hold no stickers`.
  func words(_ count: Int) -> String {
    let one = count == 1
    return switch self {
    case .hidden: one ? "hidden file or folder" : "hidden files and folders"
    case .dependencies: one ? "folder of dependencies" : "folders of dependencies"
    case .otherAssetSet: (one ? "picture" : "pictures") + " in asset sets that hold no stickers"
    case .layeredIcon:
      (one ? "picture" : "pictures") + " of layered icons (.icon), which are no stickers,"
    case .link: one ? "link" : "links"
    case .built: (one ? "file or folder" : "files and folders") + " built by stickerlint"
    case .ignored: (one ? "file or folder" : "files and folders") + " that git ignores"
    }
  }
}

extension FileSystem {
  /// Finds the assets at the paths of a command line. Folders are walked, hidden ones and those of
  /// dependencies left out; files are taken whatever they are called; what is met twice is taken once. A
  /// `Contents.json` in a catalog stands for the pack, or the catalog, around it.
  ///
  /// - Parameter paths: in the order of the report; none means the current folder.
  /// - Parameter respectingGitIgnore: whether what git's patterns ignore below the named folders is left out.
  /// - Parameter takingVideos: whether videos and Lottie animations in folders are assets, not unreadable
  ///   art.
  /// - Throws: a path that is not there, before any folder is opened.
  package func walk(
    _ paths: [Path], respectingGitIgnore: Bool = false, takingVideos: Bool = false
  ) throws(UsageError) -> Walk {
    let paths = paths.isEmpty ? [Path(".")] : paths
    try refuseMissing(paths)
    try refuseOtherYAML(paths)
    var walker = Walker(self, respectsGitIgnore: respectingGitIgnore, includesVideos: takingVideos)
    // A picture that is named beside the document of its catalog belongs to that catalog.
    for path in paths where catalogAround(document: path) != nil { walker.add(path) }
    for path in paths { walker.add(path) }
    return walker.walk
  }

  /// Stops a command that names paths where nothing lies; a link lies there, wherever it leads.
  package func refuseMissing(_ paths: [Path]) throws(UsageError) {
    var missing: [Path] = []
    for path in paths {
      do throws(SystemError) { _ = try calls.status(Location(path), false) } catch {
        if error.meansMissing { missing.append(path) }
      }
    }
    guard missing.isEmpty else { throw notThere(missing) }
  }

  /// Of YAML only descriptions are checked: any other file of its kind is no picture and no description.
  private func refuseOtherYAML(_ paths: [Path]) throws(UsageError) {
    let others = paths.map(\.withoutTrailingSlashes).filter { path in
      isYAML(path) && !isDescription(path.name) && path.name != messageName
        && (try? calls.status(Location(path), true).kind) != .folder
    }
    guard others.isEmpty else {
      throw UsageError(
        lines: others.map {
          "\($0.displayText) is neither a picture nor a description: that of a pack is called stickerpack.yml, "
            + "that of a message \(messageName.displayText)"
        })
    }
  }
}

func isYAML(_ path: Path) -> Bool { ["yml", "yaml"].contains(path.lowercasedExtension) }

/// Whether a description is called so; in a folder only the first name counts.
func isDescription(_ name: Path) -> Bool { name == PackFile.fileName || name == misnamedDescription }

let messageName = MessageDeclaration.fileName

/// Whether people take a file of this name for the description of a message.
func isMessage(_ name: Path) -> Bool { name == messageName || name == Path("message.yaml") }

/// The pack around a catalog's `Contents.json`, or else the catalog, as far as the path names them; nil for
/// any other file. Hooks and editors name the one document that changed.
func catalogAround(document path: Path) -> Path? {
  guard path.name == Catalog.documentName else { return nil }
  var folder = path.parent
  while !folder.bytes.isEmpty, folder != folder.parent {
    let kind = CatalogSet.Kind(folder.name)
    if kind == .pack || kind == .stickerCatalog || kind == .assetCatalog { return folder }
    folder = folder.parent
  }
  return nil
}

private let misnamedDescription = Path("stickerpack.yaml")

private func notThere(_ paths: [Path]) -> UsageError {
  let named = 5
  let shown = paths.prefix(named).map { $0.bytes.isEmpty ? "\"\"" : $0.displayText }.joined(separator: ", ")
  let more = paths.count > named ? " and \(paths.count - named) more" : ""
  return UsageError("no such file or folder: \(shown)\(more); check the spelling")
}
