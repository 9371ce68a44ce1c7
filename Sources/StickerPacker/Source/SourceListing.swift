package import StickerModel

/// A folder as its reader in this target sees it: names, and a way to the bytes. Files are touched by the
/// caller only.
package struct SourceListing: Sendable {
  /// The folder itself; only the names of its last parts are used, to name the pack.
  package let root: Path
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
