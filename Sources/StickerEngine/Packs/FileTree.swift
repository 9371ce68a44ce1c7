/// Files that are to be written: relative path to bytes, in byte order of the paths. Made in memory, written
/// by the one writer.
package struct FileTree: Hashable, Sendable {
  private var contents: [String: [UInt8]] = [:]

  /// A tree without files.
  package init() {}

  /// Relative paths with `/` between the parts, in byte order.
  package var paths: [String] {
    // The order of texts is that of their bytes where all are ASCII, and many bytes are compared at once.
    if contents.keys.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) { return contents.keys.sorted() }
    return contents.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The bytes at a path, nil where there is no file; set to nil to take a file out.
  ///
  /// - Precondition: a path is relative, without empty parts, `.` or `..`.
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

  /// The bytes of all files, by their number.
  package var byLength: [Int: [[UInt8]]] { Dictionary(grouping: contents.values, by: \.count) }

  /// The files whose path a test accepts.
  package func filter(_ isWanted: (String) -> Bool) -> FileTree {
    var tree = FileTree()
    tree.contents = contents.filter { isWanted($0.key) }
    return tree
  }

  /// Puts every file of `other` into this, over what has the same path.
  package mutating func add(_ other: FileTree) { contents.merge(other.contents) { _, new in new } }

  /// Puts every file of `other` below `folder`.
  package mutating func add(_ other: FileTree, below folder: String) {
    for (path, bytes) in other.contents { self["\(folder)/\(path)"] = bytes }
  }
}
