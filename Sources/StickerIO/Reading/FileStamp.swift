public import StickerModel

/// What changes when a file does, without reading it: which file it is, its size and its time.
public struct FileStamp: Hashable, Sendable {
  private let status: FileStatus

  /// How long the file is.
  public var byteCount: Int { status.size }

  /// The stamp of what lies at a path, links followed; nil for nothing, and for what is no file.
  public init?(of path: Path) {
    guard let status = try? SystemCalls.real.status(Location(path), true), status.kind == .file else {
      return nil
    }
    self.status = status
  }
}
