import StickerEngine

/// An open folder. Operations apply to this folder even if its path changes.
final class OpenFolder: Sendable {
  let descriptor: Int32
  private let calls: SystemCalls

  /// Opens a folder at any path. Links to it are followed.
  convenience init(_ path: Path, calls: SystemCalls) throws(SystemError) {
    self.init(owning: try calls.open(FileLocation(path), .folder(follow: true)), calls: calls)
  }

  /// Takes ownership of a descriptor.
  init(owning descriptor: Int32, calls: SystemCalls) {
    self.descriptor = descriptor
    self.calls = calls
  }

  deinit { try? calls.close(descriptor) }

  /// The location of an entry in this folder.
  func location(of name: Path) -> FileLocation { FileLocation(name, in: descriptor) }

  /// Opens a subfolder. A link is not followed.
  func open(_ name: Path) throws(SystemError) -> OpenFolder {
    OpenFolder(owning: try calls.open(location(of: name), .folder(follow: false)), calls: calls)
  }

  /// The status of an entry, or nil if it does not exist. Links are not followed.
  func status(_ name: Path) throws(SystemError) -> FileStatus? {
    do throws(SystemError) { return try calls.status(location(of: name), false) } catch .notFound {
      return nil
    }
  }

  /// Flushes the folder's entries to disk.
  func flush() throws(SystemError) {
    do throws(SystemError) { try calls.flush(descriptor) } catch {
      guard error.meansUnsupported else { throw error }  // some file systems can flush only files
    }
  }

  /// Writes and flushes a new file. Call `flush` to flush the file's name as well.
  func writeAndFlushNewFile(_ bytes: [UInt8], as name: Path) throws(SystemError) {
    let file = try calls.open(location(of: name), .creatingNew)
    defer { try? calls.close(file) }  // errors can be ignored, because the file was flushed
    try writeAndFlush(to: file, bytes)
  }

  /// Writes bytes to an open file and flushes them.
  func writeAndFlush(to file: Int32, _ bytes: [UInt8]) throws(SystemError) {
    try calls.writeAll(bytes, to: file)
    try calls.flush(file)
  }

  /// Removes a folder and everything in it. Links are removed, but never followed.
  ///
  /// Subfolders are moved up before they are emptied, so that two descriptors are enough for any depth.
  func removeTree(_ name: Path) throws(SystemError) {
    guard let top = try openExistingRetryingAfterChmod(name) else { return }
    var pending = try calls.entries(top.descriptor)
    var moved = 0
    while let entry = pending.popLast() {
      guard entry.kind == .folder else {
        try retryingAfterChmodIfExists(of: name) { () throws(SystemError) in
          try calls.removeFile(top.location(of: entry.name))
        }
        continue
      }
      guard let folder = try top.openExistingRetryingAfterChmod(entry.name) else { continue }
      for child in try calls.entries(folder.descriptor) {
        if child.kind == .folder {
          pending.append(
            FolderEntry(
              name: try top.moveSubfolderUpForRemoval(child.name, from: folder, named: entry.name, &moved),
              kind: .folder))
        } else {
          try top.retryingAfterChmodIfExists(of: entry.name) { () throws(SystemError) in
            try calls.removeFile(folder.location(of: child.name))
          }
        }
      }
      try retryingAfterChmodIfExists(of: name) { () throws(SystemError) in
        try calls.removeEmptyFolder(top.location(of: entry.name))
      }
    }
    do throws(SystemError) { try calls.removeEmptyFolder(location(of: name)) } catch .notFound {}
  }

  private func moveSubfolderUpForRemoval(
    _ name: Path, from folder: OpenFolder, named folderName: Path, _ moved: inout Int
  ) throws(SystemError) -> Path {
    while true {
      moved += 1
      let place = Path(".stickerlint-moved-\(moved)")
      do throws(SystemError) {
        try retryingAfterChmodIfExists(of: folderName) { () throws(SystemError) in
          try calls.rename(folder.location(of: name), location(of: place))
        }
        return place
      } catch {
        guard [.alreadyExists, .notEmpty, .notAFolder].contains(error) else {
          guard error.meansPermissionDenied else { throw error }
          // moving a folder requires write access to it
          try calls.setOwnerOnlyFolderPermissions(folder.location(of: name))
          try calls.rename(folder.location(of: name), location(of: place))
          return place
        }
      }
    }
  }

  private func openExistingRetryingAfterChmod(_ name: Path) throws(SystemError) -> OpenFolder? {
    try retryingAfterChmodIfExists(of: name) { () throws(SystemError) in try open(name) }
  }

  /// Runs an operation in a subfolder. If the subfolder's permissions forbid the operation, sets them to 0700
  /// and retries. Returns nil if the subfolder, or the entry in it, no longer exists.
  @discardableResult
  private func retryingAfterChmodIfExists<Result>(
    of name: Path, _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result? {
    do throws(SystemError) { return try body() } catch {
      if error == .notFound { return nil }
      guard error.meansPermissionDenied else { throw error }
      try calls.setOwnerOnlyFolderPermissions(location(of: name))
      return try body()
    }
  }
}

extension FileWriter {
  /// Creates a folder that only its owner can access, if it does not exist. Also creates missing parent
  /// folders.
  ///
  /// - Throws: an error that says why the folder cannot be created.
  func makePrivateFolderIfMissing(_ path: Path) throws(CommandError) {
    do throws(SystemError) {
      if let found = try? calls.status(FileLocation(path), true), found.kind == .folder { return }
      var made: [Path] = []
      let folder = try openOrCreateFolder(path, created: &made)
      if made.last == path { try calls.setPermissions(folder.descriptor, 0o700) }
    } catch {
      throw writeError(at: path, error)
    }
  }

  /// Removes the files with a given extension from a folder, and no other files. Does nothing if the folder
  /// does not exist.
  ///
  /// - Parameter pathExtension: the extension in lowercase, without a dot.
  /// - Returns: the number of removed files, and their size in bytes.
  /// - Throws: an error that says why a file cannot be removed.
  func removeFiles(
    in path: Path, withExtension pathExtension: String
  ) throws(CommandError) -> (files: Int, bytes: Int) {
    var removed = (files: 0, bytes: 0)
    do throws(SystemError) {
      let descriptor: Int32
      do throws(SystemError) { descriptor = try calls.open(FileLocation(path), .folder(follow: false)) } catch
      {
        if error.meansMissingPath { return removed }
        throw error
      }
      let folder = OpenFolder(owning: descriptor, calls: calls)
      for file in try files(in: folder, withExtension: pathExtension) {
        try calls.removeFile(folder.location(of: file.name))
        removed = (removed.files + 1, removed.bytes + file.status.size)
      }
    } catch {
      throw CommandError("cannot remove all files in \(path.displayText): \(error.reason)")
    }
    return removed
  }

  /// The files with a given extension in a folder.
  ///
  /// - Parameter pathExtension: the extension in lowercase, without a dot.
  func files(
    in folder: OpenFolder, withExtension pathExtension: String
  ) throws(SystemError) -> [(name: Path, status: FileStatus)] {
    try calls.entries(folder.descriptor).compactMap { entry in
      guard entry.kind == .file, entry.name.lowercasedExtension == pathExtension,
        let status = try? folder.status(entry.name)
      else { return nil }
      return (entry.name, status)
    }
  }

  /// Removes the oldest files with a given extension from a folder, until the remaining files with that
  /// extension total at most a given number of bytes. Keeps all other files, and files that cannot be removed.
  /// A link to a folder is not followed.
  ///
  /// - Parameter pathExtension: the extension in lowercase, without a dot.
  func removeOldestFiles(in path: Path, withExtension pathExtension: String, maxBytes most: Int) {
    guard let descriptor = try? calls.open(FileLocation(path), .folder(follow: false)) else { return }
    let folder = OpenFolder(owning: descriptor, calls: calls)
    guard let files = try? files(in: folder, withExtension: pathExtension) else { return }
    var total = files.reduce(0) { $0 + $1.status.size }
    let oldestFirst = files.sorted { $0.status.modificationTime < $1.status.modificationTime }
    for file in oldestFirst where total > most {
      if (try? calls.removeFile(folder.location(of: file.name))) != nil { total -= file.status.size }
    }
  }
}
