import StickerEngine

extension FileWriter {
  /// Renames a file inside its folder and replaces its bytes. Before the old file is removed, the new one is
  /// complete and flushed, and has the old file's permissions and, if possible, its owner. Therefore, at
  /// least one of the two files is complete at any time.
  ///
  /// - Parameter old: a regular file that is writable by its owner. Links are not followed.
  /// - Parameter new: an unused name in the same folder. On file systems that ignore case, names that differ
  ///   only in case count as used.
  /// - Parameter known: the bytes that were read from the file; nil to accept any bytes.
  /// - Throws: an error that says why the file could not be moved. In that case, the old file is unchanged
  ///   and the new one does not exist, unless the move could not be undone or the folder could not be flushed
  ///   afterward.
  func renameAndRewriteFile(
    from old: Path, to new: Path, with bytes: [UInt8], expecting known: [UInt8]? = nil
  ) throws(CommandError) {
    guard old.name.isPlainName, new.name.isPlainName, old.parent == new.parent else {
      throw CommandError(
        "cannot rename \(old.displayText) to \(new.displayText): both must be names in the same folder")
    }
    let failure: CommandError?
    do throws(SystemError) {
      // The work is short enough to be a single uninterrupted step. A signal takes effect only afterward.
      failure = try signalCleanup.runUninterrupted { () throws(SystemError) in
        let folder = try OpenFolder(old.parent, calls: calls)
        recoverInterruptedWritesOnce(in: folder)
        guard let met = try folder.status(old.name) else { throw .notFound }
        if let objection = met.kind.notAFileReason ?? met.readOnlyReason {
          return CommandError("cannot rename \(old.displayText): \(objection)")
        }
        guard try folder.status(new.name) == nil else { return nameTakenError(renaming: old, to: new) }
        return try renameAndRewrite(old, new, met, in: folder, with: bytes, expecting: known)
      }
    } catch {
      throw CommandError(
        "cannot rename \(old.displayText) to \(new.name.displayText): \(error.reason). \(error.adviceOrNothingChanged)"
      )
    }
    if let failure { throw failure }
  }

  private func renameAndRewrite(
    _ old: Path, _ new: Path, _ oldStatus: FileStatus, in folder: OpenFolder, with bytes: [UInt8],
    expecting known: [UInt8]?
  ) throws(SystemError) -> CommandError? {
    let (temporary, file) = try createLockedFile(.temporary, in: folder)
    defer { try? calls.close(file) }  // not earlier, because the descriptor holds the lock
    do throws(SystemError) {
      try copyOwnerAndPermissions(from: oldStatus, to: file)
      try folder.writeAndFlush(to: file, bytes)
      if let known, try !hasSameIdentityAndBytes(old, bytes: known, status: oldStatus, in: folder) {
        try? calls.removeFile(folder.location(of: temporary))
        return changedFileError(old)
      }
      try renameWithoutReplacing(temporary, to: new.name, in: folder)
    } catch {
      try? calls.removeFile(folder.location(of: temporary))
      if error == .alreadyExists { return nameTakenError(renaming: old, to: new) }
      throw error
    }
    do throws(SystemError) {
      // Flush the new name before the old one is removed.
      try folder.flush()
      guard try folder.status(old.name)?.identity == oldStatus.identity else {
        try calls.removeFile(folder.location(of: new.name))
        return changedFileError(old)
      }
      try calls.removeFile(folder.location(of: old.name))
    } catch {
      try removeNewFileAfterFailure(new.name, old.name, oldStatus, in: folder)
      throw error
    }
    do throws(SystemError) { try folder.flush() } catch {
      return CommandError("\(new.displayText) was written, but could not be flushed to disk: \(error.reason)")
    }
    return nil
  }

  /// Removes the new file if the old one still exists. A system call may have succeeded even though it
  /// reported an error.
  private func removeNewFileAfterFailure(
    _ new: Path, _ old: Path, _ oldStatus: FileStatus, in folder: OpenFolder
  ) throws(SystemError) {
    guard try folder.status(old)?.identity == oldStatus.identity else { return }
    try? calls.removeFile(folder.location(of: new))
  }

  /// Gives a finished file its name. The name must not be taken.
  func renameWithoutReplacing(_ temporary: Path, to name: Path, in folder: OpenFolder) throws(SystemError) {
    do throws(SystemError) {
      // `link` fails atomically if the name exists. `rename` would replace the file.
      try calls.createHardLink(folder.location(of: temporary), folder.location(of: name))
    } catch {
      // Some file systems do not support hard links.
      guard error.meansUnsupported || error == .notPermitted else { throw error }
      guard try folder.status(name) == nil else { throw .alreadyExists }
      return try calls.rename(folder.location(of: temporary), folder.location(of: name))
    }
    do throws(SystemError) { try calls.removeFile(folder.location(of: temporary)) } catch {
      try? calls.removeFile(folder.location(of: name))
      throw error
    }
  }

  /// Removes a file, unless it has changed since it was read.
  ///
  /// - Throws: an error that says why the file was not removed.
  func removeFile(
    _ path: Path, expecting known: [UInt8], below root: Root? = nil
  ) throws(CommandError) {
    let failure: CommandError?
    do throws(SystemError) {
      failure = try signalCleanup.runUninterrupted { () throws(SystemError) in
        let folder: OpenFolder
        switch try openParentCreatingFolders(of: path, below: root) {
        case .success(let opened): folder = opened
        case .failure(let failure): return failure
        }
        let met = try folder.status(path.name)
        guard path.name.isPlainName, met?.kind == .file,
          try hasSameIdentityAndBytes(path, bytes: known, status: met, in: folder)
        else {
          return CommandError("cannot remove \(path.displayText): it changed after it was read")
        }
        try calls.removeFile(folder.location(of: path.name))
        try? folder.flush()  // harmless if the file comes back after a power failure
        return nil
      }
    } catch {
      throw CommandError(
        "cannot remove \(path.displayText): \(error.reason). \(error.adviceOrNothingChanged)")
    }
    if let failure { throw failure }
  }

  /// Creates a folder and its parents with default permissions, if they do not exist.
  ///
  /// - Throws: an error that says why the folder cannot be created. In that case, new parent folders are
  ///   removed.
  func makeFolders(_ path: Path) throws(CommandError) {
    var made: [Path] = []
    do throws(SystemError) {
      try signalCleanup.runUninterrupted { () throws(SystemError) in
        _ = try openOrCreateFolder(path, created: &made)
      }
    } catch {
      for folder in made.reversed() { try? calls.removeEmptyFolder(FileLocation(folder)) }
      throw CommandError(
        "cannot create the folder \(path.displayText): \(error.reason). \(error.adviceOrNothingChanged)")
    }
  }
}

private func nameTakenError(renaming old: Path, to new: Path) -> CommandError {
  CommandError("cannot rename \(old.displayText): \(new.name.displayText) already exists")
}
