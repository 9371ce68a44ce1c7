package import StickerModel

/// Writes one file: into a temporary file beside it, flushed, which then takes its place. A file that is
/// replaced keeps its permissions, and its owner as far as the system lets us.
///
/// - Parameter path: a new name or a regular file in a folder that exists; a link is not followed but
///   refused.
/// - Parameter other: the file whose permissions a new one gets; nil: those that `umask` leaves.
/// - Throws: why it could not be written. The old file is then as it was; only when its folder could not be
///   flushed afterwards, the new one is in its place.
package func writeFile(
  _ bytes: [UInt8], to path: Path, withPermissionsOf other: Path? = nil
) throws(CommandFailure) {
  try Writer.shared.writeFile(bytes, to: path, withPermissionsOf: other)
}

/// Writes a file that was read before, as `writeFile` does, unless it is another by now.
///
/// - Parameter known: the bytes that were read.
/// - Throws: why it could not be written, also where its owner may not write it, it holds other bytes than
///   `known`, or is gone. The old
///   file is then as it was; only when its folder could not be flushed afterwards, the new one is in its
///   place.
package func replaceFile(
  _ path: Path, expecting known: [UInt8], with bytes: [UInt8]
) throws(CommandFailure) {
  try Writer.shared.writeFile(bytes, to: path, expecting: known)
}

extension Writer {
  func writeFile(
    _ bytes: [UInt8], to path: Path, expecting known: [UInt8]? = nil, below root: Root? = nil,
    withPermissionsOf other: Path? = nil
  ) throws(CommandFailure) {
    try writeInFolder(of: path, below: root) { (folder, old) throws(SystemError) in
      if known != nil, let objection = old?.objectionToWriting {
        return CommandFailure("cannot write \(path.shown): \(objection)")
      }
      let isWritten = try replace(path, old, in: folder, with: bytes, expecting: known, like: other)
      guard isWritten else { return hasChanged(path) }
      do throws(SystemError) { try folder.flush() } catch {
        return CommandFailure("\(path.shown) is written, but may not last: \(error.words)")
      }
      return nil
    }
  }

  /// Opens the folder of a file that is to be written, and looks at what lies at its name.
  ///
  /// - Parameter body: gets the folder and what lies there, nil for nothing; says what is wrong.
  func writeInFolder(
    of path: Path, below root: Root?, _ body: (Folder, FileStatus?) throws(SystemError) -> CommandFailure?
  ) throws(CommandFailure) {
    guard path.name.isPlainName else { throw CommandFailure("\(path.shown) is a folder; name a file in it") }
    let failure: CommandFailure?
    do throws(SystemError) {
      // Short enough to be one step: a signal waits for its end.
      failure = try interruption.step { () throws(SystemError) in
        let folder: Folder
        switch try openWay(to: path, below: root) {
        case .folder(let opened): folder = opened
        case .blocked(let failure): return failure
        }
        recover(in: folder)
        let old = try folder.status(path.name)
        if let objection = old?.kind.objection {
          return CommandFailure("cannot write \(path.shown): \(objection); choose another name")
        }
        return try body(folder, old)
      }
    } catch {
      throw cannotWrite(path, error)
    }
    if let failure { throw failure }
  }

  /// - Returns: false, and nothing is changed, where the file is not the expected one.
  private func replace(
    _ path: Path, _ old: FileStatus?, in folder: Folder, with bytes: [UInt8], expecting known: [UInt8]?,
    like other: Path?
  ) throws(SystemError) -> Bool {
    let (temporary, file) = try makeLockedFile(.temporary, in: folder)
    defer { try? calls.close(file) }  // not earlier: it holds the lock
    do throws(SystemError) {
      if let old {
        try dress(file, like: old)
      } else if let other, let status = try? calls.status(Location(other), true) {
        try calls.setPermissions(file, status.permissions & 0o777)
      }
      try folder.fill(file, bytes)
      // As late as can be: writing may have taken its time.
      if let known, try !holds(path, known, old, in: folder) {
        try? calls.removeFile(folder.at(temporary))
        return false
      }
      try calls.rename(folder.at(temporary), folder.at(path.name))
    } catch {
      try? calls.removeFile(folder.at(temporary))
      throw error
    }
    return true
  }

  /// Whether a file is still the one that was met, and holds the bytes that were read from it.
  func holds(
    _ path: Path, _ known: [UInt8], _ met: FileStatus?, in folder: Folder
  ) throws(SystemError) -> Bool {
    guard let met, met.size == known.count, try folder.status(path.name)?.identity == met.identity else {
      return false
    }
    return switch FileSystem(calls: calls).readFile(folder.at(path.name), limit: known.count, follow: false) {
    case .bytes(let bytes): bytes == known
    case .empty: known.isEmpty
    case .tooLarge, .unreadable: false
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

  /// Gives a new file or folder the owner and permissions of what it replaces. A file loses setuid and setgid:
  /// its bytes are new. A folder keeps setgid, which gives new files its group.
  func dress(_ descriptor: Int32, like old: FileStatus) throws(SystemError) {
    let new = try calls.statusOfOpen(descriptor)
    if new.owner != old.owner || new.group != old.group {
      try? calls.setOwner(descriptor, old.owner, old.group)  // only a superuser may
    }
    let permissions = old.kind == .folder ? old.permissions : old.permissions & 0o777
    if new.permissions != permissions { try calls.setPermissions(descriptor, permissions) }
  }
}

/// What stops a write of a file that somebody else changed meanwhile.
func hasChanged(_ path: Path) -> CommandFailure {
  CommandFailure("cannot write \(path.shown): it changed since it was read; run it again")
}
