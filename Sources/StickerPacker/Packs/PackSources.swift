package import StickerEngine

/// What reading a source gave: the pack as far as it can be read, and everything that is to be said about it.
package struct PackReading: Sendable {
  /// The pack, without the stickers that have a fault.
  package var pack: Pack
  /// Everything wrong with the source, in the order of the pack. A pack with faults is built only where
  /// somebody asks to skip them.
  package var faults: [Diagnostic]
  /// Notes about defaults, changes and what was left out; already escaped.
  package var notes: [String]
  /// The notes that report something that was left out.
  package private(set) var leftOut: Set<String> = []

  init(pack: Pack, faults: [Diagnostic] = [], notes: [String] = []) {
    self.pack = pack
    self.faults = faults
    self.notes = notes
  }

  /// Adds notes about what was left out.
  package mutating func leaveOut(_ lines: [String]) {
    notes += lines
    leftOut.formUnion(lines)
  }
}

/// The sentence that says how a sticker's name was changed; nil where it was not.
func renaming(_ original: Path, _ safe: SafeName) -> String? {
  guard let change = safe.change else { return nil }
  return "\(original.displayText) is packed as \(safe.name): \(change.rawValue)"
}

/// The pack that a description asks for: in its order, with names for files made of the stickers' names.
///
/// - Parameter pack: everything but the ids of its stickers, which are not looked at.
package func packFromFile(_ pack: Pack) -> PackReading {
  var reading = PackReading(pack: pack)
  for (index, safe) in safeNames(pack.stickers.map(\.metadata.name)).enumerated() {
    reading.pack.stickers[index].id = safe.name
    if let note = renaming(pack.stickers[index].file, safe) { reading.notes.append(note) }
  }
  return reading
}

extension PackReading {
  /// Takes a sticker out that has a fault.
  package mutating func add(_ fault: Diagnostic) {
    faults.append(fault)
    pack.stickers.removeAll { $0.id == fault.sticker }
  }
}

/// The pack that a folder of @3x art is: names from the files' names, in natural order, no descriptions.
///
/// A trailing `@3x` is no part of a name. A file that ends in `@1x`, `@2x` or in no scale and lies beside its
/// `@3x` is left out, and that is said: its size is made from the @3x art.
///
/// - Parameter art: the files a walk of the folder found, relative to it, in any order.
/// - Parameter name: what the pack is called.
package func packFromFolder(_ art: [Path], name: String) -> PackReading {
  let scaled = art.smallerSizes()
  let sorted = naturallySorted(art.filter { scaled[$0] == nil })
  let originals = sorted.map(nameWithoutScale)
  let names = safeNames(originals)
  let stickers = sorted.indices.map { index in
    Sticker(id: names[index].name, metadata: StickerMetadata(name: originals[index]), file: sorted[index])
  }
  var reading = PackReading(pack: Pack(metadata: PackMetadata(name: name), stickers: stickers))
  reading.leaveOut(
    naturallySorted(Array(scaled.keys)).map {
      "\($0.displayText) is left out: it is made from the @3x art beside it"
    })
  reading.notes += zip(sorted, names).compactMap(renaming)
  return reading
}

/// A folder as its reader in this target sees it: names, and a way to the bytes. Files are touched by the
/// caller only.
package struct SourceListing: Sendable {
  /// The folder itself; only the names of its last parts are used, to name the pack.
  let root: Path
  /// Every file in it, relative to the root, in any order.
  package let files: [Path]
  /// The bytes of one of `files`; nil where they cannot be read. More than a mebibyte of a `Contents.json` is
  /// not looked at.
  package let bytes: @Sendable (Path) -> [UInt8]?

  package init(root: Path, files: [Path], bytes: @escaping @Sendable (Path) -> [UInt8]?) {
    self.root = root
    self.files = files
    self.bytes = bytes
  }

  /// A file tree, read as if it were a folder.
  package init(_ tree: FileTree, root: Path) {
    self.init(root: root, files: tree.paths.map { Path($0) }) { path in path.text.flatMap { tree[$0] } }
  }

  /// The `.stickerpack` folders in the listing, relative to its root, in natural order; `.` where it is one
  /// itself. A source that has one is a catalog.
  package var stickerPacks: [Path] {
    if root.lowercasedExtension == stickerPackExtension { return [Path(".")] }
    var folders: Set<Path> = []
    for file in files {
      let parents = file.components.dropLast()
      guard let depth = parents.firstIndex(where: { $0.lowercasedExtension == stickerPackExtension }) else {
        continue
      }
      folders.insert(joined(parents[...depth]))
    }
    return naturallySorted(Array(folders))
  }
}

let stickerPackExtension = "stickerpack"

/// Parts of a path with slashes between them.
func joined(_ parts: some Sequence<Path>) -> Path { parts.reduce(Path(".")) { $0.appending($1) } }
