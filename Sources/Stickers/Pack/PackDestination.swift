package import StickerIO
package import StickerModel
import StickerPacker

/// What lies where a pack is built; nil for nothing. Stops a build that would replace what is not its own: a
/// folder is replaced if it is empty, or if its manifest says that we made it and it holds nothing else.
///
/// - Parameter force: replace any folder.
package func replaceableContents(of destination: Path, force: Bool) throws -> FolderContents? {
  let shown = destination.shown
  switch try FileSystem.disk.entryKind(at: destination) {
  case nil: return nil
  case .folder: break
  case .link: throw CommandFailure("\(shown) is a link: name the folder that it leads to")
  default: throw CommandFailure("\(shown) is no folder: choose another \(.output)")
  }
  guard try FileSystem.disk.entryKind(at: destination.appending(".git")) == nil else {
    throw CommandFailure(
      "\(shown) is a repository (.git), and a build replaces the whole folder: \(.beyondRepository)")
  }
  if force { return try? FileSystem.disk.readTree(destination) }  // whatever it holds, and however much
  guard let contents = try FileSystem.disk.readTree(destination) else { return nil }
  let files = contents.files.paths.map { Path($0) }
  guard !files.isEmpty || !contents.others.isEmpty else { return contents }
  let way: Sentence = "choose another \(.output), or \(.replaceAll)"
  guard let manifest = contents.files[Manifest.fileName],
    let foreign = try? foreignFiles(files + contents.others.map(\.path), manifest: manifest)
  else { throw CommandFailure("\(shown) holds files that stickerlint did not make: \(way)") }
  guard foreign.isEmpty else {
    let names = foreign.prefix(3).map(\.shown).joined(separator: ", ")
    let more = foreign.count > 3 ? " and \(foreign.count - 3) more" : ""
    throw CommandFailure("\(shown) holds files that do not belong to the pack (\(names)\(more)): \(way)")
  }
  return contents
}

/// Puts a verified tree in place, if what was written reads back the same.
///
/// - Parameter old: what lies there, as far as it is known.
package func put(_ tree: FileTree, at destination: Path, over old: FolderContents? = nil) throws {
  let replacing: Replacing = try FileSystem.disk.entryKind(at: destination) == nil ? .nothing : .folder
  try writeTree(tree, to: destination, replacing: replacing, over: old) { path, takenOver in
    guard let written = try FileSystem.disk.readTree(path, known: takenOver, expected: tree),
      written.files == tree, written.others.isEmpty
    else {
      throw CommandFailure(
        "what was written to \(destination.shown) does not read back the same: is the disk sound?")
    }
  }
}
