import StickerIO
import StickerModel
import StickerPacker
import StickerSettings

/// The assets of a walk, each in the pack that a catalog or a description puts it into, and what those say.
struct DeclaredPacks {
  private(set) var sources: [AssetSource]
  /// By the packs' paths.
  private(set) var declarations: [Path: PackDeclaration] = [:]

  /// - Throws: everything that is wrong in any description, a line each.
  init(_ walk: Walk) throws {
    sources = walk.sources
    addCatalogs(walk.catalogPacks)
    var faults: [String] = []
    for path in walk.descriptions {
      do throws(DescriptionFaults) { add(try readDescription(path), at: path) } catch {
        faults += error.lines
      }
    }
    guard faults.isEmpty else { throw CommandFailure(lines: faults) }
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
        document: { readDocument($0, following: false) })
    }
  }

  /// Puts the files of a description into its pack; those that the walk has not met come after the others.
  private mutating func add(_ description: PackDescription, at path: Path) {
    let folder = path.parent
    let icon = description.icon.map { folder.appending($0.path) }
    let files = Set(description.files.map { folder.appending($0.path) })
    sources = sources.map { source in
      guard files.contains(source.path) else { return source }
      return AssetSource(
        path: source.path, role: source.path == icon ? .icon : source.role, pack: path, read: source.read)
    }
    let met = Set(sources.map(\.path))
    for file in description.files.map({ folder.appending($0.path) }) where !met.contains(file) {
      sources.append(
        AssetSource(path: file, role: file == icon ? .icon : .sticker, pack: path) {
          readFile(file, limit: $0, follow: true)
        })
    }
    declarations[path] = description.declaration(in: folder)
  }
}

private struct DescriptionFaults: Error {
  let lines: [String]
}

private func readDescription(_ path: Path) throws(DescriptionFaults) -> PackDescription {
  let bytes: [UInt8]
  switch readFile(path, limit: mostDocumentBytes, follow: true) {
  case .bytes(let read): bytes = read
  case .tooLarge(let count):
    throw DescriptionFaults(lines: [
      "\(path.shown): \(grouped(count)) bytes, and at most 1 MiB is read of a description"
    ])
  case .unreadable(let reason): throw DescriptionFaults(lines: ["\(path.shown): \(reason)"])
  }
  do throws(YAMLFaults) {
    return try readPackDescription(bytes) { file in
      realKind(of: path.parent.appending(file)) == .file
    }
  } catch {
    throw DescriptionFaults(lines: error.all.map { $0.line(in: path.shown) })
  }
}

private func realKind(of path: Path) -> EntryKind? { try? entryKind(at: realPath(of: path)) }

private func readDocument(_ path: Path, following: Bool) -> [UInt8]? {
  if case .bytes(let bytes) = readFile(path, limit: mostDocumentBytes, follow: following) {
    bytes
  } else {
    nil
  }
}

/// Of a `Contents.json` and of a description.
private let mostDocumentBytes = 1 << 20
