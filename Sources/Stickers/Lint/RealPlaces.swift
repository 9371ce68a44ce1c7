import StickerIO
import StickerModel

/// Where the files of a run lie: absolute, and without links on the way to them.
package struct RealPlaces {
  private var folders: [Path: Path] = [:]

  package init() {}

  /// The absolute path of what a report names; a link that is itself named stays one.
  package mutating func place(of path: Path) -> Path {
    let path = path.withoutTrailingSlashes
    if [Path("."), Path(".."), Path("/")].contains(path.name) { return folder(path) }
    return folder(path.parent).appending(path.name)
  }

  private mutating func folder(_ path: Path) -> Path {
    if let known = folders[path] { return known }
    let real = FileSystem.disk.realPath(of: path)
    folders[path] = real
    return real
  }
}
