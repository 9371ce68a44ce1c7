/// Files to write, keyed by their relative paths.
package struct FileTree: Hashable, Sendable {
  private var contents: [String: [UInt8]] = [:]

  package init() {}

  /// The relative paths, separated by `/`, in byte order.
  package var paths: [String] {
    // For ASCII, string order, which is faster to compute, equals byte order.
    if contents.keys.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) { return contents.keys.sorted() }
    return contents.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The bytes at a path; nil if there is no file. Set it to nil to remove the file.
  ///
  /// - Precondition: the path is relative, without empty components, `.` or `..`.
  package subscript(path: String) -> [UInt8]? {
    get { contents[path] }
    set {
      let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      let ups = [[], Array(".".utf8), Array("..".utf8)]
      precondition(
        !parts.contains { part in part.count < 3 && ups.contains(Array(part)) },
        "\(path) is outside the tree")
      contents[path] = newValue
    }
  }

  /// The contents of all files, grouped by their length in bytes.
  package var contentsByLength: [Int: [[UInt8]]] { Dictionary(grouping: contents.values, by: \.count) }

  /// Returns the files whose paths satisfy a predicate.
  package func filter(_ isWanted: (String) -> Bool) -> FileTree {
    var tree = FileTree()
    tree.contents = contents.filter { isWanted($0.key) }
    return tree
  }

  /// Adds all files from `other`, which replace files with the same path.
  package mutating func add(_ other: FileTree) { contents.merge(other.contents) { _, new in new } }

  /// Adds all files from `other` below `folder`.
  package mutating func add(_ other: FileTree, below folder: String) {
    for (path, bytes) in other.contents { self["\(folder)/\(path)"] = bytes }
  }
}
