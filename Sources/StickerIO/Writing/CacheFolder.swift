package import StickerModel

/// Makes a folder that only its owner may look into, and those above it; nothing where it is there.
///
/// - Throws: why it cannot be made.
package func makePrivateFolder(_ path: Path) throws(CommandFailure) {
  try Writer.shared.makePrivateFolder(path)
}

/// Removes files of a folder whose names end alike, the least lately written first, until those together
/// take at most so many bytes. All others are left alone, and what cannot be removed too; a link to a folder
/// is not followed.
///
/// - Parameter pathExtension: without a dot, in small letters.
package func trimFolder(_ path: Path, filesOf pathExtension: String, toBytes most: Int) {
  Writer.shared.trimFolder(path, filesOf: pathExtension, toBytes: most)
}

/// Removes the files of a folder whose names end alike, and nothing else; none where there is no folder.
///
/// - Parameter pathExtension: without a dot, in small letters.
/// - Returns: how many they were, and their bytes.
/// - Throws: why one cannot be removed.
package func removeFiles(
  in folder: Path, withExtension pathExtension: String
) throws(CommandFailure) -> (files: Int, bytes: Int) {
  try Writer.shared.removeFiles(in: folder, withExtension: pathExtension)
}

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

  func removeFiles(
    in path: Path, withExtension pathExtension: String
  ) throws(CommandFailure) -> (files: Int, bytes: Int) {
    var removed = (files: 0, bytes: 0)
    do throws(SystemError) {
      let descriptor: Int32
      do throws(SystemError) { descriptor = try calls.open(Location(path), .folder(follow: false)) } catch {
        if error.meansMissing { return removed }
        throw error
      }
      let folder = Folder(owning: descriptor, calls: calls)
      for file in try files(in: folder, withExtension: pathExtension) {
        try calls.removeFile(folder.at(file.name))
        removed = (removed.files + 1, removed.bytes + file.status.size)
      }
    } catch {
      throw CommandFailure("cannot remove all of \(path.shown): \(error.words)")
    }
    return removed
  }

  private func files(
    in folder: Folder, withExtension pathExtension: String
  ) throws(SystemError) -> [(name: Path, status: FileStatus)] {
    try calls.entries(folder.descriptor).compactMap { entry in
      guard entry.kind == .file, entry.name.lowercasedExtension == pathExtension,
        let status = try? folder.status(entry.name)
      else { return nil }
      return (entry.name, status)
    }
  }

  func trimFolder(_ path: Path, filesOf pathExtension: String, toBytes most: Int) {
    guard let descriptor = try? calls.open(Location(path), .folder(follow: false)) else { return }
    let folder = Folder(owning: descriptor, calls: calls)
    guard let files = try? files(in: folder, withExtension: pathExtension) else { return }
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
