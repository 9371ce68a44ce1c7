package import StickerModel

/// Writes a file at which nothing may lie: one that appeared meanwhile is never replaced.
///
/// - Parameter path: a name in a folder that exists.
/// - Returns: false where a file of other bytes lies there, which then stays; true where it holds the bytes.
/// - Throws: why it could not be written.
package func createFile(_ bytes: [UInt8], at path: Path) throws(CommandFailure) -> Bool {
  try Writer.shared.createFile(bytes, at: path)
}

/// Writes a file somewhere below a folder; folders on the way that are missing are made, and none of them
/// may be a link, so that nothing is written elsewhere.
///
/// - Parameter path: a path that begins with `root`.
/// - Parameter root: it, and the way to it, may be reached through links.
/// - Parameter replacing: whether a file of other bytes is replaced.
/// - Parameter other: the file whose permissions a new one gets; where there is none, those that `umask`
///   leaves.
/// - Returns: false where a file of other bytes lies there, which then stays.
/// - Throws: why it could not be written.
package func putFile(
  _ bytes: [UInt8], at path: Path, below root: Path, replacing: Bool, withPermissionsOf other: Path? = nil
) throws(CommandFailure) -> Bool {
  if replacing {
    try Writer.shared.writeFile(bytes, to: path, below: Root(path: root), withPermissionsOf: other)
    return true
  }
  return try Writer.shared.createFile(
    bytes, at: path, below: Root(path: root), withPermissionsOf: other)
}

/// Writes several files that belong together: a signal that comes meanwhile waits for the end.
package func inOneStep<Result>(
  _ body: () throws(CommandFailure) -> Result
) throws(CommandFailure) -> Result {
  try Writer.shared.interruption.step(body)
}

/// Why a file cannot be changed in its place; nil where it can, as far as can be told, or is not there.
package func objectionToChanging(_ path: Path) -> String? {
  guard let met = try? SystemCalls.real.status(Location(path), false) else { return nil }
  if met.kind == .link { return "it is a link: name the file that it leads to" }
  return met.kind.objection ?? met.objectionToWriting
}

extension FileStatus {
  /// A folder that may be written to lets its files be replaced whatever those allow: their owner said no.
  var objectionToWriting: String? {
    permissions & 0o200 == 0 ? "it is read-only: let its owner write it first" : nil
  }
}

/// A folder that files are written below: none on the way from it to them may be a link.
struct Root {
  let path: Path
  /// The folder itself, where somebody holds it open; otherwise it is opened, and made where it is missing.
  var held: Folder?
}

/// A folder on the way to a file, or what stands in the way.
enum OpenedWay {
  case folder(Folder)
  case blocked(CommandFailure)
}

extension Writer {
  func createFile(
    _ bytes: [UInt8], at path: Path, below root: Root? = nil, withPermissionsOf other: Path? = nil
  ) throws(CommandFailure) -> Bool {
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
    let (temporary, file) = try makeLockedFile(.temporary, in: folder)
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
  func openWay(to path: Path, below root: Root?) throws(SystemError) -> OpenedWay {
    guard let root else { return .folder(try Folder(path.parent, calls: calls)) }
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
        return .blocked(
          CommandFailure(
            "cannot write \(path.shown): \(way.shown) is a link, which is not written through"))
      default:
        return .blocked(CommandFailure("cannot write \(path.shown): \(way.shown) is no folder"))
      }
      folder = try folder.open(name)
    }
    return .folder(folder)
  }
}
