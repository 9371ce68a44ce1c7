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
    exists: { path in (try? entryKind(at: path)).flatMap { $0 } != nil },
    read: { path, limit in readFile(path, limit: limit, follow: true) },
    real: { path in realPath(of: path) })
}
