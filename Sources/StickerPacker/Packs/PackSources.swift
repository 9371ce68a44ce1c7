package import StickerEngine

/// The result of reading a source: the readable part of the pack, with faults and notes.
package struct PackReadResult: Sendable {
  /// The pack, without the stickers that have a fault.
  package var pack: Pack
  /// Everything wrong with the source, in the order of the pack. A pack in which stickers have faults is
  /// built only if the user chooses to skip these stickers.
  package var faults: [Diagnostic]
  /// Notes about defaults, changes and what was left out, escaped for display.
  package var notes: [String]
  /// The notes that report something that was left out.
  package private(set) var leftOutNotes: Set<String> = []

  init(pack: Pack, faults: [Diagnostic] = [], notes: [String] = []) {
    self.pack = pack
    self.faults = faults
    self.notes = notes
  }

  /// Adds notes about what was left out.
  package mutating func addLeftOutNotes(_ lines: [String]) {
    notes += lines
    leftOutNotes.formUnion(lines)
  }
}

/// A note on how a sticker's name was changed; nil if it was not changed.
func renamingNote(_ original: Path, _ safe: SafeName) -> String? {
  guard let change = safe.changeReason else { return nil }
  return "\(original.displayText) is packed as \(safe.name), because \(change.rawValue)"
}

/// Reads the pack that a pack file describes. Stickers keep the order of the pack file, and ids are derived
/// from sticker names.
///
/// - Parameter pack: the pack. The ids of its stickers are ignored.
package func packWithIDsFromNames(_ pack: Pack) -> PackReadResult {
  var reading = PackReadResult(pack: pack)
  for (index, safe) in safeNames(pack.stickers.map(\.metadata.name)).enumerated() {
    reading.pack.stickers[index].id = safe.name
    if let note = renamingNote(pack.stickers[index].file, safe) { reading.notes.append(note) }
  }
  return reading
}

extension PackReadResult {
  /// Adds a fault, and removes the sticker that has it from the pack.
  package mutating func addFaultRemovingSticker(_ fault: Diagnostic) {
    faults.append(fault)
    pack.stickers.removeAll { $0.id == fault.stickerID }
  }
}

/// Reads a pack from a folder with @3x art. Sticker names are derived from file names, the stickers are in
/// natural order, and there are no descriptions.
///
/// A trailing `@3x` is not part of a name. Files with `@1x`, `@2x` or no scale are left out with a note if
/// their `@3x` art is next to them, because such variants are made from that art.
///
/// - Parameter art: the files found in the folder, relative to it, in any order.
/// - Parameter name: the name of the pack.
package func packFromFolder(_ art: [Path], name: String) -> PackReadResult {
  let scaled = art.pathsAt3xByVariant()
  let sorted = naturallySorted(art.filter { scaled[$0] == nil })
  let originals = sorted.map(stemWithout3xSuffix)
  let names = safeNames(originals)
  let stickers = sorted.indices.map { index in
    PackSticker(id: names[index].name, metadata: StickerMetadata(name: originals[index]), file: sorted[index])
  }
  var reading = PackReadResult(pack: Pack(metadata: PackMetadata(name: name), stickers: stickers))
  reading.addLeftOutNotes(
    naturallySorted(Array(scaled.keys)).map {
      "\($0.displayText) is left out, because this size is made from the @3x art next to it"
    })
  reading.notes += zip(sorted, names).compactMap(renamingNote)
  return reading
}

/// The files in a folder, with access to their bytes. This module reads no files itself, so the caller
/// supplies `readBytes`.
package struct SourceFolder: Sendable {
  /// The folder itself. Only its last path components are used, to name the pack and to recognize a
  /// `.stickerpack`.
  let root: Path
  /// The files, relative to the root, in any order.
  package let files: [Path]
  /// Returns the bytes of one of `files`; nil if they cannot be read. A `Contents.json` larger than 1 MiB is
  /// not read.
  package let readBytes: @Sendable (Path) -> [UInt8]?

  package init(root: Path, files: [Path], bytes: @escaping @Sendable (Path) -> [UInt8]?) {
    self.root = root
    self.files = files
    self.readBytes = bytes
  }

  /// Creates the folder from a file tree.
  package init(_ tree: FileTree, root: Path) {
    self.init(root: root, files: tree.paths.map { Path($0) }) { path in path.text.flatMap { tree[$0] } }
  }

  /// The `.stickerpack` folders in it, relative to its root, in natural order; `.` if the root is
  /// one. A source with such a folder is a catalog.
  package var catalogPackFolders: [Path] {
    if root.lowercasedExtension == stickerPackExtension { return [Path(".")] }
    var folders: Set<Path> = []
    for file in files {
      let parents = file.components.dropLast()
      guard let depth = parents.firstIndex(where: { $0.lowercasedExtension == stickerPackExtension }) else {
        continue
      }
      folders.insert(joinedPath(parents[...depth]))
    }
    return naturallySorted(Array(folders))
  }
}

let stickerPackExtension = "stickerpack"

/// Joins the parts of a path with slashes.
func joinedPath(_ parts: some Sequence<Path>) -> Path { parts.reduce(Path(".")) { $0.appending($1) } }
