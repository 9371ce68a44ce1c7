import StickerEngine

extension FileWriter {
  /// Gives a file a new name in its folder, and new bytes. The new file is whole and flushed, with the
  /// permissions of the old one and its owner as far as the system lets us, before the old name goes:
  /// whatever stops it, one of the two is there and whole.
  ///
  /// - Parameter old: a regular file that its owner may write; a link is not followed but refused.
  /// - Parameter new: a name in the same folder at which nothing lies, also none that differs in capitals
  ///   only where the file system does not tell them apart.
  /// - Parameter known: the bytes that were read from it; nil takes any.
  /// - Throws: why it could not be done. The old file is then as it was, and the new one is not there; only
  ///   what could not be undone, or when their folder could not be flushed afterwards, leaves the new one.
  func moveFile(
    from old: Path, to new: Path, with bytes: [UInt8], expecting known: [UInt8]? = nil
  ) throws(UsageError) {
    guard old.name.isPlainName, new.name.isPlainName, old.parent == new.parent else {
      throw UsageError("cannot rename \(old.displayText) to \(new.displayText): name two files of one folder")
    }
    let failure: UsageError?
    do throws(SystemError) {
      // Short enough to be one step: a signal waits for its end.
      failure = try interruption.step { () throws(SystemError) in
        let folder = try Folder(old.parent, calls: calls)
        recover(in: folder)
        guard let met = try folder.status(old.name) else { throw .notFound }
        if let objection = met.kind.objection ?? met.objectionToWriting {
          return UsageError("cannot rename \(old.displayText): \(objection)")
        }
        guard try folder.status(new.name) == nil else { return isTaken(old, new) }
        return try move(old, new, met, in: folder, with: bytes, expecting: known)
      }
    } catch {
      throw UsageError(
        "cannot rename \(old.displayText) to \(new.name.displayText): \(error.words); \(error.advice)")
    }
    if let failure { throw failure }
  }

  private func move(
    _ old: Path, _ new: Path, _ met: FileStatus, in folder: Folder, with bytes: [UInt8],
    expecting known: [UInt8]?
  ) throws(SystemError) -> UsageError? {
    let (temporary, file) = try createLockedFile(.temporary, in: folder)
    defer { try? calls.close(file) }  // not earlier: it holds the lock
    do throws(SystemError) {
      try copyAttributes(from: met, to: file)
      try folder.fill(file, bytes)
      if let known, try !holds(old, known, met, in: folder) {
        try? calls.removeFile(folder.at(temporary))
        return hasChanged(old)
      }
      try name(temporary, new.name, in: folder)
    } catch {
      try? calls.removeFile(folder.at(temporary))
      if error == .exists { return isTaken(old, new) }
      throw error
    }
    do throws(SystemError) {
      // The new name lasts before the old one goes.
      try folder.flush()
      guard try folder.status(old.name)?.identity == met.identity else {
        try calls.removeFile(folder.at(new.name))
        return hasChanged(old)
      }
      try calls.removeFile(folder.at(old.name))
    } catch {
      try undo(new.name, old.name, met, in: folder)
      throw error
    }
    do throws(SystemError) { try folder.flush() } catch {
      return UsageError("\(new.displayText) is written, but may not last: \(error.words)")
    }
    return nil
  }

  /// Takes the new name back, where the old one is still there: a call may have done what it says that it
  /// could not.
  private func undo(
    _ new: Path, _ old: Path, _ met: FileStatus, in folder: Folder
  ) throws(SystemError) {
    guard try folder.status(old)?.identity == met.identity else { return }
    try? calls.removeFile(folder.at(new))
  }

  /// Gives a finished file its name, at which nothing may lie.
  func name(_ temporary: Path, _ name: Path, in folder: Folder) throws(SystemError) {
    do throws(SystemError) {
      // A second name is refused where one is there already, in the same moment; `rename` would replace it.
      try calls.link(folder.at(temporary), folder.at(name))
    } catch {
      // Some file systems have no second names.
      guard error.meansUnsupported || error == .notPermitted else { throw error }
      guard try folder.status(name) == nil else { throw .exists }
      return try calls.rename(folder.at(temporary), folder.at(name))
    }
    do throws(SystemError) { try calls.removeFile(folder.at(temporary)) } catch {
      try? calls.removeFile(folder.at(name))
      throw error
    }
  }

  /// Removes a file that was read, unless it is another by now.
  ///
  /// - Throws: why it is still there.
  func removeFile(
    _ path: Path, expecting known: [UInt8], below root: Root? = nil
  ) throws(UsageError) {
    let failure: UsageError?
    do throws(SystemError) {
      failure = try interruption.step { () throws(SystemError) in
        let folder: Folder
        switch try openParent(of: path, below: root) {
        case .success(let opened): folder = opened
        case .failure(let failure): return failure
        }
        let met = try folder.status(path.name)
        guard path.name.isPlainName, met?.kind == .file, try holds(path, known, met, in: folder) else {
          return UsageError("cannot remove \(path.displayText): it changed since it was read")
        }
        try calls.removeFile(folder.at(path.name))
        try? folder.flush()  // one that comes back after a power cut does no harm
        return nil
      }
    } catch {
      throw UsageError("cannot remove \(path.displayText): \(error.words); \(error.advice)")
    }
    if let failure { throw failure }
  }

  /// Makes a folder and those above it, with ordinary permissions; nothing where it is there.
  ///
  /// - Throws: why it cannot be made; those above it that were made are gone again.
  func makeFolders(_ path: Path) throws(UsageError) {
    var made: [Path] = []
    do throws(SystemError) {
      try interruption.step { () throws(SystemError) in _ = try openMaking(path, &made) }
    } catch {
      for folder in made.reversed() { try? calls.removeFolder(Location(folder)) }
      throw UsageError("cannot make the folder \(path.displayText): \(error.words); \(error.advice)")
    }
  }
}

private func isTaken(_ old: Path, _ new: Path) -> UsageError {
  UsageError("cannot rename \(old.displayText): something is called \(new.name.displayText) already")
}
