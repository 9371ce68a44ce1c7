/// Files that are to be written: relative path to bytes, in byte order of the paths. Made in memory, written
/// by the one writer.
public struct FileTree: Hashable, Sendable {
  private var contents: [String: [UInt8]] = [:]

  /// A tree without files.
  public init() {}

  /// Relative paths with `/` between the parts, in byte order.
  public var paths: [String] {
    contents.keys.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }

  /// The bytes at a path, nil where there is no file; set to nil to take a file out.
  ///
  /// - Precondition: a path is relative, without empty parts, `.` or `..`.
  public subscript(path: String) -> [UInt8]? {
    get { contents[path] }
    set {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      precondition(
        !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }, "\(path) leads outside of the tree")
      contents[path] = newValue
    }
  }

  /// Puts every file of `other` into this, over what has the same path.
  public mutating func add(_ other: FileTree) { contents.merge(other.contents) { _, new in new } }

  /// Puts every file of `other` below `folder`.
  public mutating func add(_ other: FileTree, below folder: String) {
    for path in other.paths { self["\(folder)/\(path)"] = other[path] }
  }
}
