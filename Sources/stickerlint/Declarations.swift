import StickerIO
import StickerModel
import StickerPacker
import StickerSettings

/// The assets of a walk, each in the pack that a catalog or a description puts it into, and what those say.
struct DeclaredPacks {
  private(set) var sources: [AssetSource]
  /// By the packs' paths.
  private(set) var declarations: [Path: PackDeclaration] = [:]
  /// The catalogs, with what is left out of them.
  private(set) var catalogs: [CatalogListing] = []
  /// Everything that is wrong in any description, a line each.
  private(set) var faults: [String] = []
  /// What people should know of descriptions that were not taken.
  private(set) var remarks: [String] = []
  private let disk: FileSystem

  /// - Parameter judgesPacks: whether anything is said of packs; where not, a description only tells what its
  ///   files are for, and a faulty one is left out.
  /// - Parameter leavesOut: whether a description, or a catalog's document, is left out before it is read.
  init(_ walk: Walk, judgesPacks: Bool, on disk: FileSystem = .disk, leavesOut: (Path) -> Bool) {
    sources = walk.sources
    self.disk = disk
    if judgesPacks {
      var seen: Set<Path> = []
      catalogs = walk.catalogs.map { walked in
        var catalog = disk.listCatalog(walked)
        catalog.takeOut(&seen)
        catalog.leaveOut { walk.ignoredInCatalogs.contains($0) || leavesOut($0) }
        return catalog
      }
    }
    addCatalogs(walk.catalogPacks.filter { !leavesOut($0.path.appending(Catalog.documentName)) })
    for path in walk.descriptions where !leavesOut(path) {
      do throws(DescriptionFaults) { add(try readDescription(path, on: disk), at: path) } catch {
        if judgesPacks { faults += error.lines } else { remarks.append(notRead(path)) }
      }
    }
    for folder in Set(walk.loneFiles.map(\.parent)).sorted() {
      let description = folder.appending("stickerpack.yml")
      guard !walk.descriptions.contains(description), !leavesOut(description),
        (try? disk.entryKind(at: description)) == .file
      else { continue }
      // Nothing is said of its pack: it is looked at only for what the file is.
      do throws(DescriptionFaults) {
        giveRoles(of: try readDescription(description, on: disk), in: folder, to: walk.loneFiles)
      } catch { remarks.append(notRead(description)) }
    }
  }

  private func notRead(_ description: Path) -> String {
    "\(description.shown) has faults and is left out: its folder, checked whole, says which"
  }

  private mutating func giveRoles(of description: PackDescription, in folder: Path, to files: Set<Path>) {
    let roles = description.roles(in: folder)
    sources = sources.map { source in
      guard let role = roles[source.path], role != source.role, files.contains(source.path),
        source.pack == nil
      else { return source }
      return AssetSource(path: source.path, role: role, pack: nil, read: source.read)
    }
  }

  private mutating func addCatalogs(_ packs: [CatalogPack]) {
    guard !packs.isEmpty else { return }
    let members = Dictionary(grouping: sources.filter { $0.pack != nil }, by: \.pack)
    let icons = sources.filter { $0.role == .icon }.map(\.path)
    for pack in packs {
      let catalog = pack.path.parent
      let own = icons.filter { $0.parent.parent == catalog }
      declarations[pack.path] = catalogDeclaration(
        of: pack.path, assets: (members[pack.path] ?? []).map(\.path),
        icons: pack.isCatalogWalked ? own : nil,
        document: { document($0) })
    }
    leaveOutStrays()
  }

  /// A picture beside the one that its `.sticker` names is in no pack: it does not ship.
  private mutating func leaveOutStrays() {
    let shipped = Set(declarations.values.flatMap(\.stickers).map(\.path))
    let sets = Set(shipped.map(\.parent).filter { $0.lowercasedExtension == "sticker" })
    sources = sources.map { source in
      guard sets.contains(source.path.parent), !shipped.contains(source.path) else { return source }
      return AssetSource(path: source.path, role: source.role, pack: nil, read: source.read)
    }
  }

  /// Puts the files of a description into its pack; those that the walk has not met come after the others.
  private mutating func add(_ description: PackDescription, at path: Path) {
    let folder = path.parent
    let roles = description.roles(in: folder)
    sources = sources.map { source in
      guard let role = roles[source.path] else { return source }
      return AssetSource(path: source.path, role: role, pack: path, read: source.read)
    }
    var met = Set(sources.map(\.path))
    for file in description.files.map({ folder.appending($0.path) }) where met.insert(file).inserted {
      let real = disk.realPath(of: file)
      sources.append(
        AssetSource(path: file, role: roles[file] ?? .sticker, pack: path) { [disk] in
          // What was checked to lie inside is what is read, whatever a link says by then.
          disk.readFile(real, limit: $0, follow: false)
        })
    }
    declarations[path] = description.declaration(in: folder)
  }

  private func document(_ path: Path) -> [UInt8]? {
    if case .bytes(let bytes) = disk.readFile(path, limit: mostDocumentBytes, follow: false) {
      bytes
    } else {
      nil
    }
  }
}
