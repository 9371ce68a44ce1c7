import StickerIO
import StickerModel

/// Compares generated files with those of a folder.
///
/// - Parameter command: makes them again; named in the failure.
/// - Throws: a `CommandFailure` that names the files that differ or are missing.
func verify(_ tree: FileTree, in folder: Path, command: String) throws {
  let stale = tree.paths.filter { path in
    readFile(folder.appending(path), limit: generatedBytes, follow: true) != .bytes(tree[path] ?? [])
  }
  guard !stale.isEmpty else { return }
  let names =
    stale.prefix(5).joined(separator: ", ") + (stale.count > 5 ? " and \(stale.count - 5) more" : "")
  throw CommandFailure(
    "\(names) below \(folder.shown): not what is generated now; run `\(command)` and look at it")
}

/// The text of a file of the project.
///
/// - Throws: a `CommandFailure` where it cannot be read.
func text(of path: Path) throws -> String {
  guard case .bytes(let bytes) = readFile(path, limit: generatedBytes, follow: true) else {
    throw CommandFailure("\(path.shown) cannot be read; run this in the folder of the project")
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// No generated file is longer.
private let generatedBytes = 4 << 20
