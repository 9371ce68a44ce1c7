package import StickerEngine

/// Access to a folder that is held open. It reads and writes files only inside the folder, even if the folder's
/// path changes, and does not follow links. If the folder was moved, nothing is written.
package final class ConfinedFolderAccess: Sendable {
  /// The path of the folder when it was opened.
  package let realPath: Path
  private let folder: OpenFolder
  private let identity: FileStatus.Identity
  private let writer: FileWriter

  /// Opens a folder.
  ///
  /// - Parameter path: an absolute path without symbolic links.
  package init(_ path: Path, _ writer: FileWriter = .shared) throws(CommandError) {
    let calls = writer.calls
    do throws(SystemError) {
      folder = OpenFolder(owning: try calls.open(FileLocation(path), .folder(follow: false)), calls: calls)
      identity = try calls.statusOfDescriptor(folder.descriptor).identity
    } catch {
      throw CommandError("cannot open the folder \(path.displayText): \(error.reason)")
    }
    self.realPath = path
    self.writer = writer
  }

  /// Reads a file in the folder.
  ///
  /// - Parameter path: the path relative to the folder.
  /// - Parameter limit: the maximum file size in bytes. Larger files are not read.
  /// - Returns: nil if there is no such file.
  package func readIfExists(_ path: Path, limit: Int) -> ReadOutcome? {
    do throws(SystemError) {
      guard let folder = try openSubfolder(path.parent), try folder.status(path.name) != nil else {
        return nil
      }
      return ReadOnlyFileSystem(calls: writer.calls).readWholeFile(
        folder.location(of: path.name), maxFileBytes: limit, follow: false)
    } catch {
      return .unreadable(error.reason)
    }
  }

  /// Whether an entry with this path exists in the folder, including links.
  package func entryExists(_ path: Path) -> Bool { (try? status(path)) != nil }

  /// Writes new files, and then a last file. Writes either all of them or none.
  ///
  /// - Parameter new: the new files with their paths relative to the folder. Each path must not exist, or
  ///   must be a file with the same bytes.
  /// - Parameter last: the file that is written after all others.
  /// - Parameter replaced: the current bytes of the files in `new` that are replaced. They are restored if
  ///   not all files can be written.
  /// - Parameter old: the current bytes of `last`, which are replaced; nil if the file must not exist.
  /// - Returns: nil on success, or the path of a file that was not as expected. In that case, nothing was
  ///   written.
  /// - Throws: a `CommandError` if a file could not be written.
  package func writeAllOrNone(
    _ new: [(path: Path, bytes: [UInt8])], replacing replaced: [Path: [UInt8]] = [:],
    then last: (path: Path, bytes: [UInt8]), expecting old: [UInt8]?
  ) throws(CommandError) -> Path? {
    for (path, _) in new + [last] where path.components.contains(Path("..")) {
      throw CommandError(
        "\(path.displayText) is outside the folder \(self.realPath.displayText). Nothing was written.")
    }
    try ensureNotMoved()
    return try writer.signalCleanup.runUninterrupted { () throws(CommandError) in
      var made = UndoLog()
      do throws(CommandError) {
        for file in new {
          let (isNew, before) = (try isFree(file.path), replaced[file.path])
          if isNew, try isFree(file.path.parent) { made.createdFolders.append(file.path.parent) }
          // Also restore a file that was replaced but could not be flushed.
          if !isNew, let before { made.replacedFiles.append((file.path, file.bytes, before)) }
          guard try writeIfUnchanged(file, expecting: isNew ? nil : before) else {
            return undo(made, returning: file.path)
          }
          if isNew { made.createdFiles.append(file) }
        }
        guard try writeIfUnchanged(last, expecting: old) else { return undo(made, returning: last.path) }
      } catch {
        // If the last file was written and only its folder could not be flushed, keep all files.
        if readIfExists(last.path, limit: last.bytes.count) != .bytes(last.bytes) {
          _ = undo(made, returning: last.path)
        }
        throw error
      }
      return nil
    }
  }

  private struct UndoLog {
    var createdFiles: [(path: Path, bytes: [UInt8])] = []
    var replacedFiles: [(path: Path, bytes: [UInt8], before: [UInt8])] = []
    var createdFolders: [Path] = []
  }

  private func undo(_ made: UndoLog, returning path: Path) -> Path {
    for file in made.createdFiles {
      try? writer.removeFile(fullPath(of: file.path), expecting: file.bytes, below: root)
    }
    for file in made.replacedFiles
    where readIfExists(file.path, limit: file.bytes.count) == .bytes(file.bytes) {
      try? writer.writeFile(file.before, to: fullPath(of: file.path), expecting: file.bytes, below: root)
    }
    for path in made.createdFolders {
      // This fails for a folder to which another program has added files in the meantime, so that the folder
      // is kept.
      if let folder = try? openSubfolder(path.parent) {
        try? writer.calls.removeEmptyFolder(folder.location(of: path.name))
      }
    }
    return path
  }

  /// - Returns: false if the file at the path is not the expected one.
  private func writeIfUnchanged(
    _ file: (path: Path, bytes: [UInt8]), expecting old: [UInt8]?
  ) throws(CommandError) -> Bool {
    let path = fullPath(of: file.path)
    guard let old else { return try writer.createFileOrMatchExisting(file.bytes, at: path, below: root) }
    do throws(CommandError) {
      try writer.writeFile(file.bytes, to: path, expecting: old, below: root)
      return true
    } catch {
      if error == changedFileError(path) { return false }
      throw error
    }
  }

  private func isFree(_ path: Path) throws(CommandError) -> Bool {
    do throws(SystemError) { return try status(path) == nil } catch {
      throw writeError(at: fullPath(of: path), error)
    }
  }

  /// The status of a path; nil if the path does not exist or leads through a link.
  private func status(_ path: Path) throws(SystemError) -> FileStatus? {
    guard let folder = try openSubfolder(path.parent) else { return nil }
    return try folder.status(path.name)
  }

  private var root: FileWriter.Root { FileWriter.Root(path: realPath, openFolder: folder) }

  private func fullPath(of path: Path) -> Path { self.realPath.appending(path) }

  private func ensureNotMoved() throws(CommandError) {
    guard let there = try? writer.calls.status(FileLocation(realPath), false), there.identity == identity
    else {
      throw CommandError(
        "the folder \(realPath.displayText) was moved, renamed or replaced. Nothing was written."
      )
    }
  }

  /// Opens a folder inside this one; nil if it does not exist or its path leads through a link.
  private func openSubfolder(_ path: Path) throws(SystemError) -> OpenFolder? {
    var folder = folder
    for name in path.components where name != Path(".") {
      guard name != Path("..") else { return nil }
      do throws(SystemError) { folder = try folder.open(name) } catch {
        // The error for a link that is not followed depends on the system.
        if error.meansMissingPath || error == .symbolicLinkLoop { return nil }
        throw error
      }
    }
    return folder
  }
}
