import StickerEngine

/// An open folder. What is done in it stays in it, whatever its path means by then.
final class Folder: Sendable {
  let descriptor: Int32
  private let calls: SystemCalls

  /// Opens a folder at any path; links to it are followed.
  convenience init(_ path: Path, calls: SystemCalls) throws(SystemError) {
    self.init(owning: try calls.open(Location(path), .folder(follow: true)), calls: calls)
  }

  /// Takes over a descriptor.
  init(owning descriptor: Int32, calls: SystemCalls) {
    self.descriptor = descriptor
    self.calls = calls
  }

  deinit { try? calls.close(descriptor) }

  /// A name in this folder.
  func at(_ name: Path) -> Location { Location(name, in: descriptor) }

  /// Opens a folder in this one; a link is not followed.
  func open(_ name: Path) throws(SystemError) -> Folder {
    Folder(owning: try calls.open(at(name), .folder(follow: false)), calls: calls)
  }

  /// What lies at a name, nil for nothing; a link is a link.
  func status(_ name: Path) throws(SystemError) -> FileStatus? {
    do throws(SystemError) { return try calls.status(at(name), false) } catch .notFound { return nil }
  }

  /// Makes the names in it last.
  func flush() throws(SystemError) {
    do throws(SystemError) { try calls.flush(descriptor) } catch {
      guard error.meansUnsupported else { throw error }  // some file systems flush files only
    }
  }

  /// Writes a new file; its bytes last, its name after `flush`.
  func write(_ bytes: [UInt8], as name: Path) throws(SystemError) {
    let file = try calls.open(at(name), .creating)
    defer { try? calls.close(file) }  // after `flush` nothing is left that closing could lose
    try fill(file, bytes)
  }

  /// Writes bytes to an open file and flushes them.
  func fill(_ file: Int32, _ bytes: [UInt8]) throws(SystemError) {
    try calls.writeAll(bytes, to: file)
    try calls.flush(file)
  }

  /// Removes a folder and all below it. Links are removed, never followed.
  ///
  /// Folders are moved up before they are emptied: two descriptors are enough however deep they lie, where
  /// one for each level, or a path, would find its limit.
  func removeTree(_ name: Path) throws(SystemError) {
    guard let top = try openRetryingAfterChmod(name) else { return }
    var pending = try calls.entries(top.descriptor)
    var moved = 0
    while let entry = pending.popLast() {
      guard entry.kind == .folder else {
        try retryingAfterChmod(of: name) { () throws(SystemError) in
          try calls.removeFile(top.at(entry.name))
        }
        continue
      }
      guard let folder = try top.openRetryingAfterChmod(entry.name) else { continue }
      for child in try calls.entries(folder.descriptor) {
        if child.kind == .folder {
          pending.append(
            Entry(name: try top.moveUp(child.name, from: folder, named: entry.name, &moved), kind: .folder))
        } else {
          try top.retryingAfterChmod(of: entry.name) { () throws(SystemError) in
            try calls.removeFile(folder.at(child.name))
          }
        }
      }
      try retryingAfterChmod(of: name) { () throws(SystemError) in
        try calls.removeFolder(top.at(entry.name))
      }
    }
    do throws(SystemError) { try calls.removeFolder(at(name)) } catch .notFound {}
  }

  private func moveUp(
    _ name: Path, from folder: Folder, named folderName: Path, _ moved: inout Int
  ) throws(SystemError) -> Path {
    while true {
      moved += 1
      let place = Path(".stickerlint-moved-\(moved)")
      do throws(SystemError) {
        try retryingAfterChmod(of: folderName) { () throws(SystemError) in
          try calls.rename(folder.at(name), at(place))
        }
        return place
      } catch {
        guard [.exists, .notEmpty, .notAFolder].contains(error) else {
          guard error.meansPermission else { throw error }
          try calls.unlockFolder(folder.at(name))  // moving a folder writes into it, too
          try calls.rename(folder.at(name), at(place))
          return place
        }
      }
    }
  }

  private func openRetryingAfterChmod(_ name: Path) throws(SystemError) -> Folder? {
    try retryingAfterChmod(of: name) { () throws(SystemError) in try open(name) }
  }

  /// Does something in a folder of this folder, and again after setting its permissions to 0700 if they forbid
  /// it; nil where that folder or what lies in it is gone.
  @discardableResult
  private func retryingAfterChmod<Result>(
    of name: Path, _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result? {
    do throws(SystemError) { return try body() } catch {
      if error == .notFound { return nil }
      guard error.meansPermission else { throw error }
      try calls.unlockFolder(at(name))
      return try body()
    }
  }
}

extension FileWriter {
  /// Makes a folder that only its owner may look into, and those above it; nothing where it is there.
  ///
  /// - Throws: why it cannot be made.
  func makePrivateFolder(_ path: Path) throws(UsageError) {
    do throws(SystemError) {
      if let found = try? calls.status(Location(path), true), found.kind == .folder { return }
      var made: [Path] = []
      let folder = try openMaking(path, &made)
      if made.last == path { try calls.setPermissions(folder.descriptor, 0o700) }
    } catch {
      throw cannotWrite(path, error)
    }
  }

  /// Removes the files of a folder whose names end alike, and nothing else; none where there is no folder.
  ///
  /// - Parameter pathExtension: without a dot, in small letters.
  /// - Returns: how many they were, and their bytes.
  /// - Throws: why one cannot be removed.
  func removeFiles(
    in path: Path, withExtension pathExtension: String
  ) throws(UsageError) -> (files: Int, bytes: Int) {
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
      throw UsageError("cannot remove all of \(path.displayText): \(error.words)")
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

  /// Removes files of a folder whose names end alike, the least lately written first, until those together
  /// take at most so many bytes. All others are left alone, and what cannot be removed too; a link to a
  /// folder is not followed.
  ///
  /// - Parameter pathExtension: without a dot, in small letters.
  func trimFolder(_ path: Path, filesOf pathExtension: String, toBytes most: Int) {
    guard let descriptor = try? calls.open(Location(path), .folder(follow: false)) else { return }
    let folder = Folder(owning: descriptor, calls: calls)
    guard let files = try? files(in: folder, withExtension: pathExtension) else { return }
    var total = files.reduce(0) { $0 + $1.status.size }
    let oldestFirst = files.sorted { $0.status.modified < $1.status.modified }
    for file in oldestFirst where total > most {
      if (try? calls.removeFile(folder.at(file.name))) != nil { total -= file.status.size }
    }
  }
}
