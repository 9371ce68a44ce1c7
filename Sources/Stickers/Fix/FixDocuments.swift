import StickerFix
import StickerIO
import StickerImage
package import StickerModel
import StickerSettings

/// The catalogs' documents and the descriptions of a run, of packs and of messages, as they are by now: a fix
/// that gives a file another name changes what names it.
package struct FixDocuments {
  /// A document's bytes before and after a change.
  package struct Edit {
    package let path: Path
    package let old: [UInt8]
    package let new: [UInt8]
  }

  private let descriptions: [Path]
  private let messages: [Path]
  private let catalogDocuments: Set<Path>
  /// The bytes of documents that were looked at, by their paths; nil where there is none.
  private var texts: [Path: [UInt8]?] = [:]
  package private(set) var changed: Set<Path> = []

  package init(_ found: Inventory) {
    descriptions = found.declarations.keys.filter { ["yml", "yaml"].contains($0.lowercasedExtension) }
      .sorted()
    messages = found.messages.map(\.path)
    catalogDocuments = Set(found.catalogs.flatMap(\.documents))
  }

  /// Every document, in byte order.
  package var paths: [Path] { (descriptions + messages + catalogDocuments).sorted() }

  /// A document as it is by now; nil where there is none.
  package mutating func text(_ path: Path) -> [UInt8]? {
    if let known = texts[path] { return known }
    var read: [UInt8]?
    if case .bytes(let bytes) = FileSystem.disk.readFile(
      path, limit: Catalog.mostDocumentBytes, follow: false)
    {
      read = bytes
    }
    texts[path] = .some(read)
    return read
  }

  /// What changes where a file gets another name in its folder.
  ///
  /// - Throws: where a document names the file and cannot name it otherwise.
  package mutating func edits(renaming path: Path, to name: Path) throws(CommandFailure) -> [Edit] {
    var edits: [Edit] = []
    let document = path.parent.appending(Catalog.documentName)
    // The document names the file even where the run is about less than the catalog.
    if CatalogSet.Kind(FileSystem.disk.realPath(of: path.parent).name) != nil, let old = text(document),
      let before = path.name.text, let after = name.text,
      let new = renamed(inCatalogDocument: old, from: before, to: after)
    {
      edits.append(Edit(path: document, old: old, new: new))
    }
    for (description, file) in descriptions(above: path) {
      guard let old = text(description) else { continue }
      let kind: DescriptionKind = description.name == MessageDeclaration.fileName ? .message : .pack
      if kind == .message, !describesMessage(old) { continue }  // somebody else's
      switch renamed(inDescription: old, kind, from: file, to: file.parent.appending(name)) {
      case .notNamed: break
      case .renamed(let new): edits.append(Edit(path: description, old: old, new: new))
      case .impossible(let reason):
        throw CommandFailure("\(description.shown) cannot name it otherwise: \(reason)")
      }
    }
    return edits
  }

  /// The descriptions that may name a file, with its path as they would name it: those of the run, and those
  /// in the folders above it, which the run may know nothing of.
  private func descriptions(above path: Path) -> [(description: Path, file: Path)] {
    let own = (descriptions + messages).compactMap { description in
      relative(path, to: description.parent).map { (description, $0) }
    }
    let known = Set((descriptions + messages).map { FileSystem.disk.realPath(of: $0) })
    let real = FileSystem.disk.realPath(of: path)
    var (found, folder) = (own, real.parent)
    for _ in 0..<mostFoldersAbove where folder != folder.parent {
      for name in [Path("stickerpack.yml"), MessageDeclaration.fileName] {
        let description = folder.appending(name)
        if !known.contains(description), (try? FileSystem.disk.entryKind(at: description)) == .file,
          let file = relative(real, to: folder)
        {
          found.append((description, file))
        }
      }
      folder = folder.parent
    }
    return found
  }

  /// Takes an edit as done, so that later ones build on it.
  package mutating func note(_ edit: Edit) {
    texts[edit.path] = .some(edit.new)
    changed.insert(edit.path)
  }

  private func relative(_ path: Path, to folder: Path) -> Path? {
    if folder == Path(".") { return path }
    let (parts, above) = (path.components, folder.components)
    guard parts.starts(with: above), parts.count > above.count else { return nil }
    return parts.dropFirst(above.count).reduce(Path(bytes: [])) { $0.appending($1) }
  }
}

/// Nobody keeps art deeper below its description.
private let mostFoldersAbove = 16

/// A catalog as a tree of files: documents as they are by now, pictures that rules look into with their
/// bytes, all others without.
///
/// - Parameter renamed: new names of pictures, by their paths.
package func catalogTree(
  _ catalog: CatalogListing, _ documents: inout FixDocuments, _ sources: [AssetSource],
  renamed: [Path: Path] = [:]
) -> FileTree {
  var tree = FileTree()
  let looked = Dictionary(
    sources.filter { $0.role == .icon || $0.role == .frame }.map { ($0.path, $0) }
  ) { first, _ in first }
  for folder in catalog.folders {
    let inside = Array(folder.path.components.dropFirst(catalog.path.components.count))
    for entry in folder.entries where entry.kind == .file && entry.name.bytes.first != UInt8(ascii: ".") {
      let path = folder.path.appending(entry.name)
      let names = inside + [renamed[path] ?? entry.name]
      guard let key = names.reduce(Path(bytes: []), { $0.appending($1) }).text else { continue }
      if path == folder.documentPath {
        tree[key] = documents.text(path) ?? []
      } else if let source = looked[path], case .bytes(let bytes) = source.read(Limit.fileBytes.largest) {
        tree[key] = bytes
      } else {
        tree[key] = []
      }
    }
  }
  return tree
}
