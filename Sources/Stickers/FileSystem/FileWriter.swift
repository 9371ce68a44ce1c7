package import StickerEngine

/// Writes files and folders atomically: whatever stops it, a destination is as it was before or as it should
/// become.
package final class FileWriter: Sendable {
  /// The writer of this process to the real file system.
  package static let shared = FileWriter(calls: .real, interruption: .shared)

  let calls: SystemCalls
  let interruption: Interruption
  /// Folders that were looked through for what an earlier run left.
  let recovered = Guarded<Set<FileStatus.Identity>>([])

  init(calls: SystemCalls, interruption: Interruption) {
    self.calls = calls
    self.interruption = interruption
  }

  /// Makes a file or folder with a temporary name and holds its lock, so that no other run takes it for a
  /// left-over.
  ///
  /// - Parameter make: makes it and opens it.
  /// - Returns: the name, and the descriptor that holds the lock.
  func createLocked(
    _ kind: TemporaryName.Kind, in folder: Folder, make: (Path) throws(SystemError) -> Int32
  ) throws(SystemError) -> (name: Path, descriptor: Int32) {
    for _ in 1...attempts {
      let name = TemporaryName(kind, processID: calls.processID()).path
      var made: Int32?
      do throws(SystemError) {
        let descriptor = try make(name)
        made = descriptor
        do throws(SystemError) { try calls.lock(descriptor) } catch {
          if error == .wouldBlock { throw error }  // else: no locks here, the process's number has to do
        }
        if try folder.status(name)?.identity == calls.statusOfOpen(descriptor).identity {
          return (name, descriptor)
        }
        try calls.close(descriptor)
      } catch {
        if let made { try? calls.close(made) }
        // Another run took it for a left-over in the moment before it was locked.
        guard error == .wouldBlock || error == .exists || error == .notFound else {
          try? calls.removeFile(folder.at(name))
          try? calls.removeFolder(folder.at(name))
          throw error
        }
      }
    }
    throw .exists
  }
}

private let attempts = 8

/// What stops a command when something cannot be written.
func cannotWrite(_ path: Path, _ error: SystemError) -> UsageError {
  if error == .notFound {
    return UsageError(
      "cannot write \(path.displayText): its folder \(path.parent.displayText) does not exist; make it first")
  }
  return UsageError("cannot write \(path.displayText): \(error.words); \(error.advice)")
}

extension FileWriter {
  /// Writes one file: into a temporary file beside it, flushed, which then takes its place. A file that is
  /// replaced keeps its permissions, and its owner as far as the system lets us.
  ///
  /// - Parameter path: a new name or a regular file in a folder that exists, or below `root`; a link is not
  ///   followed but refused.
  /// - Parameter known: the bytes that were read from the file; nil takes any, and a file that is missing.
  /// - Parameter other: the file whose permissions a new one gets; nil: those that `umask` leaves.
  /// - Throws: why it could not be written, with `known` also where the owner of the file may not write it,
  ///   it holds other bytes, or is gone. The old file is then as it was; only when its folder could not be
  ///   flushed afterwards, the new one is in its place.
  package func writeFile(
    _ bytes: [UInt8], to path: Path, expecting known: [UInt8]? = nil, below root: Root? = nil,
    withPermissionsOf other: Path? = nil
  ) throws(UsageError) {
    try writeInFolder(of: path, below: root) { (folder, old) throws(SystemError) in
      if known != nil, let objection = old?.objectionToWriting {
        return UsageError("cannot write \(path.displayText): \(objection)")
      }
      let isWritten = try replace(path, old, in: folder, with: bytes, expecting: known, like: other)
      guard isWritten else { return hasChanged(path) }
      do throws(SystemError) { try folder.flush() } catch {
        return UsageError("\(path.displayText) is written, but may not last: \(error.words)")
      }
      return nil
    }
  }

  /// Opens the folder of a file that is to be written, and looks at what lies at its name.
  ///
  /// - Parameter body: gets the folder and what lies there, nil for nothing; says what is wrong.
  func writeInFolder(
    of path: Path, below root: Root?, _ body: (Folder, FileStatus?) throws(SystemError) -> UsageError?
  ) throws(UsageError) {
    guard path.name.isPlainName else {
      throw UsageError("\(path.displayText) is a folder; name a file in it")
    }
    let failure: UsageError?
    do throws(SystemError) {
      // Short enough to be one step: a signal waits for its end.
      failure = try interruption.step { () throws(SystemError) in
        let folder: Folder
        switch try openParent(of: path, below: root) {
        case .success(let opened): folder = opened
        case .failure(let failure): return failure
        }
        recover(in: folder)
        let old = try folder.status(path.name)
        if let objection = old?.kind.objection {
          return UsageError("cannot write \(path.displayText): \(objection); choose another name")
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
    let (temporary, file) = try createLockedFile(.temporary, in: folder)
    defer { try? calls.close(file) }  // not earlier: it holds the lock
    do throws(SystemError) {
      if let old {
        try copyAttributes(from: old, to: file)
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
  func createLockedFile(_ kind: TemporaryName.Kind, in folder: Folder) throws(SystemError) -> (
    name: Path, descriptor: Int32
  ) {
    try createLocked(kind, in: folder) { (name) throws(SystemError) in
      try calls.open(folder.at(name), .creating)
    }
  }

  /// Gives a new file or folder the owner and permissions of what it replaces. A file loses setuid and
  /// setgid: its bytes are new. A folder keeps setgid, which gives new files its group.
  func copyAttributes(from old: FileStatus, to descriptor: Int32) throws(SystemError) {
    let new = try calls.statusOfOpen(descriptor)
    if new.owner != old.owner || new.group != old.group {
      try? calls.setOwner(descriptor, old.owner, old.group)  // only a superuser may
    }
    let permissions = old.kind == .folder ? old.permissions : old.permissions & 0o777
    if new.permissions != permissions { try calls.setPermissions(descriptor, permissions) }
  }
}

/// What stops a write of a file that somebody else changed meanwhile.
func hasChanged(_ path: Path) -> UsageError {
  UsageError("cannot write \(path.displayText): it changed since it was read; run it again")
}

extension FileWriter {
  /// Writes behind what a file holds: for one that several programs add to, such as the summary of a job.
  ///
  /// - Parameter path: a file, or a name in a folder that exists; links are followed, since who says the name
  ///   also made the file.
  /// - Parameter bytes: gets the length of what is there.
  /// - Throws: why it could not be written. A part of the bytes may then be there.
  package func appendFile(at path: Path, _ bytes: (_ length: Int) -> [UInt8]) throws(UsageError) {
    do throws(SystemError) {
      let descriptor = try calls.open(Location(path), .appending)
      var failure: SystemError?
      do throws(SystemError) {
        try calls.writeAll(bytes(try calls.statusOfOpen(descriptor).size), to: descriptor)
      } catch { failure = error }
      do throws(SystemError) { try calls.close(descriptor) } catch { failure = failure ?? error }
      if let failure { throw failure }
    } catch {
      throw cannotWrite(path, error)
    }
  }
}

extension FileStatus {
  /// A folder that may be written to lets its files be replaced whatever those allow: their owner said no.
  var objectionToWriting: String? {
    permissions & 0o200 == 0 ? "it is read-only: let its owner write it first" : nil
  }
}

extension FileWriter {
  /// A folder that files are written below. Folders on the way from it to them that are missing are made, and
  /// none of them may be a link, so that nothing is written elsewhere.
  package struct Root {
    /// The beginning of the paths of the files; it, and the way to it, may be reached through links.
    let path: Path
    /// The folder itself, where somebody holds it open; otherwise it is opened, and made where it is missing.
    var held: Folder?
  }

  /// Writes a file at which nothing may lie: one that appeared meanwhile is never replaced.
  ///
  /// - Parameter path: a name in a folder that exists, or below `root`.
  /// - Parameter other: the file whose permissions it gets; nil: those that `umask` leaves.
  /// - Returns: false where a file of other bytes lies there, which then stays; true where it holds the
  ///   bytes.
  /// - Throws: why it could not be written.
  func createFile(
    _ bytes: [UInt8], at path: Path, below root: Root? = nil, withPermissionsOf other: Path? = nil
  ) throws(UsageError) -> Bool {
    var isThere = false
    try writeInFolder(of: path, below: root) { (folder, met) throws(SystemError) in
      if let met {
        isThere = try holds(path, bytes, met, in: folder)
      } else {
        isThere = try create(path.name, in: folder, with: bytes, like: other)
        try? folder.flush()  // what is lost by a power cut can be made again
      }
      return nil
    }
    return isThere
  }

  /// - Returns: false where something appeared at the name meanwhile.
  private func create(
    _ name: Path, in folder: Folder, with bytes: [UInt8], like other: Path?
  ) throws(SystemError) -> Bool {
    let (temporary, file) = try createLockedFile(.temporary, in: folder)
    defer { try? calls.close(file) }  // not earlier: it holds the lock
    do throws(SystemError) {
      if let other, let status = try? calls.status(Location(other), true) {
        try calls.setPermissions(file, status.permissions & 0o777)
      }
      try folder.fill(file, bytes)
      try self.name(temporary, name, in: folder)
    } catch {
      try? calls.removeFile(folder.at(temporary))
      if error == .exists { return false }
      throw error
    }
    return true
  }

  /// Opens the folder of a file; one folder after the other where none of them may be a link.
  ///
  /// - Returns: the folder, or what stands in the way.
  func openParent(of path: Path, below root: Root?) throws(SystemError) -> Result<Folder, UsageError> {
    guard let root else { return .success(try Folder(path.parent, calls: calls)) }
    func parts(_ path: Path) -> [Path] { path.components.filter { $0 != Path(".") } }
    var made: [Path] = []
    var folder: Folder
    if let held = root.held { folder = held } else { folder = try openMaking(root.path, &made) }
    var way = root.path
    for name in parts(path).dropFirst(parts(root.path).count).dropLast() {
      way = way.appending(name)
      switch try folder.status(name)?.kind {
      case .folder: break
      case nil:
        do throws(SystemError) { try calls.makeFolder(folder.at(name)) } catch .exists {}
        try folder.flush()
      case .link:
        return .failure(
          UsageError(
            "cannot write \(path.displayText): \(way.displayText) is a link, which is not written through"))
      default:
        return .failure(UsageError("cannot write \(path.displayText): \(way.displayText) is no folder"))
      }
      folder = try folder.open(name)
    }
    return .success(folder)
  }
}

/// The name of something that is not to stay: `.stickerlint-tmp-4711-0123456789abcdef`.
///
/// Whatever of this name is not locked by a living process is removed by the next run in its folder, so the
/// pattern is strict: `.stickerlint-baseline.json` is a user's.
struct TemporaryName: Hashable {
  let kind: Kind
  let processID: Int32
  let path: Path

  enum Kind: String, CaseIterable {
    /// A tree or file that is being built, or was replaced.
    case temporary = ".stickerlint-tmp-"
    /// A journal: what the next run has to complete.
    case journal = ".stickerlint-journal-"
  }

  /// A new name.
  init(_ kind: Kind, processID: Int32) {
    let random = String(UInt64.random(in: .min ... .max), radix: 16)
    let padded = String(repeating: "0", count: 16 - random.count) + random
    self.kind = kind
    self.processID = processID
    path = Path("\(kind.rawValue)\(processID)-\(padded)")
  }

  /// A name that was met; nil where it is none of ours.
  init?(_ path: Path) {
    guard let text = path.text, let kind = Kind.allCases.first(where: { text.hasPrefix($0.rawValue) }) else {
      return nil
    }
    let parts = text.dropFirst(kind.rawValue.count).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let processID = Int32(parts[0]), processID > 0, parts[1].utf8.count == 16,
      UInt64(parts[1], radix: 16) != nil
    else { return nil }
    self.kind = kind
    self.processID = processID
    self.path = path
  }
}
