package import StickerEngine
import StickerPacker

/// The content of a destination folder and its previous build.
struct PackPlace {
  let contents: FolderContents
  let build: PreviousBuild

  init(_ contents: FolderContents) { (self.contents, build) = (contents, PreviousBuild(contents.files)) }
}

/// What lies where a pack is built; nil for nothing. Stops a build that would replace what is not its own: a
/// folder is replaced if it is empty, or if its manifest says that we made it and it holds nothing else.
///
/// - Parameter force: replace any folder.
func replaceable(_ destination: Path, force: Bool) throws -> PackPlace? {
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
  // By force, whatever it holds, and however much.
  if force { return (try? FileSystem.disk.readTree(destination)).map(PackPlace.init) }
  guard let place = try FileSystem.disk.readTree(destination).map(PackPlace.init) else { return nil }
  let files = place.contents.files.paths.map { Path($0) } + place.contents.others.map(\.path)
  guard !files.isEmpty else { return place }
  let way: Sentence = "choose another \(.output), or \(.replaceAll)"
  guard let foreign = place.build.foreignFiles(files) else {
    throw CommandFailure("\(shown) holds files that stickerlint did not make: \(way)")
  }
  guard foreign.isEmpty else {
    let names = foreign.prefix(3).map(\.shown).joined(separator: ", ")
    let more = foreign.count > 3 ? " and \(foreign.count - 3) more" : ""
    throw CommandFailure("\(shown) holds files that do not belong to the pack (\(names)\(more)): \(way)")
  }
  return place
}

/// Returns a note that the previous build is still at the destination, for a run that failed. Empty if there
/// is no previous build.
package func previousBuild(at destination: Path) -> [Sentence] {
  let manifest = destination.appending(Manifest.fileName)
  guard
    case .bytes(let bytes) = FileSystem.disk.readFile(
      manifest, limit: JSON.mostManifestBytes, follow: false),
    (try? Manifest(parsing: bytes)) != nil
  else { return [] }
  return ["\(destination.shown) is unchanged: it still holds the previous build"]
}

/// Puts a verified tree in place, if what was written reads back the same.
///
/// - Parameter old: what lies there, as far as it is known.
func put(_ tree: FileTree, at destination: Path, over old: FolderContents? = nil) throws {
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
