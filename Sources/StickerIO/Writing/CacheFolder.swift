public import StickerModel

/// Makes a folder that only its owner may look into, and those above it; nothing where it is there.
///
/// - Throws: why it cannot be made.
public func makePrivateFolder(_ path: Path) throws(CommandFailure) {
  try Writer.shared.makePrivateFolder(path)
}

/// Removes files of a folder, the least lately written first, until the others together take at most so many
/// bytes. What is no regular file is left alone, and what cannot be removed too.
public func trimFolder(_ path: Path, toBytes most: Int) { Writer.shared.trimFolder(path, toBytes: most) }

extension Writer {
  func makePrivateFolder(_ path: Path) throws(CommandFailure) {
    do throws(SystemError) {
      if let found = try? calls.status(Location(path), true), found.kind == .folder { return }
      var made: [Path] = []
      let folder = try openMaking(path, &made)
      if made.last == path { try calls.setPermissions(folder.descriptor, 0o700) }
    } catch {
      throw cannotWrite(path, error)
    }
  }

  func trimFolder(_ path: Path, toBytes most: Int) {
    guard let folder = try? Folder(path, calls: calls),
      let entries = try? calls.entries(folder.descriptor)
    else { return }
    let files = entries.compactMap { entry -> (name: Path, status: FileStatus)? in
      guard entry.kind == .file, let status = try? folder.status(entry.name) else { return nil }
      return (entry.name, status)
    }
    var total = files.reduce(0) { $0 + $1.status.size }
    let oldestFirst = files.sorted {
      ($0.status.modifiedSeconds, $0.status.modifiedNanoseconds)
        < ($1.status.modifiedSeconds, $1.status.modifiedNanoseconds)
    }
    for file in oldestFirst where total > most {
      if (try? calls.removeFile(folder.at(file.name))) != nil { total -= file.status.size }
    }
  }
}
