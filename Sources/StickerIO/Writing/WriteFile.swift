public import StickerModel

/// Writes one file: into a temporary file beside it, flushed, which then takes its place. A file that is
/// replaced keeps its permissions, and its owner as far as the system lets us.
///
/// - Parameter path: a new name or a regular file in a folder that exists; a link is not followed but
///   refused.
/// - Throws: why it could not be written. The old file is then as it was; only when its folder could not be
///   flushed afterwards, the new one is in its place.
public func writeFile(_ bytes: [UInt8], to path: Path) throws(CommandFailure) {
  try Writer.shared.writeFile(bytes, to: path)
}

extension Writer {
  func writeFile(_ bytes: [UInt8], to path: Path) throws(CommandFailure) {
    guard path.name.isPlainName else { throw CommandFailure("\(path.shown) is a folder; name a file in it") }
    let failure: CommandFailure?
    do throws(SystemError) {
      // Short enough to be one step: a signal waits for its end.
      failure = try interruption.step { () throws(SystemError) in
        let folder = try Folder(path.parent, calls: calls)
        recover(in: folder)
        let old = try folder.status(path.name)
        if let objection = old?.kind.objection {
          return CommandFailure("cannot write \(path.shown): \(objection); choose another name")
        }
        try replace(path.name, old, in: folder, with: bytes)
        do throws(SystemError) { try folder.flush() } catch {
          return CommandFailure("\(path.shown) is written, but may not last: \(error.words)")
        }
        return nil
      }
    } catch {
      throw cannotWrite(path, error)
    }
    if let failure { throw failure }
  }

  private func replace(
    _ name: Path, _ old: FileStatus?, in folder: Folder, with bytes: [UInt8]
  ) throws(SystemError) {
    let (temporary, file) = try makeLockedFile(.temporary, in: folder)
    defer { try? calls.close(file) }  // not earlier: it holds the lock
    do throws(SystemError) {
      if let old { try dress(file, like: old) }
      try folder.fill(file, bytes)
      try calls.rename(folder.at(temporary), folder.at(name))
    } catch {
      try? calls.removeFile(folder.at(temporary))
      throw error
    }
  }

  /// A new, open, locked file.
  func makeLockedFile(_ kind: TemporaryName.Kind, in folder: Folder) throws(SystemError) -> (
    name: Path, descriptor: Int32
  ) {
    try makeLocked(kind, in: folder) { (name) throws(SystemError) in
      try calls.open(folder.at(name), .creating)
    }
  }

  /// Gives something new the owner and permissions of what it replaces.
  func dress(_ descriptor: Int32, like old: FileStatus) throws(SystemError) {
    let new = try calls.statusOfOpen(descriptor)
    if new.owner != old.owner || new.group != old.group {
      try? calls.setOwner(descriptor, old.owner, old.group)  // only a superuser may
    }
    if new.permissions != old.permissions { try calls.setPermissions(descriptor, old.permissions) }
  }
}
