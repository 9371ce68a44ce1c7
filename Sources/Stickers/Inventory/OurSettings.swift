import StickerIO
import StickerModel
import StickerRules
package import StickerSettings

extension Vocabulary {
  /// Every rule and profile there is.
  package static let ours = Vocabulary(rules: Rule.all, profiles: Profile.all)
}

extension FileAccess {
  /// Configurations as they lie on the disk.
  package static let disk = FileAccess(
    exists: { path in (try? FileSystem.disk.entryKind(at: path)).flatMap { $0 } != nil },
    read: { path, limit in FileSystem.disk.readFile(path, limit: limit, follow: true) },
    real: { path in FileSystem.disk.realPath(of: path) })

  /// Files that are in memory only, as if they lay in a folder: configurations of that folder and above hold
  /// for them.
  ///
  /// - Parameter folder: absolute and without links.
  /// - Parameter isWatched: whether the files really lie there, and those in it hold too.
  package static func seen(from folder: Path, isWatched: Bool) -> FileAccess {
    let disk = FileAccess.disk
    return FileAccess(
      exists: { path in
        (isWatched || folder.isInsideOrEqual(path.parent)) && disk.exists(path)
      },
      read: disk.read,
      real: { path in
        path.bytes.first == UInt8(ascii: "/") ? disk.real(path) : path.absolute(from: folder)
      })
  }
}
