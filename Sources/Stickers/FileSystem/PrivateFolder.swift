package import StickerEngine

/// A folder in the cache folder that only its owner can read, and the files in it. Names are plain file
/// names. Links are neither followed nor replaced.
package struct PrivateFolder: Sendable {
  /// The path of the folder, which might not exist yet.
  let path: Path
  private let writer: FileWriter

  init(_ path: Path, _ writer: FileWriter = .shared) {
    self.path = path
    self.writer = writer
  }

  /// Creates a value for the folder with this name in the cache folder; nil if there is no cache folder.
  package init?(inCache name: String) {
    guard let cache = userCacheFolder() else { return nil }
    self.init(ReadOnlyFileSystem.disk.realPath(of: cache.appending(Tool.name).appending(Path(name))))
  }

  /// Writes a file that only its owner can read, and creates the folder if necessary.
  ///
  /// - Throws: an error that says why the file was not written, such as a full disk.
  package func write(_ bytes: [UInt8], as name: String) throws(CommandError) {
    try writer.makePrivateFolderIfMissing(path)
    let file = path.appending(Path(name))
    do throws(SystemError) {
      let calls = writer.calls
      let folder = OpenFolder(
        owning: try calls.open(FileLocation(path), .folder(follow: false)), calls: calls)
      if try folder.status(file.name) == nil {
        let descriptor = try calls.open(folder.location(of: file.name), .creatingNew)
        defer { try? calls.close(descriptor) }
        try calls.setPermissions(descriptor, 0o600)
      }
    } catch {
      throw writeError(at: file, error)
    }
    // A replaced file keeps its permissions.
    try writer.writeFile(bytes, to: file)
  }

  /// Reads a file; nil if it does not exist, is not a regular file, or is larger than the limit.
  ///
  /// - Parameter limit: the maximum file size in bytes.
  package func read(_ name: String, limit: Int) -> [UInt8]? {
    guard
      case .bytes(let bytes) = ReadOnlyFileSystem.disk.readWholeFile(
        path.appending(Path(name)), maxFileBytes: limit, follow: false)
    else { return nil }
    return bytes
  }

  /// The names of the files with a given extension, and their sizes in bytes, newest first.
  ///
  /// - Parameter pathExtension: the extension in lowercase, without a dot.
  package func filesNewestFirst(withExtension pathExtension: String) -> [(name: String, byteCount: Int)] {
    let calls = writer.calls
    guard let descriptor = try? calls.open(FileLocation(path), .folder(follow: false)) else { return [] }
    let folder = OpenFolder(owning: descriptor, calls: calls)
    let found = (try? writer.files(in: folder, withExtension: pathExtension)) ?? []
    return found.sorted { $1.status.modificationTime < $0.status.modificationTime }.compactMap { file in
      file.name.text.map { ($0, file.status.size) }
    }
  }

  /// Removes a file. Does nothing if the file cannot be removed.
  package func remove(_ name: String) {
    let calls = writer.calls
    guard let descriptor = try? calls.open(FileLocation(path), .folder(follow: false)) else { return }
    let folder = OpenFolder(owning: descriptor, calls: calls)
    try? calls.removeFile(folder.location(of: Path(name)))
  }
}
