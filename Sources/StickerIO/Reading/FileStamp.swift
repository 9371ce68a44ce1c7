package import StickerModel

/// What changes when a file does, without reading it: which file it is, its size and its time.
package struct FileStamp: Hashable, Sendable {
  private let status: FileStatus

  /// How long the file is.
  package var byteCount: Int { status.size }

  /// The stamp of what lies at a path, links followed; nil for nothing, and for what is no file.
  package init?(of path: Path) {
    guard let status = try? SystemCalls.real.status(Location(path), true), status.kind == .file else {
      return nil
    }
    self.status = status
  }
}
