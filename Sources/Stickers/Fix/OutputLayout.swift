import StickerIO
import StickerModel

/// Where files come to lie in an output folder: as they lie below what the command line names. Where several
/// things are named, each has a folder of its own, called like it, with as much of its path as tells it from
/// others of that name.
package struct OutputLayout: Sendable {
  /// Something that is named; a description stands for its folder.
  private struct Root {
    let path: Path
    let parts: [Path]
    var folders: [Path] = []

    init(_ path: Path) {
      self.path = path
      parts = plainParts(path)
    }
  }
  private var roots: [Root] = []

  package init(_ named: [Path]) {
    var seen: Set<[Path]> = []
    for path in named {
      let root = Root(folderOfDescription(path) ?? path.withoutTrailingSlashes)
      if seen.insert([isAbsolute(path) ? Path("/") : Path(".")] + root.parts).inserted { roots.append(root) }
    }
    guard roots.count > 1 else { return }
    for (index, label) in labels(roots.map { telling($0.path) }).enumerated() {
      let isFile = (try? FileSystem.disk.entryKind(at: roots[index].path)) == .file
      roots[index].folders = isFile ? label.dropLast() : label
    }
  }

  /// Folders, and files that are named one by one.
  package var paths: [Path] { roots.map(\.path) }

  /// The parts of a file's path below the output folder.
  package func inside(_ path: Path) -> [Path] {
    let parts = plainParts(path)
    let around = roots.filter {
      isAbsolute($0.path) == isAbsolute(path) && parts.starts(with: $0.parts)
    }
    guard let root = around.max(by: { $0.parts.count < $1.parts.count }) else {
      return parts.contains(Path("..")) ? [path.name] : parts
    }
    let below = Array(parts.dropFirst(root.parts.count))
    // A description may name files outside of its folder: those are put beside the others.
    if below.isEmpty || below.contains(Path("..")) { return root.folders + [path.name] }
    return root.folders + below
  }
}

private func isAbsolute(_ path: Path) -> Bool { path.bytes.first == UInt8(ascii: "/") }

private func plainParts(_ path: Path) -> [Path] { path.components.filter { $0 != Path(".") } }

private func folderOfDescription(_ path: Path) -> Path? {
  guard ["yml", "yaml"].contains(path.lowercasedExtension),
    (try? FileSystem.disk.entryKind(at: path)) == .file
  else {
    return nil
  }
  return path.parent
}

/// What a path can be told by: `..` says nothing of where it leads.
private func telling(_ path: Path) -> [Path] {
  let parts = plainParts(path)
  return parts.contains(Path("..")) ? FileSystem.disk.realPath(of: path).components : parts
}

/// The last part of each path, and as many before it as tell it from all others.
private func labels(_ paths: [[Path]]) -> [[Path]] {
  var counts = paths.map { min($0.count, 1) }
  while true {
    let labels = zip(paths, counts).map { Array($0.suffix($1)) }
    let groups = Dictionary(grouping: paths.indices) { labels[$0] }
    let short = groups.values.filter { $0.count > 1 }.joined().filter { counts[$0] < paths[$0].count }
    if short.isEmpty { return labels }
    for index in short { counts[index] += 1 }
  }
}
