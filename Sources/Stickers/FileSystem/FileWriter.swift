package import StickerEngine

/// Writes files and folders atomically. If writing is interrupted, a destination has either its old or its
/// new contents.
package final class FileWriter: Sendable {
  /// This process's writer for the real file system.
  package static let shared = FileWriter(calls: .real, signalCleanup: .shared)

  let calls: SystemCalls
  let signalCleanup: SignalCleanup
  /// The folders in which leftovers from earlier runs have been removed.
  let recoveredFolders = LockedValue<Set<FileStatus.Identity>>([])

  init(calls: SystemCalls, signalCleanup: SignalCleanup) {
    self.calls = calls
    self.signalCleanup = signalCleanup
  }

  /// Creates and locks a file or folder with a temporary name, so that no other run removes it as a leftover.
  ///
  /// - Parameter make: creates the file or folder and opens it.
  /// - Returns: the name, and the descriptor that holds the lock.
  func createLockedTemporaryEntry(
    _ kind: TemporaryName.Purpose, in folder: OpenFolder, make: (Path) throws(SystemError) -> Int32
  ) throws(SystemError) -> (name: Path, descriptor: Int32) {
    for _ in 1...maxTemporaryNameAttempts {
      let name = TemporaryName(kind, processID: calls.processID()).path
      var made: Int32?
      do throws(SystemError) {
        let descriptor = try make(name)
        made = descriptor
        do throws(SystemError) { try calls.tryLock(descriptor) } catch {
          if error == .wouldBlock { throw error }  // without locks, rely on the process ID
        }
        if try folder.status(name)?.identity == calls.statusOfDescriptor(descriptor).identity {
          return (name, descriptor)
        }
        try calls.close(descriptor)
      } catch {
        if let made { try? calls.close(made) }
        // Another run removed it as a leftover before it was locked.
        guard error == .wouldBlock || error == .alreadyExists || error == .notFound else {
          try? calls.removeFile(folder.location(of: name))
          try? calls.removeEmptyFolder(folder.location(of: name))
          throw error
        }
      }
    }
    throw .alreadyExists
  }
}

private let maxTemporaryNameAttempts = 8

/// The error for a failed write.
func writeError(at path: Path, _ error: SystemError) -> CommandError {
  if error == .notFound {
    return CommandError(
      "cannot write \(path.displayText): the folder \(path.parent.displayText) does not exist. Create it "
        + "first."
    ).withCause(.unwritable(path))
  }
  return CommandError("cannot write \(path.displayText): \(error.reason). \(error.adviceOrNothingChanged)")
    .withCause(error.meansDiskFull ? .diskFull(path) : .unwritable(path))
}

extension FileWriter {
  /// Writes one file. The bytes are written to a temporary file next to the destination, flushed, and moved
  /// into place. A replaced file keeps its permissions, and its owner if possible.
  ///
  /// - Parameter path: a new name or a regular file in an existing folder, or below `root`. A link is
  ///   rejected.
  /// - Parameter known: the bytes that were read from the file. Nil accepts any bytes, or a missing file.
  /// - Parameter other: the file whose permissions a new file gets; nil to apply `umask`. The owner can write
  ///   the new file even if `other` is read-only.
  /// - Throws: an error that says why the file could not be written. If `known` is given, it is also an error
  ///   if the file is not writable by its owner, has different bytes, or no longer exists. If this throws,
  ///   the old file is unchanged, unless only flushing its folder afterward failed.
  package func writeFile(
    _ bytes: [UInt8], to path: Path, expecting known: [UInt8]? = nil, below root: Root? = nil,
    newFilePermissionsFrom other: Path? = nil
  ) throws(CommandError) {
    try withParentFolderForWriting(of: path, below: root) { (folder, old) throws(SystemError) in
      if known != nil, let objection = old?.readOnlyReason {
        return CommandError("cannot write \(path.displayText): \(objection)")
      }
      let isWritten = try writeIfUnchanged(
        path, old, in: folder, with: bytes, expecting: known, newFilePermissionsFrom: other)
      guard isWritten else { return changedFileError(path) }
      do throws(SystemError) { try folder.flush() } catch {
        return CommandError(
          "\(path.displayText) was written, but could not be flushed to disk: \(error.reason)")
      }
      return nil
    }
  }

  /// Opens the folder of a file to write, and determines the status of the file.
  ///
  /// - Parameter body: receives the folder and the status, which is nil for a missing file. Returns an error,
  ///   or nil.
  func withParentFolderForWriting(
    of path: Path, below root: Root?, _ body: (OpenFolder, FileStatus?) throws(SystemError) -> CommandError?
  ) throws(CommandError) {
    guard path.name.isPlainName else {
      throw CommandError("\(path.displayText) is a folder. Specify a file in it.")
    }
    let failure: CommandError?
    do throws(SystemError) {
      // The work is short enough to be a single uninterrupted step. A signal takes effect only afterward.
      failure = try signalCleanup.runUninterrupted { () throws(SystemError) in
        let folder: OpenFolder
        switch try openParentCreatingFolders(of: path, below: root) {
        case .success(let opened): folder = opened
        case .failure(let failure): return failure
        }
        recoverInterruptedWritesOnce(in: folder)
        let old = try folder.status(path.name)
        if let objection = old?.kind.notAFileReason {
          return CommandError("cannot write \(path.displayText): \(objection). Choose another name.")
        }
        return try body(folder, old)
      }
    } catch {
      throw writeError(at: path, error)
    }
    if let failure { throw failure }
  }

  /// - Returns: false, without changing anything, if the file is not the expected one.
  private func writeIfUnchanged(
    _ path: Path, _ old: FileStatus?, in folder: OpenFolder, with bytes: [UInt8], expecting known: [UInt8]?,
    newFilePermissionsFrom other: Path?
  ) throws(SystemError) -> Bool {
    let (temporary, file) = try createLockedFile(.temporary, in: folder)
    defer { try? calls.close(file) }  // not earlier, because the descriptor holds the lock
    do throws(SystemError) {
      if let old {
        try copyOwnerAndPermissions(from: old, to: file)
      } else if let other, let status = try? calls.status(FileLocation(other), true) {
        try calls.setPermissions(file, status.permissions & 0o777 | 0o200)
      }
      try folder.writeAndFlush(to: file, bytes)
      // Check as late as possible, because writing may have taken some time.
      if let known, try !hasSameIdentityAndBytes(path, bytes: known, status: old, in: folder) {
        try? calls.removeFile(folder.location(of: temporary))
        return false
      }
      try calls.rename(folder.location(of: temporary), folder.location(of: path.name))
    } catch {
      try? calls.removeFile(folder.location(of: temporary))
      throw error
    }
    return true
  }

  /// Whether a file still has the same identity and the bytes that were read from it.
  func hasSameIdentityAndBytes(
    _ path: Path, bytes known: [UInt8], status met: FileStatus?, in folder: OpenFolder
  ) throws(SystemError) -> Bool {
    guard let met, met.size == known.count, try folder.status(path.name)?.identity == met.identity else {
      return false
    }
    return
      switch ReadOnlyFileSystem(calls: calls).readWholeFile(
        folder.location(of: path.name), maxFileBytes: known.count, follow: false)
    {
    case .bytes(let bytes): bytes == known
    case .emptyFile: known.isEmpty
    case .tooLarge, .unreadable: false
    }
  }

  /// Creates, opens and locks a new file.
  func createLockedFile(_ kind: TemporaryName.Purpose, in folder: OpenFolder) throws(SystemError) -> (
    name: Path, descriptor: Int32
  ) {
    try createLockedTemporaryEntry(kind, in: folder) { (name) throws(SystemError) in
      try calls.open(folder.location(of: name), .creatingNew)
    }
  }

  /// Copies the owner and permissions of a replaced file or folder. A file loses setuid and setgid, because
  /// it has new bytes. A folder keeps setgid, which makes new files inherit the folder's group.
  func copyOwnerAndPermissions(from old: FileStatus, to descriptor: Int32) throws(SystemError) {
    let new = try calls.statusOfDescriptor(descriptor)
    if new.owner != old.owner || new.group != old.group {
      try? calls.setOwner(descriptor, old.owner, old.group)  // only a superuser may do this
    }
    let permissions = old.kind == .folder ? old.permissions : old.permissions & 0o777
    if new.permissions != permissions { try calls.setPermissions(descriptor, permissions) }
  }
}

/// The error for a file that changed after it was read.
func changedFileError(_ path: Path) -> CommandError {
  CommandError("cannot write \(path.displayText): it changed after it was read. Run the command again.")
}

extension FileWriter {
  /// Appends to a file that several programs may write to, such as a job summary.
  ///
  /// - Parameter path: a file, or a new name in an existing folder. Links are followed, because the user who
  ///   specifies the file also created it.
  /// - Parameter bytes: returns the bytes to append, given the current length of the file.
  /// - Throws: an error that says why the file could not be written. In that case, some of the bytes may have
  ///   been written.
  package func appendToFile(at path: Path, _ bytes: (_ length: Int) -> [UInt8]) throws(CommandError) {
    do throws(SystemError) {
      let descriptor = try calls.open(FileLocation(path), .appendingOrCreating)
      var failure: SystemError?
      do throws(SystemError) {
        try calls.writeAll(bytes(try calls.statusOfDescriptor(descriptor).size), to: descriptor)
      } catch { failure = error }
      do throws(SystemError) { try calls.close(descriptor) } catch { failure = failure ?? error }
      if let failure { throw failure }
    } catch {
      throw writeError(at: path, error)
    }
  }
}

extension FileStatus {
  /// The reason why the file must not be replaced; nil if it may be. Replacing a file requires only a
  /// writable folder, but the owner has made this file read-only.
  var readOnlyReason: String? {
    permissions & 0o200 == 0 ? "it is read-only; make it writable first" : nil
  }
}

extension FileWriter {
  /// A folder under which files are written. Missing folders between it and the files are created. No folder
  /// between them may be a link, so nothing is written elsewhere.
  package struct Root {
    /// The common prefix of the paths. The folder itself, and the folders above it, may be links.
    let path: Path
    /// The open folder; nil to open it, or to create it if it is missing.
    var openFolder: OpenFolder?
  }

  /// Creates a file. An existing file is never replaced.
  ///
  /// - Parameter path: a name in an existing folder, or below `root`.
  /// - Parameter other: the file whose permissions the new file gets; nil to apply `umask`. The owner can
  ///   write the new file even if `other` is read-only.
  /// - Returns: false if a file with different bytes exists, which is kept; true if the file has these bytes.
  /// - Throws: an error that says why the file could not be written.
  func createFileOrMatchExisting(
    _ bytes: [UInt8], at path: Path, below root: Root? = nil, withPermissionsOf other: Path? = nil
  ) throws(CommandError) -> Bool {
    var isThere = false
    try withParentFolderForWriting(of: path, below: root) { (folder, met) throws(SystemError) in
      if let met {
        isThere = try hasSameIdentityAndBytes(path, bytes: bytes, status: met, in: folder)
      } else {
        isThere = try create(path.name, in: folder, with: bytes, withPermissionsOf: other)
        try? folder.flush()  // a file that is lost in a power failure can be made again
      }
      return nil
    }
    return isThere
  }

  /// - Returns: false if a file with the name was created in the meantime.
  private func create(
    _ name: Path, in folder: OpenFolder, with bytes: [UInt8], withPermissionsOf other: Path?
  ) throws(SystemError) -> Bool {
    let (temporary, file) = try createLockedFile(.temporary, in: folder)
    defer { try? calls.close(file) }  // not earlier, because the descriptor holds the lock
    do throws(SystemError) {
      if let other, let status = try? calls.status(FileLocation(other), true) {
        try calls.setPermissions(file, status.permissions & 0o777 | 0o200)
      }
      try folder.writeAndFlush(to: file, bytes)
      try self.renameWithoutReplacing(temporary, to: name, in: folder)
    } catch {
      try? calls.removeFile(folder.location(of: temporary))
      if error == .alreadyExists { return false }
      throw error
    }
    return true
  }

  /// Opens the folder of a file. Below a root, opens one folder at a time, because none of them may be a
  /// link.
  ///
  /// - Returns: the folder, or the error for a link or a file in its path.
  func openParentCreatingFolders(of path: Path, below root: Root?) throws(SystemError) -> Result<
    OpenFolder, CommandError
  > {
    guard let root else { return .success(try OpenFolder(path.parent, calls: calls)) }
    func parts(_ path: Path) -> [Path] { path.components.filter { $0 != Path(".") } }
    var made: [Path] = []
    var folder: OpenFolder
    if let held = root.openFolder {
      folder = held
    } else {
      folder = try openOrCreateFolder(root.path, created: &made)
    }
    var way = root.path
    for name in parts(path).dropFirst(parts(root.path).count).dropLast() {
      way = way.appending(name)
      switch try folder.status(name)?.kind {
      case .folder: break
      case nil:
        do throws(SystemError) { try calls.makeFolder(folder.location(of: name)) } catch .alreadyExists {}
        try folder.flush()
      case .symbolicLink:
        return .failure(
          CommandError(
            "cannot write \(path.displayText): \(way.displayText) is a symbolic link, which is not followed"))
      default:
        return .failure(CommandError("cannot write \(path.displayText): \(way.displayText) is not a folder"))
      }
      folder = try folder.open(name)
    }
    return .success(folder)
  }
}

/// The name of a temporary file or folder, such as `.stickerlint-tmp-4711-0123456789abcdef`.
///
/// The next run in the folder removes everything that has such a name and is not locked by a running process.
/// The pattern is therefore strict and does not match user files such as `.stickerlint-baseline.json`.
struct TemporaryName: Hashable {
  let purpose: Purpose
  let processID: Int32
  let path: Path

  enum Purpose: String, CaseIterable {
    /// A tree or file that is being written, or that was replaced.
    case temporary = ".stickerlint-tmp-"
    /// A journal of a write that the next run may have to complete.
    case journal = ".stickerlint-journal-"
  }

  /// Creates a new name.
  init(_ kind: Purpose, processID: Int32) {
    let random = String(UInt64.random(in: .min ... .max), radix: 16)
    let padded = String(repeating: "0", count: 16 - random.count) + random
    self.purpose = kind
    self.processID = processID
    path = Path("\(kind.rawValue)\(processID)-\(padded)")
  }

  /// Parses a name; nil if it is not a temporary name.
  init?(_ path: Path) {
    guard let text = path.text, let kind = Purpose.allCases.first(where: { text.hasPrefix($0.rawValue) })
    else {
      return nil
    }
    let parts = text.dropFirst(kind.rawValue.count).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let processID = Int32(parts[0]), processID > 0, parts[1].utf8.count == 16,
      UInt64(parts[1], radix: 16) != nil
    else { return nil }
    self.purpose = kind
    self.processID = processID
    self.path = path
  }
}
