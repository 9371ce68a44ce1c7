package import StickerModel

extension FileSystem {
  /// The absolute path without links, of a file that need not exist yet: what is missing at its end stays as
  /// it is written.
  package func realPath(of path: Path) -> Path {
    var missing: [Path] = []
    var existing = path.withoutTrailingSlashes
    while true {
      if let real = try? calls.resolve(existing) {
        return missing.reversed().reduce(real) { $0.appending($1) }
      }
      guard existing != existing.parent else { return path }
      missing.append(existing.name)
      existing = existing.parent
    }
  }
}

extension Path {
  /// Whether this lies in `folder`, however deep, or is it. Both absolute and without links.
  package func isInsideOrEqual(_ folder: Path) -> Bool { components.starts(with: folder.components) }
}
